//! Leases with the numbers of others, measured like the worker: each in an arena of its own.
//!
//! All of them at once, since nearly all of their time is waiting, and after the worker, whose
//! milliseconds they would disturb. What a lease cannot do is counted beside how long it takes: rows
//! that a frozen holder wrote, once woken, after the first row of its successor.
//!
//! On failure: a round that is not done within four times the longest lease is an error.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use testbed::server::Server;

use super::arena::Arena;
use super::contender::Contender;
use super::report::name;
use super::terms::{self, Cause, Gap};
use crate::samples::Samples;

/// A holder that was killed a moment ago is replaced within its lease and one pause.
const PATIENCE: Duration = Duration::from_secs(120);

/// A lease to measure.
struct Peer {
    /// Whose numbers, for the page.
    numbers: &'static str,
    /// The argument of `bench lease`.
    rule: &'static str,
    /// The longest pause of a follower.
    spread: Duration,
    causes: &'static [Cause],
}

const PEERS: [Peer; 4] = [
    Peer {
        numbers: "client-go (15, 10, 2 s)",
        rule: "client-go",
        spread: Duration::from_millis(4_400),
        causes: &[Cause::Term, Cause::Kill, Cause::Stop],
    },
    Peer {
        numbers: "client-go, ReleaseOnCancel",
        rule: "client-go-released",
        spread: Duration::from_millis(4_400),
        // The others are as above.
        causes: &[Cause::Term],
    },
    Peer {
        numbers: "River (15, 5 s)",
        rule: "river",
        spread: Duration::from_secs(6),
        causes: &[Cause::Term, Cause::Kill, Cause::Stop],
    },
    Peer {
        numbers: "Oban (30, 15 s)",
        rule: "oban",
        spread: Duration::from_secs(30),
        causes: &[Cause::Term, Cause::Kill, Cause::Stop],
    },
];

/// What came of one of them.
struct Found {
    gaps: Vec<Gap>,
    /// Rows that a holder wrote after its successor's first one.
    late: i64,
    /// How long after that it still wrote, in seconds.
    latest: f64,
}

/// Measures all of them; their part of the page.
pub(crate) async fn measure(rounds: usize) -> Result<String> {
    eprintln!("bench: leases with the numbers of others, {rounds} rounds each: some minutes");
    let [first, second, third, fourth] = &PEERS;
    let found = tokio::try_join!(
        Box::pin(of(first, rounds)),
        Box::pin(of(second, rounds)),
        Box::pin(of(third, rounds)),
        Box::pin(of(fourth, rounds)),
    )?;
    page(&[found.0, found.1, found.2, found.3])
}

async fn of(peer: &Peer, rounds: usize) -> Result<Found> {
    let server = Server::start().await?;
    let contender = Contender::lease(peer.rule, peer.spread, &server.url("postgres"))?;
    let mut arena = Box::pin(Arena::open(server, contender, PATIENCE)).await?;
    for cause in peer.causes {
        for turn in 1..=rounds {
            let round = Box::pin(arena.round(*cause)).await;
            round.with_context(|| format!("{}, {} {turn}", peer.numbers, name(*cause)))?;
        }
    }
    let stints = terms::stints(&arena.client, arena.contender.stints).await?;
    let gaps = terms::gaps(&arena.rounds, &stints, &[])?;
    let query = "with begun as (
            select epoch, min(at) as at
            from lease_mark
            group by epoch
        ),
        terms as (
            select epoch, lead(at) over (order by epoch) as next_at
            from begun
        )
        select
            count(*),
            coalesce(extract(epoch from max(m.at - t.next_at)), 0)::float8
        from lease_mark m
        join terms t on t.epoch = m.epoch
        where m.at >= t.next_at";
    let row = arena.client.query_one(query, &[]).await?;
    Ok(Found { gaps, late: row.get(0), latest: row.get(1) })
}

fn page(found: &[Found]) -> Result<String> {
    let mut text = String::from(
        "\nleases with the numbers of others, on the same PostgreSQL, in seconds; not those programs\n\n",
    );
    writeln!(
        text,
        "{:<27} {:<8} {:>3} {:>8} {:>8} {:>8}",
        "numbers of", "cause", "n", "p50", "min", "max"
    )?;
    for (peer, found) in PEERS.iter().zip(found) {
        for cause in peer.causes {
            let of = found.gaps.iter().filter(|gap| gap.cause == *cause);
            let samples: Samples = of.map(|gap| gap.leaderless / 1_000.0).collect();
            let [p50, min, max] = [samples.p50(), samples.percentile(0.0), samples.max()];
            let (who, cause, n) = (peer.numbers, name(*cause), samples.len());
            writeln!(text, "{who:<27} {cause:<8} {n:>3} {p50:>8.3} {min:>8.3} {max:>8.3}")?;
        }
    }
    writeln!(text, "\nrows of a deposed holder after its successor's first (woken after SIGSTOP)")?;
    for (peer, Found { late, latest, .. }) in PEERS.iter().zip(found) {
        if peer.causes.contains(&Cause::Stop) {
            writeln!(text, "{:<27} {late} rows, the last {latest:.3} s after", peer.numbers)?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::super::lease::Rule;
    use super::{Cause, Found, Gap, PEERS, page};

    #[test]
    fn every_peer_is_a_rule_that_the_process_knows() {
        for peer in &PEERS {
            assert!(Rule::from_str(peer.rule, false).is_ok(), "{}", peer.rule);
        }
    }

    #[test]
    fn the_page_shows_seconds_of_each_cause_and_what_a_deposed_holder_wrote() {
        let gap = |cause, leaderless| Gap {
            cause,
            leaderless,
            to_seal: None,
            to_claim: None,
            to_first_row: None,
        };
        let found = || Found {
            gaps: vec![gap(Cause::Kill, 15_500.0), gap(Cause::Kill, 17_000.0)],
            late: 812,
            latest: 9.1,
        };

        let text = page(&[found(), found(), found(), found()]).unwrap();

        assert!(text.contains("15.500   15.500   17.000"), "{text}");
        assert!(text.contains("812 rows, the last 9.100 s after"), "{text}");
    }
}
