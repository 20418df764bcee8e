# When something does not work.

trouble-apology =
    Sorry, something went wrong with your last step. We know about it already.

    Please try again. If that does not help, write to support, /support, and name the code <code>{ $reference }</code>.
trouble-updating = The bot is being updated, it will not take long. Please try again in half a minute.
trouble-updating-tap = The bot is being updated, it will not take long. Please try again in half a minute.
trouble-paying-not-yet = Paying is not open yet. Nothing was charged.
trouble-everything-closed = <b>Sales are paused</b>: { $cause ->
        [out_of_credits] the provider has no credits of ours left
        [key_refused] the provider refuses our key
        [keeps_failing] it failed several times in a row
        [overcharged] twice the provider charged above 80 % of what its price brings
        *[gone] the provider does not know it any more
    }. What was ordered is given back. They go on by themselves as soon as requests are taken again.
trouble-model-closed = <b>{ $subject }</b> is closed: { $cause ->
        [out_of_credits] the provider has no credits of ours left
        [key_refused] the provider refuses our key
        [keeps_failing] it failed several times in a row
        [overcharged] twice the provider charged above 80 % of what its price brings
        *[gone] the provider does not know it any more
    }.
trouble-credits-low = <b>Credits run low</b>: { $left } are left with the provider, and a day takes about { $daily } at the present pace. Sales pause when they are used up.
trouble-result-gone = This result is no longer here. By link a result can be fetched for two weeks at the most. Open the bot: its history keeps what Telegram has.
trouble-result-later = The result is there, but it cannot be fetched at this moment. This page tries again by itself in a few seconds.

trouble-unknown-command = I do not know that command. Here is what there is:
trouble-later-command = { $command } does not work yet, it will come later. Here is what there is now:
trouble-old-button = That button is out of date. Here is a fresh menu:
trouble-unknown-kind = I cannot read a message of that kind. Write in words what you would like to create.

trouble-group-line = I work in private messages: <a href="{ $link }">open the bot</a>.
