//! Where admins have something of everything to do: orders, what was set aside, questions, drafts, differences.
//!
//! What an act needs is prepared right before it is done, as people and the program bring it about.

use simulator::telegram::{Bubble, Fault, Person};
use simulator::world::{PATIENCE, World};
use testbed::wait;

use crate::broadcasts::drafts;
use crate::dead::Poisoned;
use crate::generations::studio::orders;
use crate::refunds::{Cast, build, says};

/// An admin and Anna, each with an order that was delivered.
pub(super) struct Office {
    pub(super) world: World,
    pub(super) cast: Cast,
    /// Of the admin, who may show it to everybody.
    pub(super) own: i64,
    /// Of Anna.
    pub(super) order: i64,
}

impl Office {
    pub(super) async fn open() -> Self {
        let world = build().start().await;
        let cast = Cast::meet(&world).await;
        for person in [&cast.admin, &cast.anna] {
            cast.tops_up(person, 50).await;
            let before = person.newest();
            orders(person, "z-image a red cat").await;
            let has_file = |bubble: &Bubble| !bubble.media.is_empty();
            person.waits_for_after(before, has_file, PATIENCE).await;
        }
        let of = async |person: &Person| {
            let query =
                format!("select max(id) from generations where person_id = {}", person.id());
            cast.number(&query).await
        };
        let (own, order) = (of(&cast.admin).await, of(&cast.anna).await);
        Self { world, cast, own, order }
    }

    /// A message of the bot that the admin taps on: buttons stay where they were.
    pub(super) async fn page(&self) -> i64 {
        self.cast.tells_admin("/admin", "adjust").await.message_id
    }

    /// So many messages were made for somebody in a line: 0 answers, 1 results.
    pub(super) fn told(person: i64, line: u8) -> String {
        format!("select count(*) from outbox where chat_id = {person} and line = {line}")
    }

    /// An update that could not be handled, and now can: its number and whose it is.
    pub(super) async fn update(&self) -> (i64, i64) {
        let poisoned = Poisoned::in_world(&self.world).await;
        poisoned.is_set_aside("nonce-7-1-").await;
        poisoned.is_healed().await;
        (self.cast.number("select max(id) from dead_letters").await, poisoned.person.id())
    }

    /// A message that Telegram refused.
    pub(super) async fn send(&self) -> i64 {
        let refused =
            self.world.telegram.faults().in_chat(self.cast.anna.id(), 1, Fault::Status(400));
        self.cast.anna.says("nonce-8-1-").await.accepted().await;
        refused.fired().await;
        let dead = "select coalesce(max(id), 0) from outbox where state = 3";
        self.reaches(dead, 1).await;
        self.cast.number(dead).await
    }

    /// A question of Anna's; its number.
    pub(super) async fn question(&self) -> i64 {
        let before = self.cast.anna.newest();
        self.cast.anna.says("/support where is it").await;
        self.cast.anna.waits_for_after(before, says("Passed on"), PATIENCE).await;
        self.cast.number("select max(id) from support_requests").await
    }

    /// A broadcast that was written.
    pub(super) async fn draft(&self) -> i64 {
        drafts(&self.cast, "We paint better now").await.0
    }

    /// Something in which the books differ from what KIE says.
    pub(super) async fn difference(&self) -> i64 {
        let differs = "insert into differences (kind, subject, size, details, shown_at) \
            values ('credits-short', 'planted', 1000, '', trt_now())";
        self.cast.books.batch_execute(differs).await.unwrap();
        self.cast.number("select max(id) from differences").await
    }

    /// Waits until so much is counted.
    pub(super) async fn reaches(&self, query: &str, count: i64) {
        let reached = wait::until(query, PATIENCE, async || {
            (self.cast.number(query).await >= count).then_some(())
        });
        reached.await.unwrap_or_else(|error| panic!("{error}: {count}"));
    }
}
