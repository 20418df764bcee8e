//! Telegram's list of Stars, page by page, from where it was left.
//!
//! ```text
//!   offset ── ask ──┬── a full page ──> kept, with how far that is ──> the next one
//!                   ├── less than a page ──> kept: the end
//!                   ├── wait a little ──> waited, and asked again
//!                   └── no answer ──> the rest is read next time
//! ```
//!
//! The last few transactions that were read are asked for once more: should Telegram put two of the same second
//! into another order, none is passed over. A page that brings less than those says that the list has become shorter,
//! and nothing is concluded from it.
//!
//! On failure: the pages that were kept stay kept.

use std::time::Duration;

use domain::payment::{DifferenceKind, StarClass, StarDirection};
use domain::{PersonId, Stars};
use leadership::CallEnded;
use store::reconciliations::differences::Found;
use store::reconciliations::stars::StarEntry;
use telegram::client::CallError;
use telegram::request::Chatless;
use telegram::stars::{Deal, Direction, Partner, StarBalance, StarPage, StarTransaction};
use tokio::time::Instant;

use super::Pass;
use crate::generations::Generations;
use crate::metrics;
use crate::upkeep::asking::{NoAnswer, ask};

/// As many as Telegram gives at once.
const PAGE: u8 = 100;

/// So many that are known are asked for once more.
const OVERLAP: u64 = 20;

/// One reconciliation reads no more pages; the next one goes on at once.
const MOST_PAGES: u32 = 5_000;

/// Telegram is waited for so long when it asks for that, and so often in a row.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const MOST_WAITS: u32 = 5;

/// The client's own limit is below it.
const LONGEST: Duration = Duration::from_secs(30);

/// How far the list was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    /// There was nothing after what was read.
    ToTheEnd,
    /// There may be more.
    Partly,
}

/// Reads and keeps what is news.
pub(super) async fn read_list(active: &Generations, pass: &mut Pass) -> Result<Read, NoAnswer> {
    let mut upto = active.store.stars_read_upto().await?;
    let mut waits = 0;
    for _ in 0..MOST_PAGES {
        let from = upto.saturating_sub(OVERLAP);
        let page = match page(active, from).await? {
            Answer::Page(page) => page,
            Answer::Wait(pause) if waits < MOST_WAITS => {
                waits += 1;
                rest(active, pause.min(LONGEST_WAIT)).await?;
                continue;
            }
            Answer::Wait(_) => return Ok(missed(pass, "Telegram asks to wait".to_owned())),
            Answer::None(problem) => return Ok(missed(pass, problem)),
        };
        waits = 0;
        let count = page.count() as u64;
        pass.looked_at.push(DifferenceKind::ListShorter);
        if from + count < upto {
            pass.found.push(shorter(upto, from + count));
            return Ok(missed(pass, "Telegram's list is shorter than it was".to_owned()));
        }
        upto = from + count;
        keep(active, pass, &page, from, upto).await?;
        if count < u64::from(PAGE) {
            return Ok(Read::ToTheEnd);
        }
    }
    pass.is_more = true;
    Ok(missed(pass, "the list is long and is read on".to_owned()))
}

/// How many Stars Telegram says there are; none when it gave no answer.
pub(super) async fn balance(
    active: &Generations,
    pass: &mut Pass,
) -> Result<Option<Stars>, NoAnswer> {
    match ask(&active.term, &active.telegram, &Chatless::get_my_star_balance()).await {
        Ok(reply) => match reply.star_balance() {
            Ok(StarBalance { nanos }) => Ok(Some(Stars::new(nanos))),
            Err(error) => {
                pass.misses(error.to_string());
                Ok(None)
            }
        },
        Err(NoAnswer::TermOver) => Err(NoAnswer::TermOver),
        Err(NoAnswer::Problem(problem)) => {
            pass.misses(problem);
            Ok(None)
        }
    }
}

/// What Telegram said to a question for a page.
enum Answer {
    Page(StarPage),
    Wait(Duration),
    None(String),
}

async fn page(active: &Generations, offset: u64) -> Result<Answer, NoAnswer> {
    let request = Chatless::get_star_transactions(offset, PAGE);
    let permit = active.term.permit(LONGEST).map_err(|_| NoAnswer::TermOver)?;
    let began = Instant::now();
    let answer = match permit.run_until_drain(active.telegram.ask(&request)).await {
        Ok(answer) => answer,
        Err(CallEnded::TooLate) => return Ok(Answer::None("no answer in time".to_owned())),
        Err(CallEnded::TermOver) => return Err(NoAnswer::TermOver),
    };
    metrics::called(request.method(), began, &answer);
    Ok(match answer.and_then(|reply| reply.star_page()) {
        Ok(page) => Answer::Page(page),
        Err(CallError::RetryAfter(pause)) => Answer::Wait(pause),
        Err(error) => Answer::None(error.to_string()),
    })
}

async fn rest(active: &Generations, pause: Duration) -> Result<(), NoAnswer> {
    tokio::select! {
        () = active.term.draining() => Err(NoAnswer::TermOver),
        () = tokio::time::sleep(pause) => Ok(()),
    }
}

fn missed(pass: &mut Pass, problem: String) -> Read {
    pass.misses(problem);
    Read::Partly
}

/// One page in one commit, with how far the list was read.
async fn keep(
    active: &Generations,
    pass: &mut Pass,
    page: &StarPage,
    from: u64,
    upto: u64,
) -> Result<(), NoAnswer> {
    let entries: Vec<StarEntry> = page.transactions.iter().map(entry).collect();
    let unread = (page.unread > 0).then(|| unread(page.unread, from, upto));
    let Ok(_work) = active.term.work() else { return Err(NoAnswer::TermOver) };
    let kept = active.store.in_term(&active.term, async |tx| {
        if let Some(unread) = &unread {
            tx.books().keep_difference(unread).await?;
        }
        tx.books().keep_star_page(&entries, upto).await
    });
    pass.news += kept.await?;
    pass.pages += 1;
    Ok(())
}

fn shorter(before: u64, now: u64) -> Found {
    Found {
        kind: DifferenceKind::ListShorter,
        subject: "list".to_owned(),
        size: i64::try_from(now).unwrap_or(i64::MAX) - i64::try_from(before).unwrap_or(i64::MAX),
        details: format!("{before} transactions were read of the list, and now it has {now}"),
    }
}

fn unread(count: usize, from: u64, upto: u64) -> Found {
    Found {
        kind: DifferenceKind::Unread,
        subject: format!("{from}-{upto}"),
        size: i64::try_from(count).unwrap_or(i64::MAX),
        details: format!("{count} of the transactions {from} to {upto} cannot be read"),
    }
}

/// A transaction as the books take it.
fn entry(one: &StarTransaction) -> StarEntry {
    let direction = match one.direction {
        Direction::Incoming => StarDirection::In,
        Direction::Outgoing => StarDirection::Out,
    };
    let class = class(direction, &one.partner);
    let (partner, person, payload, period) = match &one.partner {
        Partner::User { person, payload, kind, subscription_period } => {
            let name = match kind {
                Deal::InvoicePayment => "user",
                Deal::Other(name) if name.is_empty() => "user",
                Deal::Other(name) => name.as_str(),
            };
            (name, Some(*person), payload.clone(), *subscription_period)
        }
        Partner::Fragment => ("fragment", None::<PersonId>, None, None),
        Partner::Other(name) => (name.as_str(), None, None, None),
    };
    StarEntry {
        id: one.id.clone(),
        direction,
        stars: Stars::new(one.amount),
        class,
        partner: partner.to_owned(),
        person,
        payload,
        period,
        at: Some(one.date).filter(|date| *date > 0),
    }
}

/// What a transaction is to us. Before Telegram named the kind of a deal, an invoice was known by its payload.
fn class(direction: StarDirection, partner: &Partner) -> StarClass {
    let Partner::User { payload, kind, .. } = partner else {
        let is_withdrawal = matches!(partner, Partner::Fragment);
        return if is_withdrawal { StarClass::Withdrawal } else { StarClass::Other };
    };
    let is_invoice = match kind {
        Deal::InvoicePayment => true,
        Deal::Other(name) => {
            name.is_empty() && (payload.is_some() || direction == StarDirection::Out)
        }
    };
    match (is_invoice, direction, kind) {
        (true, StarDirection::In, _) => StarClass::Payment,
        (true, StarDirection::Out, _) => StarClass::Refund,
        (false, _, Deal::Other(name)) if GIFTS.contains(&name.as_str()) => StarClass::Gift,
        (false, _, _) => StarClass::Other,
    }
}

/// Telegram's names for what becomes a gift.
const GIFTS: [&str; 2] = ["gift_purchase", "premium_purchase"];

#[cfg(test)]
mod tests {
    use domain::PersonId;
    use domain::payment::{StarClass, StarDirection};
    use telegram::stars::{Deal, Direction, Partner, StarTransaction};

    use super::{class, entry};

    fn user(kind: Deal, payload: Option<&str>) -> Partner {
        let payload = payload.map(str::to_owned);
        Partner::User { person: PersonId::new(7), payload, kind, subscription_period: None }
    }

    #[test]
    fn every_partner_is_something_to_us() {
        use StarDirection::{In, Out};

        let named = |name: &str| Deal::Other(name.to_owned());
        let table = [
            (In, user(Deal::InvoicePayment, Some("x")), StarClass::Payment),
            (Out, user(Deal::InvoicePayment, Some("x")), StarClass::Refund),
            (In, user(named(""), Some("x")), StarClass::Payment),
            (In, user(named(""), None), StarClass::Other),
            (Out, user(named(""), None), StarClass::Refund),
            (Out, user(named("gift_purchase"), None), StarClass::Gift),
            (Out, user(named("premium_purchase"), None), StarClass::Gift),
            (In, user(named("paid_media_payment"), Some("x")), StarClass::Other),
            (Out, Partner::Fragment, StarClass::Withdrawal),
            (In, Partner::Fragment, StarClass::Withdrawal),
            (Out, Partner::Other("telegram_ads".to_owned()), StarClass::Other),
        ];
        for (direction, partner, expected) in table {
            assert_eq!(class(direction, &partner), expected, "{direction} {partner:?}");
        }
    }

    #[test]
    fn a_date_that_cannot_be_read_is_none() {
        let mut one = StarTransaction {
            id: "c".to_owned(),
            amount: 5,
            date: 0,
            direction: Direction::Incoming,
            partner: Partner::Fragment,
        };
        assert_eq!(entry(&one).at, None);
        one.date = 7;
        assert_eq!((entry(&one).at, entry(&one).partner.as_str()), (Some(7), "fragment"));
    }
}
