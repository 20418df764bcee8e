//! The command line of the simulators: `trt-sim telegram`, `trt-sim kie` and `trt-sim demo`.

use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::{Parser, Subcommand};
use simulator::demo::{self, Demo, Plan, Signs};
use simulator::kie::{self, FakeKie, Pace};
use simulator::telegram::{FakeTelegram, Limits, Settings, StartError};

/// Servers that speak the protocols of the outside.
#[derive(Debug, Parser)]
#[command(name = "trt-sim")]
struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
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
        #[arg(long)]
        key: Option<String>,
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
        #[arg(long)]
        token: Option<String>,
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
    let outcome: Result<(), Box<dyn Error>> = match Arguments::parse().action {
        Action::Demo { trt, port, no_open } => {
            let shown = if no_open { Shown::Printed } else { Shown::Opened };
            demo(Plan { program: trt, port }, shown).await
        }
        Action::Kie { port, key, hmac_key, callbacks_to, faster, seed, no_limits } => {
            let mut settings = kie::Settings { port, hmac_key, seed, ..kie::Settings::default() };
            settings.pace = if faster == 0 { Pace::Immediate } else { Pace::Scaled(faster) };
            if let Some(key) = key {
                settings.key = key;
            }
            if no_limits {
                settings.limits = kie::Limits::lifted();
            }
            kie(settings, callbacks_to).await.map_err(Into::into)
        }
        Action::Telegram { port, webhook, token, secret, seed, no_limits } => {
            let seed = seed.unwrap_or_else(another);
            let mut settings = Settings { port, seed, ..Settings::default() };
            if let Some(token) = token {
                settings.token = token;
            }
            if no_limits {
                settings.limits = Limits::lifted();
            }
            telegram(settings, webhook, secret).await.map_err(Into::into)
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trt-sim: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A seed that no start before this had: a bot whose database outlives a fake would take updates that
/// begin at the same id again for those it knows.
fn another() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or_default()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Printed,
    Opened,
}

async fn demo(plan: Plan, shown: Shown) -> Result<(), Box<dyn Error>> {
    let mut signs = Signs::listen()?;
    let demo = tokio::select! {
        demo = Demo::start(plan) => demo?,
        // What has been started by now ends as the start is dropped.
        () = signs.any() => return Ok(()),
    };
    // A reader that has closed the pipe does not need the words.
    let _ = writeln!(std::io::stdout(), "{}", demo.welcome());
    if shown == Shown::Opened {
        demo::browser::open(demo.url());
    }
    signs.any().await;
    demo.ends().await;
    Ok(())
}

async fn telegram(
    settings: Settings,
    webhook: Vec<SocketAddr>,
    secret: Option<String>,
) -> Result<(), StartError> {
    let fake = FakeTelegram::start(settings).await?;
    fake.deliver_to(webhook);
    if let Some(secret) = secret {
        fake.set_secret(&secret);
    }
    // A reader that has closed the pipe does not need the address.
    let _ = writeln!(std::io::stdout(), "{}", fake.url());
    // Without signals it runs until it is killed, which is all the same here.
    let _ = tokio::signal::ctrl_c().await;
    Ok(())
}

async fn kie(
    settings: kie::Settings,
    callbacks_to: Vec<SocketAddr>,
) -> Result<(), kie::StartError> {
    let fake = FakeKie::start(settings).await?;
    fake.deliver_to(callbacks_to);
    // A reader that has closed the pipe does not need the addresses.
    let _ = writeln!(std::io::stdout(), "api {}\nuploads {}", fake.url(), fake.upload_url());
    // Without signals it runs until it is killed, which is all the same here.
    let _ = tokio::signal::ctrl_c().await;
    Ok(())
}
