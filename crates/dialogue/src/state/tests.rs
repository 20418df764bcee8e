//! What is stored of a conversation, and read back.

use super::{MAX_PROMPT, Mark, Prompt, State};
use crate::example::correction;

#[test]
fn the_stored_form_is_tagged_and_has_a_version() {
    let offered = State::OfferedPrompt(Prompt::from_person("a \"cat\"").unwrap());

    assert_eq!(State::Menu.to_text(), r#"{"v":1,"state":"menu"}"#);
    assert_eq!(offered.to_text(), r#"{"v":1,"state":"offered_prompt","text":"a \"cat\""}"#);
    assert_eq!(State::from_text(&offered.to_text()), offered);
}

#[test]
fn a_correction_survives_being_stored() {
    let waiting = State::Adjusting(correction("8 -50.25 charged \"twice\"", 17));

    let text = r#"{"v":1,"state":"adjusting","person":8,"amount":-5025,"#;
    assert!(waiting.to_text().starts_with(text), "{}", waiting.to_text());
    assert_eq!(State::from_text(&waiting.to_text()), waiting);
}

#[test]
fn what_cannot_be_read_is_the_menu() {
    let texts = [
        "",
        "null",
        "[1]",
        "{",
        "menu",
        r#"{"v":1}"#,
        r#"{"state":"menu"}"#,
        r#"{"v":2,"state":"offered_prompt","text":"a"}"#,
        r#"{"v":-1,"state":"menu"}"#,
        r#"{"v":1,"state":"flying"}"#,
        r#"{"v":1,"state":"offered_prompt"}"#,
        r#"{"v":1,"state":"offered_prompt","text":7}"#,
        r#"{"v":1,"state":"offered_prompt","text":" \u0000 "}"#,
        r#"{"v":1,"state":"adjusting","person":8,"amount":1,"reason":"why"}"#,
        r#"{"v":1,"state":"adjusting","person":0,"amount":1,"reason":"why","mark":1}"#,
        r#"{"v":1,"state":"adjusting","person":8,"amount":0,"reason":"why","mark":1}"#,
        r#"{"v":1,"state":"adjusting","person":8,"amount":1,"reason":" ","mark":1}"#,
        r#"{"v":1,"state":"adjusting","person":8,"amount":1,"reason":"why","mark":-1}"#,
    ];
    for text in texts {
        assert_eq!(State::from_text(text), State::Menu, "{text}");
    }
    assert_eq!(State::from_text(&"[".repeat(100_000)), State::Menu);
}

#[test]
fn a_prompt_is_never_blank_and_never_unbounded() {
    assert_eq!(Prompt::from_person(" \0\n\u{202E}\t "), None);
    assert_eq!(Prompt::from_person(" a\0b \n").unwrap().as_str(), "ab");
    let long = format!("{} b", "a".repeat(MAX_PROMPT - 1));
    assert_eq!(Prompt::from_person(&long).unwrap().as_str().chars().count(), MAX_PROMPT - 1);
}

#[test]
fn a_mark_is_the_same_in_every_release() {
    assert_eq!(Prompt::from_person("a").unwrap().mark().get(), 0xe40c_292c);
}

#[test]
fn a_text_that_may_go_on_stays_open_until_something_else_happens() {
    let open = State::OfferedPrompt(Prompt::from_person("a cat").unwrap().open_if(true));

    assert!(open.to_text().contains(r#""open":true"#), "{}", open.to_text());
    assert_eq!(State::from_text(&open.to_text()), open);
    assert_eq!(open.closed(), State::OfferedPrompt(Prompt::from_person("a cat").unwrap()));
}

#[test]
fn files_are_marked_by_all_their_ids_in_order() {
    let file = |id: &str| crate::draft::Picked {
        file: id.to_owned(),
        kind: domain::catalogue::MediaKind::Image,
        mime: None,
        bytes: None,
        milliseconds: None,
        pixels: None,
        album: None,
    };
    let mark = |ids: &[&str]| {
        let files: Vec<_> = ids.iter().map(|id| file(id)).collect();
        Mark::of_files(&files)
    };

    assert_eq!(mark(&["a", "b"]), mark(&["a", "b"]));
    assert_ne!(mark(&["a", "b"]), mark(&["b", "a"]));
    assert_ne!(mark(&["a", "b"]), mark(&["ab"]));
}
