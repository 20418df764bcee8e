# The main menu, its sections and buttons.

menu-hello =
    Hello, <b>{ $name }</b>!

    I make pictures, video and music from your words and photos. You see the price first and pay only for a result.

    Just write what to create, or pick a section.
menu-hello-stranger =
    Hello!

    I make pictures, video and music from your words and photos. You see the price first and pay only for a result.

    Just write what to create, or pick a section.
menu-gift = 🎁 Your balance already has a gift for the first tries: <b>{ $amount }</b>.
menu-home =
    <b>Main menu</b>

    Write what to create, or pick a section.
menu-cancelled = All right, cancelled. What shall I create?
menu-nothing-to-cancel = There is nothing to cancel right now.

menu-button-image = 🎨 Create an image
menu-button-video = 🎬 Create a video
menu-button-sound = 🎵 Sound and music
menu-button-tools = 🛠 Tools
menu-button-balance = 💰 Balance
menu-button-history = 🕘 History
menu-button-free = 🎁 Free
menu-button-help = ❓ Help
menu-button-home = Menu
menu-button-back = ‹ Back

menu-wish-mark = ✨
menu-wish-first = A ginger cat in a space suit
menu-wish-second = A cottage by the sea at dusk
menu-wish-third = A neon city in the rain

menu-zone-moscow = MSK
