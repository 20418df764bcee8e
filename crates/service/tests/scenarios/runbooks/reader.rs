//! An operator at the machine of a world: its variables are set, `trt` and `psql` are found.

use std::path::Path;

use serde_json::Value;
use simulator::world::{Builder, PATIENCE, SECRET, World};
use testbed::pages::{Block, Reader};
use testbed::places::Binaries;
use testbed::wait;

/// What a page may use.
pub(crate) const VARIABLES: [&str; 13] = [
    "TRT",
    "INSTANCES",
    "LOG",
    "CONSOLE_TOKEN",
    "DATABASE_URL",
    "TELEGRAM_BOT_TOKEN",
    "TELEGRAM_API_URL",
    "WEBHOOK_BASE_URL",
    "WEBHOOK_SECRET_TOKEN",
    "KIE_API_KEY",
    "KIE_API_URL",
    "KIE_UPLOAD_URL",
    "ADMIN_IDS",
];

const CONSOLE: &str = "a-token-of-the-console";
const ADMIN: i64 = 4_711;

/// A world whose instances know what an operator's machine knows as well.
pub(crate) fn open(builder: Builder) -> Builder {
    builder.variable("CONSOLE_TOKEN", CONSOLE).variable("ADMIN_IDS", &ADMIN.to_string())
}

/// The operator of a world, with the log as it is now.
pub(crate) async fn of(world: &World) -> Reader {
    let running = world.instances().iter().filter(|instance| instance.process.status().is_none());
    let addresses: Vec<String> =
        running.map(|instance| format!("http://{}", instance.address())).collect();
    let log = log(world).await;
    let value = |name: &str| match name {
        // With nobody left, an address at which nobody answers.
        "TRT" => addresses.first().cloned().unwrap_or_else(|| "http://127.0.0.1:1".to_owned()),
        "INSTANCES" => addresses.join(" "),
        "LOG" => log.clone(),
        "CONSOLE_TOKEN" => CONSOLE.to_owned(),
        "DATABASE_URL" => world.database_url(),
        "TELEGRAM_BOT_TOKEN" => world.telegram.token().to_owned(),
        "TELEGRAM_API_URL" => world.telegram.url(),
        "WEBHOOK_BASE_URL" => "https://bot.example.org".to_owned(),
        "WEBHOOK_SECRET_TOKEN" => SECRET.to_owned(),
        "KIE_API_KEY" => world.kie.key().to_owned(),
        "KIE_API_URL" => world.kie.url(),
        "KIE_UPLOAD_URL" => world.kie.upload_url(),
        "ADMIN_IDS" => ADMIN.to_string(),
        _ => panic!("nobody knows what {name} is"),
    };
    let trt = Path::new(env!("CARGO_BIN_EXE_trt"));
    Reader::new(VARIABLES.map(|name| (name, value(name))))
        .finds(trt.parent().unwrap_or(trt))
        .finds(Binaries::find().unwrap_or_else(|error| panic!("{error}")).folder())
}

/// Writes down what all instances have logged so far, by time; the file's name.
async fn log(world: &World) -> String {
    let instances = world.instances().iter();
    let mut lines: Vec<String> = instances.flat_map(|instance| instance.process.lines()).collect();
    let time = |line: &String| {
        let line: Value = serde_json::from_str(line).unwrap_or_default();
        line["ts"].as_str().unwrap_or_default().to_owned()
    };
    lines.sort_by_cached_key(time);
    let name = format!("log-{}-{}", std::process::id(), world.instance(0).address().port());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let written = tokio::fs::write(&file, lines.join("\n") + "\n").await;
    written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    file.to_string_lossy().into_owned()
}

/// Waits until all instances show what they read of the database now and then, so that a page finds it.
pub(crate) async fn is_shown(world: &World) {
    // Whoever is an admin has opened the bot.
    world.telegram.person(ADMIN, "Ada", "en").starts("").await.accepted().await;
    for instance in world.instances() {
        let shown = wait::until("an instance that shows everything", PATIENCE, async || {
            let health = instance.health().await?;
            let known = |part: &str, word: &str| !health[part][word].is_null();
            let all = known("queue", "depth") && known("takeovers", "count");
            (all && known("webhook", "url_ok") && known("kie", "credits")).then_some(())
        });
        shown.await.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The variables that a block uses and does not set, and that are none of these.
pub(crate) fn strange(block: &Block, known: &[&str]) -> Vec<String> {
    let name = |rest: &str| {
        let rest = rest.trim_start_matches('{');
        rest.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect::<String>()
    };
    let used = block.script.split('$').skip(1).map(name);
    let is_set = |name: &String| block.script.contains(&format!("{name}="));
    used.filter(|name| !name.is_empty() && !known.contains(&name.as_str()) && !is_set(name))
        .collect()
}
