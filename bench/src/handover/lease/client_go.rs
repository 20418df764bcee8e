//! The lease of Kubernetes' client-go, `tools/leaderelection`, with the numbers of its core clients.
//!
//! A record with a version stands for the Lease object and its `resourceVersion`. A follower looks
//! at it every 2 s, times a jitter of up to 2.2, and takes it when it has seen no change of it for
//! 15 s of its own clock. A holder renews every 2 s; it stops acting only when it could not for 10 s,
//! also when it already reads that the record is another's: then `Run` returns, and by its own
//! advice the process ends.

use std::time::Duration;

use anyhow::Result;
use tokio::time::Instant;
use tokio_postgres::Client;

use super::seat::{Seat, Woken, say_waiting};

const LEASE_DURATION: Duration = Duration::from_secs(15);
const RENEW_DEADLINE: Duration = Duration::from_secs(10);
const RETRY_PERIOD: Duration = Duration::from_secs(2);
/// `JitterUntil` waits its period and up to this many periods more.
const JITTER_FACTOR: f64 = 1.2;
/// What a released record says: nobody's, for a second.
const RELEASED: Duration = Duration::from_secs(1);

const TABLE: &str = "create table if not exists lease (
    only_row boolean primary key default true,
    holder text not null,
    seconds int not null,
    version bigint not null
)";

/// The record as it was last seen, and when it had last changed by our clock.
struct Observed {
    holder: String,
    lasts: Duration,
    version: i64,
    at: Instant,
}

pub(super) async fn compete(mut seat: Seat, release_on_cancel: bool) -> Result<()> {
    seat.prepare(TABLE).await?;
    let mut observed = None;
    let longest = RETRY_PERIOD + RETRY_PERIOD.mul_f64(JITTER_FACTOR);
    let mut said = false;
    while !acquire_or_renew(&seat.lease, &seat.me, &mut observed).await? {
        if !std::mem::replace(&mut said, true) {
            say_waiting();
        }
        let pause = seat.draws.between(RETRY_PERIOD, longest);
        if seat.pause(pause).await == Woken::Asked {
            return Ok(());
        }
    }
    let work = seat.lead().await?;
    while seat.pause(RETRY_PERIOD).await != Woken::Asked {
        if !renewed_in_time(&mut seat, &mut observed).await? {
            break;
        }
    }
    work.end().await?;
    if release_on_cancel && is_ours(observed.as_ref(), &seat.me) {
        release(&seat.lease, &seat.me).await?;
    }
    Ok(())
}

/// Tries until the deadline; false: in vain, or asked to end.
async fn renewed_in_time(seat: &mut Seat, observed: &mut Option<Observed>) -> Result<bool> {
    let deadline = Instant::now() + RENEW_DEADLINE;
    while !acquire_or_renew(&seat.lease, &seat.me, observed).await? {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || seat.pause(left.min(RETRY_PERIOD)).await == Woken::Asked {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `tryAcquireOrRenew`.
async fn acquire_or_renew(
    client: &Client,
    me: &str,
    observed: &mut Option<Observed>,
) -> Result<bool> {
    let known = observed.as_ref();
    if let Some(seen) = known.filter(|seen| seen.holder == me && is_valid(seen))
        && let Some(version) = update(client, me, LEASE_DURATION, seen.version).await?
    {
        *observed = Some(ours(me, version));
        return Ok(true);
    }
    let Some(row) = client.query_opt("select holder, seconds, version from lease", &[]).await?
    else {
        let create = "insert into lease (holder, seconds, version) values ($1, $2, 1)
            on conflict do nothing";
        let made = client.execute(create, &[&me, &seconds(LEASE_DURATION)]).await?;
        *observed = Some(ours(me, 1));
        return Ok(made == 1);
    };
    let version = row.get(2);
    if observed.as_ref().is_none_or(|seen| seen.version != version) {
        let lasts = Duration::from_secs(u64::try_from(row.get::<_, i32>(1))?);
        *observed = Some(Observed { holder: row.get(0), lasts, version, at: Instant::now() });
    }
    let held = |seen: &&Observed| !seen.holder.is_empty() && seen.holder != me && is_valid(seen);
    if observed.as_ref().filter(held).is_some() {
        return Ok(false);
    }
    let taken = update(client, me, LEASE_DURATION, version).await?;
    if let Some(version) = taken {
        *observed = Some(ours(me, version));
    }
    Ok(taken.is_some())
}

/// Writes the record, if it is still of this version; the new version.
async fn update(
    client: &Client,
    holder: &str,
    lasts: Duration,
    version: i64,
) -> Result<Option<i64>> {
    let update = "update lease set holder = $1, seconds = $2, version = version + 1
        where version = $3
        returning version";
    let row = client.query_opt(update, &[&holder, &seconds(lasts), &version]).await?;
    Ok(row.map(|row| row.get(0)))
}

/// `tryRelease`.
async fn release(client: &Client, me: &str) -> Result<()> {
    let query = "select version from lease where holder = $1";
    if let Some(row) = client.query_opt(query, &[&me]).await? {
        update(client, "", RELEASED, row.get(0)).await?;
    }
    Ok(())
}

fn ours(me: &str, version: i64) -> Observed {
    Observed { holder: me.to_owned(), lasts: LEASE_DURATION, version, at: Instant::now() }
}

fn is_ours(observed: Option<&Observed>, me: &str) -> bool {
    observed.is_some_and(|seen| seen.holder == me)
}

fn is_valid(seen: &Observed) -> bool {
    seen.at.elapsed() < seen.lasts
}

fn seconds(length: Duration) -> i32 {
    i32::try_from(length.as_secs()).unwrap_or(i32::MAX)
}
