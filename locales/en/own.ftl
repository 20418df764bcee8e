# What is held of a person: as a file, and deleted.

own-data-caption = 📁 Everything I hold about you. It's a JSON file: any text editor or browser opens it.
own-data-again = You've just asked for it. The file is above or on its way. You can ask for a new one in ten minutes.

own-leave =
    🗑 <b>Delete everything?</b>

    What goes: your texts and settings, orders and results, favourites, questions to support, receipts and raw messages.

    What stays: the books. They hold amounts, dates and your Telegram number, without your name. The law asks for them, and they keep refunds, debts and gifts correct.

    Orders in the queue are cancelled, and the money comes back. What is being created now is finished first: you get it, then I delete.

    Messages in this chat stay with you in Telegram. What was sent to those who create results is deleted by them, on their own schedule.
own-leave-balance = Your balance, { $amount }, stays under your number. Want it back in Stars? Write to /paysupport first.
own-leave-no-balance = There is nothing on your balance.
own-leave-owed = You owe { $amount }. The debt stays as well.
own-leave-plans = Your plan is cancelled: nothing more is charged.

own-gone =
    ✅ <b>Deleted.</b>

    I no longer know anything about you but the amounts in the books. If you write again, we start anew.
own-waiting = ⏳ Something of yours is still being created. As soon as it's done, I delete everything and tell you.

own-button-data = 📁 My data as a file
own-button-leave = 🗑 Delete me
own-button-leave-now = Delete everything
