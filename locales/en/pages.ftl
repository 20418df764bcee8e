# Pages to read, and the settings.

pages-help =
    <b>Help</b>

    Write what you would like to create, and I will offer what can be made of it. Or choose a section in the menu.

    The price stands on the button before anything begins. If something does not work out, everything comes back.

    /menu – the main menu
    /generate – straight to an order: the key of a model, then your words
    /history – what you created, with receipts
    /free – what costs nothing
    /invite – invite a friend
    /balance – your balance and your plan
    /topup – top up with Telegram Stars
    /subscribe – plans with lower prices
    /settings – settings
    /language – language
    /cancel – start over
    /support – write to a human
    /paysupport – questions about a payment
    /terms – terms of use
    /privacy – what we keep about you
pages-button-settings = Settings
pages-button-support = Support
pages-button-terms = Terms
pages-button-privacy = Your data

pages-settings =
    <b>Settings</b>

    Language: { $language }
pages-settings-files-on = Pictures also come as files, exactly as they were made: <b>on</b>
pages-settings-files-off = Pictures also come as files, exactly as they were made: <b>off</b>
pages-button-files-on = Send files as made
pages-button-files-off = No files, pictures only
pages-button-language = Change language
pages-language =
    <b>Language</b>

    Choose the language in which we talk.
pages-language-chosen = Done, we speak English now.
pages-language-name = English

pages-support =
    <b>Support</b>

    Write to us: { $contact }

    Please mention your number, <code>{ $number }</code>, so that we find out faster what happened.
pages-support-unknown =
    <b>Support</b>

    There is no contact for support yet. Please look here again later.
pages-paysupport = A question about a payment, a refund or your balance? We will sort it out. Please name the time of the payment or its number from the receipt in Telegram.
pages-button-write-to-support = Write to support

pages-terms =
    <b>Terms</b>

    A generation is paid from your balance. Its price is set apart when you start it and taken only for a result; if it does not work out, or you cancel it in the queue, everything comes back.

    The balance is topped up with Telegram Stars: /topup. What you paid stays on it until you spend it. Gifts, rewards and bonuses are spent like any other money here, but cannot be paid out.

    A plan (/subscribe) lasts 30 days, and Telegram renews it until you cancel. Cancelling is possible at any time; the plan then runs until the end of what is paid. What you have not spent of its credit stays on your balance when it is over.

    A payment can be returned to you in Stars: write to /paysupport. What it brought is taken off the balance, with the bonus that came with it; what of it was spent by then is owed, and nothing new is made until it is settled. Telegram's own support cannot help with payments to this bot: we do.

    Who invites friends (/invite) is rewarded when they pay for the first time; if that payment is returned, the reward goes back as far as it is still there.

    Do not send what the law forbids, nor what you have no rights to. We may turn away those who harm the bot or other people.

    The bot may stop answering for a while. Your messages are not lost: we answer when it is back.
pages-privacy =
    <b>Your data</b>

    We keep your Telegram number, your language and settings, what you are just putting together, which link brought you here and who invited you, your balance and everything that changed it, and what you ordered: texts, choices and Telegram's numbers of the files, receipts of bank transfers among them. Questions to support and their answers are kept for about a year. Messages themselves are kept for a few days, so that none gets lost.

    All of it serves only to let the bot answer you. We sell nothing of it and show it to no other people.

    The texts and files of an order go to the service that creates the result, and nowhere else.

    To receive your data or have it removed, write to support: /support
