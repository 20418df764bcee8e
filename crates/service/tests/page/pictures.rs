//! The pictures of the stage in `docs/`: what it looks like in eight situations, a moving one of a kill, and a
//! recording that plays in any browser.
//!
//! ```text
//!   BLESS=film, BLESS=run ── one of the two
//!   BLESS=page ── the recorded run with the scripts of today
//!   BLESS=1 ── a demo, a browser, a run ──┬─> eight situations, as WebP
//!                                         ├─> frames ── ffmpeg ──> the kill, as GIF
//!                                         └─> the state stream ── with the page's own scripts ──> stage.html
//!   otherwise: they are there, small, and the recording has the scripts of today
//! ```

mod bundle;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use simulator::world::PATIENCE;
use testbed::process::Process;

use super::eyes::{JOHN, Look, Person};
use super::{DESK, PHONE, ends, opened};

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");

/// The situations, by the names of their pictures.
const SITUATIONS: [&str; 8] =
    ["calm", "after-a-kill", "nobody-active", "frozen", "crowd", "kie-outage", "phone", "dark"];

const LARGEST_PICTURE: u64 = 120_000;
const LARGEST_FILM: u64 = 3_000_000;
const LARGEST_RECORDING: u64 = 1_000_000;

const LIGHT: Look = Look { sides: DESK, is_dark: false };
const DARK: Look = Look { sides: DESK, is_dark: true };

#[tokio::test(flavor = "multi_thread")]
async fn the_pictures_of_the_stage_are_there_and_small() {
    match std::env::var("BLESS").as_deref() {
        Ok("1") => {
            films().await;
            plays().await;
        }
        Ok("film") => films().await,
        Ok("run") => plays().await,
        Ok("page") => bundle::renews(&recording()).await,
        _ => {}
    }
    for name in SITUATIONS {
        assert!((1..LARGEST_PICTURE).contains(&size(&picture(name)).await), "{name}");
    }
    assert!((1..LARGEST_FILM).contains(&size(&film()).await), "the film of the kill");
    assert!((1..LARGEST_RECORDING).contains(&size(&recording()).await), "the recording");
    let recorded = tokio::fs::read_to_string(recording()).await.unwrap();
    assert!(
        bundle::is_of_today(&recorded),
        "the page has changed since it was recorded: BLESS=page cargo nextest run --workspace --test page pictures"
    );
}

fn picture(name: &str) -> PathBuf {
    Path::new(DOCS).join(format!("pictures/stage/{name}.webp"))
}

fn film() -> PathBuf {
    Path::new(DOCS).join("pictures/kill.gif")
}

fn recording() -> PathBuf {
    Path::new(DOCS).join("stage.html")
}

async fn size(path: &Path) -> u64 {
    tokio::fs::metadata(path)
        .await
        .unwrap_or_else(|_| panic!("{} is missing", path.display()))
        .len()
}

/// The kill on the stage, frame by frame.
async fn films() {
    let Some((_browser, demo, person)) = opened(8).await else { return };
    person.looks(LIGHT).await;
    person.cards(2).await;
    person.sees("money", "return eyes.after(1, 0).text.includes('1,0')").await;
    let mut film = Film::new();
    film.rolls(&person, 0.8).await;
    let begun = person.writes("a lighthouse in a storm").await;
    film.rolls(&person, 1.2).await;
    let page = person.settles(begun, "IMG", None).await;
    film.rolls(&person, 0.8).await;
    person.taps(page.step(&["Image"]).key).await;
    film.rolls(&person, 1.2).await;
    person
        .value("document.querySelector('.card.active .danger').focus({ focusVisible: true })")
        .await;
    film.rolls(&person, 1.0).await;
    person.presses(".card.active .danger").await;
    let made = format!("return eyes.after({JOHN}, {begun}).made.includes('IMG')");
    let until = Instant::now() + PATIENCE;
    while person.value(&made).await != true && Instant::now() < until {
        film.rolls(&person, 0.4).await;
    }
    person.reads(&["took over in ", "0 lost", "books balanced"]).await;
    film.rolls(&person, 3.0).await;
    film.becomes_a_gif(&self::film()).await;
    ends(demo, person).await;
}

/// A run of a minute and a half that is recorded, and the situations in and after it.
async fn plays() {
    let Some((_browser, demo, person)) = opened(8).await else { return };
    person.looks(LIGHT).await;
    person.cards(2).await;
    person.sees("money", "return eyes.after(1, 0).text.includes('1,0')").await;
    person.value(bundle::RECORDER).await;
    person.asks_for_pictures().await;
    person.is_taken("calm").await;
    person.presses(".card.active .danger").await;
    person.reads(&["took over in ", "0 lost", "books balanced"]).await;
    person.is_taken("after-a-kill").await;
    person.presses("#start").await;
    person.cards(2).await;

    person.value("const slider = document.getElementById('crowd-size'); slider.value = 60; slider.dispatchEvent(new Event('input'))").await;
    person.presses("#crowd button").await;
    let many = "return Number(document.querySelector('.tile.accepted dd').textContent.replace(',', '')) > 90";
    person.sees("what a crowd wrote", many).await;
    person.presses("#blows .main").await;
    person.reads(&["Deployed: ", "0 lost", "books balanced"]).await;
    person.is_taken("crowd").await;
    person.presses(".card.active [aria-label^='freeze']").await;
    let wait =
        "return / For [4-9].*people wait/.test(document.getElementById('notice').textContent)";
    person.sees("people who wait", wait).await;
    person.is_taken("nobody-active").await;
    person.reads(&["took over in ", "0 lost", "books balanced"]).await;
    person.is_taken("frozen").await;
    person.presses(".card [aria-label^='thaw']").await;
    person.reads(&["woke", "0 lost", "books balanced"]).await;
    let recorded = person.waits_for(bundle::EXPORT).await;
    bundle::writes(&recording(), &recorded).await;

    person.presses("#crowd button").await;
    person.presses("#blows button:nth-child(3)").await;
    person.writes("a fox in the snow").await;
    person
        .sees(
            "an outage",
            "return document.getElementById('sentence').textContent.startsWith('KIE is away')",
        )
        .await;
    person.is_taken("kie-outage").await;
    person.presses("#blows .heals").await;
    person.reads(&["KIE is back", "0 lost", "books balanced"]).await;
    person.looks(DARK).await;
    person.is_taken("dark").await;
    person.looks(Look { sides: PHONE, is_dark: false }).await;
    person.picks_tab("Stage").await;
    person.is_taken("phone").await;
    ends(demo, person).await;
}

impl Person {
    /// Both people have a picture made for them.
    async fn asks_for_pictures(&self) {
        self.value("fetch('/_fake/say', { method: 'POST', body: JSON.stringify({ id: 501, text: 'дом на берегу моря' }) })").await;
        self.sees(
            "an offer",
            "return eyes.after(0, 0).keys.some(([, style]) => style === 'success')",
        )
        .await;
        let begun = self.writes("a lighthouse in a storm").await;
        let page = self.settles(begun, "IMG", None).await;
        self.taps(page.step(&["Image"]).key).await;
        self.value("[...document.querySelectorAll('.chat')[0].querySelectorAll('.keys .success')].at(-1)?.click()").await;
        let made = "return [0, 1].every((place) => eyes.after(place, 0).made.includes('IMG') && eyes.after(place, 0).ready.every(Boolean))";
        self.sees("two pictures", made).await;
        self.reads_everything().await;
    }

    /// Waits until nothing is on its way any more.
    async fn reads_everything(&self) {
        self.loses_nothing().await;
        self.sees("the end of all work", "return [...document.querySelectorAll('.state')].every((one) => !one.classList.contains('busy'))").await;
    }

    async fn is_taken(&self, name: &str) {
        let path = picture(name);
        tokio::fs::create_dir_all(path.parent().unwrap()).await.unwrap();
        let bytes = BASE64_STANDARD.decode(self.picture("webp", 82).await).unwrap();
        tokio::fs::write(path, bytes).await.unwrap();
    }
}

/// Frames and how long each is shown, in a folder of their own.
struct Film {
    folder: PathBuf,
    list: String,
    frames: usize,
    last: Option<Instant>,
}

impl Film {
    fn new() -> Self {
        let name = format!("film-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        Self { folder, list: String::new(), frames: 0, last: None }
    }

    /// Takes frames for so many seconds, as fast as the browser gives them.
    async fn rolls(&mut self, person: &Person, seconds: f64) {
        tokio::fs::create_dir_all(&self.folder).await.unwrap();
        let until = Instant::now() + Duration::from_secs_f64(seconds);
        while Instant::now() < until {
            let taken = Instant::now();
            let bytes = BASE64_STANDARD.decode(person.picture("png", 100).await).unwrap();
            self.frames += 1;
            let name = format!("{:04}.png", self.frames);
            tokio::fs::write(self.folder.join(&name), bytes).await.unwrap();
            // What passed between two acts was waiting, and is not shown as long as it took.
            if let Some(last) = self.last.replace(taken) {
                let shown = (taken - last).as_secs_f64().min(0.5);
                self.list += &format!("duration {shown:.3}\n");
            }
            self.list += &format!("file '{name}'\n");
        }
    }

    /// Makes a GIF of the frames.
    async fn becomes_a_gif(mut self, to: &Path) {
        self.list += "duration 2.5\n";
        tokio::fs::write(self.folder.join("list"), &self.list).await.unwrap();
        tokio::fs::create_dir_all(to.parent().unwrap()).await.unwrap();
        let filter = "fps=10,scale=960:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=128:stats_mode=diff[p];\
                      [b][p]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle";
        let ffmpeg = Process::build("ffmpeg", "ffmpeg")
            .args(["-y", "-loglevel", "error", "-f", "concat", "-i"])
            .arg(self.folder.join("list"))
            .args(["-filter_complex", filter, "-loop", "0"])
            .arg(to)
            .start()
            .unwrap();
        let status = ffmpeg.exit(PATIENCE * 3).await.unwrap();
        assert!(status.success(), "ffmpeg: {}", ffmpeg.tail());
        tokio::fs::remove_dir_all(&self.folder).await.unwrap();
    }
}
