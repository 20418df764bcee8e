# What Telegram shows about the bot and its commands.

profile-description =
    A bot for pictures, video and sound: write what you would like to create and choose what to make of it.

    You see the price before anything begins. Press Start to look around.
profile-short-description = Pictures, video and sound from your words and photos.

profile-command-start = Start over
profile-command-menu = Main menu
profile-command-models = All models
profile-command-best = The best models
profile-command-search = Find a model
profile-command-balance = Balance
profile-command-topup = Top up the balance
profile-command-subscribe = Plans with lower prices
profile-command-history = What you created
profile-command-free = What is free
profile-command-invite = Invite a friend
profile-command-settings = Settings
profile-command-language = Language
profile-command-help = Help
profile-command-cancel = Cancel what you began
profile-command-support = Write to support
profile-command-paysupport = Questions about payments
profile-command-terms = Terms of use
profile-command-privacy = What we keep about you
