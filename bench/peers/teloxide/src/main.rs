//! The peer `teloxide`: its webhook on axum, on a port that the kernel chooses.
//!
//! Without LEDGER the handler does nothing. With it, it works for 50 ms and then writes the update's
//! id into that file: what a kill loses is what was answered and is not in the file.
//!
//! It asks for its name and registers its webhook at TELEGRAM_API_URL, which is a stub.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use teloxide::prelude::*;
use teloxide::update_listeners::webhooks;
use tokio::fs::OpenOptions;
use tokio::net::TcpListener;

const WORK: Duration = Duration::from_millis(50);

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

/// Where handled updates are written, if anywhere.
type Ledger = Arc<Option<File>>;

#[tokio::main]
async fn main() -> Outcome {
    let bot = Bot::new(variable("TELEGRAM_BOT_TOKEN")?)
        .set_api_url(variable("TELEGRAM_API_URL")?.parse()?);
    let socket = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let address = socket.local_addr()?;
    let options = webhooks::Options::new(address, "https://bot.example.org/webhook".parse()?)
        .secret_token(variable("WEBHOOK_SECRET_TOKEN")?);
    let (listener, stop, router) = webhooks::axum_to_router(bot.clone(), options).await?;
    tokio::spawn(async move { axum::serve(socket, router).with_graceful_shutdown(stop).await });

    let ledger: Ledger = Arc::new(match std::env::var("LEDGER") {
        Ok(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path).await?;
            Some(file.into_std().await)
        }
        Err(_) => None,
    });
    println!("listening {address}");
    Dispatcher::builder(bot, Update::filter_message().endpoint(handle))
        .dependencies(dptree::deps![ledger])
        .build()
        .dispatch_with_listener(listener, LoggingErrorHandler::new())
        .await;
    Ok(())
}

async fn handle(update: Update, ledger: Ledger) -> Outcome {
    if let Some(mut file) = ledger.as_ref().as_ref() {
        tokio::time::sleep(WORK).await;
        // One call, so that lines of two threads cannot mix.
        file.write_all(format!("{}\n", update.id.0).as_bytes())?;
    }
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("{name} is not set"))
}
