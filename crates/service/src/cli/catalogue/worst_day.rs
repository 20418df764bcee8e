//! The worst day, as an operator reads it: what it can cost, what it is made of, which setting lowers what.

use domain::offers::{Part, WorstDay};
use serde_json::{Value, json};

use super::amounts::{credits, usd};
use super::columns::aligned;
use crate::settings::Settings;

/// What to do about a day that may cost too much.
pub(crate) const CURE: &str = "lower [losses] most in offers.toml, or raise [losses] warn_usd";

pub(crate) fn of(settings: &Settings) -> WorstDay {
    WorstDay::of(&settings.offers, &settings.catalogue)
}

/// One line: what it can cost, and what it should.
pub(crate) fn sentence(worst: &WorstDay) -> String {
    let over = if worst.is_over() { "more than" } else { "within" };
    format!(
        "the worst day costs {} credits, {}; {over} the {} of warn_usd",
        credits(worst.credits),
        usd(worst.micro_usd()),
        usd(worst.limit_micro_usd()),
    )
}

/// All of it, a WARN when it is over the limit.
pub(super) fn shown(worst: &WorstDay) -> String {
    let row = |part: &Part| {
        let cost = format!("at most {} credits", credits(part.credits));
        [format!("  {}", part.what), cost, part.setting.to_owned()]
    };
    let rows: Vec<[String; 3]> = worst.parts.iter().map(row).collect();
    let mark = if worst.is_over() { "WARN  " } else { "" };
    let cure = if worst.is_over() { format!(": {CURE}") } else { String::new() };
    format!(
        "{mark}{}{cure}\n{}\nif KIE charged ten times its list for everything it has: {} credits, {}",
        sentence(worst),
        aligned(&rows),
        credits(worst.overcharged),
        usd(worst.overcharged.micro_usd().unwrap_or(i64::MAX)),
    )
}

pub(super) fn object(worst: &WorstDay) -> Value {
    let parts = worst.parts.iter().map(|part| {
        json!({ "what": part.what, "micro_credits": part.credits.get(), "setting": part.setting })
    });
    json!({
        "micro_credits": worst.credits.get(),
        "micro_usd": worst.micro_usd(),
        "warn_micro_usd": worst.limit_micro_usd(),
        "is_over": worst.is_over(),
        "overcharged_micro_credits": worst.overcharged.get(),
        "dearest": worst.dearest.as_ref().map(|(key, _)| key.to_string()),
        "parts": parts.collect::<Value>(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::offers::Losses;
    use domain::{Catalogue, Credits, Offers};

    use super::{Settings, object, of, shown};

    fn settings(most: i64) -> Settings {
        let losses = Losses { most: Credits::new(most * 1_000_000), ..Losses::DEFAULT };
        let offers = Offers { losses, ..Offers::built_in().unwrap() };
        Settings { catalogue: Arc::new(Catalogue::built_in().unwrap()), offers: Arc::new(offers) }
    }

    #[test]
    fn a_day_that_may_cost_too_much_is_a_warning_with_its_cure() {
        let well = shown(&of(&settings(2_000)));
        let over = shown(&of(&settings(3_000)));

        assert!(well.starts_with("the worst day costs 2000 credits, 10 USD; within the 10 USD"));
        assert!(!well.contains("WARN"), "{well}");
        assert!(over.starts_with("WARN  the worst day costs 3000 credits, 15 USD; more than"));
        assert!(over.contains("lower [losses] most in offers.toml"), "{over}");
        assert!(over.contains("ten times its list for everything it has: 30000 credits, 150 USD"));
        for setting in ["[free] daily_budget", "[gift] daily_budget", "[losses] most"] {
            assert!(over.contains(setting), "{over}");
        }
        let read = [2_000, 3_000].map(|most| object(&of(&settings(most)))["is_over"].clone());
        assert_eq!(read, [false, true]);
    }
}
