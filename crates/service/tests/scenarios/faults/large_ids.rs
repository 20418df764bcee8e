//! Numbers that need more than 32 bits: of people, chats, updates and messages, from end to end.
//!
//! Telegram's numbers of people have long passed 2^31, and it promises 52 bits.

use simulator::telegram::journal::applied_in;
use simulator::world::{PATIENCE, World};
use testbed::process::Process;
use testbed::server::connect;
use testbed::wait;

use super::stories::unharmed::{is_unharmed, number};
use crate::generations::studio::{ADMIN, Books, build, gets_file, gives, orders};
use crate::path::program;

/// Beyond 31, 32 and 33 bits, and the largest that Telegram promises to use.
const PEOPLE: [i64; 4] = [(1 << 31) + 7, (1 << 32) + 7, 7_654_321_098, (1 << 52) - 1];

#[tokio::test]
async fn numbers_of_up_to_52_bits_go_through_order_delivery_ledger_and_export() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    for (update, id) in
        [(1 << 31) + 1, (1 << 40) + 1, (1 << 50) + 1, (1 << 52) - 100].into_iter().zip(PEOPLE)
    {
        world.telegram.jump_update_id(update);
        let person = world.telegram.person(id, "Ann", "en");
        person.starts("").await;
        person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
        gives(&world, &person, 90).await;
        orders(&person, "imagen-4 a red cat").await;
        gets_file(&person).await;
    }

    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 4"]);
    // With the gift of ten that each of them got.
    assert_eq!((sums.held, sums.available + sums.revenue), (0, 40_000));
    is_unharmed(&world).await;
    in_health(&world).await;
    in_tables(&world).await;
    in_export(&world).await;
    for id in PEOPLE {
        assert!(applied_in(&world.telegram.journal(), id).len() > 2, "{id} was spoken to");
    }
}

/// What the numbers are counted by is right whatever they are.
async fn in_health(world: &World) {
    let health = world.instance(world.active().await).health().await.unwrap();
    assert_eq!(health["queue"]["depth"], 0, "{health}");
    assert!(health["queue"]["total_processed"].as_i64() > Some(0), "{health}");
}

/// Every table with a number of a person has it whole.
async fn in_tables(world: &World) {
    let witness = connect(&world.database_url()).await.unwrap();
    for id in PEOPLE {
        for query in [
            "select count(*) from conversations where person_id =",
            "select count(*) from generations where chat_id =",
            "select count(*) from inbox where lane =",
        ] {
            let found = number(&witness, &format!("{query} {id}")).await;
            assert!(found > 0, "{query} {id}");
        }
    }
    let large = "select count(*) from inbox where update_id > 4503599627370000";
    assert!(number(&witness, large).await > 0, "no number of an update was large");
}

/// The export names each person by the whole number, as who had it and as who did it.
async fn in_export(world: &World) {
    let export = Process::build("trt books export", program())
        .bare_environment()
        .args(["books", "export"])
        .env("DATABASE_URL", world.database_url())
        .start()
        .unwrap();
    let status = export.exit(PATIENCE).await.unwrap();
    assert!(status.success(), "{}", export.tail());
    for id in PEOPLE {
        let said = wait::until("a line of the export", PATIENCE, async || {
            let lines = export.lines();
            let about = |what: &str| lines.iter().any(|line| line.contains(what));
            (about(&format!(",{id},")) && about(&format!("person:{id}"))).then_some(())
        });
        said.await.unwrap_or_else(|_| panic!("{id} is not in {:#?}", export.lines()));
    }
    let actor = format!("admin:{ADMIN}");
    assert!(export.lines().iter().any(|line| line.contains(&actor)), "{:#?}", export.lines());
}
