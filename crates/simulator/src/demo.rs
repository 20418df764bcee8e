//! The demo: the real program twice, on a private PostgreSQL, with a chat page for a person.
//!
//! ```text
//!   start ──> world (database, Telegram with its page, KIE, two instances) ──> a keeper runs it
//!   page ── kill, freeze, cut, deploy, crowd, ... ──> keeper ── the stage, ten times a second ──> page
//!   ends, or drop ──> keeper ends: every process, every folder
//! ```
//!
//! Unlike a scenario it keeps the limits and the pace an operator has, since a person watches. Only
//! KIE is faster, and Telegram's longest pause shorter, since a person waits for them.
//!
//! | part | owns |
//! | --- | --- |
//! | `furniture` | money, prices and samples, to begin with |
//! | `keeper` | what the page wants done to instances, and what has become of them |
//! | `looker`, `lock` | what instances say of themselves, and the rows of the lock |
//! | `tally` | accepted, handled, lost, doubled: counted from Telegram's journal |
//! | `audit` | the books, audited by the program |
//! | `story` | a sentence for each blow |
//! | `deploy`, `crowd` | what takes longer than a moment |
//! | [`Signs`] | what ends the program: Ctrl-C, SIGTERM, a terminal that closes |
//!
//! On failure: what does not start is one error with the words of who did not, and nothing of the
//! rest stays behind. If this process is killed, the reaper of the testbed clears up.

mod audit;
mod crowd;
mod deploy;
mod furniture;
mod keeper;
mod lock;
mod looker;
mod story;
mod tally;

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use testbed::places::Binaries;
use tokio::process::Command;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::kie::Pace;
use crate::telegram::StartError;
use crate::telegram::page::{ADMIN, backstage};
use crate::world::{self, World};
use keeper::Keeper;

/// How long an instance may take to answer an update, until the balancer before it gives up.
const BALANCER: Duration = Duration::from_secs(5);

/// The longest pause of Telegram before it delivers an update again; in life it is a minute or two.
const PAUSE: (Duration, Duration) = (Duration::from_secs(3), Duration::from_secs(5));

#[derive(Debug, Clone)]
pub struct Plan {
    pub program: PathBuf,
    /// The port of the chat page on loopback; 0 lets the system choose.
    pub port: u16,
    /// Whether its people have money and its models samples; else it is as empty as a new bot.
    pub is_furnished: bool,
    /// How many times faster than the real one KIE is.
    pub faster: u32,
}

#[derive(Debug, thiserror::Error)]
pub enum NotStarted {
    /// Build the program, or name the right one.
    #[error("there is no program at {}: build it, or name it with --trt", .0.display())]
    NoProgram(PathBuf),
    #[error(transparent)]
    Testbed(#[from] testbed::Error),
    /// Choose another port.
    #[error("{0}: choose another one with --port")]
    Page(StartError),
}

/// A running demo; dropping it ends everything in it.
#[derive(Debug)]
pub struct Demo {
    url: String,
    database_url: String,
    keeper: JoinHandle<()>,
    end: DropGuard,
}

impl Demo {
    pub async fn start(plan: Plan) -> Result<Self, NotStarted> {
        let program = tokio::fs::canonicalize(&plan.program).await;
        let program = program.map_err(|_| NotStarted::NoProgram(plan.program.clone()))?;
        // Before the port is taken: what is missing on a fresh machine is said first.
        Binaries::find()?;
        let world = World::build(&program)
            .unhurried()
            .own_server()
            .lock_through_link()
            .telegram(|settings| {
                settings.port = plan.port;
                (settings.timing.timeout, settings.timing.longest) = (BALANCER, PAUSE);
            })
            .variable("ADMIN_IDS", &ADMIN.to_string())
            .kie(|settings| (settings.pace, settings.is_fine) = (Pace::Scaled(plan.faster), true))
            .try_start();
        let (world, prices) = tokio::join!(world, furniture::prices(&program));
        let world = world?;
        let people = furniture::people(&world.telegram);
        if let Some(prices) = &prices {
            world.kie.set_prices(prices.clone());
        }
        let (backstage, crew) = backstage::pair();
        world.telegram.opens_backstage(backstage);
        let end = CancellationToken::new();
        let (url, database_url) = (format!("{}/", world.telegram.url()), world.database_url());
        if plan.is_furnished {
            // The page is there meanwhile, and shows how it comes.
            let (own, database) = (end.clone(), database_url.clone());
            let work = async move { furniture::brings(&people, prices, &database).await };
            tokio::spawn(async move { own.run_until_cancelled(work).await });
        }
        let keeper = tokio::spawn(Keeper::new(world, crew, program).keeps(end.clone()));
        Ok(Self { url, database_url, keeper, end: end.drop_guard() })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn database_url(&self) -> &str {
        &self.database_url
    }

    pub fn welcome(&self) -> String {
        format!(
            "\n\
             The demo runs: two instances of the bot, a private PostgreSQL, simulated Telegram and KIE.\n\
             \n  chat page   {}\n  data        {}\n\n\
             Try this on the page, or take its tour:\n\
             \x20 1. Ask John's bot for a picture, and tap the green button.\n\
             \x20 2. Press \"kill -9\" on the ACTIVE instance while it works.\n\
             \x20 3. The other one has taken over, the picture arrives, and nothing is lost.\n\
             \x20 4. Let a crowd write; then deploy, freeze, cut, restart PostgreSQL.\n\n\
             Ctrl-C ends everything and leaves nothing behind.\n",
            self.url, self.database_url
        )
    }

    pub async fn ends(self) {
        drop(self.end);
        // A keeper that panicked has dropped its world as well.
        let _ = self.keeper.await;
    }
}

impl From<world::NotStarted> for NotStarted {
    fn from(error: world::NotStarted) -> Self {
        match error {
            world::NotStarted::Testbed(error) => Self::Testbed(error),
            world::NotStarted::Fake(error) => Self::Page(error),
        }
    }
}

/// Listens from the moment it is made, so that no sign is missed.
#[derive(Debug)]
pub struct Signs {
    interrupted: Signal,
    terminated: Signal,
    hung_up: Signal,
}

impl Signs {
    pub fn listen() -> std::io::Result<Self> {
        Ok(Self {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
            hung_up: signal(SignalKind::hangup())?,
        })
    }

    pub async fn any(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
            _ = self.hung_up.recv() => {}
        }
    }
}

/// Shows the page in the browser of whoever sits at this machine: on a desktop, and not as root, whose
/// browsers refuse to start. It belongs to the person and stays when the demo ends.
pub fn open_browser(url: &str) {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_root = std::env::var_os("USER").is_some_and(|name| name == "root");
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if has("DISPLAY") || has("WAYLAND_DISPLAY") {
        "xdg-open"
    } else {
        return;
    };
    if is_root {
        return;
    }
    let mut command = Command::new(opener);
    // A group of its own: Ctrl-C is for the demo.
    command.arg(url).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without an opener the printed address is all there is.
    let _ = command.spawn();
}
