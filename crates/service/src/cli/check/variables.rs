//! The environment: every problem of the configuration, and variables that have no effect.

use crate::cli::checklist::{Finding, Verdict};
use crate::config::{BotMode, Config, Problems};

/// What the findings about the configuration are called.
pub(super) const NAME: &str = "configuration";

/// What the findings about unknown variables are called.
const ODD: &str = "variables";

/// A configuration without problems.
pub(super) fn fine(config: &Config) -> Finding {
    let mode = match config.bot_mode {
        BotMode::Webhook(_) => "webhook",
        BotMode::Polling => "polling",
    };
    let admins = config.admins.ids.len();
    Verdict::pass(format!("bot {} by {mode}, {admins} admins", config.bot.id())).named(NAME)
}

/// Every problem, each with its cure.
pub(super) fn wrong(problems: &Problems) -> Vec<Finding> {
    let finding = |problem: &crate::config::Problem| {
        let found = format!("{} {}", problem.variable, problem.wrong);
        Verdict::fail(found, problem.cure.clone()).named(NAME)
    };
    problems.iter().map(finding).collect()
}

/// What is odd about the variables, or that nothing is.
pub(super) fn odd(warnings: &[String]) -> Vec<Finding> {
    if warnings.is_empty() {
        return vec![Verdict::pass("every variable with one of our names is known").named(ODD)];
    }
    let finding = |warning: &String| Verdict::fail_as_said(warning, "; ").into_warning().named(ODD);
    warnings.iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::{odd, wrong};
    use crate::config::Config;

    fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn every_problem_is_a_line_of_its_own() {
        let variables = variables(&[("USE_PTB", "1"), ("BOT_MODE", "polling")]);

        let lines: Vec<String> =
            wrong(&Config::read(&variables).unwrap_err()).iter().map(ToString::to_string).collect();

        assert_eq!(lines.len(), 4, "{lines:#?}");
        assert!(lines[0].starts_with("FAIL configuration: USE_PTB is not supported: "));
        assert!(lines[0].ends_with("; remove it; BOT_MODE chooses between webhook and polling"));
        assert!(lines[1].starts_with("FAIL configuration: TELEGRAM_BOT_TOKEN is missing; "));
    }

    #[test]
    fn a_misspelt_variable_is_named_with_the_nearest_one_even_beside_problems() {
        let warnings = Config::unknown(&variables(&[("KIE_KEY", "canary")]));

        let lines: Vec<String> = odd(&warnings).iter().map(ToString::to_string).collect();

        assert_eq!(
            lines,
            ["WARN variables: KIE_KEY is not known and has no effect; is KIE_API_KEY meant?"]
        );
    }
}
