//! How a broadcast looks to admins: as a draft, before it goes out, and while it does.

use domain::broadcast::BroadcastState;

use super::letter::buttons;
use super::{Label, Text, button, list_button};
use crate::event::ChatKind;
use crate::facts::{BroadcastCounts, BroadcastFacts};
use crate::html::Html;
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::BroadcastPart;
use crate::tap::BroadcastTap;

/// What is shown of the text, in UTF-16 units.
const QUOTED: usize = 300;

/// A broadcast as it stands, with what is to be said about the last tap.
pub(super) fn page(scene: &Scene<'_>, found: &BroadcastFacts, note: Option<Html>) -> Screen {
    let words = match note {
        Some(note) => described(scene, found).then(&note),
        None => described(scene, found),
    };
    let screen = Screen::bare(words);
    let language = scene.language;
    let one = |label, tap| button(language, label, found.id, tap);
    let part = |label, part| one(label, BroadcastTap::Part(part));
    let screen = match found.state {
        BroadcastState::Draft => screen
            .row([
                part(Label::Words, BroadcastPart::Words),
                part(Label::Segment, BroadcastPart::Segment),
            ])
            .row([
                part(Label::Buttons, BroadcastPart::Buttons),
                part(Label::When, BroadcastPart::Start),
            ])
            .row([one(Label::Preview, BroadcastTap::Preview)])
            .row([start(scene, found, Label::Start, BroadcastTap::Launch)])
            .row([one(Label::Drop, BroadcastTap::Stop).danger(), list_button(language)]),
        BroadcastState::On => screen.row([one(Label::Refresh, BroadcastTap::Look)]).row([
            one(Label::Pause, BroadcastTap::Pause),
            one(Label::Stop, BroadcastTap::Stop).danger(),
        ]),
        BroadcastState::Paused => screen.row([one(Label::Refresh, BroadcastTap::Look)]).row([
            one(Label::Resume, BroadcastTap::Resume).success(),
            one(Label::Stop, BroadcastTap::Stop).danger(),
        ]),
        BroadcastState::Done | BroadcastState::Stopped => {
            screen.row([one(Label::Refresh, BroadcastTap::Look), list_button(language)])
        }
    };
    placed(scene, screen)
}

/// The question whether it is to go out.
pub(super) fn launch(scene: &Scene<'_>, found: &BroadcastFacts) -> Screen {
    let count = found.recipients.to_string();
    let ask = Text::Launch { count: &count }.html(scene.language);
    let back = button(scene.language, Label::Back, found.id, BroadcastTap::Look);
    let send = start(scene, found, Label::Send, BroadcastTap::Send);
    placed(scene, Screen::bare(described(scene, found).then(&ask)).row([send]).row([back]))
}

/// The button that starts it, with the number of people on it.
fn start(scene: &Scene<'_>, found: &BroadcastFacts, label: Label, tap: BroadcastTap) -> Button {
    let start = button(scene.language, label, found.id, tap);
    let text = format!("{} · {}", start.text, found.recipients);
    Button { text, ..start }.success()
}

fn described(scene: &Scene<'_>, found: &BroadcastFacts) -> Html {
    let language = scene.language;
    let number = found.id.to_string();
    let state = match (found.state, found.is_due) {
        (BroadcastState::On, false) => "planned",
        (state, _) => state.word(),
    };
    let head = Text::Page { number: &number, state }.html(language);
    let (kind, detail) = (found.segment.kind(), found.segment.detail());
    let segment = Text::Segment { kind, detail: &detail }.html(language);
    let count = found.recipients.to_string();
    let mut lines = vec![Text::To { segment: &segment, count: &count }.html(language)];
    lines.push(match &found.starts {
        Some(at) => Text::Starts { at: &moment(language, &scene.prices.offers, at) }.html(language),
        None => Text::StartsOnce.html(language),
    });
    let count = buttons(&found.buttons).len();
    if count > 0 {
        lines.push(Text::Buttons { count }.html(language));
    }
    if found.file.is_some() {
        lines.push(Text::Media.html(language));
    }
    let words = head.then(&Html::lines(lines));
    let words = match found.words.as_str() {
        "" => words,
        text => words.then(&Html::quoted(text, QUOTED)),
    };
    match found.state {
        BroadcastState::Draft => words,
        _ => words.then(&counts(scene, &found.counts)),
    }
}

fn counts(scene: &Scene<'_>, counts: &BroadcastCounts) -> Html {
    let shown = [counts.delivered, counts.blocked, counts.failed, counts.doubtful, counts.waiting];
    let [delivered, blocked, failed, doubtful, waiting] = shown.map(|count| count.to_string());
    Text::Counts {
        delivered: &delivered,
        blocked: &blocked,
        failed: &failed,
        doubtful: &doubtful,
        waiting: &waiting,
    }
    .html(scene.language)
}

/// The way to the menu, where there is one.
pub(super) fn placed(scene: &Scene<'_>, screen: Screen) -> Screen {
    match scene.event.chat.kind {
        ChatKind::Private => screen.homeward(scene.language),
        ChatKind::Group | ChatKind::Channel => screen,
    }
}
