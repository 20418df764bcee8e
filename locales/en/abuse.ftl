# Fresh accounts that live on what is free: for admins.

abuse-list =
    <b>New, never paid, much for free</b>

    The number behind each is how much speaks for it.
abuse-line = <code>{ $person }</code> · <b>{ $score }</b>: free this week { $free }, refused { $refused }, days here { $days }, others by the same link { $siblings }
abuse-nobody = Nobody new lives on what's free.
