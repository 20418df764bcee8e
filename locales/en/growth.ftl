# Promo codes, the channel for free use, and how the bot grows.

promo-ask =
    <b>Promo code</b>

    What is your code? Write it as it is.
promo-unknown = I don't know the code <code>{ $code }</code>. Is there a typo? Write it once more, or /cancel.
promo-already = You've used the code <code>{ $code }</code> already. It works once for each person.
promo-used-up = The code <code>{ $code }</code> has been used up: others were quicker.
promo-over = The code <code>{ $code }</code> is no longer valid.
promo-used =
    ✅ <b>{ $code }</b> worked: { $amount } is yours.

    You can spend { $available } now.

channel-join =
    <b>Free for our subscribers</b>

    Free models are for those who are in { $channel }. Join the channel, come back and tap the second button. Your order waits.
channel-not-there = I don't see you in { $channel } yet. Join with the first button, then tap the second one again.
channel-button-open = 📢 Open the channel
channel-button-joined = ✅ I have joined

growth-button-stats = Numbers
growth-button-campaigns = Campaigns
growth-button-promos = Promo codes
growth-button-day = By day
growth-button-week = By week
growth-button-end = End it
growth-button-all-promos = All codes

growth-promo-list = <b>Promo codes</b>, { $all } in all, the newest first:
growth-promo-none = <b>Promo codes</b>: there are none yet.
growth-promo-form =
    To make one: <code>/admin promo &lt;code&gt; &lt;amount&gt; &lt;uses&gt; &lt;days&gt;</code>

    For example: <code>/admin promo SPRING 50 100 30</code>
growth-promo-card =
    <b>{ $code }</b>: { $amount } for each person

    Used: { $used } of { $most }
    Valid until: { $until }
    { $standing ->
        [open] It can be used.
        [used-up] It is used up.
        [over] Its time is over.
       *[ended] It was ended.
    }
growth-promo-made =
    ✅ The code <code>{ $code }</code> is ready.

    Each person gets { $amount }, once. People: { $most }. Days: { $days }.
    They type <code>/promo { $code }</code>.
growth-promo-ended = ✅ The code { $code } has ended. Nobody can use it any more.
growth-promo-over = It had ended before. Nothing was changed.
growth-promo-taken = There is or was a code { $code }. A name is used only once. Nothing was changed:
growth-promo-unknown = There is no code <code>{ $code }</code>.
growth-promo-no-code = A code has 3 to 24 signs: Latin letters, digits and hyphens. Nothing was changed.
growth-promo-no-amount = Second comes the amount: more than zero, at most two digits after the point, without a currency. Nothing was changed.
growth-promo-no-uses = Third comes how many people may use it: a whole number from 1 to { $most }. Nothing was changed.
growth-promo-no-days = Fourth comes for how many days: a whole number from 1 to { $most }. Nothing was changed.
growth-promo-too-much = That's too much: all uses of a code together can give away { $most } at most. Nothing was changed.

growth-campaigns = <b>Campaigns</b>, { $all } in all: came, ordered, paid for the first time, and what those paid
growth-campaign = <b>{ $name }</b>: { $came } → { $ordered } → { $paid }, { $stars } ({ $income })
growth-no-campaigns =
    <b>Campaigns</b>: nobody has come by one yet.

    Give each its own link, such as <code>{ $link }</code>. I count who comes by it, orders and pays for the first time.

growth-stats =
    <b>{ $span ->
        [day] The last { $count } days
       *[week] The last { $count } weeks
    }</b>

    New people: { $came }
    Paid since: { $paid } ({ $share } %)
    { $span ->
        [day] Came back the day after
       *[week] Came back the week after
    }: { $returned } ({ $rate } %)
    Paid in: { $stars }
    Earned: { $revenue }
    Cost: { $cost }
    Margin: <b>{ $margin }</b>
growth-stats-transferred = By bank transfer: { $amount }
growth-stats-periods =
    <b>{ $span ->
        [day] Day by day
       *[week] Week by week
    }</b>: new, paid in, earned, cost, margin
growth-stats-line = { $begins }: { $came } · { $stars } · { $revenue } · { $cost } · { $margin }
growth-stats-failing-title = <b>Failures</b>
growth-stats-failing = { $model }: { $failed } of { $ended }
growth-stats-none-failing = <b>Failures</b>: none.
growth-stats-picture =
    { $span ->
        [day] Day by day
       *[week] Week by week
    }, time zone { $zone }

growth-chart-title-day = Day by day
growth-chart-title-week = Week by week
growth-chart-people = People
growth-chart-came = new
growth-chart-active = ordered
growth-chart-paid = of the new, paid since
growth-chart-stars = Stars
growth-chart-stars-in = paid in
growth-chart-money = Money
growth-chart-revenue = earned
growth-chart-cost = cost
growth-chart-margin = margin
