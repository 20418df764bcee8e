//! A server that has no connection left: another program, or a release too many, has taken them all.
//!
//! ```text
//!   two instances work ── their work sessions are ended, strangers take every place ──> 503, stored later
//!                                                    │ the lock was there first and keeps its place
//!                                                    └ one more instance starts: it waits, and says so
//! ```
//!
//! Instances serve as the app, which has no right to the places that are kept for superusers: those
//! are for the operator, and here for whoever looks.

use std::path::PathBuf;

use simulator::world::{Builder, PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use super::unharmed::{epoch, is_unharmed, told_later};

/// Enough for two instances and a third that is to start.
const PLACES: &str = "max_connections=40";

/// So many people write this often.
const PEOPLE: usize = 40;
const A_SECOND: u32 = 20;

/// The sessions of instances that do the work, and not those of their lock.
const WORK: &str = "from pg_stat_activity \
                    where application_name like '%/work' and backend_type = 'client backend'";

/// A world on a server with few places.
pub(crate) fn build(program: impl Into<PathBuf>) -> Builder {
    World::build(program).patient_lock().with_roles().server_settings(&[PLACES])
}

/// Takes every place for so many seconds while people write, ends the world and says what it
/// came to.
pub(crate) async fn used_up(mut world: World, seconds: usize) -> String {
    let mut crowd = world.crowd(PEOPLE, A_SECOND).await;
    crowd.writes(20).await;
    let before = epoch(&world).await;
    let witness = connect(&world.database_url()).await.unwrap();

    let mut strangers = Strangers::default();
    strangers.take_all(&world).await;
    let late = world.begins_one().await;
    let line = world.instance(late).process.line("[DB] not ready", PATIENCE).await.unwrap();
    assert!(line.contains("\"level\":\"WARN\""), "{line}");
    for _ in 0..seconds {
        witness.execute(&format!("select pg_terminate_backend(pid) {WORK}"), &[]).await.unwrap();
        strangers.take_all(&world).await;
        crowd.writes(usize::try_from(A_SECOND).unwrap()).await;
    }
    assert_eq!(world.instance(late).process.status(), None, "it waits for a place, and lives");
    assert_eq!(world.instance(late).status_of("/ready").await, Some(503));
    assert_eq!(epoch(&world).await, before, "the lock had its place first");
    drop(strangers);

    world.instance(late).waits().await.unwrap();
    crowd.writes(20).await;
    let account = world.ends(crowd.stops().await).await;
    assert!(told_later(&world) > 0, "nobody was in need of a connection");
    assert_eq!(epoch(&world).await, before);
    is_unharmed(&world).await;
    format!("no connection for {seconds} s: {account:?}, {} told later", told_later(&world))
}

/// Others who are connected and do nothing.
#[derive(Default)]
struct Strangers(Vec<Client>);

impl Strangers {
    /// Connects until nobody else can.
    async fn take_all(&mut self, world: &World) {
        let url = world.database_url().replacen("//postgres@", "//trt_app@", 1);
        let full = wait::until("the last place to be taken", PATIENCE, async || {
            match connect(&url).await {
                Ok(client) => {
                    self.0.push(client);
                    None
                }
                Err(_) => Some(()),
            }
        });
        full.await.unwrap();
    }
}
