//! What is given away: gifts to newcomers, rewards for inviting. It says what the bot does with each setting.

use domain::Money;
use domain::offers::Offers;

use crate::cli::catalogue::amounts::wallet;
use crate::cli::checklist::{Finding, Verdict, not_looked_at};
use crate::settings::Loaded;

const GIFTS: &str = "gifts";

/// One line about what is given.
pub(super) fn findings(loaded: &Loaded, offers_check: &'static str) -> Vec<Finding> {
    let Ok(offers) = &loaded.offers.content else {
        return vec![not_looked_at(offers_check).named(GIFTS)];
    };
    vec![given(offers).named(GIFTS)]
}

fn given(offers: &Offers) -> Verdict {
    let Offers { gift, gift_budget, referral, .. } = offers;
    let amount = |money: &Money| wallet(offers, *money);
    let referrer = match referral.is_positive() {
        true => {
            format!("who invited somebody gets {} at their first payment", amount(referral))
        }
        false => "nothing is given for inviting".to_owned(),
    };
    if !gift.is_positive() {
        return Verdict::pass(format!("newcomers are given nothing; {referrer}"));
    }
    let people = gift_budget.get() / gift.get();
    if people == 0 {
        return Verdict::warn(
            format!(
                "nobody gets the gift of {}: all of a day together get {} at most; {referrer}",
                amount(gift),
                amount(gift_budget),
            ),
            "raise daily_budget of [gift] in offers.toml, or set its amount to 0",
        );
    }
    Verdict::pass(format!(
        "a newcomer gets {} at their first /start, {people} of them a day at most; {referrer}",
        amount(gift),
    ))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::{Catalogue, Money, Offers};

    use super::{Loaded, findings};
    use crate::settings::{Origin, Part};

    fn lines(offers: Offers) -> Vec<String> {
        let catalogue = Catalogue::built_in().unwrap();
        let loaded = Loaded {
            catalogue: Part { origin: Origin::BuiltIn, content: Ok(Arc::new(catalogue)) },
            offers: Part { origin: Origin::BuiltIn, content: Ok(Arc::new(offers)) },
            below_cost: Vec::new(),
        };
        findings(&loaded, "offers").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_given_to_whom_and_when_is_said() {
        let offers = Offers::built_in().unwrap();
        let nothing = Offers { gift: Money::ZERO, referral: Money::ZERO, ..offers.clone() };

        assert_eq!(
            lines(offers),
            [
                "PASS gifts: a newcomer gets 10 RUB at their first /start, 50 of them a day at most; \
              who invited somebody gets 15 RUB at their first payment"
            ]
        );
        assert_eq!(
            lines(nothing),
            ["PASS gifts: newcomers are given nothing; nothing is given for inviting"]
        );
    }

    #[test]
    fn a_gift_that_nobody_can_get_is_a_warning() {
        let offers = Offers { gift_budget: Money::new(999), ..Offers::built_in().unwrap() };

        let [line] = &lines(offers)[..] else { panic!("one line") };
        assert!(line.starts_with("WARN gifts: nobody gets the gift of 10 RUB: "), "{line}");
        assert!(
            line.ends_with("; raise daily_budget of [gift] in offers.toml, or set its amount to 0")
        );
    }
}
