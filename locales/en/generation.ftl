# What is said about a generation while it is made and when it ended.

generation-waiting =
    <b>{ $title }</b> · { $price }
    In the queue. { $time }
generation-delay-place =
    { $place ->
        [1] You are next.
       *[other] You are number { $place } in line.
    }
generation-delay-busy = The model is busy right now. You are number { $place } in line.
generation-delay-away = The model isn't answering right now. I keep trying.
generation-delay-files = Your file is on its way to the model.
generation-delay-closed = The model is on a break. I'll start as soon as it's back, or give everything back.
generation-delay-paused = We've paused everything for a while. I'll start as soon as I can, or give everything back.
generation-time = Usually { $time }.
generation-working =
    <b>{ $title }</b> is at work
    { $bar } { $elapsed }
    { $time }
generation-working-usually = Usually { $time }.
generation-stalled =
    <b>{ $title }</b> is taking longer than usual
    { $bar } { $elapsed }
    { $time } I keep asking. If it doesn't work out, everything comes back.
generation-bar-full = ▰
generation-bar-empty = ▱
generation-cancelled = <b>{ $title }</b>: cancelled. { $price } is back. Your balance: { $balance }.
generation-cancelled-free = <b>{ $title }</b>: cancelled. Your free try is back. Your balance: { $balance }.
generation-nameless = Order
generation-free-mark = free

generation-failed =
    ⚠️ <b>{ $title }</b>: it didn't work out.
    { $why }

    { $returned }
    { $next }
generation-returned = Returned in full: { $price }. Your balance: { $balance }.
generation-free-stays-used = It cost you nothing. The try counts as used, since the result may still come. Your balance: { $balance }.
generation-returned-free = Your free try is back. Your balance: { $balance }.
generation-not-charged = It cost you nothing. Your balance: { $balance }.
generation-why-policy = The model refused: its rules don't allow this.
generation-why-bad-input = The model didn't accept the files or settings.
generation-why-file-gone = I can no longer read the file you sent.
generation-why-provider = The model failed. It wasn't your fault.
generation-why-model-closed = This model is closed for now.
generation-why-paused = We've paused everything for a while.
generation-why-timeout = It took far too long, so I stopped waiting.
generation-why-empty = The model said it was done, but gave nothing.
generation-why-undelivered = It was ready, but I couldn't bring it to you.
generation-why-waited = It waited in the queue too long and never started.
generation-why-longer = Your file plays { $length }, longer than your app told me. At that length the price is { $price }, so I haven't started.
generation-why-longer-free = Your file plays { $length }, longer than your app told me, so I haven't started.
generation-why-larger = Your picture has { $size } pixels, more than your app told me. At that size the price is { $price }, so I haven't started.
generation-why-larger-free = Your picture has { $size } pixels, more than your app told me, so I haven't started.
generation-why-dearer = Your file is longer or larger than your app told me, so I haven't started.
generation-why-too-long = Your file plays { $length }, and this model takes at most { $most }.
generation-why-too-large = Your picture has { $size } pixels, and this model takes at most { $most } on a side.
generation-why-oversized = Your file is longer or larger than this model takes.
generation-why-unmeasurable = The price depends on how long or large your file is, and I couldn't tell.
generation-why-unknown = I can't find out what became of it.
generation-next-policy = Other words may help.
generation-next-bad-input = Other files or settings may help.
generation-next-file-gone = Send the file once more, please.
generation-next-again = Trying again may help.
generation-next-model = { $model } may do the same.
generation-next-model-words = { $model } may do the same: your words are kept.
generation-next-words-or-model = Other words may help. Or try { $model }: your words are kept.
generation-next-other = Another model may do the same.
generation-next-paused = Please try again a little later.
generation-next-dearer = If that suits you, order it with the button below. I kept the file.
generation-next-oversized = Send a shorter or smaller one, please.
generation-next-unmeasurable = Send the file in another format, please.
generation-next-unknown = You can try again. If it happens often, write to us: /support

generation-caption =
    <b>{ $title }</b>
    { $quote }
generation-caption-bare = <b>{ $title }</b>
generation-result = ✅ Here it is: <b>{ $title }</b>. What next?
generation-text =
    <b>{ $title }</b>
    { $quote }
generation-text-cut =
    <b>{ $title }</b>
    { $quote }
    The text is longer than one message. This is its beginning.
generation-links =
    <b>{ $title }</b>

    Telegram didn't take the files, so here are links. Save them soon: they don't live for ever.

    { $links }
generation-link = <a href="{ $address }">File { $number }</a>
generation-late = This one came later than I told you. What it cost is back already, so it's free.

generation-seconds = { $count } s
generation-minutes = { $count } min
generation-hours = { $count } h
generation-about = about { $time }
generation-between = { $least } – { $most }

generation-button-others = Other models
generation-button-instead = Try
generation-button-make-yours = Make your own
