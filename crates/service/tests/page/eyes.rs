//! A person at a browser: what they do with it, and what they see of the page.

use serde_json::{Value, json};
use simulator::world::PATIENCE;
use testbed::browser::Browser;
use testbed::wait;
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities as _;
use thirtyfour::session::scriptret::ScriptRet;
use thirtyfour::{DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};

/// Which chat of the page is used: the second, in English.
pub(super) const JOHN: usize = 1;

const EYES: &str = include_str!("eyes.js");

#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) sides: (u32, u32),
    pub(super) is_dark: bool,
}

pub(super) struct Person {
    driver: WebDriver,
}

/// The chat as it stands: what was made since a mark, and the buttons of the newest message.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Page(Value);

impl Page {
    pub(super) fn made(&self, wanted: &str) -> bool {
        self.0["made"].as_array().unwrap().iter().any(|made| made == wanted)
    }

    fn keys(&self) -> Vec<(&str, &str)> {
        let pairs = self.0["keys"].as_array().unwrap().iter();
        pairs.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap())).collect()
    }

    /// Which button to tap: the first way where it is offered, else a green one, else another way, else any.
    pub(super) fn step(&self, ways: &[&str]) -> Step {
        let keys = self.keys();
        let way = |way: &&str| keys.iter().position(|(words, _)| words.contains(*way));
        let first = ways.first().and_then(way);
        let green = keys.iter().position(|(_, style)| style.contains("success"));
        let key = first.or(green).or_else(|| ways.iter().find_map(way)).unwrap_or_default();
        let is_green = Some(key) == green;
        Step { key, is_first_way: first.is_some() && !is_green, is_green }
    }
}

/// What is tapped.
pub(super) struct Step {
    pub(super) key: usize,
    pub(super) is_first_way: bool,
    /// It begins the work: from then on there is only to wait.
    pub(super) is_green: bool,
}

impl Person {
    pub(super) async fn opens(browser: &Browser, url: &str) -> Self {
        let person = Self::at(browser, url).await;
        person.value(EYES).await;
        person.sees("both chats", "return document.querySelectorAll('.chat').length === 2").await;
        person
    }

    /// At any page.
    pub(super) async fn at(browser: &Browser, url: &str) -> Self {
        // The client that speaks to the driver wants to know who does the cryptography, and gets none to do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut wanted = DesiredCapabilities::chrome();
        for argument in browser.arguments() {
            wanted.add_arg(&argument).unwrap();
        }
        wanted.set_browser_log_level(LoggingPrefsLogLevel::All).unwrap();
        let driver = WebDriver::new(browser.url(), wanted).await.unwrap();
        driver.goto(url).await.unwrap();
        Self { driver }
    }

    pub(super) async fn goes_to(&self, url: &str) {
        self.driver.goto(url).await.unwrap();
    }

    pub(super) async fn leaves(self) {
        self.driver.quit().await.unwrap();
    }

    /// What the console says that is worse than a remark.
    pub(super) async fn complaints(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.unwrap();
        log.into_iter().filter(|entry| entry.level == "SEVERE").map(|entry| entry.message).collect()
    }

    pub(super) async fn looks(&self, Look { sides: (width, height), is_dark }: Look) {
        let scheme = if is_dark { "dark" } else { "light" };
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        // What is on its way in is pale for a moment, and somebody would find it hard to read.
        let media = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        let commands =
            [("Emulation.setDeviceMetricsOverride", size), ("Emulation.setEmulatedMedia", media)];
        for (command, parameters) in commands {
            self.driver.cdp().send_raw(command, parameters).await.unwrap();
        }
        let there = format!(
            "return innerWidth === {width} && matchMedia('(prefers-color-scheme: {scheme})').matches"
        );
        self.sees("the new look", &there).await;
    }

    /// Nothing is cut off, and every text can be read.
    pub(super) async fn is_at_ease(&self) {
        assert_eq!(self.value("return eyes.wide()").await, json!([]), "cut off");
        let pale = self.value("return eyes.pale()").await;
        assert_eq!(pale["found"], json!([]), "hard to read");
        assert!(pale["count"].as_u64().unwrap() > 15, "hardly anything was looked at: {pale}");
    }

    pub(super) async fn asks(&self, script: &str, more: &[Value]) -> ScriptRet {
        let arguments: Vec<Value> =
            std::iter::once(json!(JOHN)).chain(more.iter().cloned()).collect();
        self.driver.execute(script, arguments).await.unwrap()
    }

    pub(super) async fn value(&self, script: &str) -> Value {
        self.asks(script, &[]).await.json().clone()
    }

    /// Waits until a script says true.
    pub(super) async fn sees(&self, what: &str, script: &str) {
        let seen = async || (self.value(script).await == json!(true)).then_some(());
        if wait::until(what, PATIENCE, seen).await.is_err() {
            let page = self
                .value(
                    "const fields = [...document.querySelectorAll('input')].map((one) => one.value); \
                     return `${document.activeElement.outerHTML.slice(0, 120)}\\n${fields}\\n${document.body.innerText}`",
                )
                .await;
            panic!(
                "waited in vain for {what}; the page says:\n{}",
                page.as_str().unwrap_or_default()
            );
        }
    }

    pub(super) async fn picks_tab(&self, name: &str) {
        let script = format!(
            "[...document.querySelectorAll('#tabs button')].find((one) => one.textContent === '{name}').click()"
        );
        self.value(&script).await;
    }

    /// Waits for something anywhere on the page that can be clicked, and clicks it as a mouse does.
    pub(super) async fn presses(&self, selector: &str) {
        let script = format!(
            "const node = document.querySelector(\"{selector}\"); return node?.disabled ? null : node"
        );
        // What is drawn anew between a look and a click is another one: the person looks again.
        let pressed = wait::until(selector, PATIENCE, async || {
            self.asks(&script, &[]).await.element().ok()?.click().await.ok()
        });
        pressed.await.unwrap();
    }

    /// What `document` says of something, such as its text.
    pub(super) async fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector(\"{selector}\")?.textContent ?? ''");
        self.value(&script).await.as_str().unwrap_or_default().to_owned()
    }

    /// A picture of the window, in Base64.
    pub(super) async fn picture(&self, format: &str, quality: u32) -> String {
        let how = json!({ "format": format, "quality": quality });
        let taken = self.driver.cdp().send_raw("Page.captureScreenshot", how).await.unwrap();
        taken["data"].as_str().unwrap().to_owned()
    }

    /// Tells the browser whether its user wants less motion.
    pub(super) async fn wants_stillness(&self) {
        let media =
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", media).await.unwrap();
    }

    /// Runs a script that calls its last argument when it is done.
    pub(super) async fn waits_for(&self, script: &str) -> Value {
        self.driver.execute_async(script, Vec::new()).await.unwrap().json().clone()
    }

    /// Presses keys, whatever has the focus.
    pub(super) async fn types(&self, keys: impl Into<thirtyfour::TypingData>) {
        self.driver.active_element().await.unwrap().send_keys(keys.into()).await.unwrap();
    }

    /// Clicks what is there in the chat, as a mouse does.
    pub(super) async fn clicks(&self, selector: &str) {
        let script = format!("return eyes.chat(arguments[0]).querySelector(\"{selector}\")");
        self.asks(&script, &[]).await.element().unwrap().click().await.unwrap();
    }

    /// How many messages of the bot there are.
    pub(super) async fn mark(&self) -> u64 {
        self.page(0).await.0["count"].as_u64().unwrap()
    }

    async fn page(&self, since: u64) -> Page {
        Page(self.value(&format!("return eyes.after({JOHN}, {since})")).await)
    }

    /// The page when there is what was wanted, or a message with buttons that stays as it is; and another one than
    /// that which was tapped, unless its green button was.
    pub(super) async fn settles(
        &self,
        since: u64,
        wanted: &str,
        tapped: Option<(Page, bool)>,
    ) -> Page {
        let (mut last, mut times) = (self.page(since).await, 0);
        let settled = wait::until("something to tap or to see", PATIENCE, async || {
            let page = self.page(since).await;
            times = if page == last { times + 1 } else { 0 };
            last = page;
            let is_next = match &tapped {
                Some((_, true)) => false,
                Some((before, false)) => last != *before,
                None => last.0["count"].as_u64() > Some(since),
            };
            let is_still = is_next && times > 2 && !last.keys().is_empty();
            (last.made(wanted) || is_still).then(|| last.clone())
        });
        settled.await.unwrap()
    }

    /// The button is where the person looks, without scrolling.
    pub(super) async fn sees_button(&self, key: usize) {
        let there = format!("return eyes.inSight(eyes.key({JOHN}, {key}))");
        self.sees("the button to tap", &there).await;
    }

    pub(super) async fn taps(&self, key: usize) {
        let script = format!("return eyes.key({JOHN}, {key})");
        self.asks(&script, &[]).await.element().unwrap().click().await.unwrap();
    }
}
