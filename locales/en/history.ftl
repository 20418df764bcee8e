# What was made before, receipts, and what can be done with a result.

history-page = 🕘 <b>History</b>
history-page-number = 🕘 <b>History</b>, page { $page }
history-empty =
    🕘 <b>History</b>

    Everything you create will be here. Nothing yet. Shall we start with a picture?
history-no-more = 🕘 <b>History</b>: there is nothing further back.
history-line = { $at } · <b>{ $title }</b> · { $price } · { $standing }
history-line-words =
    { $at } · <b>{ $title }</b> · { $price } · { $standing }
    { $words }
history-not-yours = There is no such order among yours. It may be gone, or belong to another person.

history-receipt =
    <b>{ $title }</b>
    { $standing }
    { $order }
    { $money }
    { $times }
    Reference: <code>#{ $reference }</code>
history-value = { $name }: { $value }
history-files =
    { $name }: { $count ->
        [one] { $count } file
       *[other] { $count } files
    }
history-no-values = Ordered without any settings.
history-price = Price: { $price }
history-free = Price: free
history-held = Reserved: { $price }. I take it only for a result.
history-held-free = The try counts only for a result.
history-paid = Paid: { $price }
history-paid-free = Nothing was charged.
history-returned = Returned in full: { $price }
history-returned-free = Your free try is back.
history-ordered = Ordered: { $at }
history-ended = Ended: { $at }

history-standing-waiting = in the queue
history-standing-working = at work
history-standing-arriving = done, on its way
history-standing-delivered = delivered
history-standing-failed = didn't work out, returned
history-standing-cancelled = cancelled, returned

history-sending = Sending it once more.
history-sending-file = Sending it as a file, in full quality.
history-nothing-to-send = There's nothing to send: I keep no file of this one.
history-too-late = The model is already at work, and I can't stop it any more. The money comes back only if it doesn't work out.
history-too-late-free = The model is already at work, and I can't stop it any more. The try comes back only if it doesn't work out.
history-over = This one is already over, there's nothing to cancel.
history-model-gone = I no longer have the model of this one. Another may do the same:
history-no-picture = This one has no picture to work with.

history-button-again = Again
history-button-vary = 🎲 Variation
history-button-reword = ✏️ Change the words
history-button-upscale = 🔍 Enlarge
history-button-animate = 🎬 Animate
history-button-file = As a file
history-button-resend = Send again
history-button-share = Send to a friend
history-button-cancel = Cancel
history-button-receipt = Receipt
history-button-newer = Newer
history-button-older = Older

history-sample-not = This cannot be shown: it is no picture, clip or track that Telegram shows.
history-sample-gone = It is no longer shown.
history-sample-shown = Everybody sees it now on the card of <b>{ $title }</b>.
history-button-sample = Show as a sample
history-button-no-sample = No longer a sample
