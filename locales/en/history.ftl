# What was made before, receipts, and what can be done with a result.

history-page = <b>History</b>
history-page-number = <b>History</b>, page { $page }
history-empty =
    <b>History</b>

    Everything you create will be here. So far there is nothing; shall we begin with a picture?
history-no-more = <b>History</b>: there is nothing further back.
history-line = { $at } · <b>{ $title }</b> · { $price } · { $standing }
history-line-words =
    { $at } · <b>{ $title }</b> · { $price } · { $standing }
    { $words }
history-not-yours = There is no such generation among yours. It may be gone, or belong to somebody else.

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
history-no-values = Ordered without any choices.
history-price = Price: { $price }
history-free = Price: free
history-held = Set apart: { $price }. It is taken only for a result.
history-held-free = The try counts only for a result.
history-paid = Paid: { $price }
history-paid-free = Nothing was charged.
history-returned = Returned in full: { $price }
history-returned-free = The free try was given back.
history-ordered = Ordered: { $at }
history-ended = Ended: { $at }

history-standing-waiting = in the queue
history-standing-working = being made
history-standing-arriving = done, on its way
history-standing-delivered = delivered
history-standing-failed = did not work out, returned
history-standing-cancelled = cancelled, returned

history-sending = Sending it once more.
history-sending-file = Sending it as a file, untouched.
history-nothing-to-send = There is nothing to send for this one: no file of it is kept.
history-too-late = This one is already being made and can no longer be stopped. The money returns only if it does not work out.
history-too-late-free = This one is already being made and can no longer be stopped. The try is given back only if it does not work out.
history-over = This one is over already, there is nothing to cancel.
history-model-gone = The model of this one is no longer offered. Another one may do it as well:
history-no-picture = There is no picture of this one that could be used further.

history-button-again = Again
history-button-vary = Variation
history-button-reword = Change the words
history-button-upscale = Enlarge
history-button-animate = Bring to life
history-button-file = As a file
history-button-resend = Send again
history-button-share = Send to a friend
history-button-cancel = Cancel
history-button-receipt = Receipt
history-button-newer = Newer
history-button-older = Older
