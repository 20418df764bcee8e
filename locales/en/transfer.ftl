# Paying in by bank transfer, and what admins decide about it.

transfer-button = Bank transfer
transfer-button-withdraw = Withdraw the transfer

transfer-how-much =
    <b>Bank transfer</b>

    How much would you like to transfer? Write an amount from { $least } to { $most }.

    A person checks every transfer, so it takes longer than Stars do.
transfer-amount-bounds = One transfer can be from { $least } to { $most }. Which amount within that shall it be?
transfer-details =
    <b>Transfer { $amount }</b>

    Where to:
    <code>{ $details }</code>

    Your reference, for the comment if there is room for one: <code>{ $reference }</code>

    When it is done, send me the receipt here: a picture or a PDF. I wait for it for 24 hours. An admin compares it with our account; the receipt by itself adds nothing yet.
transfer-reminder = I am waiting for the receipt of <code>{ $reference }</code>: a picture or a PDF, please. If you want something else now, withdraw the transfer first: the button below, or /cancel.
transfer-no-receipt = That does not look like a receipt. For <code>{ $reference }</code> please send a picture or a PDF.
transfer-received =
    Thank you, the receipt for <code>{ $reference }</code> is here: { $amount }.

    An admin looks at it now and compares it with our account. I will write to you whatever they decide; until then your balance stays as it is.
transfer-looked-at = Your transfer <code>{ $reference }</code> over { $amount } of { $at } is being looked at. I will write to you as soon as an admin has decided. Questions? /paysupport
transfer-too-many = You have begun { $most } transfers within a day, and each is checked by hand. Please try again tomorrow, or top up with Stars: /topup
transfer-withdrawn = The transfer <code>{ $reference }</code> is withdrawn. Nothing was added or taken.
transfer-over = This transfer no longer waits for a receipt. If you did transfer the money, just begin anew with the same amount and send the receipt.

admin-transfer-button-approve = Approve
admin-transfer-button-refuse = Refuse
admin-transfer-checked = receipt checked

admin-transfer-card =
    <b>Bank transfer { $reference }: { $amount }</b>

    Person: <code>{ $person }</code>
    Asked: { $at }
    { $state ->
        [waiting] No receipt yet: there is nothing to decide.
        [received] The receipt is above or below this message. Is the money on the account?
        [approved] Approved and credited.
        [refused] Refused.
        [withdrawn] Withdrawn by the person.
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
        [withdrawn] was withdrawn
       *[expired] expired
    }
admin-transfer-list = <b>Bank transfers that wait for a decision: { $all }</b>
admin-transfer-none = No bank transfer waits for a decision.
admin-transfer-unknown = There is no bank transfer with that reference.
admin-transfer-form =
    Like this: <code>/admin transfer &lt;reference&gt;</code>, and to decide at once <code>/admin transfer &lt;reference&gt; approve|refuse &lt;reason&gt;</code>

    For example: <code>/admin transfer T-17 refuse no such payment on the account</code>
admin-transfer-why = Why is <code>{ $reference }</code> refused? Write it in one message: the person will see it, and it stays in the log.
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
admin-transfer-impossible = <code>{ $reference }</code> cannot be credited: the balance would be more than can be counted. Nothing was changed.
admin-transfer-done =
    <b>{ $verdict ->
        [approve] Credited
       *[refuse] Refused
    }</b>

    { $reference }: { $amount }
    Balance now: { $after }

    The notice to the person is on its way.
admin-transfer-notice-approved =
    Your transfer <code>{ $reference }</code> has arrived: <b>+{ $amount }</b>.

    An admin wrote:
    { $reason }

    Balance: { $after }
admin-transfer-notice-refused =
    Your transfer <code>{ $reference }</code> over { $amount } was not accepted.

    An admin wrote:
    { $reason }

    Balance: { $after }

    If that is a mistake, write to us: /paysupport
