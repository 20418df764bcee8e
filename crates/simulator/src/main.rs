//! The command line of the simulators: `trt-sim telegram`.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
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
    /// Runs a fake Telegram until Ctrl-C; people act through /_fake/.
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
        /// Lift the flood limits, for measuring.
        #[arg(long)]
        no_limits: bool,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match Arguments::parse().action {
        Action::Telegram { port, webhook, token, secret, no_limits } => {
            let mut settings = Settings { port, ..Settings::default() };
            if let Some(token) = token {
                settings.token = token;
            }
            if no_limits {
                settings.limits = Limits::lifted();
            }
            telegram(settings, webhook, secret).await
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
