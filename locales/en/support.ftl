# Questions to people, and their answers.

support-write =
    💬 <b>A question about a payment</b>

    Write what happened, in one message. You can add a photo or a file. It helps to name the time of the payment or its number from the receipt in Telegram.

    People read it and answer in this chat. For something else: /cancel
support-general =
    💬 <b>Support</b>

    Write what you need, in one message. You can add a photo or a file.

    People read it and answer in this chat. Changed your mind? /cancel
support-contact = You can also write here: { $contact }
support-sent = ✅ Passed on. The answer will come to this chat.
support-full = We have your messages ({ $count }), none of them is lost. We haven't got to answering yet. Please wait for the answer before you write more.
support-kind = I can pass on words, photos, videos, sound and files. Please send one of these, or /cancel
support-answer =
    💬 <b>Support answers</b>
    { $words }
support-answer-file = 💬 <b>Support answers</b> with a file, here it comes.
support-button-write = Ask about a payment
support-button-reply = Write back

support-card =
    { $topic ->
        [payment] 💬 <b>Question about a payment</b>, no. { $number }
       *[general] 💬 <b>Message to support</b>, no. { $number }
    }

    { $name }, <code>{ $person }</code>
    Balance: { $balance }
support-card-words =
    Says:
    { $words }
support-card-payments = Last payments:
support-card-no-payments = No payments yet.
support-card-plans = Plan: { $plans }
support-card-open = Open questions: { $numbers }
support-card-orders = Last orders:
support-card-order = – { $model }, { $at }, { $state ->
        [delivered] delivered
        [failed] failed
        [cancelled] cancelled
       *[working] being made
    }
support-card-answer = Reply to this message, or: <code>/admin answer { $number } text</code>
support-card-file = Comes with question no. { $number }

support-answered = ✅ Sent to <code>{ $person }</code>, question no. { $number }.
support-answered-again = ✅ Sent to <code>{ $person }</code>, question no. { $number }. It had an answer already.
support-answered-closed = ✅ Sent to <code>{ $person }</code>. Question no. { $number } was closed and is open again.
support-answered-later = <code>{ $person }</code> has blocked the bot. The answer to question no. { $number } waits until they return.
support-answer-form = Like this: <code>/admin answer &lt;number of the question&gt; &lt;text&gt;</code>
support-answer-gone = Nothing was sent. The person behind question no. { $number } deleted their data: there is nobody to write to.
support-answer-unknown = There is no question no. { $number }. Nothing was sent.
support-answer-kind = Nothing was sent. An answer can be words, a photo, a video, sound or a file.

support-list = 💬 <b>Open questions</b>: { $all }. Those with a sign wait for an answer.
support-list-none = 💬 There are no open questions.
support-talk =
    💬 <b>Question no. { $number }</b>, { $state ->
        [open] waits for an answer
        [closed] closed
       *[answered] answered
    }

    <code>{ $person }</code>, { $topic ->
        [payment] about a payment
       *[general] to support
    }
support-said = { $who ->
        [admin] Support
       *[person] Person
    }, { $at }:
    { $words }
support-said-file = { $who ->
        [admin] Support
       *[person] Person
    }, { $at }: a file
support-closed = ✅ Question no. { $number } is closed. <code>{ $person }</code> is told.
support-closed-before = Question no. { $number } is closed already.
support-closing = 💬 We closed your question no. { $number }. If something is left, just write again.
support-button-cases = 💬 Open questions
support-button-close = Close
support-button-look = What was said
