//! What came of every order: held against the chats, the ledger, and the journal of KIE.
//!
//! | it ended | chat | ledger | KIE |
//! | --- | --- | --- | --- |
//! | delivered | the result came | the price was taken, once | one task |
//! | failed, lost | the person was told | everything went back | one task at most |
//!
//! Besides, everybody has what they had, less what was delivered to them.

use std::collections::BTreeMap;

use simulator::telegram::{Bubble, Person};
use simulator::world::World;
use testbed::server::connect;
use tokio_postgres::{Client, Row};

use super::Report;
use super::customers::{KOPECKS, Orders, is_turned_away};

const GENERATIONS: &str = "select generations.id, person_id, generations.state, price, input, \
    coalesce(failure, generations.state), \
    (select coalesce(sum(transfers.amount), 0)::bigint from transfers \
        inner join holds on holds.id = transfers.hold_id \
        where holds.generation_id = generations.id and transfers.kind = 'capture'), \
    (select coalesce(sum(transfers.amount), 0)::bigint from transfers \
        inner join holds on holds.id = transfers.hold_id \
        where holds.generation_id = generations.id and transfers.kind = 'release') \
    from generations order by id";

const PURSES: &str = "select person_id, \
    sum(balance) filter (where kind in ('paid', 'bonus'))::bigint, \
    coalesce(sum(balance) filter (where kind = 'held'), 0)::bigint \
    from accounts where person_id is not null group by person_id";

/// A generation, as the tables have it.
#[derive(Debug)]
struct Ended {
    id: i64,
    person: i64,
    state: String,
    price: i64,
    input: String,
    failure: String,
    captured: i64,
    returned: i64,
}

/// Counts, and holds everything against everything.
pub(super) async fn reckon(world: &World, all: &[Orders]) -> Report {
    let client = connect(&world.database_url()).await.unwrap();
    let ended = generations(&client).await;
    let made: Vec<String> = world.kie.tasks().iter().map(|task| task.input.to_string()).collect();
    let mut report = Report::default();
    let mut spent: BTreeMap<i64, i64> = BTreeMap::new();
    for orders in all {
        let chat = orders.person.chat();
        report.orders += orders.words.len() + orders.refused;
        report.refused += orders.refused;
        for word in &orders.words {
            let mut its = ended.iter().filter(|one| one.input.contains(word));
            let Some(one) = its.next() else {
                let told = chat.iter().any(|bubble| is_turned_away(bubble, word));
                assert!(told, "{word} was tapped, and neither begun nor refused: {chat:#?}");
                report.refused += 1;
                continue;
            };
            assert!(its.next().is_none(), "{word} was begun twice");
            let tasks = made.iter().filter(|input| input.contains(word)).count();
            one.is_settled(tasks);
            one.is_told(&chat, word, &mut report);
            if one.is_delivered() {
                *spent.entry(one.person).or_default() += one.price;
            }
        }
        closures_are_told(&ended, &orders.person, &chat);
    }
    purses_add_up(&client, all, &spent).await;
    report
}

impl Ended {
    fn of(row: &Row) -> Self {
        Self {
            id: row.get(0),
            person: row.get(1),
            state: row.get(2),
            price: row.get(3),
            input: row.get(4),
            failure: row.get(5),
            captured: row.get(6),
            returned: row.get(7),
        }
    }

    fn is_delivered(&self) -> bool {
        self.state == "delivered"
    }

    /// The money, and what KIE made for it.
    fn is_settled(&self, tasks: usize) {
        assert!(tasks <= 1, "KIE made {tasks} of {self:?}");
        if self.is_delivered() {
            assert_eq!((self.captured, self.returned, tasks), (self.price, 0, 1), "{self:?}");
        } else {
            assert!(["failed", "lost"].contains(&&*self.state), "{self:?}");
            assert_eq!((self.captured, self.returned), (0, self.price), "{self:?}");
        }
    }

    /// The messages.
    fn is_told(&self, chat: &[Bubble], word: &str, report: &mut Report) {
        let brought = chat.iter().filter(|bubble| self.is_brought_by(bubble, word)).count();
        let told = chat.iter().filter(|bubble| self.is_given_back_by(bubble)).count();
        report.twice += brought.saturating_sub(1) + told.saturating_sub(1);
        if self.is_delivered() {
            assert!(brought > 0, "{word} was never brought: {self:?}\n{chat:#?}");
            assert_eq!(told, 0, "{word} was paid for and called a failure: {self:?}\n{chat:#?}");
            report.delivered += 1;
        } else {
            let is_closed = self.failure == "model_closed";
            assert!(told > 0 || is_closed, "nobody told about {word}: {self:?}\n{chat:#?}");
            report.returned += 1;
            *report.reasons.entry(self.failure.clone()).or_default() += 1;
            report.late += usize::from(brought > 0);
        }
    }

    /// A file with the words of the order below it, or links with its buttons.
    fn is_brought_by(&self, bubble: &Bubble, word: &str) -> bool {
        let is_file = !bubble.media.is_empty() && bubble.text.contains(word);
        let is_links = bubble.text.contains("here are links") && self.has_button(bubble);
        bubble.is_from_bot() && (is_file || is_links)
    }

    fn is_given_back_by(&self, bubble: &Bubble) -> bool {
        bubble.text.contains("it didn't work out") && self.has_button(bubble)
    }

    /// The buttons of a generation end with its number.
    fn has_button(&self, bubble: &Bubble) -> bool {
        let ending = format!(":{}", self.id);
        let mut data = bubble.buttons.iter().flatten().filter_map(|button| button.data.as_ref());
        data.any(|data| data.starts_with("job:") && data.ends_with(&ending))
    }
}

async fn generations(client: &Client) -> Vec<Ended> {
    client.query(GENERATIONS, &[]).await.unwrap().iter().map(Ended::of).collect()
}

/// What came to nothing because its model was closed has no button with its number: they are counted.
fn closures_are_told(ended: &[Ended], person: &Person, chat: &[Bubble]) {
    let is_theirs = |one: &&Ended| one.person == person.id() && one.failure == "model_closed";
    let closed = ended.iter().filter(is_theirs).count();
    let says = |bubble: &&Bubble| bubble.text.contains("This model is closed for now");
    let told = chat.iter().filter(says).count();
    assert!(told >= closed, "{closed} were closed, {told} told: {chat:#?}");
}

async fn purses_add_up(client: &Client, all: &[Orders], spent: &BTreeMap<i64, i64>) {
    let purses: BTreeMap<i64, (i64, i64)> = client
        .query(PURSES, &[])
        .await
        .unwrap()
        .iter()
        .map(|row| (row.get(0), (row.get(1), row.get(2))))
        .collect();
    for orders in all {
        let person = orders.person.id();
        let left = KOPECKS - spent.get(&person).copied().unwrap_or_default();
        assert_eq!(purses[&person], (left, 0), "what {person} has, and what is held");
    }
}
