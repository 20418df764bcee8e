//! What Telegram's HTML allows and what it refuses.

use proptest::prelude::{any, proptest};
use proptest::prop_assert_eq;

use super::{escape, json, parse};

fn refusal(source: &str) -> String {
    parse(source).unwrap_err().to_string()
}

#[test]
fn tags_become_entities_counted_in_utf_16() {
    let read = parse("\u{1D11E} <b>bold <i>both</i></b> <a href=\"https://a.b/?x=1&amp;y\">l</a>");

    let read = read.unwrap();
    assert_eq!(read.plain, "\u{1D11E} bold both l");
    assert_eq!(
        json!(read.entities),
        json!([
            { "type": "bold", "offset": 3, "length": 9 },
            { "type": "italic", "offset": 8, "length": 4 },
            { "type": "text_link", "url": "https://a.b/?x=1&y", "offset": 13, "length": 1 },
        ])
    );
}

#[test]
fn every_tag_we_may_use_is_read() {
    let tags = ["b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "code", "pre", "a"];
    for tag in tags.into_iter().chain(["blockquote", "tg-spoiler"]) {
        assert_eq!(parse(&format!("<{tag}>x</{tag}>")).unwrap().entities.len(), 1, "{tag}");
    }
    let kind = |source: &str| parse(source).unwrap().entities.last().unwrap()["type"].clone();
    assert_eq!(kind("<span class='tg-spoiler'>x</span>"), "spoiler");
    assert_eq!(kind("<blockquote expandable>x</blockquote>"), "expandable_blockquote");
}

#[test]
fn references_are_resolved_and_unknown_ones_are_text() {
    let read = parse("&lt;&gt;&amp;&quot;&#65;&#x42; & &nbsp; &;").unwrap();

    assert_eq!(read.plain, "<>&\"AB & &nbsp; &;");
}

#[test]
fn a_tag_that_is_not_closed_is_refused() {
    assert_eq!(refusal("<b>x"), "Can't find end tag corresponding to start tag \"b\"");
    assert_eq!(refusal("x<b"), "Unclosed start tag at byte offset 1");
    assert_eq!(refusal("<a href=\"x>y</a>"), "Unclosed start tag at byte offset 0");
    assert_eq!(refusal("<b>x</b"), "Unclosed end tag at byte offset 4");
}

#[test]
fn tags_closed_out_of_order_are_refused() {
    assert_eq!(
        refusal("<b><i>x</b></i>"),
        "Unmatched end tag at byte offset 7, expected \"</i>\", found \"</b>\""
    );
    assert_eq!(refusal("x</b>"), "Unexpected end tag at byte offset 1");
}

#[test]
fn an_unknown_tag_and_a_bare_sign_are_refused() {
    assert_eq!(refusal("a<br>b"), "Unsupported start tag \"br\" at byte offset 1");
    assert_eq!(refusal("1 < 2 > 0"), "Unsupported start tag \"\" at byte offset 2");
    assert!(refusal("<span>x</span>").contains("must have class"));
}

proptest! {
    #[test]
    fn escaped_text_comes_back_as_it_was(text in any::<String>()) {
        let read = parse(&escape(&text)).unwrap();
        prop_assert_eq!(read.plain, text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[<>/&;=\"' abi#x0-9\u{416}]{0,40}") {
        let _ = parse(&text);
    }
}
