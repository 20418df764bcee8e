//! The clocks: ours beside Telegram's and the database's.
//!
//! The lock does not go by a wall clock. Certificates and KIE's signatures do, and so does everybody who
//! reads the log; days, plans and retention go by the database's.

use std::time::{SystemTime, UNIX_EPOCH};

use super::Deployment;
use super::database::server;
use super::talk::client;
use crate::cli::checklist::Verdict;

/// Telegram tells the time in whole seconds, and an answer takes some.
const TOLERANCE: i64 = 30;

/// KIE's signatures are good for this long.
const SIGNATURES: i64 = 300;

/// Whether our clock and the database's are right, as far as Telegram can tell.
pub(super) async fn right(it: &Deployment) -> Verdict {
    let telegram = match client(&it.config) {
        Ok(client) => client.sign_of_life().await.ok().and_then(|sign| sign.time),
        Err(_) => None,
    };
    let telegram = telegram.map(|theirs| unix(SystemTime::now()) - unix(theirs));
    let database = server(&it.config.database_url).await.ok();
    let database = database.map(|theirs| unix(SystemTime::now()) - theirs.unix);
    judge(telegram, database)
}

/// By how many seconds we are ahead of Telegram, and of the database.
fn judge(telegram: Option<i64>, database: Option<i64>) -> Verdict {
    let is_off = |ahead: i64| ahead.abs() > TOLERANCE;
    match (telegram, database) {
        (Some(ahead), _) if is_off(ahead) => {
            let found = format!("this machine's clock is {} Telegram's", apart(ahead));
            let cure = "let it be set by the network (`timedatectl set-ntp true`); a container has \
                        the clock of its host";
            if ahead.abs() < SIGNATURES {
                return Verdict::warn(found, cure);
            }
            let found = format!("{found}: certificates and KIE's signatures are judged by it");
            Verdict::fail(found, cure)
        }
        (Some(_), Some(ahead)) if is_off(ahead) => Verdict::warn(
            format!("the database's clock is {} ours: days and plans go by it", apart(-ahead)),
            "let the clock of the database's machine be set by the network",
        ),
        (None, Some(ahead)) if is_off(ahead) => Verdict::warn(
            format!("this machine's clock is {} the database's", apart(ahead)),
            "let both be set by the network; which of them is wrong is known once Telegram answers",
        ),
        (None, None) => Verdict::warn(
            "neither Telegram nor the database told the time",
            "look again once one of them answers",
        ),
        (Some(_), Some(_)) => Verdict::pass("ours, Telegram's and the database's agree"),
        (Some(_), None) => Verdict::pass("ours and Telegram's agree"),
        (None, Some(_)) => Verdict::pass("ours and the database's agree"),
    }
}

fn apart(ahead: i64) -> String {
    format!("{} s {}", ahead.abs(), if ahead > 0 { "ahead of" } else { "behind" })
}

fn unix(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    i64::try_from(since).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::judge;

    #[test]
    fn a_clock_that_is_off_is_named_with_by_how_much() {
        let table = [
            (Some(2), Some(-1), "PASS clock: ours, Telegram's and the database's agree"),
            (Some(0), None, "PASS clock: ours and Telegram's agree"),
            (None, Some(30), "PASS clock: ours and the database's agree"),
            (
                Some(3_600),
                Some(0),
                "FAIL clock: this machine's clock is 3600 s ahead of Telegram's: ",
            ),
            (Some(-300), None, "FAIL clock: this machine's clock is 300 s behind Telegram's: "),
            (Some(-60), None, "WARN clock: this machine's clock is 60 s behind Telegram's; let it"),
            (Some(1), Some(90), "WARN clock: the database's clock is 90 s behind ours: "),
            (None, Some(90), "WARN clock: this machine's clock is 90 s ahead of the database's; "),
            (None, None, "WARN clock: neither Telegram nor the database told the time; "),
        ];
        for (telegram, database, expected) in table {
            let line = judge(telegram, database).named("clock").to_string();
            assert!(line.starts_with(expected), "{line}");
        }
    }
}
