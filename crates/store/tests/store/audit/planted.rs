//! Accounts, payments and refunds, changed on purpose: I1, I2, I3, I8, I10, I11, I18.
//!
//! Plants go into the tail, which is not sealed, so that the seals have nothing to say about them.

use super::lived_in::LivedIn;
use super::plant;

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
        "update transfers set credit_after = 7 where operation = 'plan:late'",
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
async fn i8_names_a_payment_whose_stars_came_in_two_pieces() {
    plant(
        "update transfers set amount = amount - 1 \
         where operation = 'purchase:charge-e' and leg = 0; \
         insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, actor, \
            epoch) \
         values ('purchase:charge-e', 9, 'purchase', 'stars', 20, 21, 1, 'x', 99)",
        &[(8, "payment charge-e of 7: stars 5000000000, amount 600; 2 legs of stars 5000000000")],
    )
    .await;
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
        "delete from transfers where operation = 'plan:late'",
        &[
            (1, "person 8: bonus has balance 50, postings 0, the last left 0"),
            (10, "person 8: bonus has version "),
        ],
    )
    .await;
}

#[tokio::test]
async fn i11_names_a_transfer_of_an_epoch_that_was_over() {
    plant("update transfers set epoch = 1 where operation = 'plan:late'", &[(11, "transfer ")])
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
