//! The lease of River, `internal/leadership`, with its default numbers.
//!
//! A row that expires by the clock of the database, 15 s after it was renewed. A follower bids every
//! 5 to 6 s, and within 50 ms of being told that the leader has resigned. A leader renews every 5 s
//! and trusts its row for 14 s of its own clock from when it asked; a row that is not its own any
//! more ends its term at once.

use std::time::Duration;

use anyhow::Result;
use tokio::time::Instant;
use tokio_postgres::Client;

use super::seat::{Seat, Woken, say_waiting};

const ELECT_INTERVAL: Duration = Duration::from_secs(5);
const ELECT_JITTER: Duration = Duration::from_secs(1);
const TTL: Duration = Duration::from_secs(15);
/// TTL without the safety margin of a second.
const TRUST: Duration = Duration::from_secs(14);
const AFTER_A_RESIGNATION: Duration = Duration::from_millis(50);

const TABLE: &str = "create unlogged table if not exists river_leader (
    elected_at timestamptz not null,
    expires_at timestamptz not null,
    leader_id text not null,
    name text primary key default 'default' check (name = 'default')
);
listen river_leadership";

pub(super) async fn compete(mut seat: Seat) -> Result<()> {
    seat.prepare(TABLE).await?;
    loop {
        let Some((elected_at, asked_at)) = follow(&mut seat).await? else { return Ok(()) };
        let work = seat.lead().await?;
        let end = keep(&mut seat, &elected_at, asked_at).await?;
        work.end().await?;
        if end != End::Replaced {
            resign(&seat.lease, &seat.me, &elected_at).await?;
        }
        if end == End::Asked {
            return Ok(());
        }
    }
}

/// Bids until it is elected: when, by the database, and when it had asked; none: asked to end.
async fn follow(seat: &mut Seat) -> Result<Option<(String, Instant)>> {
    let mut said = false;
    loop {
        let asked_at = Instant::now();
        if let Some(elected_at) = elect(&mut seat.lease, &seat.me).await? {
            return Ok(Some((elected_at, asked_at)));
        }
        if !std::mem::replace(&mut said, true) {
            say_waiting();
        }
        let pause = seat.draws.between(ELECT_INTERVAL, ELECT_INTERVAL + ELECT_JITTER);
        match seat.pause(pause).await {
            Woken::Late => {}
            Woken::Asked => return Ok(None),
            Woken::Told => {
                let short = seat.draws.between(Duration::ZERO, AFTER_A_RESIGNATION);
                tokio::time::sleep(short).await;
            }
        }
    }
}

/// Why a leader leads no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Asked,
    Untrusted,
    Replaced,
}

/// Renews until there is a reason to stop.
async fn keep(seat: &mut Seat, elected_at: &str, mut asked_at: Instant) -> Result<End> {
    loop {
        if seat.pause(ELECT_INTERVAL).await == Woken::Asked {
            return Ok(End::Asked);
        }
        if asked_at.elapsed() >= TRUST {
            return Ok(End::Untrusted);
        }
        let now = Instant::now();
        if !reelect(&seat.lease, &seat.me, elected_at).await? {
            return Ok(End::Replaced);
        }
        asked_at = now;
    }
}

async fn elect(client: &mut Client, me: &str) -> Result<Option<String>> {
    let bid = client.transaction().await?;
    bid.execute("delete from river_leader where expires_at < now()", &[]).await?;
    let insert = "insert into river_leader (leader_id, elected_at, expires_at)
        values ($1, now(), now() + make_interval(secs => $2))
        on conflict (name) do nothing
        returning elected_at::text";
    let row = bid.query_opt(insert, &[&me, &TTL.as_secs_f64()]).await?;
    bid.commit().await?;
    Ok(row.map(|row| row.get(0)))
}

async fn reelect(client: &Client, me: &str, elected_at: &str) -> Result<bool> {
    let update = "update river_leader set expires_at = now() + make_interval(secs => $3)
        where elected_at = $2::text::timestamptz and expires_at >= now() and leader_id = $1";
    Ok(client.execute(update, &[&me, &elected_at, &TTL.as_secs_f64()]).await? == 1)
}

async fn resign(client: &Client, me: &str, elected_at: &str) -> Result<()> {
    let resign = "with resigned as (
            delete from river_leader
            where elected_at = $2::text::timestamptz and leader_id = $1
            returning leader_id
        )
        select pg_notify('river_leadership', leader_id) from resigned";
    client.query_opt(resign, &[&me, &elected_at]).await?;
    Ok(())
}
