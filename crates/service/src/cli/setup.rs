//! `trt setup`: from nothing to a bot that can be started on a server.
//!
//! ```text
//!   what is there ──> platform ──> values ──┬── missing ──> all of them listed, with where to get them; 2
//!                                           └── asked of Telegram, KIE, the database ──┬── refused ──> 1
//!                                                                                      └── files, what to type then
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`platform`] | what the bot is to run under |
//! | [`values`] | where the values come from, and what is missing |
//! | [`environment_file`] | the file they are in |
//! | [`recipes`] | the other files of each platform, and the commands that follow |
//! | [`files`] | files written whole, and never over what somebody changed |
//!
//! It can be run as often as one likes: what is there is kept, and a second run changes nothing. It starts nothing.
//!
//! On failure: nothing is written before everything is known and was found right; each file is written whole or not at
//! all, and the next run goes on.

mod environment_file;
mod files;
mod platform;
mod recipes;
mod values;

use std::path::{Path, PathBuf};

use uuid::Uuid;

pub use platform::Platform;

use crate::cli::check;
use crate::cli::checklist::Status;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Config, Read, Variables, is_secret, variable_names};
use files::Planned;
use platform::Machine;
use values::{PASSWORD, Values};

/// What stands for a secret where it is shown.
const MASK: &str = "***";

/// How a server is to be set up.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct Wanted {
    /// Shows what would be written, without secrets; asks nobody and writes nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// What the bot is to run under; found out without it.
    #[arg(long, value_enum)]
    pub platform: Option<Platform>,
    /// The public domain of this server, as bot.example.org.
    #[arg(long)]
    pub domain: Option<String>,
    /// Writes below this folder.
    #[arg(long, value_name = "DIR", default_value = "/")]
    pub root: PathBuf,
}

/// Everything that was decided.
struct Deployment {
    platform: Platform,
    machine: Machine,
    values: Values,
    ports: [u16; 2],
    /// The environment file as it is.
    there: Option<String>,
}

/// Sets a server up, or shows how it would be.
pub async fn run(variables: &Variables, wanted: Wanted) -> Result<(), Failure> {
    let it = decide(variables, &wanted).await?;
    let config = config(&it)?;
    let mut lines = vec![format!("platform: {}", word(it.platform))];
    if wanted.dry_run {
        lines.push("dry run: nobody is asked and nothing is written".to_owned());
    } else {
        let with_database = !it.platform.is_compose();
        let findings = check::before_setup(config, with_database).await;
        lines.extend(findings.iter().map(ToString::to_string));
        let failed = findings.iter().filter(|finding| finding.status() == Status::Fail).count();
        if failed > 0 {
            output::say(lines.join("\n"))?;
            return Err(Failure::Other(format!(
                "nothing was written: {failed} of these must be cured first"
            )));
        }
    }
    let planned = plan(&it, &wanted.root).await?;
    for file in &planned {
        lines.push(file.said());
        if wanted.dry_run && file.is_to_be_written() {
            lines.extend(
                masked(&file.text).lines().map(|line| format!("    {line}").trim_end().to_owned()),
            );
        } else if !wanted.dry_run {
            file.write(&wanted.root).await?;
        }
    }
    lines.extend(unhandled(&it));
    if !wanted.dry_run && wanted.root == Path::new("/") {
        lines.extend(occupied(&it));
    }
    match planned.iter().any(Planned::is_to_be_written) {
        true => lines.push("then:".to_owned()),
        false => lines.push("nothing was changed; it is started and looked at with:".to_owned()),
    }
    let commands = recipes::commands(it.platform, it.machine, it.ports);
    lines.extend(commands.into_iter().map(|command| format!("    {command}")));
    output::say(lines.join("\n"))
}

/// Finds out what can be found out, and asks for or lists the rest.
async fn decide(variables: &Variables, wanted: &Wanted) -> Result<Deployment, Failure> {
    let machine = Machine::look(&wanted.root).await;
    let has_database =
        variables.iter().any(|(name, value)| name == "DATABASE_URL" && !value.is_empty());
    let is_compose = match wanted.platform {
        Some(platform) => platform.is_compose(),
        None => machine.is_for_compose(has_database)?,
    };
    let file = if is_compose { Platform::Compose } else { Platform::Systemd }.environment_file();
    let there = files::read(&files::below(&wanted.root, file)).await?;
    let text = there.as_deref().unwrap_or_default();
    let mut values = Values::gather(text, variables, wanted.domain.as_deref());
    let platform = wanted.platform.unwrap_or_else(|| platform::of(is_compose, &values));
    let missing = values.missing(platform, machine);
    values.ask_for(&missing).await?;
    let missing = values.missing(platform, machine);
    if !missing.is_empty() {
        return Err(values::listed(&missing, file));
    }
    settle(platform, &mut values);
    let is_elsewhere = wanted.dry_run || wanted.root != Path::new("/");
    let enabled = enabled(&wanted.root).await;
    let ports = recipes::ports(&enabled, |port| is_elsewhere || is_free(port));
    Ok(Deployment { platform, machine, values, ports, there })
}

/// Values that follow from the platform.
fn settle(platform: Platform, values: &mut Values) {
    if platform.is_compose() {
        // Compose's own file says how, and where its database is.
        values.remove("BOT_MODE");
        values.remove("DATABASE_URL");
        if values.get(PASSWORD).is_none() {
            let password = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
            values.set(PASSWORD, &password);
        }
    } else if platform.polls() {
        values.set("BOT_MODE", "polling");
    } else if values.get("BOT_MODE").is_some() {
        values.set("BOT_MODE", "webhook");
    }
}

/// The configuration that the instances will read.
fn config(it: &Deployment) -> Result<Config, Failure> {
    let mut values = it.values.clone();
    if it.platform.is_compose() {
        let password = it.values.get(PASSWORD).unwrap_or_default();
        values.set(
            "DATABASE_URL",
            &format!("postgres://trt:{password}@postgres:5432/trt?sslmode=disable"),
        );
        values.set("BOT_MODE", if it.platform.polls() { "polling" } else { "webhook" });
    }
    let Read { config, .. } = Config::read(values.all())?;
    let unholdable = values.all().iter().find(|(_, value)| !environment_file::can_hold(value));
    match unholdable {
        Some((name, _)) => Err(Failure::Settings(format!(
            "{name} has a ' or a new line in it, which not every reader of an environment file understands: take \
             another sign"
        ))),
        None => Ok(config),
    }
}

async fn plan(it: &Deployment, root: &Path) -> Result<Vec<Planned>, Failure> {
    let path = it.platform.environment_file();
    let is_ours =
        |name: &str| !it.platform.is_compose() || recipes::is_handed_on(it.platform, name);
    let ours = it.values.all().iter().filter(|(name, _)| is_ours(name));
    let ours: Vec<(String, String)> = ours.cloned().collect();
    let mut planned = vec![Planned::environment(root, path, it.there.as_deref(), &ours).await?];
    for recipe in recipes::files(it.platform, &it.values, it.ports) {
        planned.push(Planned::recipe(root, recipe).await?);
    }
    Ok(planned)
}

/// Values that compose's file does not hand on to the bot.
fn unhandled(it: &Deployment) -> Vec<String> {
    if !it.platform.is_compose() {
        return Vec::new();
    }
    let ours: Vec<&str> = variable_names().collect();
    let names = it.values.all().iter().map(|(name, _)| name.as_str());
    let lost =
        names.filter(|name| ours.contains(name) && !recipes::is_handed_on(it.platform, name));
    lost.map(|name| {
        format!(
            "{name} is set and not handed on: name it in /opt/trt/compose.yaml, under environment"
        )
    })
    .collect()
}

/// Ports that compose's Caddy needs and somebody else has, the first time.
fn occupied(it: &Deployment) -> Vec<String> {
    if it.platform != Platform::Compose || it.there.is_some() {
        return Vec::new();
    }
    let taken = [80, 443].into_iter().filter(|port| !is_free(*port));
    taken
        .map(|port| format!("WARN port {port}: another program has it, and Caddy needs it; stop that program first"))
        .collect()
}

/// The text of a file without its secrets.
fn masked(text: &str) -> String {
    let mask = |line: &str| match line.split_once('=') {
        Some((name, _)) if name == PASSWORD || is_secret(name) => format!("{name}={MASK}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(mask).collect()
}

/// The ports of the units that start with the machine.
async fn enabled(root: &Path) -> Vec<u16> {
    let mut ports = Vec::new();
    let folder = files::below(root, "/etc/systemd/system/multi-user.target.wants");
    let Ok(mut entries) = tokio::fs::read_dir(folder).await else { return ports };
    while let Ok(Some(entry)) = entries.next_entry().await {
        let name = entry.file_name();
        let port =
            name.to_str().and_then(|name| name.strip_prefix("trt@")?.strip_suffix(".service"));
        ports.extend(port.and_then(|port| port.parse::<u16>().ok()));
    }
    ports
}

/// Whether nobody listens there. Who may not try says yes: the unit will say it.
#[expect(clippy::disallowed_methods, reason = "it only asks the kernel for a port of this machine")]
fn is_free(port: u16) -> bool {
    let tried = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, port));
    !tried.is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse)
}

fn word(platform: Platform) -> &'static str {
    match platform {
        Platform::Systemd => "systemd, by webhook",
        Platform::SystemdPolling => "systemd, by polling",
        Platform::Compose => "compose, by webhook",
        Platform::ComposePolling => "compose, by polling",
    }
}
