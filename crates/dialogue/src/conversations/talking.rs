//! What is written to somebody else goes where the talk leads: to operators, or into a broadcast.

use super::{broadcast, prompt, support};
use crate::event::Sent;
use crate::facts::Reply;
use crate::scene::{Role, Scene};
use crate::state::Talk;
use crate::tap::TalkTap;

/// Words, typed or in a file.
pub(super) fn on_words<'a>(scene: &'a Scene<'a>, talk: &'a Talk, text: &'a str) -> Reply<'a> {
    match talk {
        Talk::Support(topic, album) => support::on_words(scene, *topic, album.is_some(), text),
        Talk::Broadcast(id, part) if scene.role == Role::Admin => {
            broadcast::on_words(scene, *id, *part, text)
        }
        // Whoever is no admin any more wrote a wish.
        Talk::Broadcast(..) => prompt::on_text(scene, text),
    }
}

/// A file.
pub(super) fn on_file<'a>(scene: &'a Scene<'a>, talk: &'a Talk, sent: &'a Sent) -> Reply<'a> {
    match talk {
        Talk::Support(topic, album) => support::on_file(scene, *topic, album.is_some(), sent),
        Talk::Broadcast(id, part) if scene.role == Role::Admin => {
            broadcast::on_file(scene, *id, *part, sent)
        }
        Talk::Broadcast(..) => prompt::on_media(scene, sent),
    }
}

/// Something that nobody can pass on.
pub(super) fn on_kind<'a>(scene: &'a Scene<'a>, talk: &Talk) -> Reply<'a> {
    match talk {
        Talk::Support(topic, _) => Reply::Now(support::on_kind(scene, *topic)),
        Talk::Broadcast(id, part) => broadcast::on_kind(scene, *id, *part),
    }
}

/// A button about any of it.
pub(super) fn on_tap<'a>(scene: &'a Scene<'a>, tap: TalkTap) -> Reply<'a> {
    match tap {
        TalkTap::News(wanted) => super::settings::on_news(scene, wanted),
        TalkTap::StopNews => Reply::Now(super::settings::on_stop_news(scene)),
        TalkTap::Cases => support::on_cases(scene),
        TalkTap::Case(number) => support::on_case(scene, number),
        TalkTap::CloseCase(number) => support::on_close(scene, number),
        TalkTap::Broadcasts => broadcast::on_list(scene),
        TalkTap::NewBroadcast => broadcast::on_new(scene),
        TalkTap::Broadcast(id, tap) => broadcast::on_tap(scene, id, tap),
    }
}
