//! The bot learns its own name from Telegram, which links to it need.
//!
//! Nothing waits for that: until Telegram has answered, texts do without the link.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use telegram::client::CallError;
use telegram::request::Request;
use telegram::throttle::Turn;
use tracing::{debug, error};

use crate::active::Active;
use crate::metrics;

const CALL: Duration = Duration::from_secs(20);
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Asks until it knows, then has nothing to do until the term drains.
pub(crate) async fn run(active: Arc<Active>) {
    let mut pause = FIRST_PAUSE;
    while active.bot.username.get().is_none() {
        let Ok(permit) = active.term.permit(CALL) else { return };
        let request = Request::get_me();
        let answer = permit.run(active.telegram.call(Turn::unlimited(), &request)).await;
        let Ok(answer) = answer else { return };
        metrics::called(request.method(), &answer);
        match answer {
            Ok(reply) => {
                let name = reply.read::<Value>().ok();
                let name = name.as_ref().and_then(|me| me["username"].as_str());
                // Set once; another term may have been quicker.
                let _ = active.bot.username.set(name.unwrap_or_default().to_owned());
            }
            Err(CallError::Unauthorized) => {
                error!(repeats = "token", "[WEBHOOK] Telegram does not know TELEGRAM_BOT_TOKEN");
            }
            Err(error) => debug!("[WEBHOOK] Telegram does not say who we are: {error}"),
        }
        if active.bot.username.get().is_none() {
            tokio::select! {
                () = active.term.draining() => return,
                () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
            }
        }
    }
    active.term.draining().await;
}
