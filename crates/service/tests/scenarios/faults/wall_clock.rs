//! Wall clocks that jump: an hour ahead, an hour behind, in one process and not in the other.
//!
//! The lock counts by clocks that cannot be set, and by the database's. What goes by the wall clock is
//! what the log says, and the age of KIE's signatures.

use simulator::world::{PATIENCE, World};
use testbed::clocks::WallClock;

use super::stories::unharmed::{epoch, is_unharmed};
use crate::generations::studio::{Books, build, gets_file, orders, somebody};
use crate::path::program;

/// The key that KIE signs with.
const KEY: &str = "a-key-of-the-clocks";

/// Messages between two jumps.
const BETWEEN: usize = 30;

#[tokio::test]
async fn a_wall_clock_that_jumps_by_an_hour_changes_neither_roles_nor_replies() {
    let Some(clocks) = clocks() else { return };
    let mut world = World::build(program()).instances(0).start().await;
    for clock in &clocks {
        let variables = clock.variables();
        let variables: Vec<(&str, &str)> =
            variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let place = world.begins_one_with(&variables).await;
        world.instance(place).waits().await.unwrap();
    }
    let mut crowd = world.crowd(40, 20).await;
    crowd.writes(20).await;
    let (active, before) = (world.active().await, epoch(&world).await);

    for (ours, theirs) in [("+3600", "+0"), ("+3600", "-3600"), ("-3600", "+3600"), ("+0", "-3600")]
    {
        clocks[active].set(ours).unwrap();
        clocks[1 - active].set(theirs).unwrap();
        crowd.writes(BETWEEN).await;
    }

    let account = world.ends(crowd.stops().await).await;
    println!("jumps of an hour: {account:?}");
    assert_eq!(account.twice, 0);
    assert_eq!((world.active().await, epoch(&world).await), (active, before), "nobody took over");
    is_unharmed(&world).await;
    // The clock the process goes by did jump, or nothing was shown.
    let health = world.instance(1 - active).health().await.unwrap();
    let behind = unix() - said(&health["ts"]);
    assert!((3_500..3_700).contains(&behind), "{behind} s behind: {health}");
}

/// KIE's callbacks are signed with the time. One whose receiver's clock is wrong is turned away, the
/// result comes all the same since KIE is asked, and the operator is told about the clock.
#[tokio::test]
async fn a_clock_that_is_wrong_by_an_hour_is_named_when_kie_calls_and_costs_nothing() {
    let Some([clock, _]) = clocks() else { return };
    clock.set("+3600").unwrap();
    let mut built = build().instances(1).variable("KIE_WEBHOOK_HMAC_KEY", KEY);
    built = built.kie(|settings| settings.hmac_key = Some(KEY.to_owned()));
    for (name, value) in clock.variables() {
        built = built.variable(name, &value);
    }
    let world = built.start().await;
    let ann = somebody(&world, "Ann", 100).await;

    orders(&ann, "imagen-4 a red cat").await;

    gets_file(&ann).await;
    let line = world.instance(0).process.line("clock", PATIENCE).await.unwrap();
    assert!(line.contains("[KIE]") && line.contains("\"level\":\"WARN\""), "{line}");
    Books::open(&world).await.all_ended().await;
    world.ends_well().await;
    is_unharmed(&world).await;
}

/// Two clocks; none where they cannot be had.
fn clocks() -> Option<[WallClock; 2]> {
    let clocks = WallClock::new().and_then(|one| Ok([one, WallClock::new()?]));
    clocks.map_err(testbed::skip::because).ok()
}

fn unix() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}

/// The seconds of a time such as `2026-10-01T12:00:00.000Z`.
fn said(ts: &serde_json::Value) -> i64 {
    let text = ts.as_str().unwrap_or_else(|| panic!("{ts} is no time"));
    let part = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap();
    let (year, month, day) = (part(0..4), part(5..7), part(8..10));
    // Days since 1970 by the usual rule, with years that begin in March.
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1 - 719_468;
    days * 86_400 + part(11..13) * 3_600 + part(14..16) * 60 + part(17..19)
}
