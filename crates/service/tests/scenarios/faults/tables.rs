//! Tables that somebody else has locked: a migration by hand, an index that is made the plain way.
//!
//! The crowd writes all the while, so that whatever touches the table runs into it. Who waits for
//! the lock is read from `pg_locks`: a lock that nobody ran into shows nothing.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use simulator::world::crowd::Crowd;
use simulator::world::{Builder, World};
use testbed::server::connect;
use tokio_postgres::Client;

use super::unharmed::{epoch, is_unharmed, nothing_was_counted};

/// Those without which nothing goes on, which are locked singly in the short set as well.
pub(crate) const IMPORTANT: [&str; 5] =
    ["inbox", "outbox", "conversations", "accounts", "leader_term"];

/// So many people write this often: two seconds between two messages of one person.
const PEOPLE: usize = 40;
const A_SECOND: u32 = 20;

/// A world with the timing of an operator.
pub(crate) fn build(program: impl Into<PathBuf>) -> Builder {
    World::build(program).patient_lock()
}

/// Every table of ours, whatever a later release adds.
pub(crate) async fn every_table(world: &World) -> Vec<String> {
    let witness = connect(&world.database_url()).await.unwrap();
    let query = "select tablename::text from pg_tables where schemaname = 'public' order by 1";
    witness.query(query, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

/// Locks these tables for so many seconds while people write: all together, or one after the other;
/// then ends the world and says what it came to.
pub(crate) async fn locked(world: World, locks: &[&[String]], seconds: usize) -> String {
    let mut crowd = world.crowd(PEOPLE, A_SECOND).await;
    let rich = world.person("Rich");
    rich.starts("").await;
    crowd.writes(20).await;
    let before = epoch(&world).await;
    for tables in locks {
        // Whoever asks for their balance looks into the accounts, which plain words do not.
        let asks = || rich.says("/balance");
        let waited = hold(&world, &mut crowd, tables, seconds, asks).await;
        let important: Vec<_> =
            tables.iter().filter(|table| IMPORTANT.contains(&table.as_str())).collect();
        let met = important.iter().any(|table| waited.contains(*table));
        assert!(important.is_empty() || met, "nobody ran into the lock: {waited:?}");
        crowd.writes(20).await;
    }
    let account = world.ends(crowd.stops().await).await;
    is_unharmed(&world).await;
    if !locks.iter().copied().flatten().any(|table| table.starts_with("leader_")) {
        assert_eq!(epoch(&world).await, before, "the lock of instances has nothing to do with it");
        assert_eq!(account.twice, 0, "nobody lost the role, so nothing was in doubt");
        nothing_was_counted(&world).await;
    }
    format!("{locks:?} locked for {seconds} s each: {account:?}")
}

/// Holds the lock; says which of the tables somebody waited for.
async fn hold<F: Future>(
    world: &World,
    crowd: &mut Crowd,
    tables: &[String],
    seconds: usize,
    meanwhile: impl FnOnce() -> F,
) -> BTreeSet<String> {
    let url = world.database_url();
    let (locker, witness) = (connect(&url).await.unwrap(), connect(&url).await.unwrap());
    let names: Vec<String> = tables.iter().map(|table| format!("\"{table}\"")).collect();
    // Whoever stands in a circle with us finds it out first, and gives way.
    let lock = format!(
        "set deadlock_timeout = '1h'; begin; lock table {} in access exclusive mode",
        names.join(", ")
    );
    // Without its own tables a term ends, and nobody can write down what was said in that moment, which
    // lasts until the last of the tables is ours.
    let mut moment = tokio::time::interval(Duration::from_millis(200));
    let locking = locker.batch_execute(&lock);
    tokio::pin!(locking);
    loop {
        tokio::select! {
            locked = &mut locking => break locked.unwrap(),
            _ = moment.tick() => world.blow(),
        }
    }
    world.blow();
    meanwhile().await;
    let mut waited = BTreeSet::new();
    for _ in 0..seconds * 2 {
        crowd.writes(usize::try_from(A_SECOND / 2).unwrap()).await;
        waited.extend(waiting(&witness).await);
    }
    locker.batch_execute("rollback").await.unwrap();
    waited
}

/// The tables that somebody waits for right now.
async fn waiting(witness: &Client) -> Vec<String> {
    let query = "select distinct c.relname::text \
                 from pg_locks l \
                 join pg_class c on c.oid = l.relation \
                 where l.locktype = 'relation' and not l.granted \
                    and l.database = (select oid from pg_database where datname = current_database())";
    witness.query(query, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}
