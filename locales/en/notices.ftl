# What operators are told without asking: what happened, and what to do next.

news-sale = <b>Sold:</b> { $stars } from <code>{ $person }</code>
news-sale-several = <b>Sold:</b> { $count } payments, { $stars } together. The day so far: <code>/admin digest</code>
news-refund = <b>Gone back:</b> { $stars } to <code>{ $person }</code>. Their payments: <code>/admin payments { $person }</code>
news-refund-several = <b>Gone back:</b> { $count } payments, { $stars } together. Look at <code>trt books audit</code>
news-refund-refused = ⚠️ <b>Telegram refuses a refund</b> of { $stars } to <code>{ $person }</code>: { $subject }. To ask again: <code>/admin payments { $person }</code>
news-refund-refused-several = ⚠️ <b>Telegram refuses refunds:</b> { $count }, { $stars } together. The last one, of <code>{ $person }</code>: { $subject }. To ask again: <code>/admin payments { $person }</code>
news-call-refused = ⚠️ <b>Telegram refuses</b> a request about a plan of <code>{ $person }</code>: { $subject }. Look at <code>/admin payments { $person }</code>
news-call-refused-several = ⚠️ <b>Telegram refuses</b> requests about plans, { $count } times. The last one, of <code>{ $person }</code>: { $subject }. Look at <code>/admin payments { $person }</code>
news-call-waiting = ⚠️ <b>Telegram hasn't answered for long</b> about money of <code>{ $person }</code>: { $subject }. I keep asking. If it stays so, look at <code>trt check</code>
news-call-waiting-several = ⚠️ <b>Telegram hasn't answered for long</b> about money, { $count } times. The last one, of <code>{ $person }</code>: { $subject }. I keep asking. If it stays so, look at <code>trt check</code>
news-unbooked = ⚠️ <b>Not in the books:</b> Telegram tells of money of <code>{ $person }</code> that I can't book. See <code>/admin payments</code>
news-unbooked-several = ⚠️ <b>Not in the books:</b> Telegram told { $count } times of money that I can't book. See <code>/admin payments</code>
news-payment-refused = <b>Payment refused:</b> <code>{ $person }</code> wanted to pay, and I said no: { $subject ->
        [unknown] the invoice is none of mine
        [not-yours] the invoice is for another person
        [changed] the sum isn't that of the invoice
        [expired] the invoice is too old
        [paid] it is paid already
        [subscribed] they have that plan
       *[away] I couldn't look the invoice up in time
    }. Nothing was charged. Their payments: <code>/admin payments { $person }</code>
news-payment-refused-several = <b>Payments refused:</b> { $count } times. The last one, of <code>{ $person }</code>: { $subject ->
        [unknown] the invoice is none of mine
        [not-yours] the invoice is for another person
        [changed] the sum isn't that of the invoice
        [expired] the invoice is too old
        [paid] it is paid already
        [subscribed] they have that plan
       *[away] I couldn't look the invoice up in time
    }. Nothing was charged. Their payments: <code>/admin payments { $person }</code>
news-spend-limit = ⚠️ <b>Spending limit:</b> <code>{ $person }</code> wants to spend more than one person may at a time. They were told when it goes on. Look at them: <code>/admin user { $person }</code>
news-spend-limit-several = ⚠️ <b>Spending limit:</b> people wanted to spend more than one person may at a time, { $count } times. The last one: <code>/admin user { $person }</code>
news-refund-limit = ⚠️ <b>Refund limit:</b> the admin <code>{ $person }</code> wants to give back more payments than may go back in that time. Nothing went back. What they did: <code>/admin payments</code>
news-refund-limit-several = ⚠️ <b>Refund limit:</b> { $count } times an admin wanted to give back more payments than may go back in that time, the last one <code>{ $person }</code>. Nothing went back. What they did: <code>/admin payments</code>

news-dead-update = ⚠️ <b>Set aside:</b> I couldn't handle an update. Its person has the code <code>{ $subject }</code>. Look at it, then retry or drop it: <code>trt dead show { $subject }</code>
news-dead-update-several = ⚠️ <b>Set aside:</b> I couldn't handle { $count } updates. The last codes: { $names }. Look at them, then retry or drop them: <code>trt dead list</code>
news-dead-send = ⚠️ <b>Not sent:</b> Telegram doesn't take a message: { $details }. Look at it, then retry or drop it: <code>trt dead show { $subject }</code>
news-dead-send-several = ⚠️ <b>Not sent:</b> Telegram didn't take { $count } messages. The last ones: { $names }. Look at them, then retry or drop them: <code>trt dead list</code>
news-provider-trouble = ⚠️ <b>The provider</b> { $subject ->
        [key_refused] refuses our key. Check the key with <code>trt check</code>
        [unreachable] can't be reached. Orders wait, and I keep trying. More: <code>trt check</code>
        [busy] is too busy for us. Orders wait, and I keep trying. More: <code>trt check</code>
       *[other] has trouble: { $subject }. Orders wait, and I keep trying. More: <code>trt check</code>
    }
news-closed-several = ⚠️ <b>Closed:</b> { $count } times, the last: { $names }. What is closed and why: <code>trt closures list</code>
news-opened-several = ✅ <b>Open again:</b> { $count } times, the last: { $names }. What is still closed: <code>trt closures list</code>
news-takeover = ⚠️ <b>Takeover:</b> the active instance { $details ->
        [holder_silent] fell silent
       *[holder_died] died
    }, and another went on (term { $subject }). Nothing is lost. Look at why: <code>trt lock status</code>
news-takeover-several = ⚠️ <b>Takeovers:</b> { $count } times an active instance died or fell silent, the last terms: { $names }. Nothing is lost. Look at why: <code>trt lock status</code>
news-handovers = ⚠️ <b>Many hand-overs:</b> { $details } within an hour, each of them clean. If these weren't your deploys, look at <code>trt lock status</code>
news-webhook = ⚠️ <b>Webhook:</b> { $subject ->
        [changed] another program changed it, and I set it again. Stop that program
        [errors] Telegram can't deliver to us ({ $details }). Updates wait there for a day
       *[unset] I can't set it ({ $details }), and I keep trying
    }. More: <code>trt check</code>
news-webhook-several = ⚠️ <b>Webhook:</b> trouble { $count } times. The last: { $subject ->
        [changed] another program changed it, and I set it again. Stop that program
        [errors] Telegram can't deliver to us ({ $details }). Updates wait there for a day
       *[unset] I can't set it ({ $details }), and I keep trying
    }. More: <code>trt check</code>
news-audit-finding = ⚠️ <b>The books don't hold:</b> { $subject } is broken ({ $details }). Where, in words: <code>trt books audit</code>
news-audit-finding-several = ⚠️ <b>The books don't hold:</b> { $count } invariants are broken, the last: { $names }. Where, in words: <code>trt books audit</code>
