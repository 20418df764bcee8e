# Paying in: top-ups, invoices, plans.

topup-packs =
    💰 <b>Top up</b>

    Your balance: <b>{ $balance }</b>. One Star gives you { $rate }, larger packs give more.
topup-how-many = How many Stars? Write a number from 1 to { $most }.
topup-not-sold = That one is no longer sold. Choose again: /topup
topup-order-gone = That order has changed or has already started. A payment wouldn't start it. You can still top up:
topup-button = 💰 Top up
topup-button-missing = Pay the rest
topup-button-other = Another amount

paying-invoice-title = Top-up
paying-invoice-test = Test payment
paying-invoice-test-words = One Star, to see that payments work. It comes back by itself.
paying-invoice-brings = { $amount } for your balance.
paying-invoice-brings-bonus = { $amount } for your balance and a bonus of { $bonus }.
paying-invoice-kept = Pay within 30 minutes, and your order starts by itself: { $model } for { $price }.
paying-invoice-plan = 30 days: { $included } for your balance and { $discount } % off every price. Telegram renews it until you cancel.

paying-refused-away = I can't check this invoice right now. Nothing was charged. Try again in a minute.
paying-refused-changed = This invoice has changed. Nothing was charged. Take a new one: /topup
paying-refused-expired = This invoice is too old. Nothing was charged. Take a new one: /topup
paying-refused-not-yours = This invoice was made for another person. Nothing was charged. Take your own: /topup
paying-refused-paid = This invoice is paid already. Nothing was charged again. For another one: /topup
paying-refused-subscribed = You have this plan already. Nothing was charged. Your plans: /subscribe
paying-refused-unknown = I don't know this invoice. Nothing was charged. Take a new one: /topup

paying-credited = ✅ Thank you! <b>+{ $amount }</b>. Your balance: <b>{ $balance }</b>.
paying-credited-bonus = ✅ Thank you! <b>+{ $amount }</b> and a bonus of { $bonus }. Your balance: <b>{ $balance }</b>.
paying-debt = Still owed after an earlier refund: { $owed }.
paying-refunded = Your payment went back to you. I took <b>{ $amount }</b> off your balance. Left: <b>{ $balance }</b>.
paying-refunded-plan = Your plan <b>{ $plan }</b> ended with it and won't renew.
paying-kept-begins = I'm starting your order now.
paying-kept-not = Your order hasn't started: something in it has changed. The money is on your balance. Please look at the order again.
paying-order-waits = Your order is waiting. Shall I start it?
paying-button-go = ✨ Start it

paying-plan-credited = ✅ Thank you! Your plan <b>{ $plan }</b> runs until { $until }. <b>+{ $amount }</b>. Your balance: <b>{ $balance }</b>.
paying-plan-link =
    <b>{ $plan }</b>: { $price } every 30 days

    Each time you get { $included } for your balance and { $discount } % off every price. What you don't spend stays. Cancel at any time: /subscribe
paying-plan-refused = Telegram gave me no link for that plan just now. Nothing was charged. Try again in a few minutes.
paying-plan-cancelled = ✅ Done: <b>{ $plan }</b> won't renew. It runs until { $until }.
paying-plan-not-cancelled = ⚠️ Telegram didn't agree to stop renewing <b>{ $plan }</b>, so nothing has changed. You can stop it yourself: in Telegram open Settings, then My Stars, and choose the subscription. If that doesn't work either, write to us: /paysupport
paying-plan-over = Your plan <b>{ $plan }</b> is over. What you haven't spent stays on your balance.
paying-plan-replaced = Your former plan <b>{ $plan }</b> won't renew. It runs until { $until }. Until then you get the larger of the two discounts.
paying-button-subscribe = Subscribe
paying-button-plans = See the plans

plans-page = <b>Plans</b> for 30 days. Telegram renews them until you cancel. What you don't spend stays on your balance.
plans-line = <b>{ $plan }</b> – { $price }: { $included } for your balance, { $discount } % off every price, up to { $jobs } { $jobs ->
        [one] order
       *[other] orders
    } at a time
plans-runs = You have <b>{ $plan }</b>, paid until { $until }.
plans-runs-failed = ⚠️ You have <b>{ $plan }</b>, paid until { $until }. Telegram couldn't renew it and will try again. Please check your Stars.
plans-runs-out = You have <b>{ $plan }</b> until { $until }. It won't renew.
plans-brings = { $discount } % off every price, up to { $jobs } { $jobs ->
        [one] order
       *[other] orders
    } at a time
plans-already = You already have <b>{ $plan }</b> until { $until }. There's nothing to pay.
plans-changing = One moment, the link is coming. Once you pay, your plan <b>{ $plan }</b> won't renew and runs until { $until }. Until then you get the larger of the two discounts.
plans-moment = One moment, the link is coming.
plans-end-question = Stop renewing <b>{ $plan }</b>? It runs until { $until } all the same. What you don't spend stays on your balance.
plans-cancelling = One moment, I'm telling Telegram that <b>{ $plan }</b> isn't to renew. I'll write as soon as it has agreed. The plan runs until { $until } anyway.
plans-resuming = Only you can switch <b>{ $plan }</b> on again. In Telegram open Settings, then My Stars, and choose the subscription. I'll see it as soon as Telegram tells me. It runs until { $until } anyway.
plans-not-running = That plan isn't running any more.
plans-button = Plans
plans-button-cancel = Don't renew
plans-button-keep = Keep it
plans-button-resume = Renew again
