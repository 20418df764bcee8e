//! What an instance without the role does for people: nothing, as a rule.
//!
//! ```text
//!   HOLD    stored ──> handled by the active one         (nobody hears of it)
//!                └── nobody active, still unhandled ──> one notice a minute
//!   REJECT  whitelist ──> the menu    held kinds ──> stored    the rest ──> told, never handled
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`treatment`] | which updates are held, and how the others are answered in REJECT |
//! | [`notices`] | HOLD: the one notice, when there is really nobody |
//!
//! On failure: what cannot be told is not told; what is held is stored or refused like any update.

pub mod notices;
pub(crate) mod treatment;

use std::time::Duration;

use dialogue::{menu_screen, updating_notice, updating_tap};
use domain::{ChatId, Language, UpdateId};
use store::notices::Notice;
use store::{Intake, StoreError, Stored};
use telegram::client::Client;
use telegram::request::{Chatless, Request};
use telegram::throttle::{Priority, Throttle};
use tokio::time::Instant;
use tracing::{debug, warn};

use crate::metrics;
use crate::render;
use treatment::{Person, Treatment};

/// A chat is told at most once in this time, by whichever instance.
pub(crate) const ONCE_IN: Duration = Duration::from_secs(60);

/// How a passive instance speaks; cheap to clone.
#[derive(Debug, Clone)]
pub struct Voice {
    /// Where leave to speak is asked for.
    pub intake: Intake,
    pub telegram: Client,
    pub throttle: Throttle,
    /// Of people whose Telegram does not tell.
    pub language: Language,
}

impl Voice {
    /// What the answer to a rejected update carries in its body.
    pub(crate) async fn answer(&self, treatment: Treatment, stored: Stored) -> Option<Request> {
        match (treatment, stored) {
            (Treatment::Hold, _) => None,
            // It came before, and was answered or held then; only the spinner may still turn.
            (Treatment::MenuTap(query, _) | Treatment::NoticeTap(query, _), Stored::Known) => {
                Some(Chatless::answer_tap(&query, None, false).into())
            }
            (Treatment::Menu(_) | Treatment::Notice(_), Stored::Known) => None,
            (Treatment::Menu(person), Stored::New) => {
                metrics::passive_told("menu");
                Some(self.menu(&person))
            }
            (Treatment::Notice(person), Stored::New) => self.notice(&person).await,
            (Treatment::MenuTap(query, person), Stored::New) => {
                metrics::passive_told("menu");
                let (voice, menu) = (self.clone(), self.menu(&person));
                tokio::spawn(async move { voice.say(person.chat, menu).await });
                Some(Chatless::answer_tap(&query, None, false).into())
            }
            (Treatment::NoticeTap(query, person), Stored::New) => {
                metrics::passive_told("tap");
                let words = updating_tap(person.speaks(self.language));
                Some(Chatless::answer_tap(&query, Some(&words), false).into())
            }
        }
    }

    /// The notice for a chat, if it may have one now.
    pub(crate) async fn notice(&self, person: &Person) -> Option<Request> {
        match self.intake.claim_notice(person.chat, ONCE_IN).await {
            Ok(Notice::Send(chosen)) => {
                metrics::passive_told("notice");
                let screen =
                    updating_notice(chosen.unwrap_or_else(|| person.speaks(self.language)));
                Some(render::message(person.chat, &screen))
            }
            Ok(Notice::TooSoon) => None,
            Err(error) => {
                debug!("[QUEUE] no leave to give notice: {error}");
                None
            }
        }
    }

    fn menu(&self, person: &Person) -> Request {
        render::message(person.chat, &menu_screen(person.speaks(self.language), &person.name))
    }

    /// Says something by a call.
    pub(crate) async fn say(&self, chat: ChatId, request: Request) {
        let turn = self.throttle.turn(Some(chat), request.items(), Priority::Answer).await;
        let began = Instant::now();
        let answer = self.telegram.call(turn, &request).await;
        metrics::called(request.method(), began, &answer);
        if let Err(error) = answer {
            warn!(repeats = "passive", "[QUEUE] could not say something while passive: {error}");
        }
    }

    /// Which of these nobody has handled.
    pub(crate) async fn unhandled(&self, ids: &[UpdateId]) -> Result<Vec<UpdateId>, StoreError> {
        self.intake.still_pending(ids).await
    }
}
