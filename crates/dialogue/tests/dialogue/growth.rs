//! What a crawl finds of promo codes, campaigns and numbers: each as long as it can be.

use dialogue::{CampaignList, Growth, PromoFacts, PromoList, Step};
use domain::ledger::Purse;
use domain::promo::{Promo, PromoCode, PromoStanding};
use domain::stats::{Campaign, Failing, Period, Span, Stats};
use domain::{Credits, Money, Stars};

/// What people and admins type about it.
pub(crate) const SAID: &[&str] = &[
    "/admin promo",
    "/admin promo a:b",
    "/admin promo NOBODY",
    "/admin promo NEW 50 100 30",
    "/admin promo 0-OPEN 50 100 30",
    "/admin promo 0-OPEN",
    "/admin promo 3-ENDED",
    "/admin promo NEW -50 100 30",
    "/admin promo NEW 50 0 30",
    "/admin promo NEW 50 1 0",
    "/admin promo NEW 50 1 1 1",
    "/admin promo NEW 1000000 2 30",
    "/admin campaigns",
    "/admin stats",
    "/promo 0-OPEN",
    "/promo 1-UP",
    "/promo 2-OVER",
    "/promo 0-9",
    "/promo X-Y",
];

/// What each code brings.
pub(crate) const PROMO: Money = Money::new(100_000_000);

/// What follows once it is looked up. Codes that begin with a digit stand in every way.
pub(crate) fn told(growth: Growth<'_>, purse: Purse) -> Step {
    match growth {
        Growth::Promo(code, then) => then(&promo(code).map(|promo| PromoFacts {
            is_used_by_them: promo.code.as_str().ends_with('9'),
            promo,
            purse,
        })),
        Growth::PromoCard(code, then) => then(&promo(code)),
        Growth::Promos(then) => {
            let promos = (0..PromoList::PAGE).filter_map(|number| {
                promo(PromoCode::read(&format!("{}-A-LONG-CODE-OF-24-SIGN", number % 4))?)
            });
            then(&PromoList { promos: promos.collect(), all: 123 })
        }
        Growth::Campaigns(then) => {
            let campaigns = (0..CampaignList::PAGE).map(campaign).collect();
            then(&CampaignList { campaigns, all: 1_234 })
        }
        Growth::Stats(span, count, then) => then(&stats(span, count)),
    }
}

fn promo(code: PromoCode) -> Option<Promo> {
    let standing = match code.as_str().chars().next()? {
        '0' => PromoStanding::Open,
        '1' => PromoStanding::UsedUp,
        '2' => PromoStanding::Over,
        '3' => PromoStanding::Ended,
        _ => return None,
    };
    Some(Promo {
        code,
        amount: PROMO,
        most_uses: 100_000,
        used: 99_999,
        standing,
        until: "31.12 23:59".to_owned(),
    })
}

fn campaign(number: i64) -> Campaign {
    Campaign {
        name: format!("a-campaign-with-a-long-name-{number}"),
        came: 12_345,
        ordered: 1_234,
        paid: 123,
        stars: Stars::new(12_345_000_000_000),
        income: Money::new(1_481_400),
    }
}

fn stats(span: Span, count: u32) -> Stats {
    let period = |_| Period {
        begins: "31.12".to_owned(),
        came: 1_234,
        paid: 123,
        returned: 123,
        active: 2_345,
        stars: Stars::new(-12_345_000_000_000),
        transferred: Money::new(1_000_000),
        revenue: Money::new(1_234_567),
        bought: Money::new(1_234_567),
        cost: Credits::new(123_456_000_000),
    };
    let failing =
        (0..5).map(|_| Failing { model: "kling-26-t2v".to_owned(), failed: 123, ended: 1_234 });
    Stats { span, periods: (0..count).map(period).collect(), failing: failing.collect() }
}
