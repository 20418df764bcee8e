//! The one screen of a step.

use crate::screen::Screen;
use crate::step::{Effect, Kept, OwnDeed, Step};

/// The one screen of a step.
#[track_caller]
pub(crate) fn only_screen(step: &Step) -> &Screen {
    let screens: Vec<&Screen> = step
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Show(screen)
            | Effect::Say(screen)
            | Effect::Refresh(screen)
            | Effect::Amend(screen)
            | Effect::Begin(_, screen)
            | Effect::TellBanned(screen)
            | Effect::Own(OwnDeed::Send(_, screen) | OwnDeed::Leave(screen, _)) => Some(screen),
            Effect::Desk(step) => Some(&step.done),
            Effect::Keep(Kept::Language(_))
            | Effect::Keep(Kept::Start(_))
            | Effect::Welcome(_)
            | Effect::Keep(Kept::Reachable(_))
            | Effect::Post(_)
            | Effect::Log(_)
            | Effect::Tell(..)
            | Effect::TakeBack(_)
            | Effect::Resend(..)
            | Effect::Keep(Kept::Favour(..))
            | Effect::Keep(Kept::FullQuality(_))
            | Effect::Keep(Kept::Sample(..))
            | Effect::Keep(Kept::NoSample(_))
            | Effect::SayAlbum(_)
            | Effect::Invoice(_)
            | Effect::Refund(_)
            | Effect::AskSupport(..)
            | Effect::Talk(_)
            | Effect::AnswerSupport(_)
            | Effect::LetGo
            | Effect::CancelPlan(_)
            | Effect::ResumePlan(_)
            | Effect::Transfer(_)
            | Effect::Growth(_)
            | Effect::Guard(_)
            | Effect::Limited(_)
            | Effect::Forward(..) => None,
        })
        .collect();
    let [screen] = screens[..] else { panic!("{} screens: {step:?}", screens.len()) };
    screen
}
