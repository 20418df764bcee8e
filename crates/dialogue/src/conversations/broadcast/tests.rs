//! A broadcast as an admin puts it together and sends it; the example with an odd number is a draft.

use domain::broadcast::{BroadcastState, Segment};
use domain::{AdminAction, BroadcastId, Language};

use super::broadcast_letter;
use crate::event::{Action, MediaKind, Sent};
use crate::example::{Somebody, only_screen, sent, taps_of, text_of};
use crate::scene::Role;
use crate::state::{BroadcastPart, State, Talk};
use crate::step::{Effect, StartAt, Step, TalkDeed};
use crate::styles::{Look, Span};
use crate::tap::{BroadcastTap, TalkTap, Tap};

const DRAFT: BroadcastId = BroadcastId::new(3);

fn about(tap: BroadcastTap) -> Tap {
    Tap::Talk(TalkTap::Broadcast(DRAFT, tap))
}

/// An admin who was asked for a part.
fn asked(part: BroadcastPart) -> Somebody {
    let admin = Somebody::admin(Language::English);
    let step = admin.taps(about(BroadcastTap::Part(part)));
    assert_eq!(step.state, State::Talking(Talk::Broadcast(DRAFT, part)));
    admin.after(&step)
}

fn deed(step: &Step) -> Option<&TalkDeed> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::Talk(deed) => Some(deed),
        _ => None,
    })
}

#[test]
fn every_part_is_read_and_the_draft_is_shown_with_it() {
    let step = asked(BroadcastPart::Words).says("<b>News</b>");
    assert!(
        matches!(deed(&step), Some(TalkDeed::Say(DRAFT, said, _)) if said.words == "<b>News</b>")
    );
    assert!(text_of(&step).contains("&lt;b&gt;News"), "{}", text_of(&step));
    assert_eq!(step.state, State::Menu);

    let step = asked(BroadcastPart::Segment).says("quiet 30");
    assert_eq!(deed(&step), Some(&TalkDeed::To(DRAFT, Segment::Quiet(30))));
    assert!(text_of(&step).contains("quiet for 30 days"), "{}", text_of(&step));

    let step = asked(BroadcastPart::Buttons).says("Try | image");
    assert_eq!(deed(&step), Some(&TalkDeed::Buttons(DRAFT, "Try | image".to_owned())));

    let step = asked(BroadcastPart::Start).says("1.10.2026 8:05");
    let at = StartAt::At("2026-10-01 08:05".to_owned());
    assert_eq!(deed(&step), Some(&TalkDeed::Start(DRAFT, at)));
    assert!(text_of(&step).contains("2026-10-01 08:05"));
}

#[test]
fn how_the_words_and_the_text_below_a_file_look_is_kept() {
    let span = |from, to| Span { from, to, look: Look::Bold };
    let styles = vec![span(2, 6)];
    let admin = Somebody { styles, ..asked(BroadcastPart::Words) };
    let photo = Sent { caption: Some("  News today".to_owned()), ..sent(MediaKind::Photo, "p") };
    for step in [admin.says("  News today"), admin.does(Action::SentMedia(photo))] {
        let Some(TalkDeed::Say(DRAFT, said, styles)) = deed(&step) else { panic!("{step:?}") };
        assert_eq!(said.words, "News today");
        let letter = broadcast_letter(Language::English, &said.words, styles, "");
        assert_eq!(letter.text.as_str(), "<b>News</b> today");
    }
}

#[test]
fn what_is_no_part_is_said_and_still_waited_for() {
    let long = "x".repeat(1_025);
    let photo = Sent { caption: Some(long), ..sent(MediaKind::Photo, "p") };
    for (part, action) in [
        (BroadcastPart::Words, Action::SentMedia(photo)),
        (BroadcastPart::Words, Action::SentMedia(sent(MediaKind::Sticker, "s"))),
        (BroadcastPart::Segment, Action::Said("everybody".to_owned())),
        (BroadcastPart::Segment, Action::SentMedia(sent(MediaKind::Photo, "p"))),
        (BroadcastPart::Buttons, Action::Said("nonsense".to_owned())),
        (BroadcastPart::Start, Action::Said("31.02.2026 10:00".to_owned())),
        (BroadcastPart::Start, Action::Other),
    ] {
        let admin = asked(part);
        let step = admin.does(action.clone());

        assert_eq!((deed(&step), &step.state), (None, &admin.state), "{action:?}");
        assert!(text_of(&step).starts_with('\u{26A0}'), "{action:?}: {}", text_of(&step));
    }
}

#[test]
fn it_is_sent_only_when_that_was_asked_and_meant() {
    let admin = Somebody::admin(Language::English);

    let step = admin.taps(about(BroadcastTap::Launch));
    assert_eq!(deed(&step), None);
    assert!(text_of(&step).contains("2000"), "the people are counted first");
    assert!(taps_of(&step).contains(&about(BroadcastTap::Send)));

    let step = admin.taps(about(BroadcastTap::Send));
    assert_eq!(deed(&step), Some(&TalkDeed::Turn(DRAFT, BroadcastState::On)));
    let logged = step.effects.iter().any(|effect| {
        matches!(effect, Effect::Log(entry) if entry.action == AdminAction::BroadcastStart)
    });
    assert!(logged);
    let empty = Tap::Talk(TalkTap::Broadcast(BroadcastId::new(9), BroadcastTap::Send));
    assert_eq!(deed(&admin.taps(empty)), None, "nothing is not sent");
}

#[test]
fn what_goes_out_is_held_and_ended_and_is_no_draft_any_more() {
    let admin = Somebody::admin(Language::English);
    let going = |tap| Tap::Talk(TalkTap::Broadcast(BroadcastId::new(2), tap));

    for (tap, state) in [
        (BroadcastTap::Pause, BroadcastState::Paused),
        (BroadcastTap::Stop, BroadcastState::Stopped),
    ] {
        let turned = TalkDeed::Turn(BroadcastId::new(2), state);
        assert_eq!(deed(&admin.taps(going(tap))), Some(&turned));
    }
    for tap in [
        BroadcastTap::Send,
        BroadcastTap::Launch,
        BroadcastTap::Resume,
        BroadcastTap::In(0),
        BroadcastTap::NoButtons,
        BroadcastTap::To(Segment::All),
        BroadcastTap::Part(BroadcastPart::Words),
    ] {
        let step = admin.taps(going(tap.clone()));
        assert_eq!(deed(&step), None, "{tap:?}");
        assert!(text_of(&step).contains("Delivered"), "{tap:?}: {}", text_of(&step));
    }
}

#[test]
fn nobody_else_can_do_any_of_it() {
    for tap in [BroadcastTap::Send, BroadcastTap::Pause, BroadcastTap::Stop, BroadcastTap::Preview]
    {
        let step = Somebody::new(Language::English).taps(about(tap));
        assert_eq!(deed(&step), None);
    }
    let former = Somebody { role: Role::Person, ..asked(BroadcastPart::Words) };
    let step = former.says("a cat");
    assert_eq!(deed(&step), None);
    assert!(only_screen(&step).text.as_str().contains("Z-Image"), "it is a wish like any other");
}
