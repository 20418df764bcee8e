//! What is sold: the models, their prices, the offers, and where a day begins.
//!
//! The files need no database and no Telegram, so they are looked at even when the environment is
//! wrong: whoever has to correct both learns of both.

use domain::offers::{Offers, WorstDay};
use store::{PoolSettings, Store, StoreError};

use super::way_in::asked_in_vain;
use super::{Deployment, given};
use crate::cli::catalogue::amounts::millionths;
use crate::cli::catalogue::worst_day;
use crate::cli::checklist::{Finding, Verdict, not_looked_at};
use crate::settings::{Fault, Loaded, Origin, Part};

const CATALOGUE: &str = "catalogue";
const OFFERS: &str = "offers";
const PRICES: &str = "prices";
const WORST_DAY: &str = "worst-day";

/// What to do about a mistake in a file.
const CORRECT: &str = "correct it; `trt catalogue check` looks again";

/// One line for each part, or one for each mistake in it.
pub(super) fn findings(loaded: &Result<Loaded, Fault>) -> Vec<Finding> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(unreadable) => {
            let cure = "point SETTINGS_DIR at a folder that the bot may read, or unset it";
            let first = Verdict::fail(unreadable.to_string(), cure).named(CATALOGUE);
            let rest = [OFFERS, PRICES, WORST_DAY].map(|name| not_looked_at(CATALOGUE).named(name));
            return [first].into_iter().chain(rest).collect();
        }
    };
    let mut findings = part(CATALOGUE, &loaded.catalogue, |catalogue| {
        let stats = catalogue.stats();
        format!("{} models, {} on", stats.models, stats.on)
    });
    findings.extend(part(OFFERS, &loaded.offers, rates));
    findings.extend(prices(loaded));
    findings.push(worst_day(loaded));
    findings.extend(given::findings(loaded, OFFERS));
    findings
}

/// How many models there are, or every mistake; `trt smoke` asks the same.
pub(crate) fn models(loaded: &Result<Loaded, Fault>) -> Verdict {
    let cure = "`trt catalogue check` names every mistake";
    match loaded {
        Err(unreadable) => Verdict::fail(unreadable.to_string(), cure),
        Ok(Loaded { catalogue, .. }) => match &catalogue.content {
            Ok(catalogue) => {
                Verdict::pass(format!("all {} models parse", catalogue.models().len()))
            }
            Err(faults) => {
                Verdict::fail(format!("the catalogue has {} mistakes", faults.len()), cure)
            }
        },
    }
}

/// Whether the database knows the time zone of the offers.
pub(super) async fn time_zone(it: &Deployment) -> Verdict {
    let Some(offers) = &it.offers else { return not_looked_at(OFFERS) };
    let zone = &offers.time_zone;
    match knows(it, zone).await {
        Ok(true) => Verdict::pass(format!("a day begins at midnight of {zone}")),
        Ok(false) => Verdict::fail(
            format!("PostgreSQL knows no time zone {zone}"),
            "set time_zone in offers.toml to a name of pg_timezone_names, such as Europe/Moscow",
        ),
        Err(error) => asked_in_vain(&error),
    }
}

async fn knows(it: &Deployment, zone: &str) -> Result<bool, StoreError> {
    let store = Store::open(&it.config.database_url, PoolSettings::default()).await?;
    let knows = store.knows_time_zone(zone).await;
    store.close().await;
    knows
}

fn part<T>(name: &'static str, part: &Part<T>, found: impl Fn(&T) -> String) -> Vec<Finding> {
    let origin = match part.origin {
        Origin::BuiltIn => "built in",
        Origin::Folder => "from SETTINGS_DIR",
    };
    match &part.content {
        Ok(content) => vec![Verdict::pass(format!("{}, {origin}", found(content))).named(name)],
        Err(faults) => wrong(name, faults),
    }
}

fn prices(loaded: &Loaded) -> Vec<Finding> {
    let offers = match (&loaded.catalogue.content, &loaded.offers.content) {
        (Err(_), _) => return vec![not_looked_at(CATALOGUE).named(PRICES)],
        (_, Err(_)) => return vec![not_looked_at(OFFERS).named(PRICES)],
        (Ok(_), Ok(offers)) => offers,
    };
    if !loaded.below_cost.is_empty() {
        return wrong(PRICES, &loaded.below_cost);
    }
    let discount = offers.largest_discount().percent();
    let found = format!("every price is above cost, at the largest discount of {discount} % too");
    vec![Verdict::pass(found).named(PRICES)]
}

/// What a day can cost at most; too much of it is a warning.
fn worst_day(loaded: &Loaded) -> Finding {
    let (catalogue, offers) = match (&loaded.catalogue.content, &loaded.offers.content) {
        (Err(_), _) => return not_looked_at(CATALOGUE).named(WORST_DAY),
        (_, Err(_)) => return not_looked_at(OFFERS).named(WORST_DAY),
        (Ok(catalogue), Ok(offers)) => (catalogue, offers),
    };
    let worst = WorstDay::of(offers, catalogue);
    let found = worst_day::sentence(&worst);
    let verdict = match worst.is_over() {
        false => Verdict::pass(found),
        true => Verdict::warn(found, worst_day::CURE),
    };
    verdict.named(WORST_DAY)
}

fn wrong(name: &'static str, faults: &[Fault]) -> Vec<Finding> {
    faults.iter().map(|fault| Verdict::fail(fault.to_string(), CORRECT).named(name)).collect()
}

fn rates(offers: &Offers) -> String {
    let Offers { currency, usd_rate, markup, star, packs, plans, .. } = offers;
    format!(
        "{} {currency} for a dollar, markup {}, a Star buys {} {currency} and pays out {} USD, {} \
         packs, {} plans",
        millionths(*usd_rate),
        millionths(*markup),
        millionths(star.buys),
        millionths(star.pays_out),
        packs.len(),
        plans.len(),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::offers::{Losses, Offers};
    use domain::{Catalogue, Credits};

    use super::{Loaded, Origin, Part, worst_day};
    use crate::cli::checklist::Status;

    #[test]
    fn a_worst_day_over_the_limit_is_a_warning_of_the_check() {
        let verdict = |most: i64| {
            let losses = Losses { most: Credits::new(most * 1_000_000), ..Losses::DEFAULT };
            let offers = Offers { losses, ..Offers::built_in().unwrap() };
            let catalogue = Catalogue::built_in().unwrap();
            let loaded = Loaded {
                catalogue: Part { origin: Origin::BuiltIn, content: Ok(Arc::new(catalogue)) },
                offers: Part { origin: Origin::BuiltIn, content: Ok(Arc::new(offers)) },
                below_cost: Vec::new(),
            };
            worst_day(&loaded).status()
        };

        assert_eq!([verdict(2_000), verdict(2_001)], [Status::Pass, Status::Warn]);
    }
}
