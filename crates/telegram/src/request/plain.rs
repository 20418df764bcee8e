//! Telegram's HTML as plain text, for when Telegram could not read it as HTML.
//!
//! Since it may be broken, nothing here fails: tags are taken out, the entities that Telegram knows
//! are decoded, and what is neither (a lone `<`, an unknown `&word;`, a tag that never ends) stays as
//! it is.

/// The longest entity that is looked for, without `&` and `;`: `#x10FFFF`.
const LONGEST_ENTITY: usize = 8;

/// The text of this HTML.
pub(super) fn text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (decoded, length) = match tag(rest) {
            Some(length) => (None, length),
            None => entity(rest).map_or((rest.chars().next(), 1), |(c, length)| (Some(c), length)),
        };
        text.extend(decoded);
        rest = &rest[length..];
    }
    text.push_str(rest);
    text
}

/// The length of the tag that this text begins with.
fn tag(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut quote = None;
    let end = inside.bytes().position(|byte| {
        match quote {
            Some(open) if open == byte => quote = None,
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            _ => {}
        }
        quote.is_none() && byte == b'>'
    });
    // A quote that is never closed is no quote.
    end.or_else(|| inside.find('>')).map(|end| end + 2)
}

/// The character that this text begins with as an entity, and the length of that.
fn entity(text: &str) -> Option<(char, usize)> {
    let inside = text.strip_prefix('&')?;
    let end = inside.bytes().take(LONGEST_ENTITY + 1).position(|byte| byte == b';')?;
    let name = inside.get(..end)?;
    let decoded = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    Some((decoded, end + 2))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, proptest};

    use super::text;

    #[test]
    fn tags_go_and_entities_are_decoded() {
        let table = [
            ("a <b>bold</b> word", "a bold word"),
            ("<a href=\"https://a.b/?x>y\">link</a>", "link"),
            ("<tg-emoji emoji-id=\"5\">x</tg-emoji>", "x"),
            ("1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;&#8381;&#x20bd;", "1 < 2 && 3 > 2 \"₽₽"),
            ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
            ("<pre><code class='x'>a\nb</code></pre>", "a\nb"),
        ];
        for (html, plain) in table {
            assert_eq!(text(html), plain);
        }
    }

    #[test]
    fn what_is_broken_stays_as_it_is() {
        for html in ["1 < 2", "<", "&", "a & b", "&nbsp;", "&#xD800;", "&#;", "<b", "a <3", "&&;"] {
            assert_eq!(text(html), html);
        }
        assert_eq!(text("<a href=\"x>y"), "y", "a quote that is never closed is no quote");
        assert_eq!(text("<b>Привет & <i>до свидания"), "Привет & до свидания");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn escaped_words_come_back(words in "[^\u{0}]{0,40}") {
            let escaped = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            assert_eq!(text(&format!("<b>{escaped}</b>")), words);
        }

        #[test]
        fn anything_can_be_read(html in "([<>&;#x/\"'a1é ]|amp|lt){0,40}") {
            assert!(text(&html).len() <= html.len());
        }
    }
}
