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
generation-delay-away = The model does not answer right now. We keep trying.
generation-delay-files = Your file is on its way to the model.
generation-delay-closed = The model is on a break. We start as soon as it is back, or give everything back.
generation-delay-paused = We have paused everything for a while. We start as soon as we can, or give everything back.
generation-time = Usually { $time }.
generation-working =
    <b>{ $title }</b>: being made
    { $bar } { $elapsed }
    { $time }
generation-working-usually = Usually { $time }.
generation-stalled =
    <b>{ $title }</b>: taking longer than usual
    { $bar } { $elapsed }
    { $time } We keep asking. If it does not work out, everything comes back.
generation-bar-full = ▰
generation-bar-empty = ▱
generation-cancelled = <b>{ $title }</b>: cancelled. { $price } is back. Your balance: { $balance }.
generation-cancelled-free = <b>{ $title }</b>: cancelled. Your free try is back. Your balance: { $balance }.
generation-nameless = Generation
generation-free-mark = free

generation-failed =
    <b>{ $title }</b>: it did not work out.
    { $why }

    { $returned }
    { $next }
generation-returned = Returned in full: { $price }. Your balance: { $balance }.
generation-free-stays-used = It cost you nothing; the try counts as used, since the result may still come. Your balance: { $balance }.
generation-returned-free = Your free try was given back. Your balance: { $balance }.
generation-not-charged = It cost you nothing. Your balance: { $balance }.
generation-why-policy = The model refused: its rules do not allow this.
generation-why-bad-input = The model did not accept the files or settings.
generation-why-file-gone = The file you sent can no longer be read.
generation-why-provider = The model failed. It was not your fault.
generation-why-model-closed = This model is closed for now.
generation-why-paused = We have paused everything for a while.
generation-why-timeout = It took far too long, so we stopped waiting.
generation-why-empty = The model said that it was done, but gave nothing.
generation-why-undelivered = It was ready, but we could not bring it to you.
generation-why-waited = It waited too long and was never begun.
generation-why-longer = Your file plays { $length }, longer than your app had told us. At that length the price is { $price }, so we have not begun.
generation-why-longer-free = Your file plays { $length }, longer than your app had told us, so we have not begun.
generation-why-larger = Your picture has { $size } pixels, more than your app had told us. At that size the price is { $price }, so we have not begun.
generation-why-larger-free = Your picture has { $size } pixels, more than your app had told us, so we have not begun.
generation-why-dearer = Your file is longer or larger than your app had told us, so we have not begun.
generation-why-too-long = Your file plays { $length }; this model takes at most { $most }.
generation-why-too-large = Your picture has { $size } pixels; this model takes at most { $most } on a side.
generation-why-oversized = Your file is longer or larger than this model takes.
generation-why-unmeasurable = The price depends on how long or large your file is, and we could not tell.
generation-why-unknown = We cannot find out what became of it.
generation-next-policy = Other words may help.
generation-next-bad-input = Other files or settings may help.
generation-next-file-gone = Please send the file once more.
generation-next-again = Trying again may help.
generation-next-model = { $model } may do the same.
generation-next-model-words = { $model } may do the same: your words are kept.
generation-next-words-or-model = Other words may help. Or try { $model }: your words are kept.
generation-next-other = Another model may do it as well.
generation-next-paused = Please try again a little later.
generation-next-dearer = If that suits you, order it with the button below; the file is still here.
generation-next-oversized = Please send a shorter or smaller one.
generation-next-unmeasurable = Please send the file in another format.
generation-next-unknown = You can try again. If it happens often, write to us: /support

generation-caption =
    <b>{ $title }</b>
    { $quote }
generation-caption-bare = <b>{ $title }</b>
generation-result = Here it is: <b>{ $title }</b>. What next?
generation-text =
    <b>{ $title }</b>
    { $quote }
generation-text-cut =
    <b>{ $title }</b>
    { $quote }
    The text is longer than one message; this is its beginning.
generation-links =
    <b>{ $title }</b>

    Telegram did not take the files, so here they are as links. Please save them soon: links do not live for ever.

    { $links }
generation-link = <a href="{ $address }">File { $number }</a>
generation-late = This one came later than we told you. What it cost is back already, so it is free.

generation-seconds = { $count } s
generation-minutes = { $count } min
generation-about = about { $time }
generation-between = { $least } – { $most }

generation-button-others = Other models
generation-button-instead = Try
generation-button-make-yours = Make your own
