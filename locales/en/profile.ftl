# What Telegram shows about the bot and its commands.

profile-description =
    I make pictures, video and music from your words and photos. Write what to create. You see the price first and pay only for a result.

    Press Start and try it.
profile-short-description = Pictures, video and music from your words and photos.

profile-command-start = Start over
profile-command-menu = Main menu
profile-command-models = All models
profile-command-best = The best models
profile-command-search = Find a model
profile-command-balance = Balance
profile-command-topup = Top up the balance
profile-command-subscribe = Plans with lower prices
profile-command-history = What you created
profile-command-free = What's free
profile-command-invite = Invite a friend
profile-command-promo = Use a promo code
profile-command-settings = Settings
profile-command-language = Language
profile-command-help = Help with examples
profile-command-cancel = Cancel what you started
profile-command-support = Write to support
profile-command-paysupport = Questions about payments
profile-command-terms = Terms of use
profile-command-privacy = What we keep about you
