//! One order, followed through the lines of all loops by the numbers of its update and its generation.

use serde_json::Value;
use simulator::world::World;

use super::studio::{Books, build, gets_file, orders, somebody};

/// The lines of the active instance that say this.
async fn lines(world: &World, message: &str) -> Vec<Value> {
    let active = world.active().await;
    let lines = world.instance(active).process.lines();
    let lines = lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["message"] == message).collect()
}

#[tokio::test]
async fn an_order_is_found_in_the_lines_of_every_loop_by_its_numbers() {
    let world = build().instances(1).variable("LOG_LEVEL", "debug").start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 100).await, somebody(&world, "Bob", 100).await);
    orders(&ann, "imagen-4 a red cat").await;
    orders(&bob, "imagen-4 a blue dog").await;
    gets_file(&ann).await;
    gets_file(&bob).await;
    books.all_ended().await;
    world.ends_well().await;

    for person in [&ann, &bob] {
        let own = format!("from generations where person_id = {}", person.id());
        let generation = books.number(&format!("select id {own}")).await;
        let update = books.number(&format!("select inbox_id {own}")).await;
        let carrier = "select id from outbox where generation_id = ";
        let outbox = books.number(&format!("{carrier}{generation}")).await;
        let told = |lines: Vec<Value>, name: &str, number: i64| {
            lines.into_iter().filter(|line| line[name] == number).collect::<Vec<_>>()
        };

        let ordered = told(lines(&world, "[QUEUE] ordered").await, "generation", generation);
        assert_eq!(ordered.len(), 1);
        assert_eq!(
            (&ordered[0]["update"], &ordered[0]["lane"]),
            (&update.into(), &person.id().into())
        );
        assert_eq!(told(lines(&world, "[QUEUE] handled").await, "update", update).len(), 1);
        for message in ["[KIE] submitted", "[KIE] made"] {
            assert_eq!(told(lines(&world, message).await, "generation", generation).len(), 1);
        }
        let said = told(lines(&world, "[OUTBOX] said").await, "generation", generation);
        assert_eq!(said.len(), 1);
        assert_eq!(said[0]["outbox"], outbox);
    }
}
