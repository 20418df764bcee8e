# For those who are trusted with what is other people's.

admin-page =
    <b>Admin commands</b>

    <code>/admin adjust &lt;id&gt; &lt;amount&gt; &lt;reason&gt;</code>
    Correct a person's balance: add, or take with a minus. I show what comes of it and ask first.

    <code>/admin transfers</code>, <code>/admin transfer &lt;reference&gt;</code>
    Bank transfers that wait for your decision, and one of them.

    <code>/admin payments &lt;id&gt;</code>
    A person's last payments with their charges. Without an id: what isn't in the books.

    <code>/admin refund &lt;charge&gt; &lt;reason&gt;</code>
    Give a payment back. Without a reason I only show what it would do.

    <code>/admin answer &lt;number&gt; &lt;text&gt;</code>
    Answer a question. A reply to its message does the same.

    <code>/admin pay test</code>
    Pay one Star to see that payments work. It comes back by itself.
admin-unknown = There is no such admin command. Here's what there is:

admin-adjust-form =
    Like this: <code>/admin adjust &lt;id&gt; &lt;amount&gt; &lt;reason&gt;</code>

    For example: <code>/admin adjust 123456789 -50.25 charged twice</code>
admin-adjust-no-person = The first part must be the person's Telegram number, digits only.
admin-adjust-no-amount = The second part must be an amount: not zero, at most two decimals, no spaces.
admin-adjust-too-much = That's too much: one correction can add or take { $most } at most.
admin-adjust-other-currency = Balances are in { $currency }. Leave the currency out, or type this one.
admin-adjust-again = <b>That is a large sum.</b> Confirm it once more.
admin-adjust-no-reason = The reason is missing. It stays in the log, and the person will see it.

admin-adjust-stranger = I don't know <code>{ $person }</code>: this person has never written to the bot. Nothing was changed.
admin-adjust-short = I can't take that: <code>{ $person }</code> has only { $there }. Nothing was changed.
admin-adjust-impossible = Such a correction isn't possible for <code>{ $person }</code>. Nothing was changed.
admin-adjust-question =
    <b>Correct a balance?</b>

    Person: <code>{ $person }</code>, { $reach ->
        [closed] known to the bot, but blocks it: the notice waits until they return
       *[open] known to the bot
    }
    Amount: <b>{ $amount }</b>
    Balance now: { $before }
    Balance after: { $after }

    Reason, which the person will see:
    { $reason }
admin-adjust-done =
    ✅ <b>Done</b>

    Person: <code>{ $person }</code>
    Amount: <b>{ $amount }</b>
    Balance now: { $after }

    The notice to the person is on its way.
admin-adjust-cancelled = Cancelled. Nothing was changed.
admin-adjust-gone = This question no longer waits for an answer: it was answered or cancelled before. Nothing was changed now.
admin-adjust-older = That button belongs to an earlier question. Nothing was changed. The latest question still waits for an answer.
admin-button-confirm = Confirm
admin-button-cancel = Cancel

admin-notice-added =
    Support added <b>{ $amount }</b> to your balance.

    Reason:
    { $reason }
    Balance: { $after }
admin-notice-taken =
    Support took <b>{ $amount }</b> from your balance.

    Reason:
    { $reason }
    Balance: { $after }

    Questions? Write to us: /support
