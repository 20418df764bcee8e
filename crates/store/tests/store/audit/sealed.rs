//! I15: whatever is done to sealed transfers, or to the seals, breaks the chain.

use super::lived_in::{ANNA, LivedIn};

/// The second seal, somewhere in the middle.
const MIDDLE: &str = "(select id from seals order by id offset 1 limit 1)";

/// A gift inside the first seal: it moves nobody's balance when only its actor changes.
const SEALED: &str = "operation = 'plan:start-7'";

#[tokio::test]
async fn a_sealed_transfer_that_was_changed_is_found() {
    let it = LivedIn::begin().await;

    it.plants(&format!("update transfers set actor = 'somebody' where {SEALED}")).await;

    LivedIn::is_found(&it.findings().await, &[(15, "seal ")]);
}

#[tokio::test]
async fn a_sealed_transfer_that_was_removed_is_found() {
    let it = LivedIn::begin().await;

    // Of the house's own accounts: those of a person would have more to say about it. Its attempt has.
    it.plants(
        "delete from transfers where id = (select min(id) from transfers where kind = 'cost')",
    )
    .await;

    LivedIn::is_found(&it.findings().await, &[(15, "seal "), (19, "attempt ")]);
}

/// A forged transfer between two accounts of the house, with this number and transaction.
fn forged(id: &str, tx: &str) -> String {
    format!(
        "insert into transfers (id, operation, leg, kind, unit, debit_id, credit_id, amount, actor, \
            epoch, tx) \
         overriding system value \
         select {id}, 'forged', 0, 'adjust', 'wallet', 1, 5, 1, 'x', epoch, {tx} \
         from transfers where {SEALED}"
    )
}

#[tokio::test]
async fn a_transfer_that_slipped_in_among_sealed_ones_is_found() {
    let it = LivedIn::begin().await;
    // A number that was given out and never used.
    let gap = "(select n from generate_series(1, 1000) as n where not exists ( \
        select from transfers where id = n) limit 1)";
    let inside = format!("select count(*) from seals where {gap} between from_id and upto_id");
    assert!(it.active.number(&inside).await > 0, "there is room inside a seal");
    it.plants(&forged(gap, "tx")).await;

    LivedIn::is_found(&it.findings().await, &[(15, "seal ")]);
}

#[tokio::test]
async fn a_transfer_that_slipped_in_beside_the_seals_is_found() {
    for (id, tx) in [
        // Before everything.
        ("-5", "'3'::xid8"),
        // Between the first seal and the second, where there was no transaction of ours.
        ("-6", "(select upto_tx from seals order by id limit 1)"),
        // In the transactions of a seal, with a number beside its own.
        ("-7", "tx"),
    ] {
        let it = LivedIn::begin().await;

        it.plants(&forged(id, tx)).await;

        let expected = format!("transfer {id} lies beside the seals");
        LivedIn::is_found(&it.findings().await, &[(15, &expected)]);
    }
}

#[tokio::test]
async fn a_seal_that_was_removed_from_the_middle_is_found_and_so_is_what_it_covered() {
    let it = LivedIn::begin().await;
    let covered = format!("select transfers from seals where id = {MIDDLE}");
    let covered = it.active.number(&covered).await;

    it.plants(&format!("delete from seals where id = {MIDDLE}")).await;

    let findings = it.findings().await;
    LivedIn::is_found(&findings, &[(15, "seal ")]);
    assert_eq!(findings[14].violations, 1 + covered, "the next seal, and every transfer");
}

#[tokio::test]
async fn a_seal_that_counts_otherwise_is_found() {
    let it = LivedIn::begin().await;

    it.plants(&format!("update seals set transfers = transfers + 1 where id = {MIDDLE}")).await;

    LivedIn::is_found(&it.findings().await, &[(15, "seal ")]);
}

#[tokio::test]
async fn a_seal_that_was_made_anew_over_changed_transfers_is_found() {
    let it = LivedIn::begin().await;

    it.plants(&format!(
        "update transfers set actor = 'somebody' where {SEALED}; \
         update seals set digest = seal_digest(previous, from_tx, upto_tx, from_id, upto_id) \
         where from_tx <= (select tx from transfers where {SEALED}) \
            and upto_tx > (select tx from transfers where {SEALED})"
    ))
    .await;

    let findings = it.findings().await;

    LivedIn::is_found(&findings, &[(15, "seal ")]);
    let [one] = &findings[14].subjects[..] else { panic!("{findings:#?}") };
    assert!(one.ends_with("does not continue the one before it"), "{one}");
}

#[tokio::test]
async fn what_was_written_since_the_last_seal_waits_for_the_next_and_is_no_fault() {
    let it = LivedIn::begin().await;
    it.gives(ANNA, "after-all", 5).await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.seals().await;

    LivedIn::is_found(&it.findings().await, &[]);
}

#[tokio::test]
async fn after_a_restore_where_transactions_count_anew_the_chain_goes_on() {
    let it = LivedIn::begin().await;
    it.seals().await;
    // As if all of it came from a server far ahead: its transactions lie in our future.
    it.plants(
        "update transfers set tx = (tx::text::bigint + 1000000000)::text::xid8; \
         truncate seals",
    )
    .await;
    it.plants(
        "insert into seals (previous, digest, from_tx, upto_tx, from_id, upto_id, transfers, epoch) \
         select decode(repeat('00', 32), 'hex'), \
            seal_digest(decode(repeat('00', 32), 'hex'), min(tx), \
                (max(tx)::text::bigint + 1)::text::xid8, min(id), max(id)), \
            min(tx), (max(tx)::text::bigint + 1)::text::xid8, min(id), max(id), count(*), 1 \
         from transfers",
    )
    .await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.gives(ANNA, "on-the-new-server", 5).await;
    LivedIn::is_found(&it.findings().await, &[]);
    it.seals().await;

    LivedIn::is_found(&it.findings().await, &[]);
    assert_eq!(it.active.number("select count(*) from seals where transfers = 1").await, 1);
}
