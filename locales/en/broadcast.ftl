# Messages to everybody, as admins write them.

broadcast-list =
    📣 <b>Broadcasts</b>

    One message to many people. It goes out behind everything that people wait for.
broadcast-unknown = There is no such broadcast.
broadcast-page =
    📣 <b>Broadcast { $number }</b>, { $state ->
        [draft] a draft
        [planned] waits for its time
        [on] going out
        [paused] held
        [stopped] ended
       *[done] done
    }
broadcast-segment = { $kind ->
        [all] everybody
        [paid] who has paid
        [never-paid] who never paid
        [quiet] quiet for { $detail } days
        [language] in the language { $detail }
        [campaign] from the campaign { $detail }
       *[plan] with the plan { $detail }
    }
broadcast-to = To: { $segment }. People: <b>{ $count }</b>
broadcast-starts = Starts: { $at }
broadcast-starts-in = It starts in { $minutes } min.
broadcast-starts-once = Starts: at once
broadcast-buttons = Buttons: { $count }
broadcast-media = With a file
broadcast-counts =
    Delivered: <b>{ $delivered }</b>
    Blocked the bot: { $blocked }
    Failed: { $failed }
    In doubt: { $doubtful }
    Next in line: { $waiting }
broadcast-empty = ⚠️ It says nothing yet: send the text first.
broadcast-previewed = The preview is below. Only you have it.
broadcast-launch = Send it to <b>{ $count }</b> people?

broadcast-ask-words = 📣 Send the text. It comes as you type it, without markup. A photo, a video, sound or a file with up to 1024 signs below it works too.
broadcast-bad-words = ⚠️ That can't be sent to everybody, or it's too long.
broadcast-ask-segment =
    📣 Who should get it? Choose, or type one of these:
    <code>quiet 30</code>, <code>language ru</code>, <code>campaign spring</code>, <code>plan light</code>
broadcast-bad-segment = ⚠️ I don't know such people.
broadcast-ask-keys =
    📣 Type the buttons, one on a line, at most six:
    <code>What is new | https://example.org</code>
    <code>Try it | image</code>

    Sections: menu, image, video, sound, tools, models, best, free, balance, topup, plans, history, settings, help.
broadcast-bad-keys = ⚠️ Line { $line } is no button.
broadcast-ask-start =
    📣 When should it start? Choose, or type the time:
    <code>2026-10-01 18:00</code>
broadcast-bad-start = ⚠️ There is no such time.

broadcast-button-new = New broadcast
broadcast-button-list = Broadcasts
broadcast-button-words = Text
broadcast-button-segment = To whom
broadcast-button-buttons = Buttons
broadcast-button-bare = No buttons
broadcast-button-when = When
broadcast-button-once = At once
broadcast-button-preview = Preview
broadcast-button-start = Start
broadcast-button-send = Send
broadcast-button-back = To the draft
broadcast-button-drop = Drop it
broadcast-button-refresh = 🔄 Refresh
broadcast-button-pause = Hold
broadcast-button-resume = Go on
broadcast-button-stop = End it
broadcast-button-no-news = No more news
