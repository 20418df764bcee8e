//! Everything a span can say: names, ends, moments and numbers, each of a closed list.
//!
//! There is no way to put any other text into a span. What people wrote, what they are called, tokens
//! and addresses cannot leave by a trace, because no type here could hold them.
//!
//! `docs/traces.md` has these lists; a test compares them, and `BLESS=1` writes them anew.

/// Declares a closed list of words, each with what it means.
macro_rules! words {
    ($(#[$doc:meta])* $list:ident: $($name:ident = $word:literal, $meaning:literal;)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $list {
            $($name,)*
        }

        impl $list {
            pub(super) const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// All of them with their meanings, for the page.
            #[cfg(test)]
            pub(super) const ALL: &[(Self, &str)] = &[$((Self::$name, $meaning),)*];
        }
    };
}

words! {
    /// What a span is about.
    Name:
    Webhook = "webhook", "a request of Telegram, from its arrival until its update is stored; the first span of an update";
    Poll = "poll", "the same where we ask for updates: from what a poll brought until it is stored";
    Handle = "handle", "a try to handle the update, from the hand that takes it to the commit";
    Say = "say", "a message on its way, from the head of its line to the commit that says what became of it";
    Telegram = "telegram", "a call of the Bot API";
    Order = "order", "the tap that ordered, until its commit; the first span of an order, linked to its update";
    Bring = "bring", "the files of an order brought to KIE";
    Submit = "submit", "the order handed to KIE, with the commits before and after";
    Look = "look", "what became of it: KIE is asked, its files looked at, the end committed";
    Deliver = "deliver", "a message that carries the result, as `say`";
    Kie = "kie", "a call of KIE";
}

words! {
    /// How a span ended.
    Outcome:
    Stored = "stored", "the update is in the inbox";
    Known = "known", "it was there before";
    Answered = "answered", "it was answered at the door, and nothing more is to be done";
    Rejected = "rejected", "`PASSIVE_MODE=REJECT`: nobody will handle it";
    NotStored = "not_stored", "Telegram is asked to deliver it again";
    Done = "done", "committed";
    Fetching = "fetching", "begun anew once a file or a standing is fetched";
    Failed = "failed", "tried again later, five times";
    SetAside = "set_aside", "it waits for an operator";
    Away = "away", "the database was away; tried again";
    TermOver = "term_over", "the role was lost, the fence refused: the next one does it";
    Sent = "sent", "Telegram has it";
    Again = "again", "surely not done, or may be repeated: once more later";
    Parked = "parked", "the person blocked the bot; it waits for them";
    Dead = "dead", "Telegram takes it in no form";
    Doubtful = "doubtful", "it may have been done and must not be repeated";
    NotThere = "not_there", "it was in doubt, and nothing of it had happened";
    Taken = "taken", "KIE has a task for it";
    Working = "working", "KIE has not finished";
    Brought = "brought", "the files are at KIE";
    Made = "made", "the result is committed, and its messages are on their way";
    GivenBack = "given_back", "it came to nothing, and the money is back";
    Ok = "ok", "the call was answered with yes";
    Busy = "busy", "the other side asks for patience";
    Refused = "refused", "the other side said no";
    NotSent = "not_sent", "the request did not leave";
    Unknown = "unknown", "nobody knows whether it was carried out";
}

words! {
    /// What happens inside a span.
    Moment:
    Fenced = "fenced", "the transaction holds the fence of the term";
    Decided = "decided", "the conversation has decided";
    Written = "written", "everything is in the transaction; its commit comes";
    Turn = "turn", "the limits of Telegram let it pass";
    Claimed = "claimed", "that it is being sent is committed";
    Attempted = "attempted", "that KIE is asked is committed";
}

words! {
    /// The numbers that a span carries.
    Number:
    Epoch = "trt.epoch", "the term of the instance";
    Retries = "trt.retries", "how often it was tried before";
    UpdateId = "trt.update_id", "Telegram's number of the update";
    Update = "trt.update", "the row of the inbox, `update` in the log";
    Generation = "trt.generation", "the order, `generation` in the log";
    Outbox = "trt.outbox", "the row of the outbox, `outbox` in the log";
}

impl Outcome {
    /// Whether somebody who looks for trouble wants to see it.
    pub(super) const fn is_trouble(self) -> bool {
        matches!(
            self,
            Self::NotStored
                | Self::Failed
                | Self::SetAside
                | Self::Away
                | Self::TermOver
                | Self::Dead
                | Self::Doubtful
                | Self::GivenBack
                | Self::Refused
                | Self::NotSent
                | Self::Unknown
        )
    }
}

impl Name {
    /// The kind of a span in the standard: 1 inside, 2 asked by others, 3 asks others, 5 takes what was kept.
    pub(super) const fn kind(self) -> u8 {
        match self {
            Self::Webhook => 2,
            Self::Poll | Self::Telegram | Self::Kie => 3,
            Self::Handle | Self::Say | Self::Deliver => 5,
            Self::Order | Self::Bring | Self::Submit | Self::Look => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Moment, Name, Number, Outcome};

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/traces.md");
    const BEGINS: &str =
        "<!-- written from crates/service/src/traces/words.rs by its test with BLESS=1 -->\n";
    const ENDS: &str = "<!-- end -->";

    fn table(heading: &str, rows: impl Iterator<Item = (&'static str, &'static str)>) -> String {
        let rows: String = rows.map(|(word, it)| format!("| `{word}` | {it} |\n")).collect();
        format!("\n| {heading} | what it is |\n| --- | --- |\n{rows}")
    }

    fn tables() -> String {
        table("span", Name::ALL.iter().map(|(it, meaning)| (it.word(), *meaning)))
            + &table("`trt.outcome`", Outcome::ALL.iter().map(|(it, m)| (it.word(), *m)))
            + &table("event", Moment::ALL.iter().map(|(it, m)| (it.word(), *m)))
            + &table("number", Number::ALL.iter().map(|(it, m)| (it.word(), *m)))
            + "\n"
    }

    #[tokio::test]
    async fn the_page_about_traces_has_every_word_that_a_span_can_say() {
        let page = tokio::fs::read_to_string(PAGE).await.unwrap();
        let (before, rest) = page.split_once(BEGINS).unwrap();
        let (written, after) = rest.split_once(ENDS).unwrap();
        if std::env::var_os("BLESS").is_some() {
            let page = format!("{before}{BEGINS}{}{ENDS}{after}", tables());
            return tokio::fs::write(PAGE, page).await.unwrap();
        }
        assert!(written == tables(), "docs/traces.md is not what the lists say: BLESS=1");
    }
}
