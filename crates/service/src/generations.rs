//! The generation loop: the active instance has KIE make what people ordered, and brings it to them.
//!
//! ```text
//!   requested ── bringing ────> files go to KIE, measured ── the price is settled, committed
//!   requested ── submitting ──> attempt committed ── KIE is asked ── committed
//!   submitted ── looking ─────> doorbell or time ── KIE is asked ──┬── succeed: captured, result and
//!                                                                  │   delivery in one commit
//!                                                                  └── fail: money back, told
//!   telling ──> the status message, in place, every few seconds
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`bringing`] | the files of an order at KIE, and its price settled from what they measure |
//! | [`uploads`] | a person's files, from Telegram to KIE |
//! | [`submitting`] | from an order to a task of KIE |
//! | [`looking`] | from a task to what became of it |
//! | [`opening`] | the bytes of a result, wherever they are |
//! | [`inspecting`] | the files of a result, looked at before anybody pays for them |
//! | [`ending`] | the one commit in which a generation ends |
//! | [`charging`], [`room`] | what KIE charged for it, in the books; how much may be lost in a day |
//! | [`trusting`] | what failures and charges do to what can be ordered |
//! | [`closing`], [`reopening`] | what can no longer be ordered, and how that ends by itself |
//! | [`hands`] | how much of it is done at once |
//! | [`delivering`], [`onward`] | the messages that bring a result; what its buttons offer |
//! | [`showing`], [`naming`] | how Telegram shows its files, and what they are called |
//! | [`missing`] | what becomes of a result whose files are gone |
//! | [`keeping`] | what cannot be delivered now, copied from KIE |
//! | [`telling`] | the status message while it is made |
//!
//! On failure: every step is committed before the next one begins, so a successor goes on where this
//! one stopped. A call to KIE whose outcome is not known is never repeated: KIE may ring, else the
//! deadline gives the money back.

pub(crate) mod credits;
pub(crate) mod delivering;
pub(crate) mod ending;
pub(crate) mod missing;
pub(crate) mod opening;
pub(crate) mod showing;

mod bringing;
mod charging;
mod closing;
mod hands;
mod inspecting;
mod keeping;
mod looking;
mod naming;
mod onward;
mod reopening;
mod room;
mod submitting;
mod telling;
mod trusting;
mod uploads;

pub(crate) use reopening::settle as settle_balance;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use dialogue::PriceList;
use dialogue::generation::GenerationFacts;
use domain::catalogue::Model;
use domain::generation::Brief;
use domain::{Language, ModelKey};
use leadership::Term;
use store::{Generation, Intake, Store, StoreError};
use tracing::debug;
use uuid::Uuid;

use crate::config::{Address, CallbackKey};
use crate::process::wake::Wake;
use crate::role::tools::BotProfile;
use crate::status::Board;

/// What orders are made with.
#[derive(Debug)]
pub(crate) struct Generations {
    pub(crate) term: Term,
    pub(crate) store: Store,
    /// For facts that come too late.
    pub(crate) intake: Intake,
    /// Where the files of people are.
    pub(crate) telegram: telegram::client::Client,
    pub(crate) kie: kie::Client,
    pub(crate) board: Board,
    pub(crate) wake: Wake,
    pub(crate) bot: Arc<BotProfile>,
    pub(crate) prices: Arc<PriceList>,
    /// Where the world reaches us.
    pub(crate) public: Option<Address>,
    pub(crate) callbacks: CallbackKey,
    /// How often everything was closed since KIE last took a request.
    pub(crate) closings: AtomicU32,
}

impl Generations {
    /// Pauses with work in hand: a drain ends the pause.
    async fn rest(&self, pause: Duration) {
        tokio::select! {
            () = self.term.draining() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }

    /// Takes a step as work of the term; one that did not happen is found again, after a pause.
    async fn step(&self, name: &str, step: impl Future<Output = Result<(), StoreError>>) {
        let Ok(_work) = self.term.work() else { return };
        if let Err(undone) = step.await {
            debug!("[KIE] not {name}: {undone}");
            self.rest(PAUSE).await;
        }
    }
}

/// Makes generations until the term drains, then finishes what is in hand.
pub(crate) async fn run(active: Arc<Generations>) {
    tokio::join!(
        bringing::run(Arc::clone(&active)),
        submitting::run(Arc::clone(&active)),
        looking::run(Arc::clone(&active)),
        telling::run(Arc::clone(&active)),
        keeping::run(Arc::clone(&active)),
        reopening::run(Arc::clone(&active)),
    );
}

/// The pause before something that did not work is tried again, if nothing says otherwise.
const PAUSE: Duration = Duration::from_millis(500);

/// The address at which KIE rings for an attempt; none where we cannot be reached.
fn callback(active: &Generations, attempt: Uuid, token: &[u8]) -> Option<String> {
    let base = active.public.as_ref()?;
    Some(base.join(&format!("/kie-callback/{attempt}/{}", hex::encode(token))))
}

/// The bytes of a text in an address, which is read only as it is written.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    hex::decode(text).ok().filter(|bytes| hex::encode(bytes) == text)
}

/// The model of this name, if this release knows it.
fn model<'a>(prices: &'a PriceList, name: &str) -> Option<&'a Model> {
    ModelKey::new(name).and_then(|key| prices.catalogue.model(&key))
}

/// What was ordered of which model, if this release knows both.
fn asked<'a>(prices: &'a PriceList, name: &str, input: &str) -> Option<(&'a Model, Brief)> {
    model(prices, name).zip(Brief::from_text(input))
}

/// What sentences about a generation are made from.
pub(crate) fn facts<'a>(
    prices: &'a PriceList,
    running: &Generation,
    brief: &'a Brief,
    language: Language,
) -> GenerationFacts<'a> {
    GenerationFacts {
        id: running.id,
        number: running.number,
        language,
        model: model(prices, &running.model),
        brief,
        price: running.price,
        is_free: running.is_free,
        offers: &prices.offers,
    }
}

#[cfg(test)]
mod tests {
    use super::from_hex;

    #[test]
    fn a_token_in_an_address_is_read_only_as_it_is_written() {
        assert_eq!(hex::encode([0, 15, 255]), "000fff");
        assert_eq!(from_hex("000fff"), Some(vec![0, 15, 255]));
        for text in ["0", "0F", "g0", "+1", "é0"] {
            assert_eq!(from_hex(text), None, "{text}");
        }
    }
}
