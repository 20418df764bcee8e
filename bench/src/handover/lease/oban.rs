//! The lease of Oban, `Oban.Peers.Database`, with its default numbers.
//!
//! A row that expires 30 s after it was renewed, by the clocks of the applications: each compares
//! what another has written with its own. A follower tries every 27 to 30 s, and when it is told
//! that the leader is down; a leader renews every 13.5 to 15 s, and believes itself one until a
//! renewal says otherwise.

use std::time::{Duration, SystemTime};

use anyhow::Result;
use tokio_postgres::Client;

use super::seat::{Seat, Woken, say_waiting};

const INTERVAL: Duration = Duration::from_secs(30);
/// A leader's interval is shorter by this.
const LEADER_BOOST: u32 = 2;
/// A pause is shorter by up to this share.
const JITTER: f64 = 0.1;

/// Times are microseconds of the applications' clocks.
const TABLE: &str = "create table if not exists oban_peers (
    name text primary key,
    node text not null,
    started_at bigint not null,
    expires_at bigint not null
);
listen oban_leader";

pub(super) async fn compete(mut seat: Seat) -> Result<()> {
    seat.prepare(TABLE).await?;
    let (mut work, mut waits) = (None, false);
    loop {
        let leads = elect(&mut seat.lease, &seat.me).await?;
        work = match (leads, work) {
            (true, None) => Some(seat.lead().await?),
            (false, Some(work)) => {
                work.end().await?;
                None
            }
            (_, work) => work,
        };
        if !leads && !waits {
            say_waiting();
        }
        waits = !leads;
        let base = if leads { INTERVAL / LEADER_BOOST } else { INTERVAL };
        let pause = seat.draws.between(base.mul_f64(1.0 - JITTER), base);
        if seat.pause(pause).await == Woken::Asked {
            break;
        }
    }
    let Some(work) = work else { return Ok(()) };
    work.end().await?;
    go_down(&mut seat.lease, &seat.me).await
}

/// Removes what has expired, then takes the row or renews it.
async fn elect(client: &mut Client, me: &str) -> Result<bool> {
    let now = micros();
    let expires_at = now + i64::try_from(INTERVAL.as_micros())?;
    let election = client.transaction().await?;
    election.execute("delete from oban_peers where expires_at < $1", &[&now]).await?;
    let upsert = "insert into oban_peers (name, node, started_at, expires_at)
        values ('Oban', $1, $2, $3)
        on conflict (name) do update set expires_at = excluded.expires_at
        where oban_peers.node = excluded.node";
    let leads = election.execute(upsert, &[&me, &now, &expires_at]).await? == 1;
    election.commit().await?;
    Ok(leads)
}

async fn go_down(client: &mut Client, me: &str) -> Result<()> {
    let end = client.transaction().await?;
    end.execute("delete from oban_peers where node = $1", &[&me]).await?;
    end.execute("select pg_notify('oban_leader', 'down')", &[]).await?;
    Ok(end.commit().await?)
}

fn micros() -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_micros()).unwrap_or(i64::MAX)
}
