# Paying in by bank transfer, and what admins decide about it.

transfer-button = Bank transfer
transfer-button-withdraw = Cancel the transfer

transfer-how-much =
    <b>Bank transfer</b>

    How much would you like to transfer? Write an amount from { $least } to { $most }.
    A person checks every transfer, so it takes longer than Stars.
transfer-amount-bounds = One transfer can be from { $least } to { $most }. How much would you like to transfer?
transfer-details =
    <b>Transfer { $amount }</b>

    Where to:
    <code>{ $details }</code>

    Your reference, for the comment if there's room for one: <code>{ $reference }</code>

    Then send me the receipt here: a picture or a PDF. I'll wait 24 hours for it. An admin compares it with our account. The receipt alone adds nothing yet.
transfer-reminder = I'm waiting for the receipt of <code>{ $reference }</code>: a picture or a PDF. For something else, cancel the transfer first: with the button below or /cancel.
transfer-no-receipt = That doesn't look like a receipt. For <code>{ $reference }</code> please send a picture or a PDF.
transfer-received =
    ✅ Thank you, the receipt for <code>{ $reference }</code> is here: { $amount }.

    An admin now compares it with our account. I'll write to you whatever they decide. Until then your balance stays as it is.
transfer-looked-at = Your transfer <code>{ $reference }</code> over { $amount } of { $at } is with an admin. I'll write as soon as they decide. Questions? /paysupport
transfer-too-many = You've started { $most } transfers within a day, and a person checks each one. Try again tomorrow, or top up with Stars: /topup
transfer-withdrawn = I cancelled the transfer <code>{ $reference }</code>. Nothing was added or taken.
transfer-over = This transfer no longer waits for a receipt. If you did send the money, start anew with the same amount and send the receipt.

admin-transfer-button-approve = Approve
admin-transfer-button-refuse = Refuse
admin-transfer-checked = receipt checked

admin-transfer-card =
    <b>Bank transfer { $reference }: { $amount }</b>

    Person: <code>{ $person }</code>
    Asked: { $at }
    { $state ->
        [waiting] No receipt yet: nothing to decide.
        [received] The receipt is above or below this message. Is the money on the account?
        [approved] Approved and credited.
        [refused] Refused.
        [withdrawn] Cancelled by the person.
       *[expired] Over: no receipt came in time.
    }
admin-transfer-decided-by =
    By <code>{ $admin }</code>, because:
    { $reason }
admin-transfer-seen-title = ⚠️ <b>Look twice at this receipt:</b>
admin-transfer-seen-line = { $likeness ->
        [same] the same file came
       *[size] a file of exactly the same size came
    } with <code>{ $reference }</code> of <code>{ $person }</code>, which { $state ->
        [waiting] waits
        [received] waits for a decision
        [approved] was approved
        [refused] was refused
        [withdrawn] was cancelled
       *[expired] expired
    }
admin-transfer-list = <b>Bank transfers that wait for a decision: { $all }</b>
admin-transfer-none = No bank transfer waits for a decision.
admin-transfer-unknown = There is no bank transfer with that reference.
admin-transfer-form =
    See one: <code>/admin transfer &lt;reference&gt;</code>
    Decide at once: <code>/admin transfer &lt;reference&gt; approve|refuse &lt;reason&gt;</code>

    For example: <code>/admin transfer T-17 refuse no such payment on the account</code>
admin-transfer-why = Why do you refuse <code>{ $reference }</code>? Write it in one message. The person will see it, and it stays in the log.
admin-transfer-approve-question =
    <b>Credit { $amount } for { $reference }?</b>

    Person: <code>{ $person }</code>
    Balance now: { $before }
    Balance after: { $after }

    Reason, which the person will see:
    { $reason }
admin-transfer-refuse-question =
    <b>Refuse { $reference } over { $amount }?</b>

    Person: <code>{ $person }</code>

    Reason, which the person will see:
    { $reason }
admin-transfer-impossible = <code>{ $reference }</code> can't be credited: the balance would be more than I can count. Nothing was changed.
admin-transfer-done =
    ✅ <b>{ $verdict ->
        [approve] Credited
       *[refuse] Refused
    }</b>

    { $reference }: { $amount }
    Balance now: { $after }

    The notice to the person is on its way.
admin-transfer-notice-approved =
    ✅ Your transfer <code>{ $reference }</code> has arrived: <b>+{ $amount }</b>.

    An admin wrote:
    { $reason }
    Balance: { $after }
admin-transfer-notice-refused =
    Your transfer <code>{ $reference }</code> over { $amount } was not accepted.

    An admin wrote:
    { $reason }
    Balance: { $after }

    If that's a mistake, write to us: /paysupport
