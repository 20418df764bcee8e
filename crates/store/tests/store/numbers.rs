//! Days and weeks in numbers, campaigns, and who is in the channel, on a real PostgreSQL.

use domain::channel::ChannelStanding;
use domain::stats::{Period, Span};
use domain::{Money, PersonId, Stars};

use crate::bench::Active;

const ANNA: PersonId = PersonId::new(7_000_000_001);

/// Far from the zone of any server.
const ZONE: &str = "Pacific/Auckland";

/// Movements every few hours of many weeks, of every kind that is counted and of some that are not.
const MOVEMENTS: &str = "\
    insert into accounts (id, person_id, unit, kind) overriding system value \
    select 2000 + no, 7, 'wallet', kind from unnest(array['paid', 'bonus', 'held', 'debt']) \
        with ordinality as kinds (kind, no); \
    insert into holds (id, person_id, generation_id, amount, from_bonus, from_paid, state, \
        expires_at, ended_at) overriding system value \
    select n, 7, n, 10 * n, 3 * n, 7 * n, 1, now(), now() from generate_series(1, 600) as n; \
    insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, hold_id, \
        actor, epoch, at) \
    select 'x:' || n, 0, kind, unit, debit, credit, 10 * n, case when kind = 'capture' then n end, \
        'bot', 1, trt_now() - n * interval '5 hours' \
    from generate_series(1, 600) as n \
    join (values \
        (0, 'purchase', 'stars', 20, 21), (1, 'purchase', 'wallet', 1, 2001), \
        (2, 'refund', 'stars', 21, 20), (3, 'capture', 'wallet', 2003, 3), \
        (4, 'compensate', 'wallet', 3, 2001), (5, 'compensate', 'wallet', 3, 2002), \
        (6, 'cost', 'kie', 41, 42), (7, 'suspense', 'kie', 41, 43), \
        (8, 'unsuspense', 'kie', 43, 41), (9, 'bank_transfer', 'wallet', 7, 2001), \
        (10, 'gift', 'wallet', 2, 2002) \
    ) as kinds (no, kind, unit, debit, credit) on kinds.no = n % 11";

impl Active {
    /// Writes what no operation of the store does so quickly.
    async fn has(&self, sql: &str) {
        let text = format!("begin; set local session_replication_role = replica; {sql}; commit");
        self.witness.batch_execute(&text).await.unwrap();
    }

    async fn periods(&self, span: Span, count: u32) -> Vec<Period> {
        self.does(async |tx| tx.books().stats(span, count, ZONE).await).await.periods
    }

    /// A sum of transfers in the period that began so many periods ago, counted another way.
    async fn sum(&self, span: Span, ago: i64, what: &str) -> i64 {
        let word = span.word();
        let of = |time: &str| format!("date_trunc('{word}', {time} at time zone '{ZONE}')");
        self.number(&format!(
            "select coalesce(sum({what}), 0)::bigint from transfers \
             left join holds on holds.id = hold_id \
             where {} = {} - {ago} * interval '1 {word}'",
            of("transfers.at"),
            of("trt_now()")
        ))
        .await
    }
}

#[tokio::test]
async fn every_sum_of_a_day_and_of_a_week_is_that_of_the_books_in_the_operators_time_zone() {
    let active = Active::on_a_new_database().await;
    active.has(MOVEMENTS).await;

    for (span, count) in [(Span::Day, 14), (Span::Week, 12)] {
        let periods = active.periods(span, count).await;
        assert_eq!(periods.len(), usize::try_from(count).unwrap());
        for (period, ago) in periods.iter().rev().zip(0..) {
            let sum = async |plus: &str, minus: &str, of: &str| {
                let sign = format!("case when {plus} then {of} when {minus} then -{of} end");
                active.sum(span, ago, &sign).await
            };
            let stars = sum("credit_id = 21", "debit_id = 21", "transfers.amount").await;
            let revenue = sum("credit_id = 3", "debit_id = 3", "transfers.amount").await;
            let bought = sum("credit_id = 3", "false", "from_paid").await
                - sum("debit_id = 3 and credit_id = 2001", "false", "transfers.amount").await;
            let cost = sum("debit_id = 41", "credit_id = 41", "transfers.amount").await;
            let transferred = sum("debit_id = 7", "false", "transfers.amount").await;

            assert_eq!(period.stars.get(), stars, "{span:?} {ago} {}", period.begins);
            assert_eq!((period.revenue.get(), period.bought.get()), (revenue, bought), "{ago}");
            assert_eq!((period.cost.get(), period.transferred.get()), (cost, transferred), "{ago}");
        }
        assert!(periods.iter().any(|one| one.revenue != Money::ZERO));
        assert!(periods.iter().any(|one| one.stars > Stars::ZERO));
    }
}

#[tokio::test]
async fn who_came_paid_and_came_back_is_counted_where_they_began() {
    let active = Active::on_a_new_database().await;
    let day = |ago: i64| {
        format!(
            "(date_trunc('day', trt_now() at time zone '{ZONE}') - {ago} * interval '1 day') at time zone '{ZONE}'"
        )
    };
    let order = |person: i64, at: &str, state: &str| {
        format!(
            "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, price, \
                cost, state, deadline_at, created_at, ended_at, number) \
             values ({person}, {person}, nextval('inbox_id_seq'), gen_random_uuid(), 'z-image', '{{}}', \
                0, 0, '{state}', now(), {at}, case when '{state}' <> 'requested' then now() end, \
                nextval('inbox_id_seq'))"
        )
    };
    let paid = |person: i64, at: &str| {
        format!(
            "insert into payments (charge_id, person_id, stars, amount, paid_at) \
             values ('c-{person}', {person}, 1, 1, {at})"
        )
    };
    let came = format!(
        "insert into conversations (person_id, welcomed_at) values (1, {0}), (2, {0}), \
         (3, {0} - interval '1 second'), (4, null)",
        day(2)
    );
    let both = [
        came,
        order(1, &day(1), "failed"),
        order(2, &format!("{} - interval '1 second'", day(1)), "failed"),
        order(2, &format!("{} - interval '1 second'", day(0)), "cancelled"),
        order(4, &day(0), "requested"),
        paid(2, &day(0)),
        paid(4, &day(0)),
    ];
    active.has(&both.join("; ")).await;

    let periods = active.periods(Span::Day, 4).await;
    let counts: Vec<[u32; 4]> =
        periods.iter().map(|one| [one.came, one.paid, one.returned, one.active]).collect();
    assert_eq!(counts, [[1, 0, 0, 0], [2, 1, 2, 1], [0, 0, 0, 2], [0, 0, 0, 1]]);
    let stats = active.does(async |tx| tx.books().stats(Span::Day, 4, ZONE).await).await;
    let failing = &stats.failing[..];
    assert_eq!((failing.len(), failing[0].failed, failing[0].ended), (1, 2, 2), "{failing:?}");
}

#[tokio::test]
async fn a_campaign_counts_what_happened_for_the_first_time_after_it() {
    let active = Active::on_a_new_database().await;
    let starts = async |person: i64, payload: &str| {
        let person = PersonId::new(person);
        active
            .does(async |tx| {
                tx.people().conversation(person, None).await?;
                tx.people().keep_start(person, payload).await
            })
            .await;
    };
    let pay = |person: i64, charge: &str, when: &str, state: &str| {
        format!(
            "insert into payments (charge_id, person_id, stars, amount, state, paid_at) \
             values ('{charge}', {person}, 50000000000, 6000, '{state}', now() {when})"
        )
    };
    for person in 1..=5 {
        starts(person, "c_spring").await;
        starts(person, "c_autumn").await;
    }
    starts(6, "m_z-image").await;
    starts(6, "c_spring").await;
    starts(7, "c_autumn").await;
    let hour = "+ interval '1 hour'";
    let facts = [
        pay(1, "a", hour, "paid"),
        pay(1, "b", hour, "paid"),
        pay(2, "c", hour, "refunded"),
        pay(3, "d", "- interval '1 hour'", "paid"),
        pay(3, "e", hour, "paid"),
        pay(6, "f", hour, "paid"),
    ];
    active.has(&facts.join("; ")).await;

    let (found, all) = active.does(async |tx| tx.people().campaigns(8).await).await;

    let lines: Vec<_> = found
        .iter()
        .map(|one| (one.name.as_str(), one.came, one.ordered, one.paid, one.income.get()))
        .collect();
    assert_eq!(lines, [("spring", 5, 0, 2, 12_000), ("autumn", 1, 0, 0, 0)]);
    assert_eq!((all, found[0].stars), (2, Stars::whole(100).unwrap()));
}

#[tokio::test]
async fn what_telegram_says_of_a_member_is_believed_for_an_hour_and_of_a_stranger_not_at_all() {
    let active = Active::on_a_new_database().await;
    let knows = async |channel: &str| {
        active.does(async |tx| tx.people().channel_standing(ANNA, channel).await).await
    };
    let later = async |interval: &str| {
        let sql = format!("update channel_standings set asked_at = now() - interval '{interval}'");
        active.witness.batch_execute(&sql).await.unwrap();
    };
    assert_eq!(knows("@news").await, None);

    for (standing, is_kept, fresh, stale) in [
        (ChannelStanding::Member, true, "59 minutes", "61 minutes"),
        (ChannelStanding::Unknown, true, "50 seconds", "61 seconds"),
        (ChannelStanding::Stranger, false, "1 second", "1 minute"),
    ] {
        let within = active
            .does(async |tx| {
                tx.people().conversation(ANNA, None).await?;
                tx.people().keep_channel_standing(ANNA, "@news", standing).await?;
                tx.people().channel_standing(ANNA, "@news").await
            })
            .await;
        assert_eq!(within, Some(standing), "what was just asked is known");
        later(fresh).await;
        assert_eq!(knows("@news").await, is_kept.then_some(standing));
        assert_eq!(knows("@other").await, None, "of another channel nothing is known");
        later(stale).await;
        assert_eq!(knows("@news").await, None);
    }
}
