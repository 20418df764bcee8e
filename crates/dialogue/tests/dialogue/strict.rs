//! A reader of Telegram's HTML that is stricter than Telegram.
//!
//! Every `<` begins a tag of the list, every tag is closed in order, every `&` begins one of the
//! four entities, and only `<a>` has an attribute. It returns what a person sees.

/// Tags that need no attribute.
const PLAIN: &[&str] = &["b", "i", "u", "s", "code", "pre", "blockquote", "tg-spoiler"];
const ENTITIES: &[(&str, char)] = &[("lt", '<'), ("gt", '>'), ("amp", '&'), ("quot", '"')];

/// What is shown for a piece of HTML, or what is wrong with it.
pub(crate) fn parse(html: &str) -> Result<String, String> {
    let mut shown = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(c) = rest.chars().next() {
        match c {
            '<' => {
                let (tag, after) = rest[1..].split_once('>').ok_or("a tag without an end")?;
                read_tag(tag, &mut open)?;
                rest = after;
            }
            '>' => return Err("a > that ends nothing".to_owned()),
            '&' => {
                let (name, after) = rest[1..].split_once(';').ok_or("an entity without an end")?;
                shown.push(entity(name)?);
                rest = after;
            }
            _ => {
                shown.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    match open.pop() {
        None => Ok(shown),
        Some(tag) => Err(format!("<{tag}> is never closed")),
    }
}

fn read_tag<'a>(tag: &'a str, open: &mut Vec<&'a str>) -> Result<(), String> {
    if let Some(name) = tag.strip_prefix('/') {
        return match open.pop() {
            Some(last) if last == name => Ok(()),
            last => Err(format!("</{name}> closes {last:?}")),
        };
    }
    if let Some(address) = tag.strip_prefix("a href=\"").and_then(|it| it.strip_suffix('"')) {
        if address.contains(['"', '<']) || !address.starts_with("https://") {
            return Err(format!("a link to {address}"));
        }
        open.push("a");
        return Ok(());
    }
    if !PLAIN.contains(&tag) {
        return Err(format!("<{tag}> is no tag we use"));
    }
    if tag == "blockquote" && open.contains(&"blockquote") {
        return Err("Telegram takes no quotation inside a quotation".to_owned());
    }
    open.push(tag);
    Ok(())
}

fn entity(name: &str) -> Result<char, String> {
    let found = ENTITIES.iter().find(|(known, _)| *known == name);
    found.map(|(_, c)| *c).ok_or_else(|| format!("&{name}; is no entity we use"))
}

#[test]
fn good_html_is_read_as_a_person_sees_it() {
    let html = "<b>a <i>&lt;b&gt;</i></b> &amp; <a href=\"https://t.me/x\">&quot;y&quot;</a>";

    assert_eq!(parse(html), Ok("a <b> & \"y\"".to_owned()));
}

#[test]
fn bad_html_is_refused() {
    let bad = [
        "<b>a",
        "a</b>",
        "<b><i>a</b></i>",
        "a < b",
        "a > b",
        "a & b",
        "&nbsp;",
        "&lt",
        "<script>a</script>",
        "<b class=\"x\">a</b>",
        "<a href=\"javascript:x\">a</a>",
        "<blockquote><blockquote>a</blockquote></blockquote>",
    ];
    for html in bad {
        assert!(parse(html).is_err(), "{html}");
    }
}
