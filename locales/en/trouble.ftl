# When something does not work.

trouble-apology =
    ⚠️ Sorry, something went wrong with your last step. We already know about it.

    Please try again. If that doesn't help, write to /support and name the code <code>{ $reference }</code>.
trouble-updating = I'm being updated, it won't take long. Please try again in half a minute.
trouble-updating-tap = I'm being updated, it won't take long. Please try again in half a minute.
trouble-everything-closed = ⚠️ <b>Sales are paused</b>: { $cause ->
        [out_of_credits] our credits with the provider have run out
        [key_refused] the provider refuses our key
        [keeps_failing] orders of several people failed
        [overcharged] the provider charges far above its price list
        [operator] an operator closed it
        [losses] today the provider charged too much without a result
        *[gone] the provider doesn't know it any more
    }. Orders wait. If that takes too long, their money goes back. Sales go on by themselves as soon as requests are taken again.
trouble-model-closed = ⚠️ <b>{ $subject }</b> is closed: { $cause ->
        [out_of_credits] our credits with the provider have run out
        [key_refused] the provider refuses our key
        [keeps_failing] it failed for several people
        [overcharged] the provider charges far above its price list
        [operator] an operator closed it
        [losses] today the provider charged too much without a result
        *[gone] the provider doesn't know it any more
    }. Orders wait. I'll try it again by myself. To open or close it: <code>trt closures</code>
trouble-everything-opened = ✅ <b>Sales go on</b>: requests are taken again.
trouble-model-opened = ✅ <b>{ $subject }</b> is open again: a trial order worked.
trouble-dear-closed = ⚠️ <b>Credits are short</b>: what costs more than { $above ->
        [one] { $above } credit
       *[other] { $above } credits
    } is closed, the rest goes on. Top up, and it opens by itself.
trouble-dear-opened = ✅ <b>Enough credits again</b>: everything can be ordered.
trouble-credits-low = ⚠️ <b>Credits run low</b>: { $left } are left with the provider, and a day takes about { $daily }. When they run out, sales pause.
trouble-result-gone = This result is no longer here. A link keeps a result for two weeks at most. Open the bot: its history has what Telegram keeps.
trouble-losses-spent = ⚠️ <b>Today's losses are used up</b>: the provider charged { $lost ->
        [one] { $lost } credit
       *[other] { $lost } credits
    } without a result, and a day may lose { $budget }. Nothing is free until tomorrow. What caused it is closed.
trouble-result-later = The result is here, but I can't fetch it right now. This page tries again by itself in a few seconds.

trouble-unknown-command = I don't know that command. Here's what there is:
trouble-old-button = That button is out of date. Here's a fresh menu:
trouble-unknown-kind = I can't read that kind of message. Write in words what to create.

trouble-group-line = I work in private messages: <a href="{ $link }">open the bot</a>.

trouble-differences = <b>I compared the books with Telegram and the provider.</b>{ $imported ->
        [0] {""}
        [one] {" "}I credited one payment that Telegram hadn't told me of.
        *[other] {" "}I credited { $imported } payments that Telegram hadn't told me of.
    }{ $returned ->
        [0] {""}
        [one] {" "}One payment went back without a word, and I took back its balance.
        *[other] {" "}{ $returned } payments went back without a word, and I took back their balance.
    }{ $count ->
        [0] {""}
        *[other] {" "}Two checks in a row found differences. Take them over with <code>trt books reconcile --resolve ID REASON</code>:
    }
trouble-difference = #{ $id } { $kind ->
        [payment-learned] I learned of a payment from Telegram's list
        [refund-learned] I learned of a refund from Telegram's list
        [payment-uncountable] a payment in Telegram's list can't be credited
        [refund-unknown] Telegram gave back a payment that I don't know
        [payment-only-ours] a payment of ours isn't in Telegram's list
        [refund-only-ours] a refund of ours isn't in Telegram's list
        [size] a payment has another size in Telegram's list
        [unread] I can't read a part of Telegram's list
        [list-shorter] Telegram's list has become shorter
        [before-books] Telegram's list begins before these books
        [star-balance] the balance of Stars doesn't match
        [credits-short] the provider has fewer credits than it should
        *[price-drift] the provider charges more than its list says
    }: <code>{ $subject }</code>
trouble-differences-more = and { $more } more
trouble-slow-down = ⏳ That was a lot at once. Wait { $seconds } s, then send it again.
