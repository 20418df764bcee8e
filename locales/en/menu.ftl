# The main menu, its sections and buttons.

menu-hello =
    Hello, <b>{ $name }</b>!

    This bot is for pictures, video and sound. We are just opening, and the sections appear one after another.

    Look around the menu, or simply write what you would like to create.
menu-hello-stranger =
    Hello!

    This bot is for pictures, video and sound. We are just opening, and the sections appear one after another.

    Look around the menu, or simply write what you would like to create.
menu-home =
    <b>Main menu</b>

    Choose a section, or simply write what you would like to create.
menu-cancelled = All right, that text is put aside. Shall we start over?
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

menu-image =
    <b>Images</b>

    Soon you will be able to create pictures from a description here. The section is not open yet.
menu-video =
    <b>Video</b>

    Soon you will be able to create videos from a description here. The section is not open yet.
menu-sound =
    <b>Sound and music</b>

    Soon you will be able to turn texts into speech and compose music here. The section is not open yet.
menu-tools =
    <b>Tools</b>

    Tools for finished pictures and videos will appear here soon. The section is not open yet.
menu-history =
    <b>History</b>

    Everything you create will be here. Creating is not open yet, so the history is empty.
menu-free =
    <b>Free</b>

    We will tell you here what you can try for free once the first sections open. For now it is empty.
