//! Each invariant that is about what the books say, broken on purpose.
//!
//! Plants go into the tail, which is not sealed, so that the seals have nothing to say about them.

use super::lived_in::{ALIVE, DELIVERED, LATE, LivedIn, SUCCEEDED};

/// Plants something into books that were kept, and sees exactly these invariants named.
async fn plant(sql: &str, expected: &[(u8, &str)]) {
    let it = LivedIn::begin().await;
    it.plants(sql).await;
    LivedIn::is_found(&it.findings().await, expected);
}

#[tokio::test]
async fn i1_names_a_balance_that_was_changed() {
    plant(
        "update accounts set balance = balance + 1 where person_id = 8 and kind = 'bonus'",
        &[(1, "person 8: bonus has balance 51, postings 50, the last left 50")],
    )
    .await;
}

#[tokio::test]
async fn i1_names_a_last_transfer_that_left_something_else() {
    plant(
        "update transfers set credit_after = 7 where operation = 'gift:late'",
        &[(1, "person 8: bonus has balance 50, postings 50, the last left 7")],
    )
    .await;
}

#[tokio::test]
async fn i2_names_a_transfer_between_units() {
    plant(
        "update transfers set unit = 'stars' \
             where id = (select max(id) from transfers where kind = 'cost')",
        &[(2, "transfer ")],
    )
    .await;
}

#[tokio::test]
async fn i3_names_what_is_below_zero_and_a_debt_above() {
    // Transfers and balances agree with each other: only the side is wrong.
    let plants = "alter table accounts \
            drop constraint accounts_not_negative, \
            drop constraint accounts_debt_not_positive; \
        insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, \
            debit_after, debit_version, actor, epoch) \
        select 'forged:1', 0, 'adjust', 'wallet', id, 5, balance + 10, -10, version + 1, 'x', 99 \
        from accounts where person_id = 8 and kind = 'bonus'; \
        update accounts set balance = -10, version = version + 1 \
        where person_id = 8 and kind = 'bonus'; \
        insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, \
            credit_after, credit_version, actor, epoch) \
        select 'forged:2', 0, 'adjust', 'wallet', 5, id, 3 - balance, 3, version + 1, 'x', 99 \
        from accounts where person_id = 7 and kind = 'debt'; \
        update accounts set balance = 3, version = version + 1 \
        where person_id = 7 and kind = 'debt'";
    let it = LivedIn::begin().await;
    it.plants(plants).await;

    let findings = it.findings().await;

    LivedIn::is_found(&findings, &[(3, "person 7: debt has balance 3")]);
    assert_eq!(findings[2].subjects[1], "person 8: bonus has balance -10");
}

#[tokio::test]
async fn i4_names_who_holds_more_than_is_held() {
    plant(
        &format!(
            "update holds set amount = amount + 1, from_paid = from_paid + 1 \
                 where generation_id = {ALIVE}"
        ),
        &[(4, "person 7: held 900, open holds 901")],
    )
    .await;
}

#[tokio::test]
async fn i5_names_a_live_generation_without_a_hold() {
    plant(
        "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, price, \
                cost, deadline_at) \
             values (7, 7, 77, gen_random_uuid(), 'veo', '{}', 5, 1, now() + interval '1 hour')",
        &[(5, "generation ")],
    )
    .await;
}

#[tokio::test]
async fn i5_names_an_open_hold_of_a_generation_that_has_ended() {
    let it = LivedIn::begin().await;
    it.plants(&format!(
        "update generations set state = 'failed', ended_at = now() where id = {ALIVE}"
    ))
    .await;

    let expected = format!("generation {ALIVE}: failed and with the open hold ");
    LivedIn::is_found(&it.findings().await, &[(5, &expected)]);
}

#[tokio::test]
async fn i6_names_what_was_paid_for_and_nobody_delivers() {
    let it = LivedIn::begin().await;
    it.plants(&format!("delete from outbox where generation_id = {SUCCEEDED}")).await;

    let expected = format!(
        "generation {SUCCEEDED}: captured and succeeded, with a result, nobody delivers it"
    );
    LivedIn::is_found(&it.findings().await, &[(6, &expected)]);
    // Paid back it may be.
    it.plants(&format!(
        "update transfers set operation = 'compensate:{SUCCEEDED}' where operation = 'gift:late'"
    ))
    .await;
    LivedIn::is_found(&it.findings().await, &[]);
}

#[tokio::test]
async fn i6_names_what_was_paid_for_and_has_no_result_or_has_failed() {
    let it = LivedIn::begin().await;
    it.plants(&format!(
        "alter table generations drop constraint generations_success_has_result; \
         update generations set result = null where id = {DELIVERED}; \
         update generations set state = 'failed', delivered_at = null where id = {LATE}"
    ))
    .await;

    let findings = it.findings().await;

    let expected = format!("generation {DELIVERED}: captured and delivered, no result, delivered");
    LivedIn::is_found(&findings, &[(6, &expected)]);
    assert_eq!(findings[5].violations, 2, "{findings:#?}");
}

#[tokio::test]
async fn i8_names_a_payment_of_another_size_than_its_legs() {
    for change in ["stars = stars + 1", "amount = amount + 1", "person_id = 8"] {
        plant(
            &format!("update payments set {change} where charge_id = 'charge-a'"),
            &[(8, "payment charge-a of ")],
        )
        .await;
    }
}

#[tokio::test]
async fn i8_names_a_payment_without_legs_and_a_purchase_without_a_payment() {
    plant(
        "update payments set charge_id = 'charge-x' where charge_id = 'charge-a'",
        &[(8, "purchase charge-a: no payment")],
    )
    .await;
    plant(
        "insert into payments (charge_id, person_id, stars, amount) \
             values ('charge-y', 7, 1, 1)",
        &[(8, "payment charge-y: no legs")],
    )
    .await;
}

#[tokio::test]
async fn i9_names_a_hold_that_was_captured_and_released() {
    // Between two accounts of the house, so that no balance has anything to say about it.
    plant(
        &format!(
            "insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, \
                    hold_id, actor, epoch) \
                 select 'forged', 0, 'release', 'wallet', 3, 2, amount, id, 'x', \
                    (select max(epoch) from transfers) from holds where generation_id = {LATE}"
        ),
        &[(9, "hold ")],
    )
    .await;
}

#[tokio::test]
async fn i9_names_a_hold_whose_state_is_not_its_end_and_legs_without_a_hold() {
    plant(
        &format!(
            "update holds set state = 2 where generation_id = {LATE}; \
                 update transfers set hold_id = 4711 where operation = 'gift:late'"
        ),
        &[(9, "hold ")],
    )
    .await;
}

#[tokio::test]
async fn i10_names_a_version_that_skips_one() {
    plant(
        "update accounts set version = version + 1 where person_id = 8 and kind = 'paid'",
        &[(10, "person 8: paid has version ")],
    )
    .await;
}

#[tokio::test]
async fn a_transfer_that_was_removed_before_it_was_sealed_shows_in_balances_and_versions() {
    // It cannot show in one alone: both count the same transfers.
    plant(
        "delete from transfers where operation = 'gift:late'",
        &[
            (1, "person 8: bonus has balance 50, postings 0, the last left 0"),
            (10, "person 8: bonus has version "),
        ],
    )
    .await;
}

#[tokio::test]
async fn i11_names_a_transfer_of_an_epoch_that_was_over() {
    plant("update transfers set epoch = 1 where operation = 'gift:late'", &[(11, "transfer ")])
        .await;
}

#[tokio::test]
async fn i12_names_two_generations_of_one_update_or_quote_and_two_dead_letters() {
    let insert = "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, \
        price, cost, state, deadline_at, ended_at) ";
    plant(
        &format!("alter table generations drop constraint generations_order_once; {insert} \
                 select 7, 7, inbox_id, gen_random_uuid(), model, input, 0, 0, 'failed', now(), now() \
                 from generations where id = {DELIVERED}"),
        &[(12, "update 1: 2 generations")],
    )
    .await;
    plant(
        &format!(
            "alter table generations drop constraint generations_quote_once; {insert} \
                 select 7, 7, 4711, quote_id, model, input, 0, 0, 'failed', now(), now() \
                 from generations where id = {DELIVERED}"
        ),
        &[(12, "quote ")],
    )
    .await;
    plant(
        "alter table dead_letters drop constraint dead_letters_once; \
             insert into dead_letters (reference, inbox_id, update_id, lane, attempts, problem, \
                epoch, received_at, payload) \
             select 'r' || n, 9, 9, 9, 5, 'x', 1, now(), '' from generate_series(1, 2) as n",
        &[(12, "update 9: 2 dead letters")],
    )
    .await;
}

#[tokio::test]
async fn i16_names_free_use_without_generations_and_generations_without_free_use() {
    plant(
        "update free_use set used = used + 1 where person_id = 8",
        &[(16, "person 8: z-image on 2026-02-03 used 3, generations 2")],
    )
    .await;
    plant(
        "delete from free_use where person_id = 8",
        &[(16, "person 8: z-image on 2026-02-03 used 0, generations 2")],
    )
    .await;
}

#[tokio::test]
async fn i18_names_a_refund_without_its_legs_and_legs_without_their_refund() {
    plant(
        "update payments set state = 'refunding' where charge_id = 'charge-a'",
        &[(18, "payment charge-a: refunding, of amount 12000 was taken 0, of stars ")],
    )
    .await;
    plant(
        "update payments set state = 'paid' where charge_id = 'charge-b'",
        &[(18, "payment charge-b: paid, of amount 6000 was taken 6000, of stars ")],
    )
    .await;
}

#[tokio::test]
async fn i18_names_a_refund_whose_stars_never_went_back() {
    plant(
        "update payments set state = 'refunded' where charge_id = 'charge-b'",
        &[(
            18,
            "payment charge-b: refunded, of amount 6000 was taken 6000, \
             of stars 50000000000 went back 0",
        )],
    )
    .await;
    plant(
        "update payments set state = 'refunding' where charge_id = 'charge-c'",
        &[(
            18,
            "payment charge-c: refunding, of amount 2500 was taken 2500, \
             of stars 20000000000 went back 20000000000",
        )],
    )
    .await;
}
