//! Every price on every screen is that of the person who looks at it.
//!
//! Two people press the same buttons side by side, one without a plan and one with a plan that halves every
//! price. Whatever the first reads, the second must read halved, but for what is no price of an order: what a
//! pack or a plan brings, what is given, what was paid before.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use dialogue::{Action, Effect, JobTap, OrderFacts, PriceList, Screen, Step, Tap};
use domain::offers::{FreeUse, Offers, PlanKey};
use domain::{Language, MessageId, Money};

use crate::crawl::{answers, beginnings, is_ordering};
use crate::person::{Talker, begins, is_invoice, seen, taps};
use crate::{growth, shop};

/// What the plan takes off, in per cent.
const OFF: u8 = 50;

/// What was paid for everything in the history: no model costs that.
const PAID_BEFORE: i64 = 77;

/// More than any honest bot has.
const MAX_SCREENS: usize = 3000;

/// What is sold: nothing for free, and a plan that halves prices.
fn prices() -> Arc<PriceList> {
    let mut prices = PriceList::clone(&shop::prices());
    let offers = &mut prices.offers;
    offers.free = FreeUse { per_day: 0, per_hour: 0, ..offers.free };
    offers.plans.iter_mut().for_each(|plan| plan.discount = OFF);
    Arc::new(prices)
}

/// Somebody with these plans and more money than anything costs.
fn somebody(prices: &Arc<PriceList>, plans: &[&str]) -> Talker {
    let plans = plans.iter().map(|key| PlanKey::new(key).unwrap()).collect();
    let available = Money::new(1_000_000_000);
    let facts = OrderFacts { available, plans, ..shop::facts() };
    Talker { prices: Arc::clone(prices), facts, ..Talker::new(Language::Russian) }
}

/// The amounts of all prices in a text, in kopecks: `1 234,50 ₽ · 1029 ⭐`.
fn amounts(text: &str) -> Vec<i64> {
    let ends = text.match_indices("\u{A0}₽ · ").map(|(at, mark)| (at, at + mark.len()));
    let priced = ends.filter(|(_, after)| {
        let rest = text[*after..].trim_start_matches(|c: char| c.is_ascii_digit());
        rest.starts_with("\u{A0}⭐") && !text[*after..].starts_with('\u{A0}')
    });
    let amount = |at: usize| {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, ',' | '\u{A0}');
        let begins = text[..at].trim_end_matches(is_part).len();
        let number = text[begins..at].replace('\u{A0}', "");
        let (whole, minor) = number.split_once(',').unwrap_or((&number, "00"));
        whole.parse::<i64>().unwrap() * 100 + minor.parse::<i64>().unwrap()
    };
    priced.map(|(at, _)| amount(at)).collect()
}

/// The amounts on a screen, those of its buttons last.
fn on_screen(screen: &Screen) -> Vec<i64> {
    let buttons = screen.keyboard.iter().flatten().map(|button| button.text.as_str());
    std::iter::once(screen.text.as_str()).chain(buttons).flat_map(amounts).collect()
}

/// Amounts that are the same for everybody.
fn fixed(offers: &Offers) -> HashSet<i64> {
    let packs = offers.packs.iter().filter_map(|pack| {
        offers.bought(pack.stars).zip(offers.bonus(pack)).and_then(|(one, more)| one.plus(more))
    });
    let plans = offers.plans.iter().map(|plan| plan.included);
    let given = [offers.gift, offers.referral, Money::new(PAID_BEFORE), growth::PROMO];
    packs.chain(plans).chain(given).map(Money::get).collect()
}

/// Holds two screens against each other; how many prices were halved.
fn compare(fixed: &HashSet<i64>, full: &Screen, halved: &Screen) -> usize {
    let (all, less) = (on_screen(full), on_screen(halved));
    assert_eq!(all.len(), less.len(), "{full:?}\n{halved:?}");
    let mut count = 0;
    for (all, less) in all.into_iter().zip(less) {
        if all == less && fixed.contains(&all) {
            continue;
        }
        assert_eq!(less, (all + 1) / 2, "{all} is not halved: {halved:?}");
        count += 1;
    }
    count
}

/// What a step charges, if an order begins by it.
fn charged(step: &Step) -> Option<i64> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::Begin(order, _) => Some(order.price.get()),
        _ => None,
    })
}

/// What a button says, but for the price on it, which is its person's own.
fn without_price(tap: &Tap) -> Tap {
    match tap {
        Tap::Job(JobTap::Vary(id, _)) => Tap::Job(JobTap::Vary(*id, Money::ZERO)),
        other => other.clone(),
    }
}

#[test]
fn every_price_on_every_screen_is_lower_for_somebody_with_a_plan() {
    let prices = prices();
    let (fixed, start) = (fixed(&prices.offers), 41);
    let pair = [somebody(&prices, &[]), somebody(&prices, &["light", "pro"])];
    let (mut known, mut waiting) = (HashSet::new(), VecDeque::new());
    let (mut halved, mut begun) = (0, 0);
    let mut go = |pair: &[Talker; 2], actions: [Action; 2], waiting: &mut VecDeque<_>| {
        // The clock stands: what is quoted twice is the same quote.
        let mut next = pair.clone().map(|one| Talker { updates: start, ..one });
        let [all, less] = actions;
        let steps = [next[0].does(all), next[1].does(less)];
        if steps.iter().any(is_invoice) {
            assert_eq!(steps[0].effects, steps[1].effects, "Stars bring everybody the same");
            return;
        }
        let screens = steps.each_ref().map(|step| seen(step).clone());
        halved += compare(&fixed, &screens[0], &screens[1]);
        let sums = steps.each_ref().map(charged);
        if let [Some(all), less] = sums {
            assert_eq!(less, Some((all + 1) / 2), "what is charged is what was shown");
            begun += 1;
        }
        if !begins(&steps[0]) && next[0].language == Language::Russian {
            waiting.push_back((next, screens));
        }
    };
    for action in beginnings(Language::Russian) {
        go(&pair, [action.clone(), action], &mut waiting);
    }
    while let Some((pair, screens)) = waiting.pop_front() {
        if !known.insert((is_ordering(&pair[1]), format!("{:?}", screens[1]))) {
            continue;
        }
        assert!(known.len() < MAX_SCREENS, "the crawl does not end");
        let both = screens.each_ref().map(taps);
        let bare = both.each_ref().map(|taps| taps.iter().map(without_price).collect::<Vec<_>>());
        assert_eq!(bare[0], bare[1], "both see the same buttons");
        for (all, less) in both[0].iter().zip(&both[1]) {
            let message = Some(MessageId::new(1));
            let pressed = [all, less].map(|tap| Action::Tapped { data: tap.encode(), message });
            go(&pair, pressed, &mut waiting);
        }
        for action in answers(&pair[0]) {
            go(&pair, [action.clone(), action], &mut waiting);
        }
    }
    assert!(known.len() > 100 && halved > 300 && begun > 0, "{halved} prices, {begun} begun");
}

#[test]
fn the_prices_of_a_text_are_read_with_their_groups_and_decimals() {
    let text = "от\u{A0}1\u{A0}234,50\u{A0}₽ · 1029\u{A0}⭐, 12\u{A0}₽, 0,64\u{A0}₽ · 1\u{A0}⭐";

    assert_eq!(amounts(text), [123_450, 64]);
}
