//! What KIE charged, payments that nothing booked, compensations, corrections, gifts and rewards: I6, I16, I19 to I23, I27.

use super::lived_in::{DELIVERED, LATE, LivedIn, SUCCEEDED};
use super::plant;

/// The attempt of a generation.
fn attempt(generation: impl std::fmt::Display) -> String {
    format!("(select id from attempts where generation_id = {generation})")
}

#[tokio::test]
async fn i6_names_what_is_said_to_be_delivered_and_was_never_sent() {
    let it = LivedIn::begin().await;
    it.plants(&format!("update outbox set state = 3 where generation_id = {LATE}")).await;
    let expected =
        format!("generation {LATE}: captured and delivered, with a result, said to be delivered");
    LivedIn::is_found(&it.findings().await, &[(6, &expected)]);

    // Whoever sent it may have left word after the end of its term.
    it.plants(&format!(
        "insert into outbox_facts (outbox_id, attempt) \
         select id, gen_random_uuid() from outbox where generation_id = {LATE}"
    ))
    .await;
    LivedIn::is_found(&it.findings().await, &[]);

    // A week later the messages are gone, and it is believed.
    it.plants(&format!(
        "delete from outbox where generation_id in ({LATE}, {DELIVERED}); \
         update generations set ended_at = now() - interval '8 days' \
         where id in ({LATE}, {DELIVERED})"
    ))
    .await;
    LivedIn::is_found(&it.findings().await, &[]);
}

#[tokio::test]
async fn i16_names_a_day_whose_total_is_not_what_its_generations_cost() {
    plant(
        "update free_days set spent = spent + 1",
        &[(16, "everybody on 2026-02-03: spent 2400001, generations cost 2400000")],
    )
    .await;
    plant(
        "delete from free_days",
        &[(16, "everybody on 2026-02-03: spent 0, generations cost 2400000")],
    )
    .await;
    plant(
        "update generations set free_cost = 4000000 \
         where id = (select min(id) from generations where free_day is not null)",
        &[(16, "everybody on 2026-02-03: spent 2400000, generations cost 5600000")],
    )
    .await;
}

#[tokio::test]
async fn i19_names_a_charge_that_is_not_in_the_books_as_it_was() {
    plant(
        &format!("update attempts set cost = cost + 1 where id = {}", attempt(LATE)),
        &[(19, "attempt ")],
    )
    .await;
    // A failed task that KIE charged for.
    plant("update attempts set cost = 5000000 where state = 'failed'", &[(19, "attempt ")]).await;
}

#[tokio::test]
async fn i19_names_a_lost_attempt_without_its_suspense_and_suspense_without_one() {
    plant(
        "update attempts set state = 'lost', booked_as = 'lost' where state = 'failed'",
        &[(19, "attempt ")],
    )
    .await;
    let suspense = |attempt: &str| {
        format!(
            "insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, actor, \
                epoch) \
             values ('suspense:' || {attempt}, 0, 'suspense', 'kie', 41, 43, 800000, 'bot', 99)"
        )
    };
    plant(&suspense(&attempt(LATE)), &[(19, "attempt ")]).await;
    let nobodys = "charge of attempt nobody: no such attempt";
    plant(&suspense("'nobody'"), &[(19, nobodys)]).await;
    // Put down for what is lost it is as it should be.
    let lost = "update attempts set state = 'lost', booked_as = 'lost' where state = 'failed'";
    let attempt = "(select id from attempts where state = 'lost')";
    plant(&format!("{lost}; {}", suspense(attempt)), &[]).await;
}

#[tokio::test]
async fn i19_leaves_what_an_earlier_release_did_not_book_ten_minutes() {
    let it = LivedIn::begin().await;
    it.plants("update attempts set booked_as = null, cost = 7 where state = 'failed'").await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.plants(
        "update attempts set ended_at = now() - interval '1 hour'; delete from leader_history; \
         update leader_term set claimed_at = now() - interval '11 minutes'; \
         update inbox set received_at = now(); update generations set ended_at = now() \
         where state = 'succeeded'; update outbox set claimed_at = now() where state = 1",
    )
    .await;

    LivedIn::is_found(&it.findings().await, &[(19, "attempt ")]);
}

#[tokio::test]
async fn i20_names_a_payment_that_was_told_of_and_is_not_booked() {
    let told = |charge: &str, kind: &str| {
        format!(
            "insert into unbooked_payments (charge_id, kind, person_id, currency, amount, payload, \
                inbox_id) \
             values ('{charge}', '{kind}', 7, 'XTR', 5, '', 1)"
        )
    };
    plant(&told("charge-x", "payment"), &[(20, "payment of person 7 on ")]).await;
    plant(&told("charge-a", "payment"), &[]).await;
    plant(&told("charge-a", "refund"), &[(20, "refund of person 7 on ")]).await;
    plant(&told("charge-c", "refund"), &[]).await;
}

/// Pays back what was captured for a generation: between accounts that leave balances as they are.
fn compensated(generation: impl std::fmt::Display) -> String {
    format!(
        "insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, \
            credit_after, credit_version, actor, epoch) \
         select 'compensate:' || holds.generation_id, 0, 'compensate', 'wallet', 3, accounts.id, \
            holds.amount, balance + holds.amount, version + 1, 'bot', 99 \
         from holds join accounts on accounts.person_id = holds.person_id and kind = 'paid' \
         where holds.generation_id = {generation}; \
         update accounts set version = version + 1, balance = balance + \
            (select amount from holds where generation_id = {generation}) \
         where kind = 'paid' and person_id = \
            (select person_id from holds where generation_id = {generation})"
    )
}

#[tokio::test]
async fn i21_names_money_back_for_what_was_delivered_or_never_paid() {
    let undelivered =
        format!("update generations set failure = 'undelivered' where id = {SUCCEEDED}");
    plant(&format!("{}; {undelivered}", compensated(SUCCEEDED)), &[]).await;

    let expected =
        format!("generation {SUCCEEDED}: 700 went back to 8, for a hold that is captured");
    plant(&compensated(SUCCEEDED), &[(21, &expected)]).await;
    let expected = format!("generation {LATE}: 150 went back to 7, for a hold that is captured");
    plant(&compensated(LATE), &[(21, &expected)]).await;
    let twice = format!(
        "{}; {undelivered}; update transfers set amount = amount + 1 \
         where kind = 'compensate'; update accounts set balance = balance + 1 \
         where person_id = 8 and kind = 'paid'; \
         update transfers set credit_after = credit_after + 1 where kind = 'compensate'",
        compensated(SUCCEEDED)
    );
    plant(&twice, &[(21, "generation 3: 701 went back to 8")]).await;
}

#[tokio::test]
async fn i22_names_corrections_without_an_entry_and_entries_without_a_correction() {
    let log = "insert into audit_log (actor, action, subject, epoch) \
        values ('admin:1', 'adjust', 'person:8', 99)";
    let correction = "update transfers set operation = 'adjust:77', kind = 'adjust', \
        actor = 'admin:1', epoch = 99 where operation = 'plan:late'; \
        update transfers set epoch = 99 where id > \
            (select id from transfers where operation = 'adjust:77')";
    let words = |corrections, entries| {
        format!(
            "person:8 by admin:1 in term 99: {corrections} corrections, {entries} entries of the \
             audit log"
        )
    };
    plant(log, &[(22, &words(0, 1))]).await;
    plant(correction, &[(22, &words(1, 0))]).await;
    plant(&format!("{log}; {correction}"), &[]).await;
}

#[tokio::test]
async fn i27_names_refunds_by_admins_without_an_entry_and_entries_without_a_refund() {
    let log = "insert into audit_log (actor, action, subject, epoch) \
        values ('admin:1', 'refund', 'payment:charge-c', 1)";
    let refund = "update transfers set actor = 'admin:1' where operation = 'refund:charge-c'";
    let words = |refunds, entries| {
        format!(
            "payment:charge-c by admin:1 in term 1: {refunds} refunds, {entries} entries of the \
             audit log"
        )
    };
    // Who decided it is sealed as well.
    let seal = (15, "seal ");
    plant(log, &[(27, &words(0, 1))]).await;
    plant(refund, &[seal, (27, &words(1, 0))]).await;
    plant(&format!("{log}; {refund}"), &[seal]).await;
}

#[tokio::test]
async fn i29_names_imports_that_were_not_given_or_not_logged_and_gifts_under_their_name() {
    let person = "insert into imports (person_id, amount, epoch) values (8, 50, 1)";
    let log = "insert into audit_log (actor, action, subject, epoch) \
        values ('operator', 'import', 'person:8', 1)";
    let given = "update transfers set operation = 'import:8', kind = 'adjust', actor = 'operator', \
        debit_id = 5 where operation = 'plan:late'";
    let words = |had, given, more, times| {
        format!(
            "person 8: had {had} there and was given {given}{more}; in the audit log {times} times"
        )
    };
    let strange = ", to somebody else or otherwise";
    plant(person, &[(29, &words(50, 0, "", 0))]).await;
    plant(log, &[(29, &words(0, 0, "", 1))]).await;
    plant(given, &[(29, &words(0, 50, strange, 0))]).await;
    plant(&format!("{person}; {given}"), &[(29, &words(50, 50, "", 0))]).await;
    plant(&format!("{person}; {given}; {log}; {log}"), &[(29, &words(50, 50, "", 2))]).await;
    let otherwise = "update transfers set actor = 'bot' where operation = 'import:8'";
    plant(&format!("{person}; {given}; {log}; {otherwise}"), &[(29, &words(50, 50, strange, 1))])
        .await;
    plant(&format!("{person}; {given}; {log}"), &[]).await;
}

#[tokio::test]
async fn i23_names_gifts_without_a_day_and_rewards_without_their_payment() {
    plant(
        "update transfers set operation = 'gift:7', kind = 'gift' where operation = 'plan:late'",
        &[(23, "gift of 7: went to 8")],
    )
    .await;
    plant(
        "update transfers set operation = 'gift:8', kind = 'gift' where operation = 'plan:late'",
        &[(23, "gifts: 50 were given, their days say 0")],
    )
    .await;
    plant(
        "update transfers set operation = 'referral:9', kind = 'referral' \
         where operation = 'plan:late'",
        &[(23, "invited 9 by nobody: reward 0, taken back 0; 50 was given and 0 taken")],
    )
    .await;
    let invited = "insert into invite_codes (person_id, code) values (8, 'a'); \
        insert into referrals (invited_id, referrer_id, charge_id, reward, paid_at)";
    plant(
        &format!("{invited} values (7, 8, 'charge-a', 50, now())"),
        &[(23, "invited 7 by 8: reward 50, taken back 0; 0 was given and 0 taken")],
    )
    .await;
    let rewarded = "update transfers set operation = 'referral:7', kind = 'referral' \
        where operation = 'plan:late'";
    plant(
        &format!("{rewarded}; {invited} values (7, 8, 'charge-c', 50, now())"),
        &[(
            23,
            "invited 7 by 8: reward 50, taken back 0; 50 was given and 0 taken, the payment went back",
        )],
    )
    .await;
}
