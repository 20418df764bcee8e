//! How the bot speaks, as far as a machine can hear it: the rules of `docs/voice.md` that are marked (checked).
//!
//! ```text
//! every text of both languages, in every form  ──>  a rule  ──>  those that break it: none
//! ```
//!
//! Each rule is also shown words that break it, for a rule that hears nothing is no rule. What a machine cannot
//! hear, whether a sentence is warm and true, is for whoever reads it aloud.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use domain::Language;

use super::{every_form, files};

/// What nobody says to a person, one list for both languages. A star stands for any ending.
const NEVER: &[&str] = &[
    "somebody",
    "someone",
    "whoever",
    "whereupon",
    "hereby",
    "insufficient",
    "put away",
    "put aside",
    "for nothing",
    "come to nothing",
    "came to nothing",
    "pleased to inform",
    "has been successfully",
    "oops",
    "whoops",
    "yay",
    "кто-то",
    "кого-то",
    "кому-то",
    "кем-то",
    "кто-нибудь",
    "кому-нибудь",
    "даром",
    "впустую",
    "ничего не вышло",
    "недостаточно средств",
    "кто нарисует",
    "цена на кнопке",
    "уважаем*",
    "осуществ*",
    "является",
    "к сожалению",
    "увы",
    "упс",
];

/// Only operators hear of these: to everybody else the model has a name.
const FOR_OPERATORS: &[&str] = &["provider*", "поставщик*"];

/// The notices to operators.
const TO_OPERATORS: &[&str] = &[
    "digest-",
    "news-",
    "trouble-credits-",
    "trouble-dear-",
    "trouble-difference",
    "trouble-everything-",
    "trouble-losses-",
    "trouble-model-",
];

/// What is read like a contract: long, and with semicolons where it must be.
const CONTRACTS: &[&str] = &["pages-privacy", "pages-terms"];

/// Texts that tell of something bad, by a part of their id.
const BAD_NEWS: &[&str] = &[
    "trouble-", "refund", "refused", "failed", "-why-", "-gone", "-closed", "-short", "debt",
    "owed", "paused", "-too-",
];

/// Being rewritten; the rules wait for them.
const WAITING: &[&str] = &["shop-"];

const MOST_SIGNS: usize = 900;
const MOST_ON_A_BUTTON: usize = 24;
const MOST_WORDS: usize = 25;

/// A text in one of its forms, as a person sees it.
struct Said {
    id: String,
    seen: String,
}

fn all() -> &'static [Said] {
    static ALL: OnceLock<Vec<Said>> = OnceLock::new();
    ALL.get_or_init(|| {
        let forms = Language::ALL.into_iter().flat_map(every_form);
        let forms = forms.map(|(id, words, _)| (id, seen(&words))).collect::<BTreeSet<_>>();
        let is_ready = |id: &str| !WAITING.iter().any(|start| id.starts_with(start));
        let ready = forms.into_iter().filter(|(id, _)| is_ready(id));
        ready.map(|(id, seen)| Said { id, seen }).collect()
    })
}

/// Holds a rule over every text, and shows what breaks it.
#[track_caller]
fn hold(breaks: impl Fn(&Said) -> bool) {
    let broken: BTreeMap<&str, &str> = all()
        .iter()
        .filter(|said| breaks(said))
        .map(|said| (said.id.as_str(), said.seen.as_str()))
        .collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The text without its markup.
fn seen(html: &str) -> String {
    let mut seen = String::new();
    for (place, part) in html.split('<').enumerate() {
        let after =
            if place == 0 { Some(part) } else { part.split_once('>').map(|(_, after)| after) };
        seen.push_str(after.unwrap_or_default());
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .into_iter()
        .fold(seen, |seen, (entity, sign)| seen.replace(entity, sign))
}

/// The first of these phrases that the words have in them.
fn finds<'a>(phrases: &[&'a str], words: &str) -> Option<&'a str> {
    let lower = words.to_lowercase();
    let is_inside = |c: char| c.is_alphanumeric() || c == '-';
    let words: Vec<&str> = lower.split(|c| !is_inside(c)).filter(|word| !word.is_empty()).collect();
    let is_like = |wanted: &str, word: &str| match wanted.strip_suffix('*') {
        Some(start) => word.starts_with(start),
        None => word == wanted,
    };
    phrases.iter().copied().find(|phrase| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words
            .windows(phrase.len())
            .any(|at| phrase.iter().zip(at).all(|(one, word)| is_like(one, word)))
    })
}

const fn is_emoji(c: char) -> bool {
    matches!(
        c,
        '\u{1F000}'..='\u{1FAFF}'
            | '\u{2300}'..='\u{23FF}'
            | '\u{2600}'..='\u{27BF}'
            | '\u{2B00}'..='\u{2BFF}'
            | '\u{21A9}'
            | '\u{21AA}'
            | '\u{25B6}'
            | '\u{25C0}'
    )
}

/// The emoji of a line; a Star after a number is a unit, not a picture.
fn emoji(line: &str) -> Vec<char> {
    let mut before = ' ';
    let mut found = Vec::new();
    for c in line.chars() {
        if is_emoji(c) && !(c == '⭐' && before.is_ascii_digit()) {
            found.push(c);
        }
        if !c.is_whitespace() {
            before = c;
        }
    }
    found
}

/// How many words the longest sentence has.
fn longest_sentence(text: &str) -> usize {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '…');
    let mut longest = 0;
    for line in text.lines() {
        let mut words = 0;
        for word in line.split_whitespace() {
            words += usize::from(word.contains(char::is_alphanumeric));
            longest = longest.max(words);
            if word.ends_with(ends) {
                words = 0;
            }
        }
    }
    longest
}

/// Lines that are nothing but a quotation and have an empty line beside them, in a Fluent file.
fn quotations_with_air(file: &str) -> Vec<usize> {
    let lines: Vec<&str> = file.lines().collect();
    let is_quotation =
        |line: &str| matches!(line.trim(), "{ $quote }" | "{ $reason }" | "{ $words }");
    let is_empty = |line: &&str| line.trim().is_empty();
    let is_air = |at: usize| {
        // An empty line above stands within the message; below, it does if the message goes on.
        let goes_on = lines.get(at + 2).is_some_and(|line| line.starts_with(' '));
        lines.get(at.wrapping_sub(1)).is_some_and(is_empty)
            || (goes_on && lines.get(at + 1).is_some_and(is_empty))
    };
    (0..lines.len()).filter(|at| is_quotation(lines[*at]) && is_air(*at)).map(|at| at + 1).collect()
}

fn is_contract(id: &str) -> bool {
    CONTRACTS.contains(&id)
}

#[test]
fn no_text_has_words_that_nobody_says() {
    hold(|said| finds(NEVER, &said.seen).is_some());
    hold(|said| {
        let is_theirs = TO_OPERATORS.iter().any(|start| said.id.starts_with(start));
        !is_theirs && finds(FOR_OPERATORS, &said.seen).is_some()
    });
}

#[test]
fn a_line_has_one_emoji_at_most() {
    hold(|said| said.seen.lines().any(|line| emoji(line).len() > 1));
}

#[test]
fn both_languages_use_the_same_emoji() {
    let mut signs: BTreeMap<&str, BTreeSet<Vec<char>>> = BTreeMap::new();
    for said in all() {
        signs.entry(&said.id).or_default().insert(emoji(&said.seen));
    }
    signs.retain(|_, signs| signs.len() > 1);
    assert!(signs.is_empty(), "{signs:#?}");
}

#[test]
fn a_message_is_short_but_for_the_contracts() {
    hold(|said| !is_contract(&said.id) && said.seen.chars().count() > MOST_SIGNS);
}

#[test]
fn a_sentence_is_short_and_has_no_semicolon() {
    hold(|said| !is_contract(&said.id) && longest_sentence(&said.seen) > MOST_WORDS);
    hold(|said| said.seen.contains(';'));
}

#[test]
fn a_button_leaves_room_for_its_price() {
    let is_button = |id: &str| id.contains("-button") && !id.starts_with("trouble-");
    hold(|said| is_button(&said.id) && said.seen.chars().count() > MOST_ON_A_BUTTON);
}

#[test]
fn bad_news_comes_without_an_exclamation_mark() {
    hold(|said| BAD_NEWS.iter().any(|part| said.id.contains(part)) && said.seen.contains('!'));
}

#[test]
fn a_quotation_has_no_empty_line_beside_it() {
    for language in Language::ALL {
        for file in files(language) {
            let faults = quotations_with_air(file);
            let is_waiting = WAITING.iter().any(|start| file.contains(&format!("\n{start}")));
            assert!(is_waiting || faults.is_empty(), "{language:?}, lines {faults:?} of {file}");
        }
    }
}

#[test]
fn each_rule_hears_what_breaks_it() {
    assert_eq!(finds(NEVER, "Then Somebody, came."), Some("somebody"));
    assert_eq!(finds(NEVER, "It came to  nothing."), Some("came to nothing"));
    assert_eq!(finds(NEVER, "Кому-то нравится"), Some("кому-то"));
    assert_eq!(finds(NEVER, "подаром, somebodys, put it away"), None);
    assert_eq!(finds(FOR_OPERATORS, "у поставщика"), Some("поставщик*"));

    assert_eq!(emoji("10 ⭐ · 12 ₽, 1\u{A0}⭐"), []);
    assert_eq!(emoji("⭐ Top up \u{1F381}"), ['⭐', '\u{1F381}']);

    assert_eq!(longest_sentence("One two. One two three! One – two\nthree"), 3);
    assert_eq!(longest_sentence("v1.5 is one word"), 4);

    assert_eq!(seen("<b>1</b> &lt;a&gt; &amp;lt;"), "1 <a> &lt;");

    let file = "a =\n    b\n\n    { $quote }\n\n    c\n\nd = { $quote }\n\ne =\n    f\n    { $words }\n\ng = h\n";
    assert_eq!(quotations_with_air(file), [4]);
}
