//! What somebody should have done by now, and when nobody should have.

use super::lived_in::{ALIVE, LivedIn, SUCCEEDED};

/// An hour into a term; everything that waits has come just now.
const LONG_IN_OFFICE: &str = "delete from leader_history; \
    update leader_term set claimed_at = now() - interval '1 hour'; \
    update inbox set received_at = now(); \
    update outbox set claimed_at = now() where state = 1; \
    update generations set deadline_at = now() + interval '1 hour', ended_at = now() \
    where state = 'succeeded'";

/// Everything that can be late is: generations, updates, results, calls.
const ALL_LATE: &str = "update generations set deadline_at = now() - interval '1 day' \
    where ended_at is null; \
    update generations set ended_at = now() - interval '1 day' where state = 'succeeded'; \
    update inbox set received_at = now() - interval '1 day' where state = 0; \
    update outbox set claimed_at = now() - interval '1 day' where state = 1";

/// The first term of all began so long ago, and lasts.
fn in_office(age: &str) -> String {
    format!(
        "delete from leader_history; \
         update leader_term set claimed_at = now() - interval '{age}'"
    )
}

async fn long_in_office() -> LivedIn {
    let it = LivedIn::begin().await;
    it.plants(LONG_IN_OFFICE).await;
    LivedIn::is_found(&it.findings().await, &[]);
    it
}

#[tokio::test]
async fn i7_names_a_generation_five_minutes_past_its_deadline() {
    let it = long_in_office().await;
    let late = |by: &str| {
        format!("update generations set deadline_at = now() - interval '{by}' where id = {ALIVE}")
    };
    it.plants(&late("4 minutes")).await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.plants(&late("6 minutes")).await;

    let expected = format!("generation {ALIVE}: requested, its deadline was 00:06:");
    LivedIn::is_found(&it.findings().await, &[(7, &expected)]);
}

#[tokio::test]
async fn i13_names_an_update_that_waits_for_more_than_a_minute() {
    let it = long_in_office().await;
    let waits = |by: &str| {
        format!("update inbox set received_at = now() - interval '{by}' where update_id = 501")
    };
    it.plants(&waits("30 seconds")).await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.plants(&waits("2 minutes")).await;

    LivedIn::is_found(&it.findings().await, &[(13, "update ")]);
    it.plants("update inbox set state = 1, done_at = now(), done_epoch = 1").await;
    LivedIn::is_found(&it.findings().await, &[]);
}

#[tokio::test]
async fn i14_names_a_result_that_nobody_has_unless_it_is_parked_or_paid_back() {
    let it = long_in_office().await;
    let ago = |by: &str| {
        format!("update generations set ended_at = now() - interval '{by}' where id = {SUCCEEDED}")
    };
    it.plants(&ago("9 minutes")).await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.plants(&ago("11 minutes")).await;

    let expected = format!("generation {SUCCEEDED}: succeeded 00:11:");
    LivedIn::is_found(&it.findings().await, &[(14, &expected)]);
    let parked =
        |state| format!("update outbox set state = {state} where generation_id = {SUCCEEDED}");
    it.plants(&parked(4)).await;
    LivedIn::is_found(&it.findings().await, &[]);
    it.plants(&parked(0)).await;
    it.plants(&format!(
        "update transfers set operation = 'compensate:{SUCCEEDED}' where operation = 'plan:late'"
    ))
    .await;
    // That is no compensation as it should be, but no result that nobody has either.
    LivedIn::is_found(&it.findings().await, &[(21, "generation 3: 50 went back to 8")]);
}

#[tokio::test]
async fn i17_leaves_a_call_that_carries_a_result_a_quarter_of_an_hour() {
    let it = long_in_office().await;
    let uploads = |by: &str| {
        format!(
            "update outbox set claimed_at = now() - interval '{by}', generation_id = {SUCCEEDED} \
             where state = 1"
        )
    };

    it.plants(&uploads("15 minutes")).await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.plants(&uploads("17 minutes")).await;
    LivedIn::is_found(&it.findings().await, &[(17, "message ")]);
}

#[tokio::test]
async fn i14_does_not_ask_for_money_back_for_what_was_free() {
    let it = long_in_office().await;
    let dead = |failure: &str| {
        format!(
            "update generations set state = 'succeeded', delivered_at = null, failure = {failure}, \
                ended_at = now() - interval '1 day' \
             where id = (select min(id) from generations where free_day is not null)"
        )
    };

    it.plants(&dead("null")).await;
    LivedIn::is_found(&it.findings().await, &[(14, "generation ")]);

    it.plants(&dead("'undelivered'")).await;
    LivedIn::is_found(&it.findings().await, &[]);
}

/// Terms of an instance that dies and comes back: none of them sealed, each begun so many seconds after
/// the one before, the last of them the one that is ACTIVE.
fn crash_loop(terms: i64, apart: i64, reason: &str) -> String {
    format!(
        "delete from leader_history; \
         update leader_term set claimed_at = now() - interval '5 seconds'; \
         insert into leader_history (name, timeline, epoch, event, reason, holder, instance, at) \
         select name, timeline, case when n = 0 then epoch else -n end, 'claimed', '{reason}', \
            gen_random_uuid(), 'x', claimed_at - make_interval(secs => n * {apart}) \
         from leader_term, generate_series(0, {terms}) as n"
    )
}

#[tokio::test]
async fn an_instance_that_dies_again_and_again_has_been_there_all_the_while() {
    let late: &[(u8, &str)] = &[(7, ""), (13, ""), (14, ""), (17, "")];
    for reason in ["holder_died", "holder_silent"] {
        let it = LivedIn::begin().await;
        it.plants(ALL_LATE).await;

        it.plants(&crash_loop(40, 40, reason)).await;

        LivedIn::is_found(&it.findings().await, late);
    }
}

#[tokio::test]
async fn after_a_time_without_anybody_everybody_has_their_patience_anew() {
    let it = LivedIn::begin().await;
    it.plants(ALL_LATE).await;

    // Nobody was there for two minutes before the last claim.
    it.plants(&crash_loop(40, 120, "holder_silent")).await;
    LivedIn::is_found(&it.findings().await, &[]);

    // The same, but the term before was seen at work until the end.
    it.plants(
        "update inbox set state = 1, done_at = now() - interval '10 seconds', \
            done_epoch = -1 where update_id = 502",
    )
    .await;
    // That one had begun two minutes before.
    LivedIn::is_found(&it.findings().await, &[(13, ""), (17, "")]);

    // And a seal says when a term ended, whatever it left behind.
    it.plants(
        "insert into leader_history (name, timeline, epoch, event, reason, holder, instance, at) \
         select name, timeline, -1, 'sealed', 'released', gen_random_uuid(), 'x', \
            now() - interval '2 minutes' \
         from leader_term",
    )
    .await;
    LivedIn::is_found(&it.findings().await, &[]);
}

#[tokio::test]
async fn a_silence_is_as_long_as_the_settings_of_the_active_instance_say() {
    let it = long_in_office().await;
    it.plants(ALL_LATE).await;
    it.active.elector.stop();
    it.active.elector.stopped().await;
    it.plants(
        "update leader_term set holder = gen_random_uuid(), sealed_at = null; \
         update leader_beat set epoch = (select epoch from leader_term), \
            beat_at = now() - interval '20 seconds'",
    )
    .await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.plants("insert into lock_timing (stale_after) values (interval '60 seconds')").await;

    LivedIn::is_found(&it.findings().await, &[(7, ""), (13, ""), (14, ""), (17, "")]);
}

#[tokio::test]
async fn i17_names_a_call_that_has_been_under_way_for_more_than_two_minutes() {
    let it = long_in_office().await;
    let since = |by: &str| {
        format!("update outbox set claimed_at = now() - interval '{by}' where state = 1")
    };
    it.plants(&since("90 seconds")).await;
    LivedIn::is_found(&it.findings().await, &[]);

    it.plants(&since("3 minutes")).await;
    LivedIn::is_found(&it.findings().await, &[(17, "message ")]);

    // A release before this one did not note the time of a claim.
    it.plants(
        "update outbox set claimed_at = null, created_at = now() - interval '3 minutes' \
         where state = 1",
    )
    .await;
    LivedIn::is_found(&it.findings().await, &[(17, "message ")]);
}

#[tokio::test]
async fn nothing_is_late_while_nobody_is_active_and_everything_long_after_somebody_is() {
    let it = LivedIn::begin().await;
    it.plants(ALL_LATE).await;
    it.plants(&in_office("1 hour")).await;
    LivedIn::is_found(&it.findings().await, &[(7, ""), (13, ""), (14, ""), (17, "")]);
    it.active.elector.stop();
    it.active.elector.stopped().await;

    // Sealed in order.
    LivedIn::is_found(&it.findings().await, &[]);

    // Not sealed, and silent.
    let unseal = "update leader_term set holder = gen_random_uuid(), sealed_at = null; \
        update leader_beat set epoch = (select epoch from leader_term)";
    it.plants(&format!("{unseal}; update leader_beat set beat_at = now() - interval '9 seconds'"))
        .await;
    LivedIn::is_found(&it.findings().await, &[]);
    it.plants("update leader_beat set beat_at = now()").await;
    LivedIn::is_found(&it.findings().await, &[(7, ""), (13, ""), (14, ""), (17, "")]);
    // A beat of another term is nobody's.
    it.plants("update leader_beat set epoch = epoch - 1").await;
    LivedIn::is_found(&it.findings().await, &[]);
}

#[tokio::test]
async fn nothing_is_late_right_after_a_takeover() {
    let mut it = LivedIn::begin().await;
    it.plants(ALL_LATE).await;

    it.active.hands_over().await;

    LivedIn::is_found(&it.findings().await, &[]);
    // The shortest patience first: a minute for updates, two for calls, five and ten for the rest.
    for (age, late) in [
        ("61 seconds", &[13][..]),
        ("121 seconds", &[13, 17][..]),
        ("301 seconds", &[7, 13, 17][..]),
        ("601 seconds", &[7, 13, 14, 17][..]),
    ] {
        it.plants(&in_office(age)).await;
        let expected: Vec<(u8, &str)> = late.iter().map(|number| (*number, "")).collect();
        LivedIn::is_found(&it.findings().await, &expected);
    }
}

#[tokio::test]
async fn the_scratch_lock_of_a_check_is_no_active_instance() {
    let it = LivedIn::begin().await;
    it.plants(ALL_LATE).await;
    it.active.elector.stop();
    it.active.elector.stopped().await;
    it.plants(
        "insert into leader_term (name, lock_class, lock_object, epoch, timeline, holder, instance, \
            instance_started_at, backend_pid, backend_start, claimed_at) \
         values ('scratch/1', 1, 1, 1, 1, gen_random_uuid(), 'x', now(), 1, now(), \
            now() - interval '1 hour'); \
         insert into leader_beat (name, epoch, beat, beat_at) values ('scratch/1', 1, 0, now())",
    )
    .await;

    LivedIn::is_found(&it.findings().await, &[]);
}
