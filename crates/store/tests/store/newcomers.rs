//! Newcomers: greeted once, invited by one, rewarded for once, whoever else is at it.

use std::time::Duration;

use domain::ledger::{Actor, Grant, rules};
use domain::{Money, PersonId, Stars};
use futures_util::future::join_all;
use store::conversations::referrals::Rewarded;
use store::losses::Gifted;
use store::{LeaderTx, NewPayment, PoolSettings, Posted, Store, StoreError};

use crate::bench::{Active, app};

const ANNA: PersonId = PersonId::new(7_000_000_001);
const BORIS: PersonId = PersonId::new(7_000_000_002);
const CLARA: PersonId = PersonId::new(7_000_000_003);
const ZONE: &str = "Europe/Moscow";
const REWARD: Money = Money::new(1_500);

/// At so many hands at once.
const HANDS: u32 = 50;

impl Active {
    /// Greets somebody as the service does: locked, looked at, decided, written. The gift, if there was one.
    async fn greets(&self, person: PersonId, code: Option<&str>) -> Option<Gifted> {
        self.does(async |tx| greet(tx, person, code, Money::new(10_000)).await).await
    }

    async fn code_of(&self, person: PersonId) -> String {
        self.does(async |tx| {
            tx.people().conversation(person, None).await?;
            Ok(tx.people().invitations(person).await?.code)
        })
        .await
    }

    async fn counts_of(&self, person: PersonId) -> (u32, u32) {
        let found = self.does(async |tx| tx.people().invitations(person).await).await;
        (found.came, found.paid)
    }

    async fn referrer_of(&self, person: PersonId) -> i64 {
        let query = format!(
            "select coalesce(max(referrer_id), 0) from referrals where invited_id = {person}"
        );
        self.number(&query).await
    }

    async fn bonus_of(&self, person: PersonId) -> i64 {
        self.does(async |tx| tx.books().balance(person).await).await.bonus.get()
    }

    /// A payment as it is booked, with what it brings to whoever invited.
    async fn is_paid(&self, person: PersonId, charge: &str) -> Option<Rewarded> {
        self.does(async |tx| pay(tx, person, charge, REWARD).await).await
    }

    async fn refunds(&self, charge: &str) -> Option<Rewarded> {
        self.does(async |tx| {
            tx.books().begin_refund(charge, Actor::Bot, "in a test").await?;
            tx.books().finish_refund(charge).await?;
            tx.books().take_back_reward(charge).await
        })
        .await
    }

    /// So many do it at the same time, each in a transaction of its own, which is committed.
    async fn all_do<T>(
        &self,
        deed: impl AsyncFn(&mut LeaderTx<'_>, u32) -> Result<T, StoreError>,
    ) -> Vec<T> {
        let settings = PoolSettings { connections: HANDS, acquire: Duration::from_secs(30) };
        let store = Store::open(&app(&self.database), settings).await.unwrap();
        let one = async |number| {
            let mut transaction = store.begin(&self.term).await.unwrap();
            let outcome = deed(&mut transaction, number).await.unwrap();
            transaction.commit().await.unwrap();
            outcome
        };
        join_all((0..HANDS).map(one)).await
    }

    async fn keeps_its_books(&self) {
        let findings = store::audit::audit(&app(&self.database)).await.unwrap();
        let bad: Vec<_> = findings.iter().filter(|finding| finding.violations > 0).collect();
        assert!(bad.is_empty(), "{bad:#?}");
    }
}

async fn greet(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    code: Option<&str>,
    budget: Money,
) -> Result<Option<Gifted>, StoreError> {
    let gift = Money::new(1_000);
    tx.people().conversation(person, None).await?;
    if !tx.people().is_newcomer(person).await? {
        return Ok(None);
    }
    let has_room = tx.books().room_for_gift(gift, ZONE, budget).await? >= gift;
    tx.people().keep_welcome(person).await?;
    if let Some(code) = code {
        tx.people().keep_referrer(person, code).await?;
    }
    match has_room {
        true => tx.books().give_gift(person, gift, ZONE, budget).await.map(Some),
        false => Ok(None),
    }
}

async fn pay(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    charge: &str,
    reward: Money,
) -> Result<Option<Rewarded>, StoreError> {
    let people = tx.books().touched_by_payment(person).await?;
    tx.books().purses(&people).await?;
    let (stars, amount) = (Stars::whole(50).unwrap(), Money::new(6_000));
    let posted = tx.books().pay(NewPayment::plain(charge, person, stars, amount)).await?;
    match posted {
        Posted::Done => tx.books().reward_referrer(person, charge, reward).await,
        Posted::Already => Ok(None),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_at_once_welcome_one_person_once() {
    let active = Active::on_a_new_database().await;

    let gifts = active.all_do(async |tx, _| greet(tx, ANNA, None, Money::new(100_000)).await).await;

    assert_eq!(gifts.iter().flatten().collect::<Vec<_>>(), [&Gifted::Done]);
    assert_eq!(active.bonus_of(ANNA).await, 1_000);
    active.keeps_its_books().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_newcomers_at_once_as_many_get_a_gift_as_the_day_allows_and_no_fewer() {
    let active = Active::on_a_new_database().await;
    let person = |number: u32| PersonId::new(100 + i64::from(number));

    let gifts = active
        .all_do(async |tx, number| greet(tx, person(number), None, Money::new(7_999)).await)
        .await;

    let given = gifts.iter().flatten().collect::<Vec<_>>();
    assert_eq!(given, [&Gifted::Done; 7], "whoever found room has it");
    assert_eq!(active.number("select sum(given)::bigint from gift_days").await, 7_000);
    let welcomed = "select count(*) from conversations where welcomed_at is not null";
    assert_eq!(active.number(welcomed).await, i64::from(HANDS), "with a gift or without");
    active.keeps_its_books().await;
}

#[tokio::test]
async fn who_was_greeted_has_ordered_or_has_paid_is_new_no_longer() {
    let active = Active::on_a_new_database().await;
    let charge = "insert into unbooked_payments \
        (charge_id, kind, person_id, currency, amount, payload, inbox_id) \
        values ('c', 'payment', 7000000003, 'XTR', 1, '', 1)";
    for person in [BORIS, CLARA] {
        active.does(async |tx| tx.people().conversation(person, None).await).await;
    }
    active.is_paid(BORIS, "charge-b").await;
    active.witness.batch_execute(charge).await.unwrap();

    let first = [active.greets(ANNA, None).await, active.greets(ANNA, None).await];

    assert_eq!(first, [Some(Gifted::Done), None]);
    assert_eq!([active.greets(BORIS, None).await, active.greets(CLARA, None).await], [None, None]);
}

#[tokio::test]
async fn the_first_link_is_kept_and_a_later_one_changes_nothing() {
    let active = Active::on_a_new_database().await;
    let (of_anna, of_boris) = (active.code_of(ANNA).await, active.code_of(BORIS).await);
    assert_ne!(of_anna, of_boris);
    assert_eq!(active.code_of(ANNA).await, of_anna, "it stays");
    assert!(of_anna.len() == 10 && of_anna.bytes().all(|byte| byte.is_ascii_hexdigit()));

    active.greets(CLARA, Some(&of_anna)).await;
    active.greets(CLARA, Some(&of_boris)).await;
    let again = active.does(async |tx| tx.people().keep_referrer(CLARA, &of_boris).await).await;

    assert!(!again, "even if somebody asks for it");
    assert_eq!(active.referrer_of(CLARA).await, ANNA.get());
    assert_eq!((active.counts_of(ANNA).await, active.counts_of(BORIS).await), ((1, 0), (0, 0)));
}

#[tokio::test]
async fn nobody_invites_themselves_and_an_unknown_code_is_nobodys() {
    let active = Active::on_a_new_database().await;
    let own = active.code_of(ANNA).await;

    assert_eq!(
        active.greets(ANNA, Some(&own)).await,
        Some(Gifted::Done),
        "they are new all the same"
    );
    assert_eq!(active.greets(BORIS, Some("0000000000")).await, Some(Gifted::Done));

    assert_eq!(active.number("select count(*) from referrals").await, 0);
    assert_eq!(active.is_paid(ANNA, "charge").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_payments_at_once_one_brings_the_reward() {
    let active = Active::on_a_new_database().await;
    let code = active.code_of(ANNA).await;
    active.greets(BORIS, Some(&code)).await;

    let rewards = active
        .all_do(async |tx, number| pay(tx, BORIS, &format!("charge-{}", number % 25), REWARD).await)
        .await;

    let rewards: Vec<_> = rewards.into_iter().flatten().collect();
    assert_eq!(rewards, [Rewarded { referrer: ANNA, amount: REWARD }]);
    assert_eq!(active.bonus_of(ANNA).await, REWARD.get());
    assert_eq!(active.counts_of(ANNA).await, (1, 1));
    active.keeps_its_books().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_of_one_another_who_pay_at_once_lock_nobody_out() {
    let active = Active::on_a_new_database().await;
    let person = |number: u32| PersonId::new(200 + i64::from(number));
    let mut codes = Vec::new();
    for number in 0..HANDS {
        codes.push(active.code_of(person(number)).await);
    }
    // Everybody was invited by the next one, the last one by the first.
    for number in 0..HANDS {
        let next = usize::try_from((number + 1) % HANDS).unwrap();
        active.greets(person(number), Some(&codes[next])).await;
    }

    let rewards = active
        .all_do(async |tx, number| pay(tx, person(number), &number.to_string(), REWARD).await)
        .await;

    assert_eq!(rewards.iter().flatten().count(), 50, "{rewards:?}");
    active.keeps_its_books().await;
}

#[tokio::test]
async fn a_reward_goes_back_with_its_payment_once_and_as_far_as_it_is_there() {
    let active = Active::on_a_new_database().await;
    let code = active.code_of(ANNA).await;
    for person in [BORIS, CLARA] {
        active.greets(person, Some(&code)).await;
    }
    active.is_paid(BORIS, "boris-1").await;
    active.is_paid(BORIS, "boris-2").await;
    active.is_paid(CLARA, "clara-1").await;
    // Of two rewards less than one is left.
    active
        .does(async |tx| {
            let purse = tx.books().purse(ANNA).await?;
            let spent = rules::take_back(&purse, Grant::Promo, "spent", Money::new(1_100));
            tx.books().post(&spent.unwrap().unwrap().0).await
        })
        .await;

    assert_eq!(active.refunds("boris-2").await, None, "it brought nothing");
    let back = |amount| Some(Rewarded { referrer: ANNA, amount: Money::new(amount) });
    assert_eq!(active.refunds("boris-1").await, back(1_500));
    assert_eq!(active.refunds("clara-1").await, back(400));
    let again = active.does(async |tx| tx.books().take_back_reward("boris-1").await).await;
    assert_eq!(again, None);
    let anna = active.does(async |tx| tx.books().balance(ANNA).await).await;
    assert_eq!((anna.bonus, anna.debt), (Money::ZERO, Money::ZERO));
    assert_eq!(active.is_paid(BORIS, "boris-3").await, None, "there is one first payment");
    active.keeps_its_books().await;
}

#[tokio::test]
async fn where_nothing_is_given_a_first_payment_still_counts() {
    let active = Active::on_a_new_database().await;
    let code = active.code_of(ANNA).await;
    active.greets(BORIS, Some(&code)).await;

    let first = active.does(async |tx| pay(tx, BORIS, "one", Money::ZERO).await).await;
    let second = active.is_paid(BORIS, "two").await;

    assert_eq!((first, second), (None, None));
    assert_eq!(active.counts_of(ANNA).await, (1, 1));
    assert_eq!(active.refunds("one").await, None);
    active.keeps_its_books().await;
}
