//! What is shown is what was written, in markup that nests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{Look, Span, from_text, html, looks, styled, tidied, to_text, units};
use crate::example::random::random;
use crate::html::{Html, clean};

fn span(from: usize, to: usize, look: Look) -> Span {
    Span { from, to, look }
}

fn shown(text: &str, spans: &[Span]) -> String {
    html(text, &to_text(spans)).into_string()
}

#[test]
fn what_nests_touches_and_overlaps_is_shown_as_it_looks() {
    let link = Look::link("https://example.org/?a=1&b=\"2\"").unwrap();
    for (text, spans, expected) in [
        ("plain <b>", vec![], "plain &lt;b&gt;"),
        ("bold", vec![span(0, 4, Look::Bold)], "<b>bold</b>"),
        (
            "a bold word",
            vec![span(2, 6, Look::Bold), span(0, 11, Look::Italic)],
            "<i>a <b>bold</b> word</i>",
        ),
        (
            "overlap",
            vec![span(0, 4, Look::Bold), span(2, 7, Look::Underline)],
            "<b>ov<u>er</u></b><u>lap</u>",
        ),
        // The clef takes two units.
        ("\u{1D11E}ab", vec![span(2, 3, Look::Strike)], "\u{1D11E}<s>a</s>b"),
        (
            "see here",
            vec![span(4, 8, link)],
            "see <a href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\">here</a>",
        ),
        (
            "code in bold",
            vec![span(0, 12, Look::Bold), span(0, 4, Look::Code)],
            "<code>code</code><b> in bold</b>",
        ),
        (
            "a quote",
            vec![span(0, 4, Look::Bold), span(2, 7, Look::FoldedQuote)],
            "<b>a </b><blockquote expandable><b>qu</b>ote</blockquote>",
        ),
        ("beyond", vec![span(3, 99, Look::Spoiler)], "bey<tg-spoiler>ond</tg-spoiler>"),
        ("none", vec![span(2, 2, Look::Pre), span(3, 1, Look::Pre)], "none"),
    ] {
        assert_eq!(shown(text, &spans), expected, "{text}");
    }
}

#[test]
fn only_what_telegram_opens_is_a_link() {
    for address in
        ["", "example.org", "javascript:alert(1)", "https://a b", &"http://a/".repeat(99)]
    {
        assert_eq!(Look::link(address), None, "{address}");
    }
}

#[test]
fn spans_move_with_what_is_left_of_their_text() {
    let text = " \u{202E}\n\tA\u{0}B \u{1D11E}C  ";
    let kept: String = clean(text).collect();
    let kept = kept.trim();
    assert_eq!(kept, "AB \u{1D11E}C");
    let at = |needle: char| {
        let before: String = text.chars().take_while(|c| *c != needle).collect();
        units(&before)
    };
    let spans = [
        span(at('B'), at('B') + 1, Look::Bold),
        span(at('C'), at('C') + 3, Look::Italic),
        span(0, 2, Look::Code),
    ];

    let moved = tidied(text, kept, &spans);

    assert_eq!(shown(kept, &moved), "A<b>B</b> \u{1D11E}<i>C</i>");
}

#[test]
fn what_another_release_stored_is_left_out() {
    let spans = from_text("bold 0 4 \nblink 0 4 \nlink 0 4 gopher://a\nbold x 4 \n\nbold 9");
    assert_eq!(spans, [span(0, 4, Look::Bold)]);
}

/// Any text with signs of one and of two units, and of those that are left out.
fn texts() -> impl Strategy<Value = String> {
    vec(
        prop::sample::select(vec![
            'a',
            'Ж',
            ' ',
            '\n',
            '<',
            '&',
            '"',
            '\u{1D11E}',
            '\u{1F44D}',
            '\u{202E}',
        ]),
        0..24,
    )
    .prop_map(|signs| signs.into_iter().collect())
}

fn spans() -> impl Strategy<Value = Vec<Span>> {
    let link = Look::link("https://example.org/?a&b").unwrap();
    let looks: Vec<Look> = Look::PLAIN.into_iter().chain([link]).collect();
    let one = (0..40_usize, 0..40_usize, prop::sample::select(looks));
    vec(one.prop_map(|(from, to, look)| span(from, to, look)), 0..8)
}

/// The text of a markup, with what is open at each sign; panics if it does not nest.
fn read(markup: &str) -> Vec<(char, Vec<String>)> {
    let (mut open, mut signs, mut rest) = (Vec::<String>::new(), Vec::new(), markup);
    while let Some(c) = rest.chars().next() {
        if let Some(tag) = rest.strip_prefix('<') {
            let (tag, after) = tag.split_once('>').unwrap();
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop().as_deref(), Some(name), "{markup}"),
                None => open.push(tag.split(' ').next().unwrap().to_owned()),
            }
            rest = after;
            continue;
        }
        let named = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"')];
        let entity = named.iter().find(|(name, _)| rest.starts_with(name));
        let (sign, length) = entity.map_or((c, c.len_utf8()), |(name, sign)| (*sign, name.len()));
        signs.push((sign, open.clone()));
        rest = &rest[length..];
    }
    assert!(open.is_empty(), "{markup}");
    signs
}

#[test]
fn whatever_the_spans_are_the_markup_nests_and_every_sign_looks_as_it_should() {
    let mut runner = TestRunner::new(random());
    let property = |(text, spans): (String, Vec<Span>)| {
        let markup = styled(&text, spans.clone());
        let signs = read(markup.as_str());
        let kept: String = clean(&text).collect();
        prop_assert_eq!(signs.iter().map(|(sign, _)| *sign).collect::<String>(), kept);
        let mut unit = 0;
        for (sign, open) in &signs {
            let tags: Vec<&str> = open.iter().map(String::as_str).collect();
            for (at, tag) in tags.iter().enumerate() {
                prop_assert!(!tags[..at].contains(tag), "twice: {}", markup.as_str());
            }
            let covered = |tag: &str| {
                spans.iter().any(|one| one.look.tag() == tag && (one.from..one.to).contains(&unit))
            };
            let is_code = covered("code") || covered("pre");
            for tag in ["b", "i", "u", "s", "tg-spoiler", "a", "blockquote"] {
                let wanted = covered(tag) && (tag == "blockquote" || !is_code);
                prop_assert_eq!(tags.contains(&tag), wanted, "{} in {}", tag, markup.as_str());
            }
            prop_assert_eq!(tags.contains(&"code") || tags.contains(&"pre"), is_code);
            unit += sign.len_utf16();
        }
        Ok(())
    };
    runner.run(&(texts(), spans()), property).unwrap();
}

#[test]
fn moving_spans_keeps_every_sign_that_is_left_as_it_looked() {
    let mut runner = TestRunner::new(random());
    let property = |(text, spans): (String, Vec<Span>)| {
        let whole: String = clean(&text).collect();
        let kept = whole.trim();
        let moved = tidied(&text, kept, &spans);
        let after = read(styled(kept, moved).as_str());
        // What every sign of the text looked like where it came from; what is left out is no sign.
        let (mut before, mut unit) = (Vec::new(), 0);
        for c in text.chars() {
            let mut sorted = spans.clone();
            sorted.sort_by_key(|one| (one.look.rank(), one.from, std::cmp::Reverse(one.to)));
            if clean(&c.to_string()).next().is_some() {
                let mut tags: Vec<&str> =
                    looks(&sorted, unit).iter().map(|look| look.tag()).collect();
                tags.sort_unstable();
                before.push(tags.join(" "));
            }
            unit += c.len_utf16();
        }
        let lead = whole.chars().count() - whole.trim_start().chars().count();
        for (at, (_, open)) in after.iter().enumerate() {
            let mut tags: Vec<&str> = open.iter().map(String::as_str).collect();
            tags.sort_unstable();
            prop_assert_eq!(&before[lead + at], &tags.join(" "));
        }
        Ok(())
    };
    // A span that begins in the middle of a sign belongs to none of Telegram's messages.
    let whole = (texts(), spans()).prop_map(|(text, spans)| {
        let starts: Vec<usize> = text
            .chars()
            .scan(0, |unit, c| {
                let at = *unit;
                *unit += c.len_utf16();
                Some(at)
            })
            .collect();
        let end = units(&text);
        let snap = |unit: usize| starts.iter().copied().find(|start| *start >= unit).unwrap_or(end);
        let spans =
            spans.into_iter().map(|one| Span { from: snap(one.from), to: snap(one.to), ..one });
        (text, spans.collect())
    });
    runner.run(&whole, property).unwrap();
}

#[test]
fn a_stored_form_brings_back_what_was_stored() {
    let mut runner = TestRunner::new(random());
    let property = |spans: Vec<Span>| {
        prop_assert_eq!(from_text(&to_text(&spans)), spans);
        Ok(())
    };
    runner.run(&spans(), property).unwrap();
    assert_eq!(Html::escaped("x").as_str(), styled("x", Vec::new()).as_str());
}
