//! The demo's page in a real browser: a person makes a picture, a film and a song on a telephone and on a desk, by
//! day and by night, and a machine looks at what they see.
//!
//! | part | owns |
//! | --- | --- |
//! | `stage` | every button of the stage: what it says, what it does, that it heals |
//! | `buying` | a picture through a kill, Stars, a plan |
//! | `keyboard`, `axe` | the page without a mouse and without motion, and by the rules of accessibility |
//! | `front` | the first screen of README.md, and its table of models |
//! | `pictures` | what is shown of the stage in `docs/` |
//! | `eyes` | a person at a browser |
//!
//! The demo runs on several threads, as it does for people: the links to the database run in this process.
//!
//! The person follows the newest message: they tap its green button where there is one, else the one they were
//! told, else the first. So this holds however many steps the bot asks for.
//!
//! A binary of its own: what drives the browser teaches strings to be added to keys, and nobody else is to compile
//! with that.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod axe;
mod buying;
mod eyes;
mod front;
mod keyboard;
mod pictures;
mod stage;

use serde_json::json;
use simulator::demo::{Demo, Plan};
use testbed::browser::Browser;
use testbed::{Error, skip};
use thirtyfour::Key;

use eyes::{JOHN, Look, Person};

const PHONE: (u32, u32) = (390, 844);
const DESK: (u32, u32) = (1280, 800);

const LOOKS: [Look; 4] = [
    Look { sides: PHONE, is_dark: false },
    Look { sides: DESK, is_dark: true },
    Look { sides: PHONE, is_dark: true },
    Look { sides: DESK, is_dark: false },
];

/// A browser and a demo; nothing where there is no browser.
async fn opened(faster: u32) -> Option<(Browser, Demo, Person)> {
    let browser = match Browser::start().await {
        Err(missing @ Error::NoProgram { .. }) => {
            skip::because(missing);
            return None;
        }
        started => started.unwrap(),
    };
    let program = env!("CARGO_BIN_EXE_trt").into();
    let plan = Plan { program, port: 0, is_furnished: true, faster };
    let demo = Demo::start(plan).await.unwrap();
    let person = Person::opens(&browser, demo.url()).await;
    Some((browser, demo, person))
}

/// Nobody has complained of anything, and all of it ends.
async fn ends(demo: Demo, person: Person) {
    assert_eq!(person.complaints().await, [""; 0], "what the browser complained about");
    person.leaves().await;
    demo.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_a_film_and_a_song_are_made_on_the_page_and_everything_can_be_seen() {
    let Some((_browser, demo, person)) = opened(100).await else { return };

    person.looks(LOOKS[0]).await;
    person.picks_tab("John").await;
    person.sees("money", "return eyes.after(1, 0).text.includes('1,0')").await;
    let begun = person.writes("a cat on the moon").await;
    person.makes(begun, "IMG", &["Image", "Picture", "Z-Image"]).await;
    person.is_at_ease().await;

    person.looks(LOOKS[1]).await;
    let begun = person.writes("a boat at sunset").await;
    person.makes(begun, "VIDEO", &["Video", "Runway"]).await;
    person.is_at_ease().await;

    person.looks(LOOKS[2]).await;
    let begun = person.writes("a song about the sea").await;
    person.makes(begun, "AUDIO", &["Music", "music", "Song", "song"]).await;
    person.is_at_ease().await;

    person.looks(LOOKS[3]).await;
    person.attaches("photo-2").await;
    person.is_at_ease().await;
    person.reads_older_messages_in_peace().await;
    person.is_told_that_nobody_is_active().await;

    ends(demo, person).await;
}

impl Person {
    /// Writes with the keyboard alone, and sends by Enter; says how many messages the bot had written by then.
    async fn writes(&self, words: &str) -> u64 {
        let begun = self.mark().await;
        let field = self.asks("return eyes.chat(arguments[0]).querySelector('.words')", &[]).await;
        let field = field.element().unwrap();
        field.send_keys(words).await.unwrap();
        let outline = "const style = getComputedStyle(document.activeElement); \
                       return document.activeElement.className === 'words' && style.outlineStyle";
        assert_eq!(self.value(outline).await, json!("solid"), "where one writes is to be seen");
        field.send_keys(Key::Enter).await.unwrap();
        let sent = format!(
            "return [...eyes.chat({JOHN}).querySelectorAll('.mine .text')].at(-1).textContent === '{words}'"
        );
        self.sees("what was sent", &sent).await;
        begun
    }

    /// Follows the newest message until there is what was wanted, and it can be seen or heard.
    async fn makes(&self, begun: u64, wanted: &str, ways: &[&str]) {
        let (mut ways, mut last) = (ways, None);
        for _ in 0..8 {
            let page = self.settles(begun, wanted, last).await;
            if page.made(wanted) {
                let ready = format!("return eyes.after({JOHN}, {begun}).ready.every(Boolean)");
                return self.sees("everything that was made", &ready).await;
            }
            let step = page.step(ways);
            self.sees_button(step.key).await;
            self.taps(step.key).await;
            // The first way is gone once.
            ways = if step.is_first_way { &ways[1..] } else { ways };
            last = Some((page, step.is_green));
        }
        panic!("eight steps, and nothing was made");
    }

    /// Sends a file that is at hand, and sees it in the chat.
    async fn attaches(&self, sample: &str) {
        self.clicks(".attach").await;
        self.clicks(&format!(".tray img[alt='{sample}']")).await;
        let there = "const all = [...eyes.chat(1).querySelectorAll('.mine img.picture')]; \
                     return all.length > 0 && all.every((one) => one.naturalWidth > 0)";
        self.sees("the photo", there).await;
    }

    /// Whoever has gone up is left there, and told that something has come.
    async fn reads_older_messages_in_peace(&self) {
        self.value("eyes.chat(1).querySelector('.bubbles').scrollTop = 0").await;
        self.sees("the way back", "return !eyes.chat(1).querySelector('.down').hidden").await;
        let before = self.mark().await;
        self.value(
            "fetch('/_fake/say', { method: 'POST', body: '{\"id\": 502, \"text\": \"/help\"}' })",
        )
        .await;
        self.sees("an answer", &format!("return eyes.after({JOHN}, 0).count > {before}")).await;
        let top = self.value("return eyes.chat(1).querySelector('.bubbles').scrollTop").await;
        assert_eq!(top, json!(0), "nobody is taken away from what they read");
        self.clicks(".down").await;
        let newest = "return eyes.inSight([...eyes.chat(1).querySelectorAll('article')].at(-1).lastElementChild.lastElementChild)";
        self.sees("the newest message", newest).await;
    }

    /// Ends every instance: the page says so, and what is written waits.
    async fn is_told_that_nobody_is_active(&self) {
        let kill = "document.querySelectorAll('.card .danger').forEach((one) => one.click())";
        self.value(kill).await;
        let told =
            "return document.getElementById('notice').textContent.startsWith('Nobody is ACTIVE')";
        self.sees("that nobody is active", told).await;
        self.writes("is anybody there?").await;
        let waits = "return document.getElementById('notice').textContent.includes('1 message of 1 person waits')";
        self.sees("that a message waits", waits).await;
        let none = "return document.getElementById('start').textContent === 'start one: none runs'";
        self.sees("what to do about it", none).await;
    }
}
