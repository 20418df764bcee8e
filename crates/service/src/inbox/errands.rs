//! What an update may wait for outside: the words of a file, or how its person stands with a channel.
//!
//! ```text
//!   handling finds that it needs something ── rolled back ── fetched, no transaction open ──> handled anew with it
//! ```
//!
//! Who waits where is the business of its neighbour `fetches`.
//!
//! On failure: a file that cannot be read is said to its person; a standing that nobody tells is [`ChannelStanding::Unknown`],
//! which keeps nobody out.

use std::time::Duration;

use dialogue::Sent;
use domain::PersonId;
use domain::channel::ChannelStanding;
use leadership::{CallEnded, TermOver};
use telegram::request::Chatless;
use telegram::update::Standing;
use tracing::warn;

use super::text_files::{self, TextFile};
use crate::inbox::Inbox;

/// A person waits no longer for a free order to begin.
const LONGEST: Duration = Duration::from_secs(3);

/// What is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The words of a file.
    File(Box<Sent>),
    /// How somebody stands with a channel.
    Standing(PersonId, String),
}

/// What was brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Brought {
    File(TextFile),
    Standing(ChannelStanding),
}

/// Fetches it.
pub(super) async fn fetch(active: &Inbox, wanted: &Wanted) -> Result<Brought, TermOver> {
    match wanted {
        Wanted::File(sent) => Ok(Brought::File(text_files::fetch(active, sent).await?)),
        Wanted::Standing(person, channel) => {
            Ok(Brought::Standing(standing(active, *person, channel).await?))
        }
    }
}

/// How somebody stands with a channel, as Telegram says.
async fn standing(
    active: &Inbox,
    person: PersonId,
    channel: &str,
) -> Result<ChannelStanding, TermOver> {
    let permit = active.term.permit(LONGEST)?;
    let request = Chatless::get_chat_member(channel, person);
    let problem = match permit.run_until_drain(active.telegram.ask(&request)).await {
        Ok(Ok(reply)) => match reply.standing() {
            Standing::Member => return Ok(ChannelStanding::Member),
            Standing::Gone => return Ok(ChannelStanding::Stranger),
            Standing::Unknown => "Telegram says nothing that is known".to_owned(),
        },
        Ok(Err(problem)) => problem.to_string(),
        Err(CallEnded::TooLate) => "Telegram did not answer in time".to_owned(),
        Err(CallEnded::TermOver) => return Err(TermOver),
    };
    warn!(
        repeats = "channel",
        "[INBOX] cannot tell who is in the channel for free use, so everybody is let through: {problem}"
    );
    Ok(ChannelStanding::Unknown)
}
