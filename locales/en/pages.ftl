# Pages to read, and the settings.

pages-help =
    <b>Help</b>

    Write what you would like to create, and I will offer what can be made of it. Or choose a section in the menu.

    We are just opening: pictures, video and sound cannot be created yet, and there is nothing to pay for.

    /menu – the main menu
    /balance – your balance
    /settings – settings
    /language – language
    /cancel – start over
    /support – write to a human
    /terms – terms of use
    /privacy – what we keep about you
pages-button-settings = Settings
pages-button-support = Support
pages-button-terms = Terms
pages-button-privacy = Your data

pages-settings =
    <b>Settings</b>

    Language: { $language }
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
pages-paysupport = Paying is not open yet, the bot sells nothing. If you have a question about a payment or your balance all the same, we will sort it out.
pages-button-write-to-support = Write to support

pages-terms =
    <b>Terms</b>

    The bot is just opening and sells nothing yet. The rules for payments and refunds will be on this page before the first purchase is possible.

    Do not send what the law forbids, nor what you have no rights to. We may turn away those who harm the bot or other people.

    The bot may stop answering for a while. Your messages are not lost: we answer when it is back.
pages-privacy =
    <b>Your data</b>

    We keep your Telegram number, your language, the last text you sent, which link brought you here, your balance and everything that changed it. Messages themselves are kept for a few days, so that none gets lost.

    All of it serves only to let the bot answer you. We sell nothing of it and show it to no other people.

    When pictures, video and sound open, your texts will go to the service that creates them. We will say so on this page beforehand.

    To receive your data or have it removed, write to support: /support
