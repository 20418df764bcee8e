//! How the stub of KIE rings: a few connections to the bot, and a line of rings before them.
//!
//! On failure: a ring that finds no room or no bot is lost. The bot asks by itself some seconds later,
//! so that shows as slow cycles and not as missing ones.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::json;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::JoinSet;

use super::people::request;
use crate::load::connection::Connection;

/// Connections to the bot.
const HANDS: usize = 4;
/// Rings that wait for one.
const ROOM: usize = 4_096;

/// A bell at one bot; silent when it is dropped.
#[derive(Debug)]
pub(super) struct Bell {
    rings: mpsc::Sender<Ring>,
    bot: watch::Sender<Option<SocketAddr>>,
    _hands: JoinSet<()>,
}

#[derive(Debug)]
struct Ring {
    path: String,
    task: String,
}

impl Bell {
    /// One that nobody hears yet.
    pub(super) fn hang() -> Self {
        let (rings, line) = mpsc::channel(ROOM);
        let (bot, _) = watch::channel(None);
        let line = Arc::new(Mutex::new(line));
        let mut hands = JoinSet::new();
        for _ in 0..HANDS {
            hands.spawn(work(Arc::clone(&line), bot.subscribe()));
        }
        Self { rings, bot, _hands: hands }
    }

    /// Where the bot is.
    pub(super) fn at(&self, bot: SocketAddr) {
        self.bot.send_replace(Some(bot));
    }

    /// Rings about a task.
    pub(super) fn ring(&self, path: &str, task: &str) {
        // No room: see above.
        let _ = self.rings.try_send(Ring { path: path.to_owned(), task: task.to_owned() });
    }
}

async fn work(
    line: Arc<Mutex<mpsc::Receiver<Ring>>>,
    mut bot: watch::Receiver<Option<SocketAddr>>,
) {
    let Ok(address) = bot.wait_for(Option::is_some).await.map(|address| *address) else { return };
    let Some(address) = address else { return };
    let mut connection = None;
    loop {
        let ring = line.lock().await.recv().await;
        let Some(Ring { path, task }) = ring else { return };
        let usable = connection.take().filter(Connection::usable);
        let mut open = match usable {
            Some(open) => open,
            None => match Connection::open(address).await {
                Ok(open) => open,
                Err(_) => continue,
            },
        };
        let body = json!({ "code": 200, "msg": "success", "data": { "taskId": task } });
        open.send(&request(address, &path, None, body.to_string().as_bytes())).await;
        connection = Some(open);
    }
}
