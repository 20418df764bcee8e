//! Promo codes on a real PostgreSQL: as many uses as there are, one for each person, each of them in the books.

use std::time::Duration;

use domain::ledger::{Actor, Grant, rules};
use domain::promo::{PromoCode, PromoStanding, PromoTerms};
use domain::{AdminAction, Money, PersonId};
use futures_util::future::join_all;
use store::{LeaderTx, LoggedAction, PoolSettings, Posted, Store, StoreError};

use crate::bench::{Active, app};

const ADMIN: PersonId = PersonId::new(100);
const ANNA: PersonId = PersonId::new(7_000_000_001);
const AMOUNT: Money = Money::new(5_000);
const ZONE: &str = "Europe/Moscow";

/// At so many hands at once.
const HANDS: u32 = 50;

fn code(text: &str) -> PromoCode {
    PromoCode::read(text).unwrap()
}

fn person(number: u32) -> PersonId {
    PersonId::new(7_000_000_100 + i64::from(number))
}

async fn log(
    tx: &mut LeaderTx<'_>,
    action: AdminAction,
    code: &PromoCode,
) -> Result<(), StoreError> {
    let subject = format!("promo:{code}");
    let actor = Actor::Admin(ADMIN);
    let entry = LoggedAction {
        actor,
        action,
        subject: &subject,
        before: "",
        after: "",
        details: "",
        reason: "in a test",
    };
    tx.books().log_action(entry).await
}

/// Uses a code as the service does: locked, looked at, judged, written. False: it cannot be used by them.
async fn uses(
    tx: &mut LeaderTx<'_>,
    code: &PromoCode,
    person: PersonId,
) -> Result<bool, StoreError> {
    tx.people().conversation(person, None).await?;
    let Some(found) = tx.books().promo(code, person, ZONE).await? else { return Ok(false) };
    if found.is_used_by_them || found.promo.standing != PromoStanding::Open {
        return Ok(false);
    }
    let purse = tx.books().purse(person).await?;
    assert!(tx.books().use_promo(code, person).await?, "it was judged under its lock");
    let cause = code.cause(person);
    let posting = rules::grant(&purse, Grant::Promo, &cause, found.promo.amount).unwrap();
    assert_eq!(tx.books().post(&posting).await?, Posted::Done);
    Ok(true)
}

impl Active {
    async fn makes_promo(&self, name: &str, most_uses: u32) -> bool {
        let promo = PromoTerms { code: code(name), amount: AMOUNT, most_uses, days: 30 };
        self.does(async |tx| {
            let is_made = tx.books().make_promo(&promo, ADMIN).await?;
            if is_made {
                log(tx, AdminAction::PromoMake, &promo.code).await?;
            }
            Ok(is_made)
        })
        .await
    }

    async fn ends_promo(&self, name: &str) -> bool {
        self.does(async |tx| {
            let is_ended = tx.books().end_promo(&code(name), ADMIN).await?;
            if is_ended {
                log(tx, AdminAction::PromoEnd, &code(name)).await?;
            }
            Ok(is_ended)
        })
        .await
    }

    async fn promo_stands(&self, name: &str) -> PromoStanding {
        let found = self.does(async |tx| tx.books().promo(&code(name), ANNA, ZONE).await).await;
        found.unwrap().promo.standing
    }

    /// Fifty try it at the same time, each in a transaction of their own; how many could use it.
    async fn fifty_use(&self, name: &str, who: impl Fn(u32) -> PersonId) -> usize {
        let settings = PoolSettings { connections: HANDS, acquire: Duration::from_secs(30) };
        let store = Store::open(&app(&self.database), settings).await.unwrap();
        let code = code(name);
        let one = async |person| {
            let mut transaction = store.begin(&self.term).await.unwrap();
            let is_used = uses(&mut transaction, &code, person).await.unwrap();
            transaction.commit().await.unwrap();
            is_used
        };
        let tries = join_all((0..HANDS).map(|number| one(who(number)))).await;
        tries.into_iter().filter(|is_used| *is_used).count()
    }

    /// How many were given something, and how much together.
    async fn given(&self) -> (i64, i64) {
        let count = self.number("select count(*) from transfers where kind = 'promo'").await;
        let sum = "select coalesce(sum(balance), 0)::bigint from accounts where kind = 'bonus'";
        (count, self.number(sum).await)
    }

    async fn broken(&self) -> Vec<(u8, Vec<String>)> {
        let findings = store::audit::audit(&app(&self.database)).await.unwrap();
        let bad = findings.into_iter().filter(|finding| finding.violations > 0);
        bad.map(|finding| (finding.invariant.number(), finding.subjects)).collect()
    }

    /// Changes the books as nobody may; what the audit says then.
    async fn broken_by(&self, sql: &str) -> Vec<(u8, Vec<String>)> {
        let text = format!("begin; set local session_replication_role = replica; {sql}; commit");
        self.witness.batch_execute(&text).await.unwrap();
        self.broken().await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_people_at_once_as_many_use_a_code_as_it_has_uses_and_no_fewer() {
    let active = Active::on_a_new_database().await;
    assert!(active.makes_promo("SPRING", 20).await);

    assert_eq!(active.fifty_use("SPRING", person).await, 20, "never over the limit, none lost");

    assert_eq!(active.given().await, (20, 20 * AMOUNT.get()));
    assert_eq!(active.number("select used::bigint from promo_codes").await, 20);
    assert_eq!(active.promo_stands("SPRING").await, PromoStanding::UsedUp);
    assert_eq!(active.broken().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_who_tries_fifty_times_at_once_uses_a_code_once() {
    let active = Active::on_a_new_database().await;
    assert!(active.makes_promo("SPRING", 100).await);

    assert_eq!(active.fifty_use("SPRING", |_| ANNA).await, 1);

    assert_eq!(active.given().await, (1, AMOUNT.get()));
    assert_eq!(active.promo_stands("SPRING").await, PromoStanding::Open);
    assert_eq!(active.broken().await, []);
}

#[tokio::test]
async fn a_code_is_made_once_and_over_when_an_admin_or_its_time_says_so() {
    let active = Active::on_a_new_database().await;
    assert!(active.makes_promo("SPRING", 5).await);
    assert!(!active.makes_promo("spring", 500).await, "its name is taken");
    assert!(active.makes_promo("AUTUMN", 5).await);
    let uses = async |name: &str| active.does(async |tx| uses(tx, &code(name), ANNA).await).await;

    assert!(active.ends_promo("SPRING").await);
    assert!(!active.ends_promo("SPRING").await, "once");
    assert!(!active.makes_promo("SPRING", 5).await, "it is never given out again");
    assert_eq!(active.promo_stands("SPRING").await, PromoStanding::Ended);
    assert!(!uses("SPRING").await);
    let late = "update promo_codes set starts_at = starts_at - interval '31 days', \
        ends_at = ends_at - interval '31 days' where code = 'AUTUMN'";
    active.witness.batch_execute(late).await.unwrap();
    assert_eq!(active.promo_stands("AUTUMN").await, PromoStanding::Over);
    assert!(!uses("AUTUMN").await);
    assert!(!active.does(async |tx| tx.books().use_promo(&code("AUTUMN"), ANNA).await).await);

    assert_eq!(active.given().await, (0, 0));
    let (all, count) = active.does(async |tx| tx.books().promos(1, ZONE).await).await;
    assert_eq!((all[0].code.as_str(), count), ("SPRING", 2), "the newest first");
    assert_eq!(active.broken().await, []);
}

#[tokio::test]
async fn the_database_itself_refuses_one_use_too_many() {
    let active = Active::on_a_new_database().await;
    assert!(active.makes_promo("SPRING", 1).await);
    assert!(active.does(async |tx| uses(tx, &code("SPRING"), ANNA).await).await);

    let more = active.witness.batch_execute("update promo_codes set used = used + 1").await;
    let again =
        format!("insert into promo_uses (code, person_id, amount) values ('SPRING', {ANNA}, 1)");
    let again = active.witness.batch_execute(&again).await;

    for refused in [more, again] {
        let error = refused.unwrap_err();
        assert!(error.code().is_some_and(|code| code.code().starts_with("23")), "{error}");
    }
}

#[tokio::test]
async fn i28_names_uses_that_do_not_add_up_and_what_nobody_logged() {
    let active = Active::on_a_new_database().await;
    assert!(active.makes_promo("SPRING", 5).await);
    assert!(active.does(async |tx| uses(tx, &code("SPRING"), ANNA).await).await);
    assert_eq!(active.broken().await, []);
    let found = |words: &str| vec![(28, vec![words.to_owned()])];

    let count = active.broken_by("update promo_codes set used = 2").await;
    assert_eq!(count, found("code SPRING: 2 used of 5, 1 uses are there"));
    let unused = active.broken_by("update promo_codes set used = 0; delete from promo_uses").await;
    assert_eq!(
        unused,
        found("use SPRING:7000000001: of 0, 5000 was given, to somebody else or otherwise")
    );
    let back = format!(
        "insert into promo_uses (code, person_id, amount) values ('SPRING', {ANNA}, 4000); \
         update promo_codes set used = 1"
    );
    let otherwise = active.broken_by(&back).await;
    assert_eq!(otherwise, found("use SPRING:7000000001: of 4000, 5000 was given"));
    let unlogged = active
        .broken_by(
            "update promo_uses set amount = 5000; \
             update promo_codes set ended_by = 1, ended_at = now()",
        )
        .await;
    assert_eq!(unlogged, found("code SPRING: in the audit log made 1 times and ended 0 times"));
}
