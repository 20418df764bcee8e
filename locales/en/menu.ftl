# The main menu, its sections and buttons.

menu-hello =
    Hello, <b>{ $name }</b>!

    This bot makes pictures, video and sound from your words and photos. You see the price before anything begins, and pay only for what you get.

    Choose a section, or simply write what you would like to create.
menu-hello-stranger =
    Hello!

    This bot makes pictures, video and sound from your words and photos. You see the price before anything begins, and pay only for what you get.

    Choose a section, or simply write what you would like to create.
menu-gift = And here is a gift for your first tries: <b>{ $amount }</b>. It is on your balance already.
menu-home =
    <b>Main menu</b>

    Choose a section, or simply write what you would like to create.
menu-cancelled = All right, that is put aside. Shall we start over?
menu-nothing-to-cancel = There is nothing to cancel: nothing is going on right now. Here is the menu.

menu-button-image = Create an image
menu-button-video = Create a video
menu-button-sound = Sound and music
menu-button-tools = Tools
menu-button-balance = Balance
menu-button-history = History
menu-button-free = Free
menu-button-help = Help
menu-button-home = Main menu
menu-button-back = Back

menu-zone-moscow = MSK
