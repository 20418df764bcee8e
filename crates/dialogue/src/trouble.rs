//! What is said when something does not work: short, honest, with what to do next.
//!
//! These are not answers of [`decide`](crate::decide): the service says them when it could
//! not decide, or is not the one who may.

use domain::Language;
use domain::generation::Cause;
use domain::payment::DifferenceKind;

use crate::html::{Html, one_line};
use crate::screen::Screen;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Apology { reference: &'a str } = "trouble-apology",
    CreditsLow { left: usize, daily: usize } = "trouble-credits-low",
    Differences { imported: usize, returned: usize, count: usize } = "trouble-differences",
    Difference { id: &'a str, kind: &'a str, subject: &'a str } = "trouble-difference",
    DifferencesMore { more: usize } = "trouble-differences-more",
    DearClosed { above: usize } = "trouble-dear-closed",
    DearOpened = "trouble-dear-opened",
    LossesSpent { lost: usize, budget: usize } = "trouble-losses-spent",
    EverythingClosed { cause: &'a str } = "trouble-everything-closed",
    EverythingOpened = "trouble-everything-opened",
    ModelClosed { subject: &'a str, cause: &'a str } = "trouble-model-closed",
    ModelOpened { subject: &'a str } = "trouble-model-opened",
    ResultGone = "trouble-result-gone",
    ResultLater = "trouble-result-later",
    SlowDown { seconds: usize } = "trouble-slow-down",
    Updating = "trouble-updating",
}

labels! { Label;
    UpdatingTap = "trouble-updating-tap",
}

/// The longest reference that is shown.
const MAX_REFERENCE: usize = 64;

/// The longest name of something that is closed.
const MAX_SUBJECT: usize = 200;

/// An update could not be handled: says so, with a code by which support finds it.
pub fn apology(language: Language, reference: &str) -> Screen {
    let reference = one_line(reference, MAX_REFERENCE);
    let text = Text::Apology { reference: &reference }.html(language);
    Screen::bare(text).homeward(language)
}

/// They write faster than anybody could: says how long to wait.
pub fn slow_down(language: Language, seconds: u32) -> Screen {
    let seconds = usize::try_from(seconds).unwrap_or(usize::MAX);
    Screen::bare(Text::SlowDown { seconds }.html(language)).homeward(language)
}

/// Nobody answers for the moment: says so, with a button to try again.
pub fn updating_notice(language: Language) -> Screen {
    Screen::bare(Text::Updating.html(language)).homeward(language)
}

/// The same as the answer to a tap: plain text of at most 200 characters.
pub fn updating_tap(language: Language) -> String {
    Label::UpdatingTap.words(language)
}

/// Something can no longer be ordered: for an admin.
pub fn closed_notice(language: Language, subject: &str, cause: Cause) -> Screen {
    let (subject, cause) = (one_line(subject, MAX_SUBJECT), cause.word());
    let words = match subject.as_str() {
        "*" => Text::EverythingClosed { cause },
        subject => Text::ModelClosed { subject, cause },
    };
    Screen::bare(words.html(language))
}

/// What costs more than so many credits can no longer be ordered, for the balance does not pay for it: for an
/// admin.
pub fn dear_closed_notice(language: Language, above: usize) -> Screen {
    Screen::bare(Text::DearClosed { above }.html(language))
}

/// What was closed is open again by itself: for an admin.
pub fn opened_notice(language: Language, subject: &str) -> Screen {
    let subject = one_line(subject, MAX_SUBJECT);
    let words = match subject.as_str() {
        "*" => Text::EverythingOpened,
        "cost" => Text::DearOpened,
        subject => Text::ModelOpened { subject },
    };
    Screen::bare(words.html(language))
}

/// What the provider has left for us is used up within a day: for an admin.
pub fn credits_notice(language: Language, left: usize, daily: usize) -> Screen {
    Screen::bare(Text::CreditsLow { left, daily }.html(language))
}

/// The provider has charged what a day may lose: for an admin.
pub fn losses_notice(language: Language, lost: usize, budget: usize) -> Screen {
    Screen::bare(Text::LossesSpent { lost, budget }.html(language))
}

/// A difference as the admins are told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DifferenceLine<'a> {
    /// Its number.
    pub id: i64,
    /// What differs.
    pub kind: DifferenceKind,
    /// In what.
    pub subject: &'a str,
}

/// What a reconciliation has learned, and where the books differ since it, so many more uncounted: for an admin.
pub fn differences_notice(
    language: Language,
    imported: usize,
    returned: usize,
    shown: &[DifferenceLine<'_>],
    more: usize,
) -> Screen {
    let count = shown.len() + more;
    let head = Text::Differences { imported, returned, count }.html(language);
    let line = |one: &DifferenceLine<'_>| {
        let (id, subject) = (one.id.to_string(), one_line(one.subject, MAX_REFERENCE));
        Text::Difference { id: &id, kind: one.kind.word(), subject: &subject }.html(language)
    };
    let more = (more > 0).then(|| Text::DifferencesMore { more }.html(language));
    let lines = shown.iter().map(line).chain(more);
    Screen::bare(Html::lines(std::iter::once(head).chain(lines)))
}

/// A result that is no longer there, as a page for a browser.
pub fn result_gone_page(language: Language) -> String {
    page(language, &Text::ResultGone, "")
}

/// A result that cannot be had just now, as a page that tries again by itself after so many seconds.
pub fn result_later_page(language: Language, seconds: u32) -> String {
    let again = format!("<meta http-equiv=\"refresh\" content=\"{seconds}\">");
    page(language, &Text::ResultLater, &again)
}

fn page(language: Language, text: &Text<'_>, more: &str) -> String {
    let words = text.html(language).into_string();
    let code = language.code();
    format!(
        "<!doctype html><html lang=\"{code}\"><meta charset=\"utf-8\">{more}\
         <meta name=\"viewport\" content=\"width=device-width\"><title>TRT</title><p>{words}</p></html>"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use domain::Language;
    use domain::generation::Cause;
    use domain::payment::DifferenceKind;

    use super::{
        DifferenceLine, apology, closed_notice, differences_notice, updating_notice, updating_tap,
    };
    use crate::screen::Press;
    use crate::tap::Tap;

    #[test]
    fn every_cause_has_words_of_its_own() {
        for language in Language::ALL {
            for subject in ["*", "z-image"] {
                let notice = |cause| closed_notice(language, subject, cause).text.into_string();
                let notices: HashSet<String> = Cause::ALL.into_iter().map(notice).collect();
                assert_eq!(notices.len(), Cause::ALL.len(), "{notices:?}");
            }
        }
    }

    #[test]
    fn every_difference_has_words_of_its_own_and_many_are_counted() {
        for language in Language::ALL {
            let line =
                |kind: &DifferenceKind| DifferenceLine { id: 7, kind: *kind, subject: "<c>" };
            let words =
                |kind| differences_notice(language, 0, 0, &[line(kind)], 0).text.into_string();
            let all: HashSet<String> = DifferenceKind::ALL.iter().map(words).collect();
            assert_eq!(all.len(), DifferenceKind::ALL.len(), "{all:?}");
            assert!(all.iter().all(|words| words.contains("#7") && words.contains("&lt;c&gt;")));
            let many = vec![line(&DifferenceKind::Size); 10];
            let many = differences_notice(language, 2, 1, &many, 3).text.into_string();
            assert_eq!((many.matches("#7").count(), many.contains('3')), (10, true), "{many}");
        }
    }

    #[test]
    fn an_apology_names_the_reference_and_leads_on() {
        for language in Language::ALL {
            let screen = apology(language, "<K7-42>");

            assert!(screen.text.as_str().contains("<code>&lt;K7-42&gt;</code>"));
            assert!(screen.text.as_str().contains("/support"));
            assert_eq!(screen.keyboard[0][0].press, Press::Data(Tap::Home));
        }
    }

    #[test]
    fn the_notice_has_a_button_to_try_again() {
        for language in Language::ALL {
            assert_eq!(updating_notice(language).keyboard[0][0].press, Press::Data(Tap::Home));
        }
    }

    #[test]
    fn what_telegram_shows_in_a_bubble_is_short_enough() {
        for language in Language::ALL {
            let words = updating_tap(language);
            let units = words.encode_utf16().count();
            assert!((1..=200).contains(&units), "{words}");
        }
    }
}
