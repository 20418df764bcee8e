# What admins look at and do with buttons.

desk-button-abuse = Free riders
desk-button-admin = Admin
desk-button-ban = Ban
desk-button-books = Balance
desk-button-broadcasts = Broadcasts
desk-button-closures = Closed
desk-button-commands = All commands
desk-button-dead = Set aside
desk-button-differences = Differences
desk-button-drop = Drop
desk-button-handover = Hand over
desk-button-hold = Hold orders
desk-button-digest = Today
desk-button-guard = Refused words
desk-button-models = Models
desk-button-notes = Notes
desk-button-off = Switch off
desk-button-on = Switch on
desk-button-open = Open
desk-button-orders = Orders
desk-button-pause = Pause
desk-button-pause-all = Pause orders
desk-button-payments = Payments
desk-button-people = People
desk-button-receipts = Bank transfers
desk-button-resolve = Take over
desk-button-resume = Resume
desk-button-retry = Try again
desk-button-role = Who is active
desk-button-see = Show me
desk-button-send = Send to them
desk-button-support = Questions
desk-button-transfers = Bank transfers
desk-button-unban = Lift the ban

desk-commands =
    <b>More commands</b>

    <code>/admin user &lt;who&gt;</code>
    A number, @username, name, charge or reference.

    <code>/admin ban &lt;id&gt; &lt;reason&gt;</code>, <code>unban</code>, <code>note</code>

    <code>/admin model &lt;key&gt; on|off|free [a day [an hour]]</code>

    <code>/admin pause &lt;text&gt;</code>, <code>hold</code>, <code>resume</code>
    Pause takes no orders. Hold takes them and starts none.

    <code>/admin dead retry|drop &lt;id&gt; &lt;reason&gt;</code>
    <code>/admin resolve &lt;number&gt; &lt;reason&gt;</code>

    <code>/admin lock</code>, <code>closures</code>, <code>differences</code>, <code>models</code>
desk-gone = That is so already, or it is gone. Nothing was changed now.
desk-nothing-there = Nothing so far.

desk-who =
    Who are you looking for? Type it like this:
    <code>/admin user &lt;who&gt;</code>

    A number, @username, the beginning of a name, a charge or a reference will do.
desk-nobody = I know nobody like that. Nothing was changed.
desk-found = I found these people:
desk-card =
    <b>{ $name }</b>
    Number: <code>{ $person }</code>
    Language: { $speaks }, { $reach ->
        [closed] blocks the bot
       *[open] gets messages
    }
    Here since { $met }
    Balance: { $balance }
    Orders: { $orders }, delivered: { $delivered }
    Payments: { $payments }, { $stars }
    Notes: { $notes }
desk-card-plan = Plan { $plan } until { $until }
desk-card-banned = <b>Banned</b> since { $since }

desk-ban-form =
    Like this: <code>/admin ban &lt;id&gt; &lt;reason&gt;</code>

    The id is digits only. The reason stays in the log. <code>unban</code> takes the same.
desk-ban-done = <code>{ $person }</code> is banned. Running orders will finish, and support stays open to them.
desk-unban-done = <code>{ $person }</code> can use the bot again.
desk-note-form = Like this: <code>/admin note &lt;id&gt; &lt;text&gt;</code>. Only admins see it.
desk-note-done = Noted about <code>{ $person }</code>.
desk-note = { $at }, { $by }: { $words }
desk-notes = <b>Notes about</b> <code>{ $person }</code>
desk-generations = <b>Orders of</b> <code>{ $person }</code>
desk-generation = <b>An order of</b> <code>{ $person }</code>
desk-generation-gone = There is no such order.
desk-receipts = <b>Bank transfers of</b> <code>{ $person }</code>
desk-receipt = { $at }: { $amount }, { $state }
desk-see-done = Here is the result.
desk-send-done = The result is on its way to <code>{ $person }</code>.

desk-models =
    <b>Models, last 30 days</b>

    Any model: <code>/admin model &lt;key&gt;</code>
desk-models-none = No model sold anything.
desk-model =
    <b>{ $title }</b>
    Key: <code>{ $key }</code>
    Price from: { $price }
    Cost by the list: { $listed } credits
    Free: { $free }
desk-model-sold = { $key }: { $delivered } delivered, { $paid } paid, { $charged } credits charged, margin { $margin }
desk-model-closed = <b>Closed</b>: { $cause }. { $note }
desk-model-form =
    Like this: <code>/admin model &lt;key&gt; on|off|free [a day [an hour]]</code>

    For example: <code>/admin model z-image free 3 1</code>. Whole numbers up to 1000, not more an hour than a day. 0 is never free.
desk-model-on-done = <code>{ $key }</code> can be ordered again.
desk-model-off-done = <code>{ $key }</code> can't be ordered until you switch it on.
desk-model-free-done = <code>{ $key }</code> is free this often: { $free }
desk-no-model = There is no model <code>{ $key }</code>. Nothing was changed.

desk-dead = <b>Set aside: { $count }</b>
desk-dead-none = Nothing is set aside.
desk-dead-line = <code>{ $key }</code>, { $at }: { $problem }
desk-dead-one =
    <b>{ $key }</b>, { $at }
    Whose: <code>{ $person }</code>
    Tries: { $tries }, reference: { $reference }
    What happened: { $problem }
desk-dead-ended = It is over: { $end }
desk-dead-gone = There is nothing under that number.
desk-dead-form =
    Like this: <code>/admin dead u12</code>
    <code>/admin dead retry u12 &lt;reason&gt;</code>
    <code>/admin dead drop u12 &lt;reason&gt;</code>
desk-retry-done = <code>{ $key }</code> is tried again.
desk-drop-done = <code>{ $key }</code> is off the list.

desk-closures = <b>Closed now</b>
desk-closures-none = Everything is open.
desk-closure = <code>{ $subject }</code>: { $cause }, by { $by }, until { $until } { $note }
desk-closure-done = <code>{ $subject }</code> is open.
desk-closure-gone = That is open already.

desk-differences = <b>The books differ in</b>
desk-differences-none = The books agree with what I was told.
desk-difference = #{ $id } { $kind } { $subject }: { $details }, since { $since }
desk-resolve-form = Like this: <code>/admin resolve &lt;number&gt; &lt;reason&gt;</code>
desk-resolve-done = Difference { $id } is taken over.

desk-pause =
    <b>Orders</b>
    { $form ->
        [paused] Paused: I take no orders, and what runs finishes.
        [held] Held: I take orders and start none.
       *[open] As always: I take orders.
    }
    Since { $since }
desk-pause-words =
    People read:
    { $words }
desk-paused-done = Paused. I take no orders, and what runs finishes.
desk-held-done = Held. I take orders and start none.
desk-open-done = I take orders as always.

desk-role =
    <b>Active: { $holder }</b>
    Term { $epoch }
desk-term = { $line }
desk-handover-done = I asked for term { $epoch } to be handed over.

desk-you-are-banned = You can't use the bot at the moment. If you think that's a mistake, write to us: /support
