# For those who give money back, and look after payments.

refund-form =
    Like this: <code>/admin refund &lt;charge&gt; &lt;reason&gt;</code>

    Without a reason I only show what it would do. Charges stand in <code>/admin payments &lt;id&gt;</code>.
refund-unknown = I know no payment with the charge <code>{ $charge }</code>. Nothing was changed.
refund-already = That payment has gone back already. Nothing was changed now.
refund-in-hand = That payment is on its way back already: Telegram has not said yet that it is done, and I keep asking. Nothing was changed now.
refund-impossible = That payment cannot be counted back. Nothing was changed.
refund-question = <b>Give this payment back?</b>
refund-payment =
    Person: <code>{ $person }</code>
    Paid: { $at }, <b>{ $stars }</b>, { $what }
    Charge: <code>{ $charge }</code>
refund-brought = It brought: { $amount }
refund-brought-bonus = It brought: { $amount } and { $bonus } on top
refund-takes =
    Taken from the balance: <b>{ $taken }</b>
    Spent, becomes a debt: <b>{ $owed }</b>
    Balance now: { $before }
    Balance after: { $after }
refund-takes-debt = Until the debt is paid, nothing new can be started; the next payment fills it first.
refund-takes-reward = The reward for the invitation, { $reward }, is taken back from <code>{ $referrer }</code> as far as it is not spent.
refund-ends-plan = It pays for the plan <b>{ $plan }</b> until { $until }: the plan ends with the refund, and is not renewed.
refund-refused-before = Telegram refused this refund before: { $problem }. It can be asked for again.
refund-reason =
    Reason:
    { $reason }
refund-needs-reason = This is only a look. To do it, add a reason: <code>/admin refund { $charge } reason</code>
refund-begun =
    <b>It goes back</b>

    Person: <code>{ $person }</code>, { $stars }
    Taken from the balance: { $taken }, owed: { $owed }

    I am asking Telegram now, and tell you and the person when it is done.
refund-cancelled = Cancelled. Nothing was changed.
refund-older = That button belongs to another, earlier question. Nothing was changed; the latest one still waits for an answer.

refund-done =
    <b>It went back</b>

    Person: <code>{ $person }</code>, { $stars }
    Taken from the balance: { $taken }, owed: { $owed }
refund-refused =
    <b>Telegram refuses the refund</b>

    Person: <code>{ $person }</code>, { $stars }
    { $problem }

    The balance is as it was before. It can be asked for again: <code>/admin refund { $charge }</code>
refund-refused-notice = We wanted to give a payment back to you, but Telegram did not take it. Your balance is as it was: <b>{ $balance }</b>. Questions? /paysupport

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
payments-unbooked = <b>Told by Telegram, and not in the books</b>
payments-unbooked-none = Everything that Telegram told of is in the books.
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

paytest-moment = Here is an invoice for one Star. Pay it, and it comes back by itself; I tell you how it went.
paytest-unknown = Like this: <code>/admin pay test</code>
paytest-paid = <b>The test payment has arrived.</b> Now it goes back to you by itself.
paytest-done = <b>The test payment went well:</b> it was paid, booked, given back and booked again. Your balance is as it was: { $balance }.
paytest-refused =
    <b>The test payment arrived, but Telegram refuses to give it back:</b> { $problem }

    Try again later: <code>/admin refund { $charge } test</code>

news-sale = <b>Sold:</b> { $stars } from <code>{ $person }</code>
news-sale-several = <b>Sold:</b> { $count } payments, { $stars } together
news-refund = <b>Gone back:</b> { $stars } to <code>{ $person }</code>
news-refund-several = <b>Gone back:</b> { $count } payments, { $stars } together
news-refund-refused = <b>Telegram refuses a refund</b> of { $stars } to <code>{ $person }</code>: { $subject }
news-refund-refused-several = <b>Telegram refuses refunds:</b> { $count }, { $stars } together. The last one, of <code>{ $person }</code>: { $subject }
news-call-refused = <b>Telegram refuses</b> something about a plan of <code>{ $person }</code>: { $subject }
news-call-refused-several = <b>Telegram refuses</b> things about plans, { $count } times. The last one, of <code>{ $person }</code>: { $subject }
news-call-waiting = <b>Telegram has not answered for long</b> about money of <code>{ $person }</code>: { $subject }. I keep asking.
news-call-waiting-several = <b>Telegram has not answered for long</b> about money, { $count } times. The last one, of <code>{ $person }</code>: { $subject }. I keep asking.
news-unbooked = <b>Not in the books:</b> Telegram tells of money of <code>{ $person }</code> that cannot be booked. See <code>/admin payments</code>
news-unbooked-several = <b>Not in the books:</b> Telegram told { $count } times of money that cannot be booked. See <code>/admin payments</code>
