-- Bank transfers that were credited without an approval, otherwise than approved, or not at all; decisions that
-- the audit log does not have exactly once.
with moved as (
    select
        substr(transfers.operation, length('bank_transfer:') + 1) as request,
        sum(transfers.amount) as amount,
        array_agg(distinct credit.person_id) as people,
        array_agg(distinct transfers.debit_id) as sources,
        bool_and(starts_with(transfers.operation, 'bank_transfer:')) as is_named
    from transfers
    left join accounts as credit on credit.id = transfers.credit_id
    where starts_with(transfers.operation, 'bank_transfer:')
        or transfers.kind = 'bank_transfer'
        or transfers.debit_id = 7
        or transfers.credit_id = 7
    group by transfers.operation
),
logged as (
    select
        substr(subject, length('transfer:') + 1) as request,
        action,
        count(*) as entries
    from audit_log
    where starts_with(subject, 'transfer:')
    group by subject, action
),
decided as (
    select
        coalesce(transfer_requests.id::text, moved.request) as request,
        coalesce(transfer_requests.state, 'unknown') as state,
        coalesce(transfer_requests.amount, 0) as amount,
        coalesce(moved.amount, 0) as credited,
        moved.request is not null
            and (
                moved.people is distinct from array[transfer_requests.person_id]
                or moved.sources is distinct from array[7::bigint]
                or not moved.is_named
            ) as is_strange,
        coalesce(approvals.entries, 0) as approvals,
        coalesce(refusals.entries, 0) as refusals
    from transfer_requests
    full join moved on moved.request = transfer_requests.id::text
    left join logged as approvals
        on approvals.request = coalesce(transfer_requests.id::text, moved.request)
        and approvals.action = 'approve'
    left join logged as refusals
        on refusals.request = coalesce(transfer_requests.id::text, moved.request)
        and refusals.action = 'refuse'
)
select
    count(*) over () as "violations!",
    format(
        'transfer %s: %s of %s, %s credited%s; in the audit log %s approvals and %s refusals',
        request, state, amount, credited,
        case when is_strange then ' to somebody else or from elsewhere' else '' end,
        approvals, refusals
    ) as "subject!"
from decided
where credited <> case state when 'approved' then amount else 0 end
    or is_strange
    or approvals <> case state when 'approved' then 1 else 0 end
    or refusals <> case state when 'refused' then 1 else 0 end
order by request
limit 5
