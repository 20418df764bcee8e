//! Fresh accounts that live on what is free: a list with reasons, for an admin to look at.
//!
//! ```text
//! /admin abuse  ->  "1. 7000000001 · 34" "free in a week: 12, refused: 2, days here: 3, by the same link: 0" ...
//!                   or that there is nobody
//! ```
//!
//! It decides nothing: what to do about somebody is an act of its own, with its reason.

use crate::facts::{Reply, Suspect};
use crate::html::Html;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::texts::texts;

texts! { Text<'a>;
    Line {
        person: &'a str,
        score: usize,
        free: usize,
        refused: usize,
        days: usize,
        siblings: usize
    } = "abuse-line",
    List = "abuse-list",
    Nobody = "abuse-nobody",
}

/// An admin wants to see who lives on what is free.
pub(super) fn on_request<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithSuspects(Box::new(|suspects| {
        let language = scene.language;
        let lines: Vec<Html> = suspects.iter().map(|one| line(scene, one)).collect();
        let words = match lines.is_empty() {
            true => Text::Nobody.html(language),
            false => Text::List.html(language).then(&Html::lines(lines)),
        };
        scene.stay().show(Screen::bare(words).homeward(language))
    }))
}

fn line(scene: &Scene<'_>, suspect: &Suspect) -> Html {
    let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    Text::Line {
        person: &suspect.person.to_string(),
        score: size(suspect.score),
        free: size(suspect.free),
        refused: size(suspect.refused),
        days: size(suspect.days),
        siblings: size(suspect.siblings),
    }
    .html(scene.language)
}

#[cfg(test)]
mod tests {
    use domain::{Language, PersonId};

    use crate::example::{Somebody, text_of};
    use crate::facts::Suspect;

    #[test]
    fn who_lives_on_what_is_free_is_listed_with_the_reasons() {
        for language in Language::ALL {
            let one = Suspect {
                person: PersonId::new(7_000_000_001),
                score: 34,
                free: 12,
                refused: 2,
                days: 3,
                siblings: 5,
            };
            let nobody = Somebody::admin(language);
            let some = Somebody { suspects: vec![one], ..nobody.clone() };

            let listed = some.says("/admin abuse");
            for words in ["7000000001", "34", "12", "2", "3", "5"] {
                assert!(text_of(&listed).contains(words), "{words}: {}", text_of(&listed));
            }
            assert_ne!(text_of(&nobody.says("/admin abuse")), text_of(&listed));
        }
    }
}
