//! Updates and books, written by SQL: many of them in the time the server takes to write them.
//!
//! The books are those that payments leave behind, with every leg and balance, so that an audit finds nothing; of
//! every hundred payments of the list they do not know one.

/// What one Star buys, in kopecks.
const KOPECKS: i64 = 120;

/// So many updates that tell of a payment, from this number on.
pub(super) fn updates(first: i64, count: i64, people: i64) -> String {
    let end = first + count;
    format!(
        r#"
        insert into inbox (update_id, lane, payload)
        select
            500000000 + place,
            person,
            convert_to(
                format(
                    '{{"update_id":%s,"message":{{"message_id":%s,"date":%s,'
                    '"from":{{"id":%s,"is_bot":false,"first_name":"Ann","language_code":"ru"}},'
                    '"chat":{{"id":%s,"type":"private","first_name":"Ann"}},'
                    '"successful_payment":{{"currency":"XTR","total_amount":1,"invoice_payload":"bench",'
                    '"telegram_payment_charge_id":"c%s","provider_payment_charge_id":""}}}}}}',
                    500000000 + place, place, extract(epoch from now())::bigint, person, person, place
                ),
                'UTF8'
            )
        from (
            select
                place,
                place % {people} + 1 as person
            from generate_series({first}::bigint, {end}::bigint - 1) as place
        ) as written
        order by place
        "#
    )
}

/// Books that know all payments of a list but every hundredth.
pub(super) fn books(count: i64, people: i64) -> String {
    format!(
        r#"
        insert into conversations (person_id)
        select person
        from generate_series(1, {people}) as person;

        update star_list set begun_at = now() - interval '400 days';

        create temporary table known as
        select
            'c' || place as charge,
            place % {people} + 1 as person,
            row_number() over (partition by place % {people} order by place) as nth,
            now() - make_interval(secs => 3600 + {count} - place) as paid_at
        from generate_series(0, {count} - 1) as place
        where place % 101 <> 7;

        insert into accounts (person_id, unit, kind, balance, version)
        select
            person,
            'wallet',
            kind,
            case kind when 'paid' then count(charge) * {KOPECKS} else 0 end,
            case kind when 'paid' then count(charge) else 0 end
        from generate_series(1, {people}) as person
        cross join unnest(array['paid', 'bonus', 'held', 'debt']) as kind
        left join known using (person)
        group by person, kind
        order by person, kind;

        insert into payments (charge_id, person_id, stars, amount, paid_at)
        select charge, person, 1000000000, {KOPECKS}, paid_at
        from known;

        insert into transfers (
            operation, leg, kind, unit, debit_id, credit_id, amount, credit_after, credit_version,
            actor, epoch
        )
        select
            'purchase:' || charge, leg, 'purchase',
            case leg when 0 then 'stars' else 'wallet' end,
            case leg when 0 then 20 else 1 end,
            case leg when 0 then 21 else accounts.id end,
            case leg when 0 then 1000000000 else {KOPECKS} end,
            case leg when 1 then nth * {KOPECKS} end,
            case leg when 1 then nth end,
            'telegram', 0
        from known
        cross join unnest(array[0, 1]) as leg
        join accounts on accounts.person_id = known.person and accounts.kind = 'paid'
        order by nth, person, leg;

        analyze
        "#
    )
}
