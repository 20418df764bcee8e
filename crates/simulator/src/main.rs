//! The command line of the simulators: `trt-sim telegram`, `trt-sim kie` and `trt-sim demo`.

use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Parser;
use simulator::demo::{Demo, Plan, Signs, open_browser};
use simulator::kie::{self, FakeKie, Pace};
use simulator::telegram::{FakeTelegram, Limits, Settings};

/// Servers that speak the protocols of the outside.
#[derive(Debug, Parser)]
#[command(name = "trt-sim")]
enum Command {
    /// Runs the bot twice, with a chat page and a private PostgreSQL, until Ctrl-C.
    Demo {
        /// The program `trt`.
        #[arg(long, value_name = "PATH")]
        trt: PathBuf,
        /// The port of the chat page on loopback; by default a free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// Only print the address of the page.
        #[arg(long)]
        no_open: bool,
    },
    /// Runs a fake KIE until Ctrl-C; it is steered by /__sim.
    Kie {
        /// The port of the API on loopback; by default a free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// The key that callers present.
        #[arg(long, default_value_t = kie::Settings::default().key)]
        key: String,
        /// The key that callbacks are signed with; by default they are not.
        #[arg(long)]
        hmac_key: Option<String>,
        /// An instance of the bot that gets callbacks, whatever host they name; may be repeated.
        #[arg(long, value_name = "ADDRESS")]
        callbacks_to: Vec<SocketAddr>,
        /// How many times faster than the real one it is; 0 lets tasks end at once.
        #[arg(long, default_value_t = 10)]
        faster: u32,
        /// The seed of whatever is drawn.
        #[arg(long, default_value_t = 42)]
        seed: u64,
        /// Lift the limits of requests, for measuring.
        #[arg(long)]
        no_limits: bool,
        /// Give pictures, films and tunes for people to look at, instead of the small ones of tests.
        #[arg(long)]
        fine: bool,
    },
    /// Runs a fake Telegram until Ctrl-C; people act through /_fake/ or on the chat page.
    Telegram {
        /// The port on loopback; by default a free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// An instance of the bot that gets updates; may be repeated.
        #[arg(long, value_name = "ADDRESS")]
        webhook: Vec<SocketAddr>,
        /// The bot's token.
        #[arg(long, default_value_t = Settings::default().token)]
        token: String,
        /// The secret that updates carry until the bot sets its own.
        #[arg(long)]
        secret: Option<String>,
        /// The seed of whatever is drawn, the first update's id among it; by default another each time.
        #[arg(long)]
        seed: Option<u64>,
        /// Lift the flood limits, for measuring.
        #[arg(long)]
        no_limits: bool,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Command::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trt-sim: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<(), Box<dyn Error>> {
    // A reader that has closed the pipe does not need the words. Without signals a fake runs until
    // it is killed, which is all the same here.
    match command {
        Command::Demo { trt, port, no_open } => {
            demo(Plan { program: trt, port, is_furnished: true, faster: 10 }, no_open).await?
        }
        Command::Kie { port, key, hmac_key, callbacks_to, faster, seed, no_limits, fine } => {
            let usual = kie::Settings::default();
            let limits = if no_limits { kie::Limits::lifted() } else { usual.limits };
            let pace = if faster == 0 { Pace::Immediate } else { Pace::Scaled(faster) };
            let settings =
                kie::Settings { port, key, hmac_key, seed, limits, pace, is_fine: fine, ..usual };
            let fake = FakeKie::start(settings).await?;
            fake.deliver_to(callbacks_to);
            let (api, uploads) = (fake.url(), fake.upload_url());
            let _ = writeln!(std::io::stdout(), "api {api}\nuploads {uploads}");
            let _ = tokio::signal::ctrl_c().await;
        }
        Command::Telegram { port, webhook, token, secret, seed, no_limits } => {
            let usual = Settings::default();
            let limits = if no_limits { Limits::lifted() } else { usual.limits };
            let seed = seed.unwrap_or_else(another);
            let fake = FakeTelegram::start(Settings { port, token, seed, limits, ..usual }).await?;
            fake.deliver_to(webhook);
            if let Some(secret) = secret {
                fake.set_secret(&secret);
            }
            let _ = writeln!(std::io::stdout(), "{}", fake.url());
            let _ = tokio::signal::ctrl_c().await;
        }
    }
    Ok(())
}

/// A seed that no start before this had: a bot whose database outlives a fake would take updates that
/// begin at the same id again for those it knows.
fn another() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or_default()
}

async fn demo(plan: Plan, no_open: bool) -> Result<(), Box<dyn Error>> {
    let mut signs = Signs::listen()?;
    let demo = tokio::select! {
        demo = Demo::start(plan) => demo?,
        // What has been started by now ends as the start is dropped.
        () = signs.any() => return Ok(()),
    };
    let _ = writeln!(std::io::stdout(), "{}", demo.welcome());
    if !no_open {
        open_browser(demo.url());
    }
    signs.any().await;
    demo.ends().await;
    Ok(())
}
