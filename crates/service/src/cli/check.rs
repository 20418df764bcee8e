//! `trt check`: whether a deployment is ready, one line for each thing that was looked at.
//!
//! ```text
//!   PASS|WARN|FAIL name: what was found; what to do about it
//! ```
//!
//! It can be run before the first start, beside running instances, and as often as one likes: it
//! writes nothing but the rows of a lock of its own, which it removes.
//!
//! The list is in the order in which an operator would look, and each check names those whose
//! failure would make it meaningless. A room adds a line here and its check beside its code.
//!
//! | module | checks |
//! | --- | --- |
//! | `variables` | the configuration, and variables that look like ours and are not |
//! | `given` | what newcomers and those who invite them get |
//! | `channel` | whether we can tell who is in the channel for free use |
//! | `offered` | the models, their prices, the offers, the time zone of a day |
//! | `database`, `way_in` | reachable, direct, a writable primary, new enough, migrated; why not |
//! | `reconciled` | when the books were last held against Telegram and KIE |
//! | `lock` | who holds it, a heartbeat for real, whether another bot is here |
//! | `proxy` | how far one gets with the proxy before Telegram |
//! | `talk` | who Telegram says we are, whether results can be sent on, and where it sends updates |
//! | `delivery`, `polled` | why updates do not come; who else asks for them |
//! | `clock` | our clock beside Telegram's and the database's |
//! | `operators` | whether there are any, and whether they can be written to |
//! | `machine` | how much memory there is |
//! | `maker` | whether KIE takes our key, and what is left to pay with |
//! | `paid` | whether a payment ever went through |
//!
//! On failure: a check never ends the command; the next one is looked at, unless it depends on it.

mod channel;
mod clock;
mod database;
mod delivery;
mod given;
mod lock;
mod machine;
mod maker;
mod offered;
mod operators;
mod paid;
mod polled;
mod proxy;
mod reconciled;
mod talk;
mod variables;
mod way_in;

use std::sync::Arc;

use domain::Offers;
use store::DatabaseUrl;

pub(crate) use database::migrations_at;
pub(crate) use offered::models;

use crate::cli::checklist::{self, Check, Finding, Verdict, examine, not_looked_at};
use crate::cli::failure::Failure;
use crate::cli::rehearsal::Ways;
use crate::config::{Config, Read, Variables};
use crate::settings;

#[derive(Debug)]
pub(crate) struct Deployment {
    pub(crate) config: Config,
    /// The offers, when nothing is wrong with them.
    pub(crate) offers: Option<Arc<Offers>>,
}

const CHECKS: &[Check<Deployment>] = &[
    Check { name: "transfers", after: &[], run: |it| Box::pin(transfers(it)) },
    Check { name: "database", after: &[], run: |it| Box::pin(database::reachable(it)) },
    Check { name: "encryption", after: &[], run: |it| Box::pin(database::encrypted(it)) },
    Check { name: "direct", after: &["database"], run: |it| Box::pin(database::direct(it)) },
    Check {
        name: "primary",
        after: &["database", "direct"],
        run: |it| Box::pin(database::primary(it)),
    },
    Check {
        name: "version",
        after: &["database", "direct"],
        run: |it| Box::pin(database::version(it)),
    },
    Check {
        name: "migrations",
        after: &["database", "direct", "version"],
        run: |it| Box::pin(database::migrated(it)),
    },
    Check {
        name: "lock",
        after: &["database", "direct", "version", "migrations"],
        run: |it| Box::pin(lock::held(it)),
    },
    Check {
        name: "heartbeat",
        after: &["database", "direct", "primary", "version", "migrations"],
        run: |it| Box::pin(lock::beats(it)),
    },
    Check {
        name: "bots",
        after: &["database", "direct", "version", "migrations"],
        run: |it| Box::pin(lock::alone(it)),
    },
    Check {
        name: "payments",
        after: &["database", "direct", "version", "migrations"],
        run: |it| Box::pin(paid::went_through(it)),
    },
    Check { name: "time-zone", after: &["database"], run: |it| Box::pin(offered::time_zone(it)) },
    Check {
        name: "reconciliation",
        after: &["database", "direct", "version", "migrations"],
        run: |it| Box::pin(reconciled::lately(it)),
    },
    Check { name: "proxy", after: &[], run: |it| Box::pin(proxy::leads_on(it)) },
    Check { name: "telegram", after: &["proxy"], run: |it| Box::pin(talk::known(it)) },
    Check { name: "clock", after: &[], run: |it| Box::pin(clock::right(it)) },
    Check { name: "inline", after: &["proxy", "telegram"], run: |it| Box::pin(talk::shared(it)) },
    Check {
        name: "webhook",
        after: &["proxy", "telegram"],
        run: |it| Box::pin(talk::delivered(it)),
    },
    Check {
        name: "admins",
        after: &["proxy", "telegram"],
        run: |it| Box::pin(operators::hear(it)),
    },
    Check { name: "memory", after: &[], run: |it| Box::pin(machine::has_room(it)) },
    Check { name: "kie", after: &[], run: |it| Box::pin(maker::pays(it)) },
];

/// What is looked at only where a channel is named.
const OF_CHANNEL: &[Check<Deployment>] =
    &[Check { name: "free-channel", after: &[], run: |it| Box::pin(channel::can_be_asked(it)) }];

impl Deployment {
    fn ways(&self) -> Ways<'_> {
        Ways { lock: self.lock_url(), work: &self.config.database_url }
    }

    fn lock_url(&self) -> &DatabaseUrl {
        self.config.lock.database_url.as_ref().unwrap_or(&self.config.database_url)
    }
}

/// Looks at everything and says what was found.
pub async fn run(variables: &Variables, json: bool) -> Result<(), Failure> {
    checklist::conclude(&all(variables).await, json)
}

/// What `trt setup` looks at before it writes anything: whether Telegram and KIE know us, and the database where it is
/// not one that is yet to be made.
pub(crate) async fn before_setup(config: Config, with_database: bool) -> Vec<Finding> {
    const OUTSIDE: [&str; 3] = ["proxy", "telegram", "kie"];
    const DATABASE: [&str; 5] = ["database", "encryption", "direct", "primary", "version"];
    let it = Deployment { config, offers: None };
    let is_wanted = |check: &&Check<Deployment>| {
        OUTSIDE.contains(&check.name) || (with_database && DATABASE.contains(&check.name))
    };
    let wanted = CHECKS.iter().filter(is_wanted);
    let wanted: Vec<Check<Deployment>> =
        wanted.map(|Check { name, after, run }| Check { name, after, run: *run }).collect();
    examine(&wanted, &it).await
}

async fn all(variables: &Variables) -> Vec<Finding> {
    let folder = Config::settings_only(variables);
    let loaded = settings::load(folder.as_deref()).await;
    match Config::read(variables) {
        Ok(Read { config, warnings }) => {
            let mut findings = vec![variables::fine(&config)];
            findings.extend(variables::odd(&warnings));
            findings.extend(offered::findings(&loaded));
            let offers = loaded.ok().and_then(|loaded| loaded.offers.content.ok());
            let it = Deployment { config, offers };
            if it.offers.as_ref().is_some_and(|offers| offers.free_channel.is_some()) {
                findings.extend(examine(OF_CHANNEL, &it).await);
            }
            findings.extend(examine(CHECKS, &it).await);
            findings
        }
        Err(problems) => {
            let mut findings = variables::wrong(&problems);
            findings.extend(variables::odd(&Config::unknown(variables)));
            findings.extend(offered::findings(&loaded));
            let rest = CHECKS.iter().map(|check| not_looked_at(variables::NAME).named(check.name));
            findings.extend(rest);
            findings
        }
    }
}

/// Whether money is taken in a way that Telegram does not allow for digital goods.
async fn transfers(it: &Deployment) -> Verdict {
    match it.config.transfer_details {
        None => Verdict::pass("people pay in Stars only"),
        Some(_) if it.config.admins.ids.is_empty() => Verdict::warn(
            "TRANSFER_DETAILS is set and nobody could decide about a transfer, so none is offered",
            "set ADMIN_IDS, or unset TRANSFER_DETAILS: Telegram's rule is that digital goods are \
             sold for Stars",
        ),
        Some(_) => Verdict::warn(
            "TRANSFER_DETAILS turns manual transfers on",
            "Telegram's rule is that digital goods are sold for Stars: unset it unless you may \
             sell otherwise",
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{CHECKS, OF_CHANNEL, variables};

    const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

    /// The sources whose sentences are shown, with sentences on one line each.
    async fn sources() -> String {
        let mut folders = vec![format!("{HERE}/cli/check"), format!("{HERE}/config")];
        let mut sources = String::new();
        while let Some(folder) = folders.pop() {
            let mut entries = tokio::fs::read_dir(folder).await.unwrap();
            while let Some(entry) = entries.next_entry().await.unwrap() {
                let path = entry.path();
                if path.extension().is_some_and(|ending| ending == "rs") {
                    sources += &tokio::fs::read_to_string(path).await.unwrap();
                }
            }
        }
        for more in ["config.rs", "role/refusals.rs", "../../store/src/migrations.rs"] {
            sources += &tokio::fs::read_to_string(Path::new(HERE).join(more)).await.unwrap();
        }
        let lines = sources.lines().map(str::trim);
        lines.map(|line| line.strip_suffix('\\').unwrap_or(line)).collect()
    }

    #[tokio::test]
    async fn every_cure_on_the_page_about_causes_is_one_that_is_said() {
        let page = include_str!("../../../../docs/doctor.md");
        let sources = sources().await;
        let checks = CHECKS.iter().chain(OF_CHANNEL).map(|check| check.name);
        let known: Vec<&str> = checks.chain([variables::NAME]).collect();
        let mut rows = 0;
        for row in page.lines().filter(|row| row.contains("| `")) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [_, _, line, cure, _] = cells[..] else { panic!("{row}") };
            let (status, name) = line.trim_matches('`').split_once(' ').unwrap();
            assert!(["WARN", "FAIL"].contains(&status) && known.contains(&name), "{row}");
            assert!(sources.contains(cure), "nobody says: {cure}");
            rows += 1;
        }
        assert!(rows >= 40, "{rows} rows");
    }

    #[test]
    fn a_check_depends_only_on_checks_before_it() {
        for (place, check) in CHECKS.iter().enumerate() {
            let before = |name: &&str| CHECKS[..place].iter().any(|other| other.name == *name);
            assert!(check.after.iter().all(before), "{}", check.name);
        }
    }
}
