//! One message to many people: written, looked at, sent, held and counted by admins.
//!
//! ```text
//! /admin broadcast     ->  the last ones [a new one]                             (each a button)
//! [New]                ->  "Send the text" ── it comes ──> the draft: see [`drafting`]
//! the draft            ->  [Text] [To whom] [Buttons] [When] [Preview] [Start · 1523] [Drop]
//! [Preview]            ->  the very message, to oneself alone
//! [Start]              ->  "Send it to 1523 people?" [Send] [Back]
//! [Send]               ->  how it stands: delivered, blocked, failed, in doubt, next
//!                          [Refresh] [Pause], [Go on] [Stop]                      as long as it is not over
//! ```
//!
//! What it says is shown as typed: nothing of it is markup. A tap that comes late, twice or from an old message shows
//! how things stand now. On failure: a draft is a row from its first tap on, so nothing typed is lost.

mod drafting;
mod letter;
mod pages;

#[cfg(test)]
mod tests;

use domain::broadcast::BroadcastState;
use domain::ledger::Actor;
use domain::{AdminAction, BroadcastId, Language};

pub(crate) use self::drafting::{on_file, on_kind, on_words};
pub use self::letter::broadcast_letter;
use crate::facts::{BroadcastFacts, BroadcastLine, Reply, TalkReply};
use crate::html::{Html, one_line};
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::{BroadcastPart, State, Talk};
use crate::step::{Effect, LogEntry, StartAt, Step, TalkDeed};
use crate::tap::{BroadcastTap, TalkTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    AskButtons = "broadcast-ask-keys",
    AskSegment = "broadcast-ask-segment",
    AskStart = "broadcast-ask-start",
    AskWords = "broadcast-ask-words",
    BadButtons { line: usize } = "broadcast-bad-keys",
    BadSegment = "broadcast-bad-segment",
    BadStart = "broadcast-bad-start",
    BadWords = "broadcast-bad-words",
    Buttons { count: usize } = "broadcast-buttons",
    Counts {
        delivered: &'a str,
        blocked: &'a str,
        failed: &'a str,
        doubtful: &'a str,
        waiting: &'a str
    } = "broadcast-counts",
    Empty = "broadcast-empty",
    Launch { count: &'a str } = "broadcast-launch",
    List = "broadcast-list",
    Media = "broadcast-media",
    Page { number: &'a str, state: &'a str } = "broadcast-page",
    Previewed = "broadcast-previewed",
    Segment { kind: &'a str, detail: &'a str } = "broadcast-segment",
    Starts { at: &'a str } = "broadcast-starts",
    StartsIn { minutes: usize } = "broadcast-starts-in",
    StartsOnce = "broadcast-starts-once",
    To { segment: &'a Html, count: &'a str } = "broadcast-to",
    Unknown = "broadcast-unknown",
}

labels! { Label;
    AtOnce = "broadcast-button-once",
    Back = "broadcast-button-back",
    Bare = "broadcast-button-bare",
    Buttons = "broadcast-button-buttons",
    Drop = "broadcast-button-drop",
    List = "broadcast-button-list",
    New = "broadcast-button-new",
    NoNews = "broadcast-button-no-news",
    Pause = "broadcast-button-pause",
    Preview = "broadcast-button-preview",
    Refresh = "broadcast-button-refresh",
    Resume = "broadcast-button-resume",
    Segment = "broadcast-button-segment",
    Send = "broadcast-button-send",
    Start = "broadcast-button-start",
    Stop = "broadcast-button-stop",
    When = "broadcast-button-when",
    Words = "broadcast-button-words",
}

/// What is shown of a text on a button.
const ON_BUTTON: usize = 14;

/// An admin wants to see the broadcasts.
pub(crate) fn on_list<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let list = |lines: &Vec<BroadcastLine>| scene.stay().show(list(scene, lines));
    Reply::Talk(TalkReply::WithBroadcasts(Box::new(list)))
}

fn list(scene: &Scene<'_>, lines: &[BroadcastLine]) -> Screen {
    let language = scene.language;
    let new = Button::new(Label::New.words(language), Tap::Talk(TalkTap::NewBroadcast));
    let screen = Screen::bare(Text::List.html(language)).row([new.success()]);
    let line = |line: &BroadcastLine| {
        let at = moment(language, &scene.prices.offers, &line.at);
        let words = one_line(&line.words, ON_BUTTON);
        let text: String = format!("{at} · {words}").chars().take(32).collect();
        [Button::new(text, about(line.id, BroadcastTap::Look))]
    };
    pages::placed(scene, lines.iter().map(line).fold(screen, Screen::row))
}

/// An admin begins one.
pub(crate) fn on_new<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let id = BroadcastId::new(scene.update.get());
    let step = drafting::ask(scene, id, BroadcastPart::Words, None);
    Reply::Now(step.and(Effect::Talk(TalkDeed::Begin(id))))
}

/// An admin tapped something about one.
pub(crate) fn on_tap<'a>(scene: &'a Scene<'a>, id: BroadcastId, tap: BroadcastTap) -> Reply<'a> {
    let segment = match &tap {
        BroadcastTap::To(segment) => Some(segment.clone()),
        _ => None,
    };
    let then = move |found: &Option<BroadcastFacts>| match found {
        Some(found) => act(scene, found, tap),
        None => {
            let screen = Screen::bare(Text::Unknown.html(scene.language));
            scene.stay().show(pages::placed(scene, screen.row([list_button(scene.language)])))
        }
    };
    Reply::Talk(TalkReply::WithBroadcast(id, segment, Box::new(then)))
}

fn act(scene: &Scene<'_>, found: &BroadcastFacts, tap: BroadcastTap) -> Step {
    let (id, state) = (found.id, found.state);
    let is_draft = state == BroadcastState::Draft;
    match tap {
        BroadcastTap::Part(part) if is_draft => drafting::ask(scene, id, part, None),
        BroadcastTap::To(segment) if is_draft => drafting::for_segment(scene, found, segment),
        BroadcastTap::In(minutes) if is_draft => drafting::at(scene, found, StartAt::In(minutes)),
        BroadcastTap::NoButtons if is_draft => drafting::with_buttons(scene, found, String::new()),
        BroadcastTap::Preview if !is_empty(found) => {
            let previewed = Text::Previewed.html(scene.language);
            let deed = Effect::Talk(TalkDeed::Preview(id));
            idle().and(deed).show(pages::page(scene, found, Some(previewed)))
        }
        BroadcastTap::Launch | BroadcastTap::Send | BroadcastTap::Preview if is_empty(found) => {
            let empty = Text::Empty.html(scene.language);
            idle().show(pages::page(scene, found, Some(empty)))
        }
        BroadcastTap::Launch if is_draft => idle().show(pages::launch(scene, found)),
        BroadcastTap::Send if is_draft => turn(scene, found, BroadcastState::On),
        BroadcastTap::Pause if state == BroadcastState::On => {
            turn(scene, found, BroadcastState::Paused)
        }
        BroadcastTap::Resume if state == BroadcastState::Paused => {
            turn(scene, found, BroadcastState::On)
        }
        BroadcastTap::Stop if !state.is_over() => turn(scene, found, BroadcastState::Stopped),
        // It came late, or twice.
        _ => idle().show(pages::page(scene, found, None)),
    }
}

/// Nothing typed belongs to it any more.
fn idle() -> Step {
    Step::to(State::Menu)
}

fn waiting(id: BroadcastId, part: BroadcastPart) -> State {
    State::Talking(Talk::Broadcast(id, part))
}

fn turn(scene: &Scene<'_>, found: &BroadcastFacts, state: BroadcastState) -> Step {
    let action = match (found.state, state) {
        (BroadcastState::Draft, BroadcastState::On) => AdminAction::BroadcastStart,
        (_, BroadcastState::On) => AdminAction::BroadcastResume,
        (_, BroadcastState::Paused) => AdminAction::BroadcastPause,
        _ => AdminAction::BroadcastStop,
    };
    let segment = format!("{} {}", found.segment.kind(), found.segment.detail());
    let entry = LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action,
        subject: format!("broadcast:{}", found.id),
        before: found.state.word().to_owned(),
        after: state.word().to_owned(),
        details: format!("for {}, {} people", segment.trim(), found.recipients),
        reason: "by a button".to_owned(),
    };
    let after = BroadcastFacts { state, ..found.clone() };
    idle()
        .and(Effect::Talk(TalkDeed::Turn(found.id, state)))
        .and(Effect::Log(entry))
        .show(pages::page(scene, &after, None))
}

fn is_empty(found: &BroadcastFacts) -> bool {
    found.words.is_empty() && found.file.is_none()
}

fn about(id: BroadcastId, tap: BroadcastTap) -> Tap {
    Tap::Talk(TalkTap::Broadcast(id, tap))
}

fn button(language: Language, label: Label, id: BroadcastId, tap: BroadcastTap) -> Button {
    Button::new(label.words(language), about(id, tap))
}

fn list_button(language: Language) -> Button {
    Button::new(Label::List.words(language), Tap::Talk(TalkTap::Broadcasts))
}
