//! Holds and generations, changed on purpose: I4, I5, I6, I9, I12, I16.

use super::lived_in::{ALIVE, DELIVERED, LATE, LivedIn, SUCCEEDED};
use super::plant;

#[tokio::test]
async fn i4_names_who_holds_more_than_is_held() {
    plant(
        &format!(
            "update holds set amount = amount + 1, from_paid = from_paid + 1 \
                 where generation_id = {ALIVE}"
        ),
        &[
            (4, "person 7: held 900, open holds 901"),
            (9, "hold 4 of 901: open, and 0 was captured, 0 released, 900 set apart"),
        ],
    )
    .await;
}

#[tokio::test]
async fn i5_names_a_live_generation_without_a_hold() {
    plant(
        "insert into generations (person_id, number, chat_id, inbox_id, quote_id, model, input, \
                price, cost, deadline_at) \
             values (7, 99, 7, 77, gen_random_uuid(), 'veo', '{}', 5, 1, now() + interval '1 hour')",
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
    // Paid back it may be, if that is what was done.
    it.plants(&format!(
        "update transfers set operation = 'compensate:{SUCCEEDED}' where operation = 'promo:late'"
    ))
    .await;
    let expected =
        format!("generation {SUCCEEDED}: 50 went back to 8, for a hold that is captured");
    LivedIn::is_found(&it.findings().await, &[(21, &expected)]);
}

#[tokio::test]
async fn i6_names_what_was_paid_for_and_has_no_result_or_has_failed() {
    let it = LivedIn::begin().await;
    it.plants(&format!(
        "alter table generations drop constraint generations_success_has_result, \
            drop constraint generations_delivered_at_known; \
         update generations set result = null where id = {DELIVERED}; \
         update generations set state = 'failed' where id = {LATE}"
    ))
    .await;

    let findings = it.findings().await;

    let expected = format!("generation {DELIVERED}: captured and delivered, no result, said to");
    LivedIn::is_found(&findings, &[(6, &expected)]);
    assert_eq!(findings[5].violations, 2, "{findings:#?}");
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
async fn i9_names_a_hold_whose_state_is_not_its_end() {
    plant(
        &format!("update holds set state = 2 where generation_id = {LATE}"),
        &[(9, "hold 5 of 150: released, and 150 was captured, 0 released")],
    )
    .await;
}

#[tokio::test]
async fn i9_names_legs_without_a_hold() {
    plant(
        "update transfers set hold_id = 4711 where operation = 'promo:late'",
        &[(9, "hold 4711 of 0: gone, and 0 was captured, 0 released")],
    )
    .await;
}

#[tokio::test]
async fn i12_names_two_generations_of_one_update_or_quote_and_two_dead_letters() {
    let insert = "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, \
        price, cost, state, deadline_at, ended_at, number) ";
    plant(
        &format!("alter table generations drop constraint generations_order_once; {insert} \
                 select 7, 7, inbox_id, gen_random_uuid(), model, input, 0, 0, 'failed', now(), now(), 4711 \
                 from generations where id = {DELIVERED}"),
        &[(12, "update 1: 2 generations")],
    )
    .await;
    plant(
        &format!(
            "alter table generations drop constraint generations_quote_once; {insert} \
                 select 7, 7, 4711, quote_id, model, input, 0, 0, 'failed', now(), now(), 4711 \
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
        &[(16, "person 8: z-image on 2026-02-03 used 4, generations 3")],
    )
    .await;
    plant(
        "delete from free_use where person_id = 8",
        &[(16, "person 8: z-image on 2026-02-03 used 0, generations 3")],
    )
    .await;
}
