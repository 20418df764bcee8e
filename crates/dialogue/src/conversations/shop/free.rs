//! What costs nothing: which models, how often, and what is left of it.
//!
//! ```text
//!   used today < a day's, used this hour < an hour's, everybody's cost < the budget ──> Left(n)
//!   otherwise ──> why not, in the order: everybody's budget, the day, the hour
//! ```
//!
//! The limits of all models together and those of the model count both: what is left is the least.

use domain::Language;
use domain::catalogue::Model;
use domain::offers::FreeUse;

use super::assortment::Assortment;
use super::labels::button;
use super::lists::closing;
use crate::facts::FreeUsed;
use crate::html::Html;
use crate::screen::Screen;
use crate::tap::Tap;
use crate::texts::ShopText;

/// How often somebody may still go for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allowance {
    /// So often right now.
    Left(u32),
    /// Everybody together has used what a day may cost.
    BudgetUsed,
    /// Not before tomorrow.
    DayUsed,
    /// Not before an hour has passed.
    HourUsed,
}

/// What is left for somebody of everything that is free, or of one model with its own limits.
pub(crate) fn allowance(rules: &FreeUse, model: Option<&Model>, used: &FreeUsed) -> Allowance {
    let mut day = rules.per_day.saturating_sub(used.today);
    let mut hour = rules.per_hour.saturating_sub(used.hour);
    if let Some((limits, model)) = model.and_then(|model| model.free.zip(Some(model))) {
        let (today, recently) = used.of(&model.key);
        day = day.min(limits.per_day.saturating_sub(today));
        hour = hour.min(limits.per_hour.saturating_sub(recently));
    }
    if used.spent >= rules.daily_budget {
        Allowance::BudgetUsed
    } else if day == 0 {
        Allowance::DayUsed
    } else if hour == 0 {
        Allowance::HourUsed
    } else {
        Allowance::Left(day.min(hour))
    }
}

/// What is left, as a sentence.
pub(super) fn left(language: Language, allowance: Allowance) -> Html {
    match allowance {
        Allowance::Left(count) => ShopText::FreeLeft { count: count as usize },
        Allowance::BudgetUsed => ShopText::FreeBudgetUsed,
        Allowance::DayUsed => ShopText::FreeDayUsed,
        Allowance::HourUsed => ShopText::FreeHourUsed,
    }
    .html(language)
}

/// Everything that is free.
pub(super) fn page(language: Language, assortment: &Assortment<'_>) -> Screen {
    let mut entries = assortment.all();
    entries.retain(|entry| entry.model.free.is_some() && !entry.is_closed);
    if entries.is_empty() {
        let words = closing(language, assortment, ShopText::FreeNone.html(language));
        return Screen::bare(words).homeward(language);
    }
    let rules = &assortment.offers().free;
    let left = left(language, allowance(rules, None, &assortment.facts().free));
    let (day, hour) = (rules.per_day as usize, rules.per_hour as usize);
    let heading = ShopText::Free { day, hour, left: &left }.html(language);
    let lines = entries.iter().filter_map(|entry| {
        let limits = entry.model.free?;
        let line = ShopText::FreeLine {
            title: entry.model.title.in_language(language),
            day: limits.per_day as usize,
            hour: limits.per_hour as usize,
            benefit: entry.model.benefit.in_language(language),
        };
        Some(line.html(language))
    });
    let words = closing(language, assortment, heading.then(&Html::lines(lines)));
    let screen = entries.iter().fold(Screen::bare(words), |screen, entry| {
        screen.row([button(language, assortment, entry, Tap::Model(entry.model.key.clone()))])
    });
    screen.homeward(language)
}

#[cfg(test)]
mod tests {
    use domain::catalogue::FreeLimits;
    use domain::offers::FreeUse;
    use domain::{Credits, ModelKey};

    use super::{Allowance, Model, allowance};
    use crate::example::prices;
    use crate::facts::{FreeModelUsed, FreeUsed};

    const RULES: FreeUse = FreeUse { per_day: 5, per_hour: 3, daily_budget: Credits::new(100) };

    fn key(text: &str) -> ModelKey {
        ModelKey::new(text).unwrap()
    }

    /// A model that may be used four times a day and twice an hour.
    fn model() -> Model {
        let model = prices().catalogue.model(&key("z-image")).unwrap().clone();
        Model { free: Some(FreeLimits { per_day: 4, per_hour: 2 }), ..model }
    }

    fn of_model(name: &str, today: u32, hour: u32) -> FreeUsed {
        let models = vec![FreeModelUsed { model: key(name), today, hour }];
        FreeUsed { models, ..FreeUsed::default() }
    }

    #[test]
    fn what_is_left_is_the_least_of_all_limits() {
        let fresh = FreeUsed::default();
        assert_eq!(allowance(&RULES, None, &fresh), Allowance::Left(3));
        assert_eq!(allowance(&RULES, Some(&model()), &fresh), Allowance::Left(2));

        let used = FreeUsed { today: 4, ..fresh };
        assert_eq!(allowance(&RULES, None, &used), Allowance::Left(1));
        assert_eq!(allowance(&RULES, Some(&model()), &used), Allowance::Left(1));
    }

    #[test]
    fn what_was_used_of_another_model_counts_against_the_house_only() {
        let other = of_model("recraft-background", 4, 2);

        assert_eq!(allowance(&RULES, Some(&model()), &other), Allowance::Left(2));
        assert_eq!(allowance(&RULES, None, &of_model("z-image", 4, 2)), Allowance::Left(3));
    }

    #[test]
    fn when_nothing_is_left_it_is_said_why() {
        let fresh = FreeUsed::default();
        let table = [
            (FreeUsed { today: 5, ..fresh.clone() }, Allowance::DayUsed),
            (FreeUsed { today: 9, hour: 9, ..fresh.clone() }, Allowance::DayUsed),
            (FreeUsed { today: 3, hour: 3, ..fresh.clone() }, Allowance::HourUsed),
            (of_model("z-image", 4, 0), Allowance::DayUsed),
            (of_model("z-image", 2, 2), Allowance::HourUsed),
            (
                FreeUsed { spent: Credits::new(100), today: 5, ..fresh.clone() },
                Allowance::BudgetUsed,
            ),
        ];
        for (used, expected) in table {
            assert_eq!(allowance(&RULES, Some(&model()), &used), expected, "{used:?}");
        }
        // One unit below the budget somebody may still go.
        let almost = FreeUsed { spent: Credits::new(99), ..fresh };
        assert_eq!(allowance(&RULES, None, &almost), Allowance::Left(3));
    }
}
