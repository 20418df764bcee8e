//! What `trt smoke` needs: the database, and what lets it speak to instances as Telegram does.

use std::path::PathBuf;

use store::DatabaseUrl;

use super::admins::{self, Admins};
use super::bot::{self, BotToken};
use super::problems::{Problems, Values};
use super::webhook::{self, WebhookSecrets};
use super::{Config, Variables, database, settings_dir};

/// What `trt smoke` needs.
#[derive(Debug, Clone)]
pub struct SmokeOnly {
    pub database_url: DatabaseUrl,
    /// The direct way to the same database, when the other leads through a pooler.
    pub lock_database_url: Option<DatabaseUrl>,
    /// The bot whose lock row is meant; without it there must be exactly one row.
    pub bot: Option<BotToken>,
    pub webhook_secrets: WebhookSecrets,
    /// Who is written to: the first of them.
    pub admins: Admins,
    /// The folder that overrides the built-in catalogue and offers.
    pub settings_dir: Option<PathBuf>,
}

impl Config {
    /// Reads what `trt smoke` needs.
    pub fn smoke_only(variables: &Variables) -> Result<SmokeOnly, Problems> {
        let mut values = Values::new(variables);
        let database_url = database::read(&mut values);
        let lock_database_url = database::read_lock(&mut values);
        let bot = bot::read_if_set(&mut values);
        let admins = admins::read(&mut values);
        let secrets = webhook::read_secrets(&mut values, bot.as_ref());
        if secrets.is_none() && values.optional("WEBHOOK_SECRET_TOKEN").is_none() && bot.is_none() {
            let cure = "set it, or TELEGRAM_BOT_TOKEN, as the instances have it";
            values.problem("WEBHOOK_SECRET_TOKEN", "is missing", cure);
        }
        let (Some(database_url), Some(webhook_secrets)) = (database_url, secrets) else {
            return Err(values.into_problems());
        };
        let settings_dir = settings_dir(&values);
        values.finish(SmokeOnly {
            database_url,
            lock_database_url,
            bot,
            webhook_secrets,
            admins,
            settings_dir,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Config;
    use crate::config::tests::owned;

    const DATABASE: (&str, &str) = ("DATABASE_URL", "postgres://trt@localhost/trt");

    fn read(more: &[(&str, &str)]) -> Result<super::SmokeOnly, super::Problems> {
        Config::smoke_only(&owned(more.iter().chain([&DATABASE])))
    }

    #[test]
    fn the_secret_or_the_token_is_enough() {
        assert!(read(&[("WEBHOOK_SECRET_TOKEN", "secret")]).is_ok());
        assert!(read(&[("TELEGRAM_BOT_TOKEN", "123456:abc")]).is_ok());

        let problems = read(&[]).unwrap_err().to_string();
        assert!(problems.contains("WEBHOOK_SECRET_TOKEN is missing; set it, or"), "{problems}");
    }

    #[test]
    fn a_bad_token_is_one_problem_and_not_two() {
        let problems = read(&[("TELEGRAM_BOT_TOKEN", "canary")]).unwrap_err();

        assert!(problems.to_string().contains("TELEGRAM_BOT_TOKEN does not look like a token"));
        assert!(!problems.to_string().contains("canary"));
    }
}
