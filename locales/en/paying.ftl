# Paying in: top-ups, invoices, plans.

topup-packs =
    <b>Top up</b>

    Balance: <b>{ $balance }</b>. One Star brings { $rate }; large packs bring more.
topup-how-many = How many Stars? Write a number from 1 to { $most }.
topup-not-sold = This is no longer sold. Please choose again: /topup
topup-order-gone = That order has changed or has begun already, so nothing would start by itself. You can simply top up:
topup-button = ⭐ Top up
topup-button-missing = Pay what is missing
topup-button-other = Another amount

paying-invoice-title = Top-up
paying-invoice-test = Test payment
paying-invoice-test-words = One Star, to see that payments work. It comes back by itself.
paying-invoice-brings = { $amount } for your balance.
paying-invoice-brings-bonus = { $amount } and { $bonus } on top for your balance.
paying-invoice-kept = Paid within 30 minutes, it starts your order: { $model } for { $price }.
paying-invoice-plan = 30 days: { $included } for your balance and { $discount } % off every price. Renewed until you cancel.

paying-refused-away = I cannot look at this invoice right now. Nothing was charged. Please try again in a minute.
paying-refused-changed = This invoice has changed. Nothing was charged. Please take a new one: /topup
paying-refused-expired = This invoice is too old. Nothing was charged. Please take a new one: /topup
paying-refused-not-yours = This invoice is for somebody else. Nothing was charged. Take one of your own: /topup
paying-refused-paid = This invoice is paid already. Nothing was charged again. For another one: /topup
paying-refused-subscribed = You have this plan already. Nothing was charged. See /subscribe
paying-refused-unknown = I do not know this invoice. Nothing was charged. Please take a new one: /topup

paying-credited = Thank you! <b>+{ $amount }</b>, your balance is <b>{ $balance }</b>.
paying-credited-bonus = Thank you! <b>+{ $amount }</b> and { $bonus } on top, your balance is <b>{ $balance }</b>.
paying-debt = Still owed from an earlier refund: { $owed }.
paying-refunded = Your payment went back to you. Taken from the balance: <b>{ $amount }</b>, left: <b>{ $balance }</b>.
paying-refunded-plan = The plan <b>{ $plan }</b> ended with it, and is not renewed.
paying-kept-begins = Your order begins now.
paying-kept-not = Your order has not begun: something about it has changed. The money is on your balance, please look at the order again.
paying-order-waits = You have an order that waits. Shall it begin?
paying-button-go = Begin it

paying-plan-credited = Thank you! The plan <b>{ $plan }</b> runs until { $until }. <b>+{ $amount }</b>, your balance is <b>{ $balance }</b>.
paying-plan-link =
    <b>{ $plan }</b>: { $price } every 30 days

    { $included } for your balance each time, { $discount } % off every price. Cancel at any time: /subscribe. What you do not spend stays on your balance.
paying-plan-refused = Telegram gave no link for that plan just now. Nothing was charged. Please try again in a few minutes.
paying-plan-over = Your plan <b>{ $plan }</b> is over. What you have not spent stays on your balance.
paying-plan-replaced = Your former plan <b>{ $plan }</b> will not be renewed. It runs until { $until }; until then the larger discount of both counts.
paying-button-subscribe = Subscribe
paying-button-plans = See the plans

plans-page = <b>Plans</b>, 30 days each, renewed by Telegram until you cancel. What you do not spend stays on your balance.
plans-line = <b>{ $plan }</b> – { $price }: { $included } for your balance, { $discount } % off every price, up to { $jobs } { $jobs ->
        [one] order
       *[other] orders
    } at a time
plans-runs = You have <b>{ $plan }</b>, paid until { $until }.
plans-runs-failed = You have <b>{ $plan }</b>, paid until { $until }. Telegram could not renew it and will try again: please check your Stars.
plans-runs-out = You have <b>{ $plan }</b> until { $until }. It will not be renewed.
plans-brings = { $discount } % off every price, up to { $jobs } { $jobs ->
        [one] order
       *[other] orders
    } at a time
plans-already = You have <b>{ $plan }</b> already, until { $until }. There is nothing to pay.
plans-changing = One moment, the link comes. After its payment your plan <b>{ $plan }</b> is not renewed and runs until { $until }; until then the larger discount of both counts.
plans-moment = One moment, the link comes.
plans-end-question = Stop renewing <b>{ $plan }</b>? It runs until { $until } all the same, and what you do not spend stays on your balance.
plans-cancelling = Done: <b>{ $plan }</b> will not be renewed and runs until { $until }.
plans-resuming = Only you can switch <b>{ $plan }</b> on again: in Telegram open Settings, My Stars, and choose the subscription. I will see it as soon as Telegram tells me. Until { $until } it runs anyway.
plans-not-running = That plan does not run any more.
plans-button = Plans
plans-button-cancel = Do not renew
plans-button-keep = Keep it
plans-button-resume = Renew again
