//! Showing a result of one's own to everybody, and taking it away again. For admins.
//!
//! ```text
//! its receipt, for an admin ──> [Show as a sample] ──> "Everybody sees it now on the card of Z-Image."
//! the same, once it is shown ─> [No longer a sample] ─> "It is no longer shown."
//! ```
//!
//! Three of a model are kept, the newest win; the audit log says who showed or took away what, in the same commit.
//! What Telegram shows as a document or a voice message is no sample.

use domain::AdminAction;
use domain::ledger::Actor;

use super::{actions, say, title};
use crate::facts::GenerationRecord;
use crate::sample::{Sample, Showable};
use crate::scene::{Role, Scene};
use crate::screen::Button;
use crate::step::{Effect, Kept, LogEntry, Step};
use crate::tap::{GenerationAction, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    NotShowable = "history-sample-not",
    NoLongerShown = "history-sample-gone",
    Shown { title: &'a str } = "history-sample-shown",
}

labels! { Label;
    Show = "history-button-sample",
    TakeAway = "history-button-no-sample",
}

/// The button of a receipt, for those who may press it.
pub(super) fn button(
    scene: &Scene<'_>,
    generation: &GenerationRecord,
    showable: &Showable,
) -> Option<Button> {
    let (label, action) = match (scene.role, showable) {
        (Role::Person, _) | (Role::Admin, Showable::Not) => return None,
        (Role::Admin, Showable::Can(_)) => (Label::Show, GenerationAction::Sample),
        (Role::Admin, Showable::Is) => (Label::TakeAway, GenerationAction::Unsample),
    };
    actions::model(scene, generation)?;
    Some(Button::new(label.words(scene.language), Tap::Generation(generation.id, action)))
}

/// An admin wants everybody to see it.
pub(super) fn on_show(
    scene: &Scene<'_>,
    generation: &GenerationRecord,
    showable: &Showable,
) -> Step {
    let Some(model) = actions::model(scene, generation) else {
        return say(scene, Text::NotShowable.html(scene.language));
    };
    let shown = Text::Shown { title: &title(scene, generation) }.html(scene.language);
    match showable {
        Showable::Not => say(scene, Text::NotShowable.html(scene.language)),
        Showable::Is => say(scene, shown),
        Showable::Can(sample) => say(scene, shown)
            .and(Effect::Keep(Kept::Sample(model.key.clone(), generation.id, sample.clone())))
            .and(Effect::Log(entry(scene, generation, AdminAction::ShowSample, Some(sample)))),
    }
}

/// An admin wants nobody to see it any more.
pub(super) fn on_take_away(
    scene: &Scene<'_>,
    generation: &GenerationRecord,
    showable: &Showable,
) -> Step {
    let step = say(scene, Text::NoLongerShown.html(scene.language));
    match showable {
        Showable::Not | Showable::Can(_) => step,
        Showable::Is => step
            .and(Effect::Keep(Kept::NoSample(generation.id)))
            .and(Effect::Log(entry(scene, generation, AdminAction::HideSample, None))),
    }
}

fn entry(
    scene: &Scene<'_>,
    generation: &GenerationRecord,
    action: AdminAction,
    sample: Option<&Sample>,
) -> LogEntry {
    let (hidden, shown) = ("hidden".to_owned(), "shown".to_owned());
    let (before, after) = if sample.is_some() { (hidden, shown) } else { (shown, hidden) };
    let kind = sample.map_or("", |sample| sample.kind.word());
    LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action,
        subject: format!("model:{}", generation.model),
        before,
        after,
        details: format!("{kind} of generation {}", generation.id).trim_start().to_owned(),
        reason: "as an admin asked at its receipt".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use domain::{GenerationId, Language};

    use crate::example::{Somebody, taps_of, text_of};
    use crate::facts::{GenerationRecord, GenerationStatus};
    use crate::sample::{Sample, SampleKind, Showable};
    use crate::step::{Effect, Kept, Step};
    use crate::tap::{GenerationAction, Tap};

    const ID: GenerationId = GenerationId::new(17);

    fn looking_at(somebody: Somebody, showable: Showable) -> Somebody {
        let generation = GenerationRecord {
            id: ID,
            number: 17,
            model: "z-image".to_owned(),
            brief: String::new(),
            price: domain::Money::ZERO,
            is_free: true,
            status: GenerationStatus::Delivered,
            at: String::new(),
            ended: None,
            files: 1,
            file_ids: Vec::new(),
        };
        Somebody { generation: Some(generation), showable, ..somebody }
    }

    fn can() -> Showable {
        Showable::Can(Sample { kind: SampleKind::Photo, file: "AgAD".to_owned() })
    }

    fn does(somebody: &Somebody, action: GenerationAction) -> Step {
        somebody.taps(Tap::Generation(ID, action))
    }

    fn has(step: &Step, action: GenerationAction) -> bool {
        taps_of(step).contains(&Tap::Generation(ID, action))
    }

    #[test]
    fn only_an_admin_can_show_a_result_to_everybody() {
        let receipt = GenerationAction::Receipt;
        for language in Language::ALL {
            let admin = looking_at(Somebody::admin(language), can());
            let person = looking_at(Somebody::new(language), can());

            assert!(has(&does(&admin, receipt), GenerationAction::Sample));
            assert!(!has(&does(&person, receipt), GenerationAction::Sample));
            for action in [GenerationAction::Sample, GenerationAction::Unsample] {
                let forged = does(&person, action);
                assert!(matches!(forged.effects[..], [Effect::Refresh(_)]), "{forged:?}");
            }
        }
    }

    #[test]
    fn what_is_shown_or_taken_away_is_in_the_audit_log() {
        let admin = looking_at(Somebody::admin(Language::English), can());
        let shown = does(&admin, GenerationAction::Sample);
        let admin = looking_at(admin, Showable::Is);
        let hidden = does(&admin, GenerationAction::Unsample);

        assert!(text_of(&shown).contains("<b>Z-Image</b>"), "{}", text_of(&shown));
        let [_, Effect::Keep(Kept::Sample(model, ID, sample)), Effect::Log(entry)] =
            &shown.effects[..]
        else {
            panic!("{shown:?}");
        };
        assert_eq!((model.as_str(), sample.file.as_str()), ("z-image", "AgAD"));
        assert_eq!(entry.subject, "model:z-image");
        let [_, Effect::Keep(Kept::NoSample(ID)), Effect::Log(_)] = &hidden.effects[..] else {
            panic!("{hidden:?}");
        };
        assert!(has(&does(&admin, GenerationAction::Receipt), GenerationAction::Unsample));
    }

    #[test]
    fn what_cannot_be_shown_or_is_shown_already_changes_nothing() {
        for (showable, action) in [
            (Showable::Not, GenerationAction::Sample),
            (Showable::Is, GenerationAction::Sample),
            (Showable::Not, GenerationAction::Unsample),
            (can(), GenerationAction::Unsample),
        ] {
            let admin = looking_at(Somebody::admin(Language::Russian), showable);

            assert_eq!(does(&admin, action).effects.len(), 1, "{action:?}");
        }
    }
}
