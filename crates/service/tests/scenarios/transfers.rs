//! Bank transfers from the wish to the verdict, through deploys and crashes, and where they are off.

use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, Person};
use simulator::world::{Builder, PATIENCE, World};
use testbed::proxy::Moment;
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::accounts::is_in_a_transaction;
use crate::path::program;

/// The admins of these worlds.
const ADMINS: [i64; 2] = [7, 8];

const DETAILS: &str = "Bank <One>, 4276 0000 1111 2222";

/// A world in which the program has no more rights than it needs: money moves without them.
fn build() -> Builder {
    World::build(program()).patient_lock().with_roles().variable("ADMIN_IDS", "7, 8")
}

fn build_with_transfers() -> Builder {
    build().variable("TRANSFER_DETAILS", DETAILS)
}

fn plain(text: &str) -> String {
    text.replace('\u{A0}', " ")
}

fn says(words: &str) -> impl Fn(&Bubble) -> bool {
    let words = words.to_owned();
    move |bubble| bubble.is_from_bot() && plain(&bubble.text).contains(&words)
}

fn offers(label: &'static str) -> impl Fn(&Bubble) -> bool {
    move |bubble| bubble.is_from_bot() && bubble.button(label).is_some()
}

/// Two English admins, two Russian people, all of whom the bot has met, and the books.
struct Cast {
    admins: [Person; 2],
    anna: Person,
    boris: Person,
    books: Client,
}

impl Cast {
    async fn meet(world: &World) -> Self {
        let admins = ADMINS.map(|id| world.telegram.person(id, "Ada", "en"));
        let (anna, boris) = (world.speaker("Anna", "ru"), world.speaker("Boris", "ru"));
        for somebody in admins.iter().chain([&anna, &boris]) {
            somebody.says("/menu").await;
            somebody.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
        }
        Self { admins, anna, boris, books: connect(&world.database_url()).await.unwrap() }
    }

    /// A person asks to transfer so much; what the request is called.
    async fn asks(&self, person: &Person, amount: &str) -> String {
        // It may be asked again: what was said before is no answer.
        let before = person.newest();
        person.says("/topup").await;
        person.waits_for_after(before, offers("transfer:open"), PATIENCE).await;
        person.taps("transfer:open").await;
        person.waits_for_after(before, says("Сколько хотите перевести?"), PATIENCE).await;
        person.says(amount).await;
        let details = person.waits_for_after(before, says(DETAILS), PATIENCE).await;
        let words = details.text.split_whitespace().find(|word| word.starts_with("T-"));
        words.unwrap().to_owned()
    }

    /// They show a receipt, which every admin gets with a card; the cards.
    async fn shows(&self, person: &Person, reference: &str, receipt: &[u8]) -> [Bubble; 2] {
        person.sends_photo(receipt, None).await;
        person.waits_for(says(&format!("чек по {reference} у меня")), PATIENCE).await;
        let card = format!("Bank transfer {reference}");
        let [ada, bob] = &self.admins;
        let wanted = |bubble: &Bubble| says(&card)(bubble) && offers("Approve")(bubble);
        [ada.waits_for(&wanted, PATIENCE).await, bob.waits_for(&wanted, PATIENCE).await]
    }

    /// An admin is asked whether that is meant.
    async fn is_asked(&self, admin: &Person, card: &Bubble, verdict: &'static str) -> Bubble {
        admin.taps_on(card.message_id, verdict).await;
        let is_question =
            |bubble: &Bubble| bubble.message_id == card.message_id && offers("Confirm")(bubble);
        admin.waits_for(is_question, PATIENCE).await
    }

    /// How many transfers were credited, what is bought, how many verdicts are logged, and how requests stand.
    async fn counts(&self) -> (i64, i64, i64, String) {
        let query = "select \
            (select count(distinct operation) from transfers where kind = 'bank_transfer'), \
            (select coalesce(sum(balance), 0)::bigint from accounts where kind = 'paid'), \
            (select count(*) from audit_log where subject like 'transfer:%'), \
            (select coalesce(string_agg(state, ' ' order by id), '') from transfer_requests)";
        let row = self.books.query_one(query, &[]).await.unwrap();
        (row.get(0), row.get(1), row.get(2), row.get(3))
    }

    /// How often Anna was told these words.
    fn told(&self, world: &World, words: &str) -> usize {
        let told = applied_in(&world.telegram.journal(), self.anna.id());
        told.iter().filter(|text| text.contains(words)).count()
    }
}

fn counted(credited: i64, paid: i64, logged: i64, states: &str) -> (i64, i64, i64, String) {
    (credited, paid, logged, states.to_owned())
}

#[tokio::test]
pub(crate) async fn a_transfer_is_asked_for_shown_approved_credited_and_told() {
    let world = build_with_transfers().start().await;
    let cast = Cast::meet(&world).await;
    let reference = cast.asks(&cast.anna, "500").await;
    let [card, _] = cast.shows(&cast.anna, &reference, b"a receipt").await;
    assert_eq!(cast.counts().await, counted(0, 0, 0, "received"), "a receipt is no money");
    let [ada, _] = &cast.admins;
    let chat = ada.chat();
    let photos: Vec<&Bubble> = chat.iter().filter(|bubble| !bubble.media.is_empty()).collect();
    assert_eq!(photos.len(), 1, "the receipt itself");
    assert!(photos[0].message_id < card.message_id);
    assert!(card.text.contains(&cast.anna.id().to_string()), "{}", card.text);

    let question = cast.is_asked(ada, &card, "Approve").await;
    for words in ["Credit 500 ₽", "Balance after: 500 ₽", "receipt checked"] {
        assert!(plain(&question.text).contains(words), "{words}: {}", question.text);
    }
    assert_eq!(cast.counts().await, counted(0, 0, 0, "received"), "a question changes nothing");
    ada.double_taps(question.message_id, "Confirm").await;

    ada.waits_for(says("Credited"), PATIENCE).await;
    let notice = cast.anna.waits_for(says("пришёл: +500 ₽"), PATIENCE).await;
    for words in ["receipt checked", "Баланс: 500 ₽"] {
        assert!(plain(&notice.text).contains(words), "{}", notice.text);
    }
    cast.anna.says("/balance").await;
    let balance = cast.anna.waits_for(says("Доступно: 500 ₽"), PATIENCE).await;
    assert!(plain(&balance.text).contains("Банковский перевод: +500 ₽"), "{}", balance.text);
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(1, 50_000, 1, "approved"));
    let query =
        "select actor, action, audit_words.reason from audit_log join audit_words on audit_id = id";
    let row = cast.books.query_one(query, &[]).await.unwrap();
    let logged: Vec<String> = (0..3).map(|column| row.get(column)).collect();
    assert_eq!(logged, ["admin:7", "approve", "receipt checked"]);
    assert_eq!(cast.told(&world, "пришёл"), 1);
}

#[tokio::test]
pub(crate) async fn a_refusal_is_typed_confirmed_and_told_and_the_next_request_may_come() {
    let world = build_with_transfers().start().await;
    let cast = Cast::meet(&world).await;
    let reference = cast.asks(&cast.anna, "500").await;
    let [_, card] = cast.shows(&cast.anna, &reference, b"a receipt").await;
    let [_, bob] = &cast.admins;

    bob.taps_on(card.message_id, "Refuse").await;
    bob.waits_for(says("Why do you refuse"), PATIENCE).await;
    bob.says("no such <payment> on the account").await;
    let question = bob.waits_for(offers("Confirm"), PATIENCE).await;
    assert!(question.text.contains("no such <payment> on the account"), "{}", question.text);
    bob.double_taps(question.message_id, "Confirm").await;

    bob.waits_for(says("Refused"), PATIENCE).await;
    let notice = cast.anna.waits_for(says("не принят"), PATIENCE).await;
    assert!(notice.text.contains("no such <payment> on the account"), "{}", notice.text);
    assert_eq!(cast.counts().await, counted(0, 0, 1, "refused"));
    cast.asks(&cast.anna, "700").await;
    cast.anna.says("/cancel").await;
    cast.anna.waits_for(says("отменён"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(0, 0, 1, "refused withdrawn"));
    assert_eq!(cast.told(&world, "не принят"), 1);
}

#[tokio::test]
async fn of_two_admins_who_confirm_at_once_one_decides_and_the_other_sees_it() {
    let world = build_with_transfers().start().await;
    let cast = Cast::meet(&world).await;
    let reference = cast.asks(&cast.anna, "500").await;
    let [first, second] = cast.shows(&cast.anna, &reference, b"a receipt").await;
    let [ada, bob] = &cast.admins;
    let questions =
        [cast.is_asked(ada, &first, "Approve").await, cast.is_asked(bob, &second, "Approve").await];

    tokio::join!(
        ada.taps_on(questions[0].message_id, "Confirm"),
        bob.taps_on(questions[1].message_id, "Confirm")
    );

    let is_over =
        |bubble: &Bubble| says("Credited")(bubble) || says("Approved and credited")(bubble);
    let (one, other) =
        tokio::join!(ada.waits_for(is_over, PATIENCE), bob.waits_for(is_over, PATIENCE));
    let won = [&one, &other].iter().filter(|bubble| says("Credited")(bubble)).count();
    assert_eq!(won, 1, "{} and {}", one.text, other.text);
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(1, 50_000, 1, "approved"));
    assert_eq!(cast.told(&world, "пришёл"), 1);
}

#[tokio::test]
async fn the_same_picture_from_somebody_else_is_pointed_out_and_decides_nothing() {
    let world = build_with_transfers().start().await;
    let cast = Cast::meet(&world).await;
    let first = cast.asks(&cast.anna, "500").await;
    let [card, _] = cast.shows(&cast.anna, &first, b"a receipt").await;
    assert!(!card.text.contains("Look twice"), "{}", card.text);
    let second = cast.asks(&cast.boris, "900").await;

    let [card, _] = cast.shows(&cast.boris, &second, b"a receipt").await;

    let (whose, what) = (cast.anna.id(), "which waits for a decision");
    let words = format!("the same file came with {first} of {whose}, {what}");
    assert!(card.text.contains(&words), "{words}: {}", card.text);
    let [ada, _] = &cast.admins;
    ada.says("/admin transfers").await;
    ada.waits_for(says("wait for a decision: 2"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(0, 0, 0, "received received"));
}

#[tokio::test]
async fn what_somebody_forges_who_is_no_admin_does_nothing() {
    let world = build_with_transfers().start().await;
    let cast = Cast::meet(&world).await;
    let reference = cast.asks(&cast.anna, "500").await;
    cast.shows(&cast.anna, &reference, b"a receipt").await;
    let id = reference.trim_start_matches("T-");
    // The state of an admin who was asked, in the conversation of somebody who is none.
    let planted = format!(
        "update conversations set state = '{{\"v\":1,\"state\":\"transfer\",\"transfer\":{{\
         \"step\":\"judging\",\"request\":{id},\"verdict\":\"approve\",\"reason\":\"x\",\"mark\":5}}}}' \
         where person_id = {}",
        cast.boris.id()
    );
    cast.books.batch_execute(&planted).await.unwrap();

    for data in ["adjust:confirm:00000005".to_owned(), format!("transfer:approve:{id}")] {
        // A message of its own for each: an outdated one is brought up to date once in a while only.
        let before = cast.boris.newest();
        cast.boris.says("/menu").await;
        let menu = cast.boris.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await;
        cast.boris.taps_on(menu.message_id, &data).await;
        let answer = cast.boris.waits_for_after(before, says("устарела"), PATIENCE).await;
        assert!(answer.button("Confirm").is_none() && !answer.text.contains("T-"));
    }
    let before = cast.boris.newest();
    cast.boris.says(&format!("/admin transfer {reference} approve mine")).await;
    cast.boris.waits_for_after(before, |bubble| bubble.is_from_bot(), PATIENCE).await;
    let before = cast.boris.newest();
    cast.boris.taps_on(before, &format!("transfer:withdraw:{id}")).await;
    cast.boris.waits_for(says("больше не ждёт чека"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(0, 0, 0, "received"));
}

#[tokio::test]
async fn where_it_is_off_nothing_is_offered_and_forged_taps_and_states_do_nothing() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    cast.anna.says("/topup").await;
    let offer = cast.anna.waits_for(says("Пополнение"), PATIENCE).await;
    assert!(offer.button("transfer:open").is_none(), "{offer:?}");

    let before = cast.anna.newest();
    cast.anna.taps_on(before, "transfer:open").await;
    let is_told = says("устарела");
    let is_told = |bubble: &Bubble| bubble.message_id == before && is_told(bubble);
    cast.anna.waits_for(is_told, PATIENCE).await;
    let planted = "update conversations set state = \
         '{\"v\":1,\"state\":\"transfer\",\"transfer\":{\"step\":\"naming\"}}'";
    cast.books.batch_execute(planted).await.unwrap();
    let before = cast.anna.newest();
    cast.anna.says("500").await;
    let answer = cast.anna.waits_for_after(before, |bubble| bubble.is_from_bot(), PATIENCE).await;
    assert!(!answer.text.contains("T-"), "{}", answer.text);
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(0, 0, 0, ""));
}

#[tokio::test]
async fn a_deploy_between_the_wish_and_the_receipt_loses_nothing() {
    let mut world = build_with_transfers().instances(1).start().await;
    let cast = Cast::meet(&world).await;
    let reference = cast.asks(&cast.anna, "500").await;

    world.starts_one().await;
    world.stops_active().await;
    let [card, _] = cast.shows(&cast.anna, &reference, b"a receipt").await;
    let [ada, _] = &cast.admins;
    let question = cast.is_asked(ada, &card, "Approve").await;
    world.starts_one().await;
    world.stops_active().await;
    ada.taps_on(question.message_id, "Confirm").await;

    cast.anna.waits_for(says("пришёл: +500 ₽"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(1, 50_000, 1, "approved"));
}

#[tokio::test]
async fn a_kill_before_the_commit_of_an_approval_reaches_the_server_credits_once() {
    killed_at(Moment::BeforeRequest, counted(0, 0, 0, "received")).await;
}

#[tokio::test]
async fn a_kill_after_the_commit_of_an_approval_was_decided_credits_once() {
    killed_at(Moment::AfterDecision, counted(1, 50_000, 1, "approved")).await;
}

/// Kills the active instance while the COMMIT of an approval is held: it has then come to so much.
async fn killed_at(moment: Moment, meanwhile: (i64, i64, i64, String)) {
    let world = build_with_transfers().start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    let cast = Cast::meet(&world).await;
    let reference = cast.asks(&cast.anna, "500").await;
    let [card, _] = cast.shows(&cast.anna, &reference, b"a receipt").await;
    let [ada, _] = &cast.admins;
    let question = cast.is_asked(ada, &card, "Approve").await;
    world.routes_to(&[passive]);
    world.ends_well().await;
    let held = world.instance(active).link.hold_commit_of(moment, "insert into audit_log");

    ada.taps_on(question.message_id, "Confirm").await.accepted().await;
    let held = held.reached(PATIENCE).await.unwrap();
    if matches!(moment, Moment::BeforeRequest) {
        is_in_a_transaction(&cast.books).await;
    }
    assert_eq!(cast.counts().await, meanwhile);
    world.kills(active).await;
    drop(held);

    ada.waits_for(says("Credited"), PATIENCE).await;
    cast.anna.waits_for(says("пришёл: +500 ₽"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(cast.counts().await, counted(1, 50_000, 1, "approved"));
    assert_eq!(cast.told(&world, "пришёл"), 1);
}

/// The clock of the world goes on by a day: what had no receipt by then is over.
#[tokio::test]
async fn a_request_without_a_receipt_is_over_after_a_day() {
    let world = build_with_transfers().start().await;
    let cast = Cast::meet(&world).await;
    cast.asks(&cast.anna, "500").await;
    let passes = "update transfer_requests set expires_at = expires_at - interval '1 day'";
    cast.books.batch_execute(passes).await.unwrap();

    cast.anna.sends_photo(b"a receipt", None).await;

    cast.anna.waits_for(says("больше не ждёт чека"), PATIENCE).await;
    let states = wait::until("its end", PATIENCE, async || {
        let (.., states) = cast.counts().await;
        (states == "expired").then_some(states)
    });
    states.await.unwrap();
    world.ends_well().await;
}
