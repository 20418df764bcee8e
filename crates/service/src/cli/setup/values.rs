//! The values of a deployment: what the environment file has, what the environment says anew, what only a person knows.
//!
//! ```text
//!   environment file <── environment <── --domain      the last one counts
//!         └── missing ──┬── a terminal ──> asked for
//!                       └── else ────────> all of them listed, with where to get them
//! ```

use std::io::IsTerminal;

use tokio::io::{AsyncBufReadExt, BufReader};

use super::environment_file;
use super::platform::{Machine, Platform};
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Variables, variable_names};

/// Compose's own name for the password of its PostgreSQL.
pub(super) const PASSWORD: &str = "POSTGRES_PASSWORD";

/// Set for the machine that the command runs on, and not by it.
const NOT_TAKEN: [&str; 2] = ["PORT", "RENDER_EXTERNAL_URL"];

/// Names and values, each name once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Values(Vec<(String, String)>);

/// Something that only a person knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) name: &'static str,
    pub(super) whence: &'static str,
}

const TOKEN: Missing = Missing {
    name: "TELEGRAM_BOT_TOKEN",
    whence: "send /newbot to @BotFather, and take the token he gives",
};

const KEY: Missing = Missing { name: "KIE_API_KEY", whence: "make one at https://kie.ai/api-key" };

const DOMAIN: Missing = Missing {
    name: "WEBHOOK_BASE_URL",
    whence: "the public address of this server, as https://bot.example.org; without a domain take a platform by polling",
};

const DATABASE: Missing = Missing {
    name: "DATABASE_URL",
    whence: "postgres://trt:PASSWORD@127.0.0.1:5432/trt; where there is no PostgreSQL: apt-get install postgresql, \
             sudo -u postgres createuser --pwprompt trt, sudo -u postgres createdb --owner trt trt; compose brings its own",
};

const OLD_PASSWORD: Missing = Missing {
    name: PASSWORD,
    whence: "the volume trt_postgres is there and was made with one: that one; or remove the volume, with all that \
             is in it: docker volume rm trt_postgres",
};

impl Values {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    pub(super) fn all(&self) -> &[(String, String)] {
        &self.0
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// Those of a file, then those of the environment that are ours, then the domain.
    pub(super) fn gather(file: &str, variables: &Variables, domain: Option<&str>) -> Self {
        let mut values = Self::default();
        for (name, value) in environment_file::read(file) {
            if !value.is_empty() {
                values.set(&name, &value);
            }
        }
        // In the order of the contract, so that the same values make the same file.
        for name in variable_names().chain([PASSWORD, "TRT_IMAGE"]) {
            let said = variables.iter().find(|(known, _)| known == name);
            let value = said.map(|(_, value)| value.trim()).filter(|value| !value.is_empty());
            if let Some(value) = value.filter(|_| !NOT_TAKEN.contains(&name)) {
                values.set(name, value);
            }
        }
        if let Some(domain) = domain {
            let domain = domain.trim_end_matches('/');
            let scheme = if domain.contains("://") { "" } else { "https://" };
            values.set("WEBHOOK_BASE_URL", &format!("{scheme}{domain}"));
        }
        values
    }

    /// What only a person knows and nobody has said, for this platform.
    pub(super) fn missing(&self, platform: Platform, machine: Machine) -> Vec<Missing> {
        let mut needed = vec![TOKEN, KEY];
        if !platform.polls() {
            needed.push(DOMAIN);
        }
        if !platform.is_compose() {
            needed.push(DATABASE);
        } else if machine.has_volume {
            needed.push(OLD_PASSWORD);
        }
        needed.retain(|missing| self.get(missing.name).is_none());
        needed
    }

    /// Asks for what is missing, if somebody sits at a terminal.
    pub(super) async fn ask_for(&mut self, missing: &[Missing]) -> Result<(), Failure> {
        if missing.is_empty() || !std::io::stdin().is_terminal() {
            return Ok(());
        }
        let mut lines = BufReader::new(tokio::io::stdin()).lines();
        for Missing { name, whence } in missing {
            output::say(format_args!("{name}: {whence}\n{name}="))?;
            match lines.next_line().await.map_err(Failure::other)? {
                Some(line) if !line.trim().is_empty() => self.set(name, line.trim()),
                Some(_) => {}
                None => return Ok(()),
            }
        }
        Ok(())
    }
}

/// The list of what is missing, for whoever can get it.
pub(super) fn listed(missing: &[Missing], file: &str) -> Failure {
    let lines: Vec<String> =
        missing.iter().map(|Missing { name, whence }| format!("  {name}: {whence}")).collect();
    let count = if missing.len() == 1 {
        "one value is".to_owned()
    } else {
        format!("{} values are", missing.len())
    };
    Failure::Settings(format!(
        "{count} missing:\n{}\nset them as variables of the environment, or write them into {file}, and run it again",
        lines.join("\n")
    ))
}

#[cfg(test)]
mod tests {
    use super::{Machine, Platform, Values};

    fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn the_environment_counts_more_than_the_file_and_what_is_not_ours_is_not_taken() {
        let environment = variables(&[
            ("KIE_API_KEY", "new"),
            ("HOME", "/root"),
            ("PORT", "1"),
            ("ADMIN_IDS", " "),
        ]);

        let values =
            Values::gather("KIE_API_KEY=old\nADMIN_IDS=7\nMINE=x\n", &environment, Some("a.org/"));

        let all = [
            ("KIE_API_KEY", "new"),
            ("ADMIN_IDS", "7"),
            ("MINE", "x"),
            ("WEBHOOK_BASE_URL", "https://a.org"),
        ];
        assert_eq!(values.all(), variables(&all));
    }

    #[test]
    fn each_platform_needs_what_it_needs_and_all_of_it_is_named_at_once() {
        let names = |platform, machine| -> Vec<&str> {
            Values::default().missing(platform, machine).iter().map(|one| one.name).collect()
        };
        let bare = Machine::default();
        let both = ["TELEGRAM_BOT_TOKEN", "KIE_API_KEY"];

        assert_eq!(
            names(Platform::Systemd, bare),
            [&both[..], &["WEBHOOK_BASE_URL", "DATABASE_URL"]].concat()
        );
        assert_eq!(names(Platform::SystemdPolling, bare), [&both[..], &["DATABASE_URL"]].concat());
        assert_eq!(names(Platform::Compose, bare), [&both[..], &["WEBHOOK_BASE_URL"]].concat());
        assert_eq!(names(Platform::ComposePolling, bare), both);
        let used = Machine { has_volume: true, ..bare };
        assert_eq!(
            names(Platform::ComposePolling, used),
            [&both[..], &["POSTGRES_PASSWORD"]].concat()
        );
    }
}
