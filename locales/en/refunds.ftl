# For those who give money back, and look after payments.

refund-form =
    Like this: <code>/admin refund &lt;charge&gt; &lt;reason&gt;</code>

    Without a reason I only show what it would do. Charges are in <code>/admin payments &lt;id&gt;</code>.
refund-unknown = I don't know a payment with the charge <code>{ $charge }</code>. Nothing was changed.
refund-already = That payment has gone back already. Nothing was changed now.
refund-in-hand = That payment is on its way back already. Telegram hasn't confirmed it yet, and I keep asking. Nothing was changed now.
refund-impossible = I can't count that payment back. Nothing was changed.
refund-question = <b>Give this payment back?</b>
refund-payment =
    Person: <code>{ $person }</code>
    Paid: { $at }, <b>{ $stars }</b>, { $what }
    Charge: <code>{ $charge }</code>
refund-brought = It brought: { $amount }
refund-brought-bonus = It brought: { $amount } and a bonus of { $bonus }
refund-takes =
    Taken from the balance: <b>{ $taken }</b>
    Spent, becomes a debt: <b>{ $owed }</b>
    Balance now: { $before }
    Balance after: { $after }
refund-takes-debt = ⚠️ Until the debt is paid, they can't start anything new. Their next payment fills it first.
refund-takes-reward = I also take the reward for the invitation, { $reward }, back from <code>{ $referrer }</code> as far as it isn't spent.
refund-ends-plan = It pays for the plan <b>{ $plan }</b> until { $until }: the plan ends with the refund and won't renew.
refund-refused-before = ⚠️ Telegram refused this refund before: { $problem }. You can ask again.
refund-reason =
    Reason:
    { $reason }
refund-needs-reason = This is only a preview. To do it, add a reason: <code>/admin refund { $charge } reason</code>
refund-begun =
    <b>I'm giving it back</b>

    Person: <code>{ $person }</code>, { $stars }
    Taken from the balance: { $taken }, owed: { $owed }

    I'm asking Telegram now. I'll tell you and the person when it's done.
refund-cancelled = Cancelled. Nothing was changed.
refund-limit-person = { $most } payments of this person went back within a day, the most that may. Nothing was changed. It goes on in { $wait }. The limit is <code>refunds_per_person</code> in offers.toml.
refund-limit-admin = You gave back { $most } payments within an hour, the most that one admin may. Nothing was changed. It goes on in { $wait }. The limit is <code>refunds_per_admin</code> in offers.toml.
refund-older = That button belongs to an earlier question. Nothing was changed. The latest question still waits for an answer.

refund-done =
    ✅ <b>It went back</b>

    Person: <code>{ $person }</code>, { $stars }
    Taken from the balance: { $taken }, owed: { $owed }
refund-refused =
    ⚠️ <b>Telegram refuses the refund</b>

    Person: <code>{ $person }</code>, { $stars }
    { $problem }

    The balance is as it was before. To ask again: <code>/admin refund { $charge }</code>
refund-refused-notice = We wanted to give a payment back to you, but Telegram didn't take it. Your balance is as it was: <b>{ $balance }</b>. Questions? /paysupport

payments-form = Like this: <code>/admin payments &lt;id&gt;</code>
payments-none = No payments of <code>{ $person }</code>.
payments-page = <b>The last payments of</b> <code>{ $person }</code>
payments-line =
    { $at } · <b>{ $stars }</b> · { $what } · { $state ->
        [refunding] on its way back
        [refunded] went back
       *[paid] paid
    }
    <code>{ $charge }</code>
payments-unbooked = ⚠️ <b>Telegram told me of these, but they aren't in the books</b>
payments-unbooked-none = Everything Telegram told me of is in the books.
payments-unbooked-line =
    { $at } · { $kind ->
        [refund] went back
       *[payment] paid
    } · { $amount } { $currency } · <code>{ $person }</code>
    <code>{ $charge }</code>

payments-what-amount = any amount
payments-what-other = without an invoice of ours
payments-what-pack = pack
payments-what-plan = plan
payments-what-test = test payment

paytest-moment = Here's an invoice for one Star. Pay it, and it comes back by itself. I'll tell you how it went.
paytest-unknown = Like this: <code>/admin pay test</code>
paytest-paid = <b>The test payment has arrived.</b> Now it goes back to you by itself.
paytest-done = ✅ <b>The test payment went well.</b> You paid, I booked it, gave it back and booked that too. Your balance is as it was: { $balance }.
paytest-refused =
    ⚠️ <b>The test payment arrived, but Telegram refuses to give it back:</b> { $problem }

    Try again later: <code>/admin refund { $charge } test</code>
