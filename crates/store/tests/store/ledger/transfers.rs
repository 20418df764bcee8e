//! Requests to pay in by bank transfer on a real PostgreSQL.

use std::time::Duration;

use domain::ledger::{Actor, rules};
use domain::transfer::{Receipt, ReceiptKind, TransferState, Verdict};
use domain::{Money, PersonId, TransferId};
use futures_util::future::join_all;
use store::{LeaderTx, LoggedAction, PoolSettings, Posted, Store, StoreError};

use super::{ANNA, BORIS};
use crate::bench::{Active, app};

const ADMIN: PersonId = PersonId::new(100);
const AMOUNT: Money = Money::new(50_000);
const DAY: Duration = Duration::from_secs(24 * 3600);
const ZONE: &str = "UTC";

fn id(number: i64) -> TransferId {
    TransferId::new(number)
}

fn receipt(unique: &str, size: Option<&str>) -> Receipt {
    Receipt {
        kind: ReceiptKind::Photo,
        file: format!("file-of-{unique}"),
        unique: unique.to_owned(),
        size: size.map(str::to_owned),
    }
}

impl Active {
    async fn transfer_begins(&self, request: TransferId, person: PersonId) {
        self.does(async |tx| {
            tx.people().conversation(person, None).await?;
            assert_eq!(tx.books().own_transfer(person, ZONE).await?, None);
            tx.books().open_transfer(request, person, AMOUNT, DAY).await
        })
        .await;
    }

    async fn transfer_is_shown(
        &self,
        request: TransferId,
        person: PersonId,
        shown: &Receipt,
    ) -> bool {
        self.does(async |tx| tx.books().keep_receipt(request, person, shown).await).await
    }

    async fn stands(&self, request: TransferId) -> TransferState {
        let found = self.does(async |tx| tx.books().transfer_request(request, ZONE).await).await;
        found.unwrap().state
    }

    async fn paid_of(&self, person: PersonId) -> i64 {
        self.does(async |tx| tx.books().balance(person).await).await.paid.get()
    }

    async fn breaks_i26(&self, sql: &str) -> Vec<String> {
        let text = format!("begin; set local session_replication_role = replica; {sql}; commit");
        self.witness.batch_execute(&text).await.unwrap();
        let findings = store::audit::audit(&app(&self.database)).await.unwrap();
        findings.into_iter().find(|one| one.invariant.number() == 26).unwrap().subjects
    }
}

/// Decides as the service does: locked, looked at, written. False: somebody else had.
async fn decide(
    tx: &mut LeaderTx<'_>,
    request: TransferId,
    verdict: Verdict,
) -> Result<bool, StoreError> {
    let found = tx.books().transfer_request(request, ZONE).await?.unwrap();
    if found.state != TransferState::Received {
        return Ok(false);
    }
    assert!(tx.books().decide_transfer(request, ADMIN, verdict, "why").await?);
    if verdict == Verdict::Approve {
        let purse = tx.books().purse(found.person).await?;
        let posting = rules::bank_transfer(&purse, request, ADMIN, found.amount).unwrap();
        assert_eq!(tx.books().post(&posting).await?, Posted::Done);
    }
    let subject = format!("transfer:{request}");
    tx.books()
        .log_action(LoggedAction {
            actor: Actor::Admin(ADMIN),
            action: verdict.action(),
            subject: &subject,
            before: "",
            after: "",
            details: "",
            reason: "why",
        })
        .await?;
    Ok(true)
}

#[tokio::test]
async fn a_request_goes_from_waiting_to_received_to_a_verdict_and_never_back() {
    let active = Active::on_a_new_database().await;
    active.transfer_begins(id(1), ANNA).await;
    let shown = receipt("u", Some("photo 1x1 5"));

    assert!(!active.does(async |tx| decide(tx, id(1), Verdict::Approve).await).await);
    assert!(!active.transfer_is_shown(id(1), BORIS, &shown).await, "it is somebody else's");
    assert!(active.transfer_is_shown(id(1), ANNA, &shown).await);
    assert!(!active.transfer_is_shown(id(1), ANNA, &shown).await, "one receipt");
    let withdraw = async |tx: &mut LeaderTx<'_>| tx.books().withdraw_transfer(id(1), ANNA).await;
    assert!(!active.does(withdraw).await, "an admin has the word");
    let own = active.does(async |tx| tx.books().own_transfer(ANNA, ZONE).await).await.unwrap();
    assert_eq!(
        (own.state, own.amount, own.receipt),
        (TransferState::Received, AMOUNT, Some(shown))
    );
    let (list, all) = active.does(async |tx| tx.books().received_transfers(8, ZONE).await).await;
    assert_eq!((list.len(), all), (1, 1));
    assert_eq!(active.paid_of(ANNA).await, 0, "a receipt is no money");

    assert!(active.does(async |tx| decide(tx, id(1), Verdict::Approve).await).await);
    assert!(!active.does(async |tx| decide(tx, id(1), Verdict::Refuse).await).await);
    assert_eq!(
        (active.stands(id(1)).await, active.paid_of(ANNA).await),
        (TransferState::Approved, 50_000)
    );
    active.books_are_in_order().await;
}

#[tokio::test]
async fn of_many_who_decide_at_once_one_wins_and_the_money_comes_once() {
    const HANDS: u32 = 16;
    let active = Active::on_a_new_database().await;
    active.transfer_begins(id(1), ANNA).await;
    active.transfer_is_shown(id(1), ANNA, &receipt("u", None)).await;

    let settings = PoolSettings { connections: HANDS, acquire: Duration::from_secs(30) };
    let store = Store::open(&app(&active.database), settings).await.unwrap();
    let one = async |number| {
        let mut transaction = store.begin(&active.term).await.unwrap();
        let verdict = if number % 2 == 0 { Verdict::Approve } else { Verdict::Refuse };
        let won = decide(&mut transaction, id(1), verdict).await.unwrap();
        transaction.commit().await.unwrap();
        won.then_some(verdict)
    };
    let won: Vec<Verdict> = join_all((0..HANDS).map(one)).await.into_iter().flatten().collect();

    assert_eq!(won.len(), 1);
    assert_eq!(active.stands(id(1)).await, won[0].state());
    let paid = if won[0] == Verdict::Approve { 50_000 } else { 0 };
    assert_eq!(active.paid_of(ANNA).await, paid);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn one_is_open_at_a_time_a_day_ends_it_and_what_came_to_nothing_is_forgotten() {
    let active = Active::on_a_new_database().await;
    active.transfer_begins(id(1), ANNA).await;
    let second = "insert into transfer_requests (id, person_id, amount, expires_at) \
        values (9, 7000000001, 1, now())";
    let anna = second.replace("7000000001", &ANNA.to_string());
    assert!(active.witness.batch_execute(&anna).await.is_err(), "the database refuses it");

    let passes = "update transfer_requests set expires_at = expires_at - interval '1 day'";
    active.witness.batch_execute(passes).await.unwrap();
    let own = active.does(async |tx| tx.books().own_transfer(ANNA, ZONE).await).await;
    assert_eq!((own, active.stands(id(1)).await), (None, TransferState::Expired));
    let late = active.transfer_is_shown(id(1), ANNA, &receipt("u", None)).await;
    assert!(!late, "its day is over");

    active.transfer_begins(id(2), ANNA).await;
    assert_eq!(active.does(async |tx| tx.books().transfers_of_a_day(ANNA).await).await, 2);
    assert!(active.does(async |tx| tx.books().withdraw_transfer(id(2), ANNA).await).await);
    let month = "update transfer_requests set expires_at = expires_at - interval '31 days'";
    active.witness.batch_execute(month).await.unwrap();
    active.transfer_begins(id(3), ANNA).await;
    assert_eq!(active.number("select count(*) from transfer_requests").await, 1);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_receipt_is_found_again_whoever_sends_it_and_whatever_became_of_it() {
    let active = Active::on_a_new_database().await;
    let size = Some("photo 800x600 48211");
    active.transfer_begins(id(1), ANNA).await;
    active.transfer_is_shown(id(1), ANNA, &receipt("same", size)).await;
    active.does(async |tx| decide(tx, id(1), Verdict::Refuse).await).await;
    active.transfer_begins(id(2), ANNA).await;
    active.transfer_is_shown(id(2), ANNA, &receipt("other", size)).await;
    active.transfer_begins(id(3), BORIS).await;

    let seen = async |shown: Receipt| {
        let found = active.does(async |tx| tx.books().seen_before(id(3), &shown).await).await;
        found.iter().map(|one| (one.id.get(), one.state, one.is_same)).collect::<Vec<_>>()
    };
    let (first, second) = ((1, TransferState::Refused), (2, TransferState::Received));
    assert_eq!(
        seen(receipt("same", size)).await,
        [(first.0, first.1, true), (second.0, second.1, false)]
    );
    assert_eq!(seen(receipt("new", size)).await.len(), 2, "uploaded anew, of the same size");
    assert_eq!(seen(receipt("new", None)).await, []);
    assert_eq!(seen(receipt("", None)).await, [], "what Telegram did not name is like nothing");
}

#[tokio::test]
async fn i26_names_money_without_an_approval_and_an_approval_without_money_or_log() {
    let active = Active::on_a_new_database().await;
    for (number, verdict) in [(1, Verdict::Approve), (2, Verdict::Refuse)] {
        active.transfer_begins(id(number), ANNA).await;
        active.transfer_is_shown(id(number), ANNA, &receipt("u", None)).await;
        active.does(async |tx| decide(tx, id(number), verdict).await).await;
    }
    assert_eq!(active.breaks_i26("select").await, [] as [String; 0]);

    let approve = "update transfer_requests set state = 'approved' where id = 2";
    let found = active.breaks_i26(approve).await;
    assert_eq!(
        found,
        ["transfer 2: approved of 50000, 0 credited; in the audit log 0 approvals and 1 refusals"]
    );
    active.breaks_i26("update transfer_requests set state = 'refused' where id = 2").await;

    let elsewhere = "update transfers set debit_id = 5 where operation = 'bank_transfer:1'";
    assert_eq!(active.breaks_i26(elsewhere).await.len(), 1);
    let renamed = "update transfers set debit_id = 7, operation = 'bank_transfer:3'";
    assert_eq!(active.breaks_i26(renamed).await.len(), 2, "one too few and one too many");
    let back = "update transfers set operation = 'bank_transfer:1'";
    assert_eq!(active.breaks_i26(back).await, [] as [String; 0]);
    let unlogged = "delete from audit_log where action = 'approve'";
    assert_eq!(active.breaks_i26(unlogged).await.len(), 1);
}
