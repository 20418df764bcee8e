# When something does not work.

trouble-apology =
    Sorry, something went wrong with your last step. We know about it already.

    Please try again. If that does not help, write to support, /support, and name the code <code>{ $reference }</code>.
trouble-updating = The bot is being updated, it will not take long. Please try again in half a minute.
trouble-updating-tap = The bot is being updated, it will not take long. Please try again in half a minute.
trouble-everything-closed = <b>Sales are paused</b>: { $cause ->
        [out_of_credits] the provider has no credits of ours left
        [key_refused] the provider refuses our key
        [keeps_failing] it failed for several people
        [overcharged] the provider charges far above its price list
        [operator] an operator closed it
        [losses] today the provider charged too much for nothing
        *[gone] the provider does not know it any more
    }. What was ordered waits, and its money goes back if that takes too long. Sales go on by themselves as soon as requests are taken again.
trouble-model-closed = <b>{ $subject }</b> is closed: { $cause ->
        [out_of_credits] the provider has no credits of ours left
        [key_refused] the provider refuses our key
        [keeps_failing] it failed for several people
        [overcharged] the provider charges far above its price list
        [operator] an operator closed it
        [losses] today the provider charged too much for nothing
        *[gone] the provider does not know it any more
    }. What was ordered waits. It is tried again by itself; to open or close it: <code>trt closures</code>
trouble-everything-opened = <b>Sales go on</b>: requests are taken again.
trouble-model-opened = <b>{ $subject }</b> is open again: an order that tried it worked.
trouble-dear-closed = <b>Credits are short</b>: what costs more than { $above } credits is closed, everything cheaper goes on. Top up, and it opens by itself.
trouble-dear-opened = <b>Credits are enough again</b>: everything can be ordered.
trouble-credits-low = <b>Credits run low</b>: { $left } are left with the provider, and a day takes about { $daily } at the present pace. Sales pause when they are used up.
trouble-result-gone = This result is no longer here. By link a result can be fetched for two weeks at the most. Open the bot: its history keeps what Telegram has.
trouble-losses-spent = <b>Today's losses are used up</b>: the provider charged { $lost } credits that brought nothing; a day may lose { $budget }. Nothing is free until tomorrow, and what caused it is closed.
trouble-result-later = The result is there, but it cannot be fetched at this moment. This page tries again by itself in a few seconds.

trouble-unknown-command = I do not know that command. Here is what there is:
trouble-later-command = { $command } does not work yet, it will come later. Here is what there is now:
trouble-old-button = That button is out of date. Here is a fresh menu:
trouble-unknown-kind = I cannot read a message of that kind. Write in words what you would like to create.

trouble-group-line = I work in private messages: <a href="{ $link }">open the bot</a>.

trouble-differences = <b>The books were held against Telegram and the provider.</b>{ $imported ->
        [0] {""}
        [one] {" "}One payment whose message never came is credited now.
        *[other] {" "}{ $imported } payments whose messages never came are credited now.
    }{ $returned ->
        [0] {""}
        [one] {" "}One payment went back without a word; its balance is taken back.
        *[other] {" "}{ $returned } payments went back without a word; their balance is taken back.
    }{ $count ->
        [0] {""}
        *[other] {" "}Two looks in a row found what differs; take it over by <code>trt books reconcile --resolve ID REASON</code>:
    }
trouble-difference = #{ $id } { $kind ->
        [payment-learned] a payment was learned from Telegram's list
        [refund-learned] a refund was learned from Telegram's list
        [payment-uncountable] a payment in Telegram's list cannot be credited
        [refund-unknown] Telegram gave back a payment that nobody here knows
        [payment-only-ours] a payment of ours is not in Telegram's list
        [refund-only-ours] a refund of ours is not in Telegram's list
        [size] a payment has another size in Telegram's list
        [unread] a part of Telegram's list cannot be read
        [list-shorter] Telegram's list has become shorter
        [before-books] Telegram's list begins before these books
        [star-balance] the balance of Stars is another one
        [credits-short] the provider has fewer credits than it should
        *[price-drift] the provider charges more than its list says
    }: <code>{ $subject }</code>
trouble-differences-more = and { $more } more
