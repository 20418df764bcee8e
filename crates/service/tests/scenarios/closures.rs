//! `trt closures`: what cannot be ordered is listed, opened and closed, and never by surprise.

use simulator::telegram::Person;
use simulator::world::{PATIENCE, World};

use crate::generations::studio::{Books, asks_for, build, gets_file, orders, says, somebody};
use crate::instance::program;

/// Runs `trt closures`; what it printed, and how it ended.
pub(crate) async fn closures(world: &World, arguments: &[&str]) -> (String, Option<i32>) {
    let command = program(&["closures"]).args(arguments);
    let command = command.env("DATABASE_URL", world.database_url()).env("USER", "ann");
    let process = command.start().unwrap();
    let code = process.exit(PATIENCE).await.unwrap().code();
    process.line("", PATIENCE).await.unwrap();
    (process.lines().join("\n"), code)
}

async fn is_refused(person: &Person, order: &str) {
    person.says(&format!("/generate {order}")).await;
    person.waits_for(says("takes no orders right now"), PATIENCE).await;
}

#[tokio::test]
async fn an_operator_closes_lists_and_opens_what_can_be_ordered() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let nothing = closures(&world, &["list"]).await;

    let closed = closures(&world, &["close", "imagen-4", "the pictures are odd"]).await;
    let list = closures(&world, &["list"]).await;
    let json = closures(&world, &["list", "--json"]).await;
    is_refused(&ann, "imagen-4 a cat").await;
    books.time_passes("30 days").await;
    asks_for(&ann, "imagen-4-fast a cat").await;
    is_refused(&ann, "imagen-4 a dog").await;
    let misspelt = closures(&world, &["open", "imagen4", "mended"]).await;
    let opened = closures(&world, &["open", "imagen-4", "mended"]).await;
    let again = closures(&world, &["open", "imagen-4", "mended"]).await;
    let dear = closures(&world, &["close", "cost", "why not"]).await;
    let all = closures(&world, &["close", "everything", "moving house"]).await;
    let none = closures(&world, &["open", "everything", "moved"]).await;
    orders(&ann, "imagen-4 a bird").await;
    gets_file(&ann).await;

    assert_eq!(nothing, ("nothing is closed".to_owned(), Some(0)));
    let said = "imagen-4 is closed until an operator opens it".to_owned();
    assert_eq!(closed, (said, Some(0)));
    assert!(list.0.contains("by operator:ann (the pictures are odd)"), "{}", list.0);
    assert!(list.0.contains("imagen-4  operator  since 2"), "{}", list.0);
    assert!(json.0.starts_with("[{") && json.0.contains("\"by\":\"operator:ann\""), "{}", json.0);
    assert_eq!(misspelt.1, Some(1));
    assert!(misspelt.0.contains("did you mean \"imagen-4\"?"), "{}", misspelt.0);
    assert_eq!(opened, ("imagen-4 is open".to_owned(), Some(0)));
    assert!(again.1 == Some(1) && again.0.contains("is not closed"), "{}", again.0);
    assert!(dear.1 == Some(1) && dear.0.contains("name a model"), "{}", dear.0);
    assert_eq!((all.1, none.1), (Some(0), Some(0)));
    books.all_ended().await;
    world.ends_well().await;
    let logged = "select count(*) from audit_log where actor = 'operator' \
                  and action in ('closures-open', 'closures-close') \
                  and details like 'asked by ann: %'";
    assert_eq!(books.number(logged).await, 4);
}
