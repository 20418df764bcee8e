//! A crowd of two hundred on the stage for a minute, with five blows in it, in a real browser: `./dev test --slow`.
//!
//! ```text
//!   crowd ── kill, freeze, cut, a deploy, PostgreSQL restarted ──> each told in a sentence with "0 lost"
//!     └── a minute has passed ──> nobody writes ──> everything accepted is handled, lost 0, the books in order
//! ```
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

#[expect(dead_code, reason = "the eyes of the page see more than is looked at here")]
#[path = "../page/eyes.rs"]
mod eyes;

use std::time::{Duration, Instant};

use serde_json::json;
use simulator::demo::{Demo, Plan};
use testbed::browser::Browser;
use testbed::{Error, skip, wait};

use eyes::{Look, Person};

const MINUTE: Duration = Duration::from_secs(60);

/// What a blow is told with, by the time that two hundred people are caught up with.
const PATIENCE: Duration = Duration::from_secs(240);

/// What is pressed, and the words of the sentence that closes it.
const BLOWS: [(&str, &str); 5] = [
    (".card.active .danger", "took over in"),
    (".card.active [aria-label^='freeze']", "took over in"),
    (".card.active [aria-label^='cut off']", "took over in"),
    ("#blows .main", "Deployed: "),
    ("#blows button:nth-child(2)", "PostgreSQL is back: "),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_of_two_hundred_loses_nothing_in_a_minute_with_five_blows() {
    let browser = match Browser::start().await {
        Err(missing @ Error::NoProgram { .. }) => return skip::because(missing),
        started => started.unwrap(),
    };
    let program = env!("CARGO_BIN_EXE_trt").into();
    let plan = Plan { program, port: 0, is_furnished: true, faster: 10 };
    let demo = Demo::start(plan).await.unwrap();
    let person = Person::opens(&browser, demo.url()).await;
    person.looks(Look { sides: (1280, 800), is_dark: false }).await;
    person.presses("#start").await;
    person.slides_to(200).await;
    person.presses("#crowd button").await;
    let began = Instant::now();

    for (button, told) in BLOWS {
        person.has_a_leader().await;
        person.presses(button).await;
        person.is_told(told).await;
        person.heals_everything().await;
    }
    let lasted = async || (began.elapsed() > MINUTE).then_some(());
    wait::until("the end of the minute", MINUTE * 2, lasted).await.unwrap();
    person.presses("#crowd .heals").await;

    person.is_quiet().await;
    assert_eq!(person.text(".tile.lost dd").await, "0");
    assert_eq!(person.text(".tile.accepted dd").await, person.text(".tile.handled dd").await);
    let accepted = person.text(".tile.accepted dd").await.replace(',', "");
    assert!(accepted.parse::<u32>().unwrap() > 400, "hardly anybody wrote: {accepted}");
    println!("accepted {accepted}, twice {}", person.text(".tile.doubled dd").await);
    assert_eq!(person.complaints().await, [""; 0], "what the browser complained about");
    person.leaves().await;
    demo.ends().await;
}

impl Person {
    async fn slides_to(&self, people: u32) {
        let script = format!(
            "const slider = document.getElementById('crowd-size'); slider.value = {people}; \
             slider.dispatchEvent(new Event('input'))"
        );
        self.value(&script).await;
    }

    async fn waits(&self, what: &str, script: &str) {
        let seen = async || (self.value(script).await == json!(true)).then_some(());
        let seen = wait::until(what, PATIENCE, seen).await;
        assert!(seen.is_ok(), "no {what}: {}", self.text("#stage").await);
    }

    async fn has_a_leader(&self) {
        let led = "return document.querySelector('.card.active') !== null \
                   && document.querySelectorAll('.card').length >= 2";
        self.waits("leader", led).await;
    }

    /// The blow is over: nothing was lost, and the books are in order.
    async fn is_told(&self, words: &str) {
        let script = format!(
            "const node = document.getElementById('sentence'); const text = node.textContent; \
             return !node.classList.contains('open') && text.includes('{words}') \
             && text.includes(', 0 lost') && text.includes('books balanced')"
        );
        self.waits(words, &script).await;
    }

    /// What was broken and says that it can be healed is healed, and there are two instances again.
    async fn heals_everything(&self) {
        self.value("document.querySelectorAll('.card .heals').forEach((one) => one.click())").await;
        self.value("if (document.querySelectorAll('.card').length < 3) document.getElementById('start').click()").await;
        let whole = "return document.querySelector('.card .heals') === null \
                     && document.querySelectorAll('.card').length >= 2";
        self.waits("whole stage", whole).await;
    }

    async fn is_quiet(&self) {
        let quiet = "const value = (name) => document.querySelector(`.tile.${name} dd`).textContent; \
                     return value('accepted') === value('handled')";
        self.waits("reply to everything", quiet).await;
    }
}
