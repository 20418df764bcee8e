# Pages to read, and the settings.

pages-help =
    ❓ <b>How it works</b>

    Write what to create. I answer with a button and its price: one tap, and I start. If it doesn't work out, everything comes back.

    Three to begin with. Tap one to copy it, then send it:
    <code>A ginger cat in a space suit</code>
    <code>A calm piano tune for a rainy evening</code>
    <code>/generate z-image a lighthouse in a storm</code>
    Or send a photo: I can bring it to life.

    /menu – everything I can do
    /generate – straight to a model: its key, then your words
    /history – what you created, with receipts
    /free – what's free
    /invite – invite a friend
    /balance, /topup, /subscribe – money and plans
    /settings, /language – settings
    /cancel – start over
    /support – write to a person
    /paysupport – questions about a payment
    /terms, /privacy – the terms and your data
pages-button-settings = ⚙️ Settings
pages-button-support = 💬 Support
pages-button-terms = Terms
pages-button-privacy = Your data

pages-settings =
    ⚙️ <b>Settings</b>

    Language: { $language }
pages-settings-files-on = Pictures also come as files, in full quality: <b>on</b>
pages-settings-files-off = Pictures also come as files, in full quality: <b>off</b>
pages-button-files-on = Send files too
pages-button-files-off = Pictures only
pages-settings-news-on = News: <b>on</b>
pages-settings-news-off = News: <b>off</b>
pages-button-news-on = Send me news
pages-button-news-off = No news
pages-news-stopped = All right, no more news from me. Answers and results come as ever.
pages-button-language = 🌐 Change language
pages-language =
    🌐 <b>Language</b>

    Which language shall we speak?
pages-language-chosen = ✅ Done, we speak English now.
pages-language-name = English

pages-support =
    💬 <b>Support</b>

    Write to us: { $contact }
    Please mention your number, <code>{ $number }</code>. With it we find out faster what happened.
pages-support-unknown =
    💬 <b>Support</b>

    There is no contact for support yet. Please look in again later.
pages-paysupport = A question about a payment, a refund or your balance? We'll sort it out. Tell us the time of the payment or its number from the receipt in Telegram.
pages-button-write-to-support = 💬 Write to support

pages-terms =
    <b>Terms</b>

    You pay for orders from your balance. I reserve the price when you start an order and take it only for a result. If it doesn't work out, or you cancel it in the queue, everything comes back.

    You top up with Telegram Stars: /topup. What you paid stays on the balance until you spend it. Gifts, rewards and bonuses are spent like any other money here, but can't be paid out.

    A plan (/subscribe) lasts 30 days, and Telegram renews it until you cancel. You can cancel at any time. The plan then runs until the end of what is paid. What you haven't spent of its credit stays on your balance when it's over.

    A payment can be returned to you in Stars: write to /paysupport. What it brought is taken off the balance, with the bonus that came with it. What you have spent of it by then becomes a debt, and nothing new is made until it's settled. Telegram's own support can't help with payments to this bot: we do.

    If you invite friends (/invite), you get a reward when they pay for the first time. If that payment is returned, the reward goes back as far as it's still there.

    Don't send what the law forbids, or what you have no rights to. We may turn away those who harm the bot or other people.

    The bot may stop answering for a while. Your messages aren't lost: we answer when it's back.
pages-privacy =
    <b>Your data</b>

    What we keep:
    – your Telegram number, your language and settings
    – what you're putting together right now
    – which link brought you here and who invited you
    – your balance and everything that changed it
    – what you ordered: texts, choices and Telegram's numbers of the files, receipts of bank transfers among them

    We keep questions to support and their answers for about a year. We keep messages themselves for a few days, so that none gets lost.

    All of it serves only to let the bot answer you. We sell nothing of it and show it to no other people.

    The texts and files of an order go to the service that creates the result, and nowhere else.

    Everything as a file: /my_data. To have it deleted: /delete_me
