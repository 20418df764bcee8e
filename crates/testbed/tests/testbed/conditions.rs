//! A disk, names and clocks of a test do what they say, and leave the machine alone.

use std::sync::Arc;

use testbed::SOON;
use testbed::clocks::{EveryClock, WallClock};
use testbed::disk::SmallDisk;
use testbed::names::{DATABASE, Names};
use testbed::process::Process;
use testbed::server::Server;
use tokio_postgres::error::SqlState;

#[tokio::test]
async fn a_full_disk_refuses_rows_until_it_has_room_again() {
    let disk = match SmallDisk::mount(32) {
        Ok(disk) => Arc::new(disk),
        Err(reason) => return testbed::skip::because(reason),
    };
    let server = Server::start_on(&disk).await.unwrap();
    let client = server.connect("postgres").await.unwrap();
    client.batch_execute("create table marks (mark text)").await.unwrap();
    let write = "insert into marks select repeat('x', 1000) from generate_series(1, 100)";
    client.execute(write, &[]).await.unwrap();

    assert!(disk.fill().unwrap() > 0);
    let refused = client.execute(write, &[]).await.unwrap_err();
    assert_eq!(refused.code(), Some(&SqlState::DISK_FULL), "{refused}");
    let kept: i64 = client.query_one("select count(*) from marks", &[]).await.unwrap().get(0);
    assert_eq!(kept, 100, "it can be read, and nothing of what was refused is there");
    disk.empties().unwrap();

    assert_eq!(client.execute(write, &[]).await.unwrap(), 100);
}

#[tokio::test]
async fn names_are_known_to_their_process_alone_and_only_until_they_vanish() {
    let names = match Names::new() {
        Ok(names) => names,
        Err(reason) => return testbed::skip::because(reason),
    };
    let knows = async |words: Vec<String>| {
        let mut words = words.into_iter().chain(["getent", "hosts", DATABASE].map(str::to_owned));
        let process = Process::build("getent", words.next().unwrap()).args(words).start().unwrap();
        process.exit(SOON).await.unwrap().success()
    };

    assert!(knows(names.before_program()).await);
    names.vanish().unwrap();
    assert!(!knows(names.before_program()).await);
    names.come_back().unwrap();
    assert!(knows(names.before_program()).await);
    assert!(!knows(Vec::new()).await, "the machine itself has never heard of it");
}

#[tokio::test]
async fn clocks_are_set_for_their_process_alone() {
    let clocks = WallClock::new().and_then(|wall| Ok((wall, EveryClock::new()?)));
    let (wall, every) = match clocks {
        Ok(clocks) => clocks,
        Err(reason) => return testbed::skip::because(reason),
    };
    let year = async |variables: Vec<(&'static str, String)>| {
        let date = Process::build("date", "date").args(["-u", "+%Y-"]);
        let date = variables.iter().fold(date, |date, (name, value)| date.env(name, value));
        date.start().unwrap().line("-", SOON).await.unwrap()
    };
    let now = year(Vec::new()).await;

    wall.set("+63072000").unwrap();
    every.set("+63072000").unwrap();

    assert_ne!(year(wall.variables()).await, now, "two years later");
    assert_eq!(year(every.variables()).await, year(wall.variables()).await);
    assert_eq!(year(Vec::new()).await, now);
}
