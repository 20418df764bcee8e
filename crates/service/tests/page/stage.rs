//! Every button of the stage does what it says, says what came of it, and heals what it broke.

use super::eyes::{Look, Person};
use super::{DESK, ends, opened};

const KILL: &str = ".card.active .danger";

#[tokio::test(flavor = "multi_thread")]
async fn every_button_of_the_stage_does_what_it_says_and_heals() {
    let Some((_browser, demo, person)) = opened(10).await else { return };
    person.looks(Look { sides: DESK, is_dark: false }).await;
    person.cards(2).await;

    person.lets_a_crowd_write().await;
    person.presses("#start").await;
    person.cards(3).await;
    person.presses(KILL).await;
    person.reads(&[" took over in ", ", 0 lost", ", books balanced"]).await;
    person.cards(2).await;
    person.presses(".card.active [aria-label^='stop']").await;
    person.reads(&[" took over in ", ", 0 lost", ", books balanced"]).await;
    person.presses("#start").await;
    person.cards(2).await;

    person.breaks_and_heals("freeze", "thaw", "FROZEN", "woke, saw that its term is over").await;
    person.breaks_and_heals("cut off", "heal", "CUT OFF", "has its database again").await;

    person.presses("#blows .main").await;
    person.reads(&["Deployed: ", " without a leader", ", 0 lost", ", books balanced"]).await;
    person.cards(2).await;
    person.presses("#blows button:nth-child(2)").await;
    person.reads(&["PostgreSQL is back: ", ", 0 lost", ", books balanced"]).await;
    person.turns("KIE outage", "bring KIE back", "KIE is away", "KIE is back").await;
    person
        .turns("Telegram 429", "end the 429s", "429: replies wait", "Telegram listens again")
        .await;

    person.presses("#crowd button").await;
    person.sees_button_say("the crowd", "let them write").await;
    person.loses_nothing().await;
    person.is_at_ease().await;
    ends(demo, person).await;
}

impl Person {
    /// So many instances run, one of them is ACTIVE and the others are PASSIVE.
    pub(super) async fn cards(&self, number: usize) {
        let script = format!(
            "const roles = [...document.querySelectorAll('.card .role')].map((one) => one.textContent).sort(); \
             return roles.length === {number} && roles[0] === 'ACTIVE' && roles.slice(1).every((one) => one === 'PASSIVE')"
        );
        self.sees(&format!("{number} instances, one of them ACTIVE"), &script).await;
    }

    async fn lets_a_crowd_write(&self) {
        self.value("const slider = document.getElementById('crowd-size'); slider.value = 20; slider.dispatchEvent(new Event('input'))")
            .await;
        assert_eq!(self.text("#crowd output").await, "20 people");
        self.presses("#crowd button").await;
        self.sees_button_say("the crowd", "stop (").await;
        let all = "return Number(document.querySelector('.tile.accepted dd').textContent.replace(',', '')) > 30";
        self.sees("what the crowd wrote", all).await;
    }

    /// The newest sentence is closed and says all this.
    pub(super) async fn reads(&self, words: &[&str]) {
        let all: Vec<String> =
            words.iter().map(|words| format!("text.includes('{words}')")).collect();
        let script = format!(
            "const node = document.getElementById('sentence'); const text = node.textContent; \
             return !node.classList.contains('open') && {}",
            all.join(" && ")
        );
        self.sees(&format!("a sentence with {words:?}"), &script).await;
    }

    async fn sees_button_say(&self, what: &str, words: &str) {
        let script = format!(
            "return [...document.querySelectorAll('#stage button')].some((one) => one.textContent.startsWith('{words}'))"
        );
        self.sees(&format!("{what} as \"{words}\""), &script).await;
    }

    /// Breaks the active one by a button that then heals it.
    async fn breaks_and_heals(&self, breaks: &str, heals: &str, role: &str, told: &str) {
        self.presses(&format!(".card.active [aria-label^='{breaks}']")).await;
        let broken = format!(
            "return [...document.querySelectorAll('.card .role')].some((one) => one.textContent === '{role}')"
        );
        self.sees(role, &broken).await;
        let banner =
            "return document.getElementById('notice').textContent.startsWith('Nobody is ACTIVE')";
        self.sees("that nobody is active", banner).await;
        self.reads(&[" took over in ", " s, 0 lost", ", books balanced"]).await;
        self.sees("that somebody is", "return document.getElementById('notice').hidden").await;
        self.presses(&format!(".card [aria-label^='{heals}']")).await;
        self.reads(&[told, ", 0 lost", ", books balanced"]).await;
        self.cards(2).await;
    }

    /// Turns something off, sees that it is off, and turns it on again by the same button.
    async fn turns(&self, off: &str, on: &str, told: &str, ended: &str) {
        let node = format!(
            "[...document.querySelectorAll('#blows button')].find((one) => one.textContent.startsWith('{off}'))"
        );
        self.value(&format!("{node}.click()")).await;
        self.sees_button_say(off, on).await;
        let said =
            format!("return document.getElementById('sentence').textContent.includes('{told}')");
        self.sees(told, &said).await;
        self.presses("#blows .heals").await;
        self.sees_button_say(on, off).await;
        self.reads(&[ended, ", 0 lost", ", books balanced"]).await;
    }

    /// Everything accepted is handled, and nothing of it was lost.
    pub(super) async fn loses_nothing(&self) {
        let script = "const value = (name) => document.querySelector(`.tile.${name} dd`).textContent; \
                      return value('accepted') === value('handled') && value('lost') === '0'";
        self.sees("everything handled, nothing lost", script).await;
    }
}
