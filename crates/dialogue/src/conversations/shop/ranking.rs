//! Which models people choose most, and which more and more.
//!
//! ```text
//!   score  =  10 for each of the people who got something of it in the last 30 days
//!          +   5 for each later day on which one of them came back for more, 5 such days counted for one person
//!          +   8 for each who keeps it among their favourites
//!   growth =  (people of the last 7 days + 3) / (people of a week before that, on average of three, + 3)
//! ```
//!
//! A person counts once a day, and what came to nothing not at all, so nobody can push a model up alone. A price
//! counts for nothing. Of a model that fewer than three people used in 30 days nothing is known: after those with a
//! score come the models that we would show, spread over what people ask for. A growing model had three people this
//! week and more than in a usual week before; the three that are added keep a handful from beating a crowd.
//!
//! The counts are made beforehand, again and again, and come with the facts. A closed model is on neither list.

use std::cmp::Reverse;

use domain::catalogue::Kind;

use super::assortment::{Assortment, PricedModel};
use crate::facts::ModelUse;

/// Models on each of the two lists.
const MOST: usize = 8;

/// Of one kind among the best, so that there is something for everybody.
const OF_KIND: usize = 3;

/// Fewer people tell nothing.
const LEAST_PEOPLE: u32 = 3;

/// Counted as if they had come in each week.
const ADDED: u64 = 3;

/// Weeks before this one that are looked at.
const WEEKS: u64 = 3;

/// What is shown as long as nobody knows better: how many of each kind.
const CURATED: &[(Kind, usize)] = &[
    (Kind::TextToImage, 2),
    (Kind::TextToVideo, 2),
    (Kind::ImageEdit, 1),
    (Kind::ImageToVideo, 1),
    (Kind::Music, 1),
    (Kind::Upscale, 1),
];

/// How much people choose a model; nothing as long as too few of them did.
pub(crate) fn score(uses: &ModelUse) -> u64 {
    if uses.people < LEAST_PEOPLE {
        return 0;
    }
    10 * u64::from(uses.people) + 5 * u64::from(uses.repeats) + 8 * u64::from(uses.keepers)
}

/// How fast a model's use grows, in thousandths of a usual week; nothing if it does not.
fn growth(uses: &ModelUse) -> Option<u64> {
    let (week, earlier) = (u64::from(uses.week), u64::from(uses.earlier));
    if uses.week < LEAST_PEOPLE || week * WEEKS <= earlier {
        return None;
    }
    Some((week + ADDED) * WEEKS * 1000 / (earlier + ADDED * WEEKS))
}

/// The best models: those that people choose most, then those that we would show.
pub(super) fn best<'a>(assortment: &Assortment<'a>) -> Vec<PricedModel<'a>> {
    let chosen = chosen(assortment).into_iter();
    let curated = CURATED.iter().flat_map(|(kind, count)| assortment.spread(*kind, *count));
    let mut best: Vec<PricedModel<'a>> = Vec::new();
    for entry in chosen.chain(curated) {
        let of_kind = best.iter().filter(|other| other.model.kind == entry.model.kind).count();
        if of_kind < OF_KIND && best.len() < MOST && !best.contains(&entry) {
            best.push(entry);
        }
    }
    best
}

/// The first models of a kind: what the person ordered last, then what people choose most, then a spread.
pub(super) fn first<'a>(
    assortment: &Assortment<'a>,
    kind: Kind,
    count: usize,
) -> Vec<PricedModel<'a>> {
    let last = assortment.facts().last.iter().filter_map(|last| assortment.find(&last.model));
    let chosen = chosen(assortment).into_iter();
    let all = last.chain(chosen).chain(assortment.spread(kind, count));
    let mut first: Vec<PricedModel<'a>> = Vec::new();
    for entry in all.filter(|entry| entry.model.kind == kind && !entry.is_closed) {
        if first.len() < count && !first.contains(&entry) {
            first.push(entry);
        }
    }
    first
}

/// The models whose use grows most this week, the fastest first.
pub(super) fn trending<'a>(assortment: &Assortment<'a>) -> Vec<PricedModel<'a>> {
    let mut growing: Vec<(u64, PricedModel<'a>)> = assortment
        .facts()
        .uses
        .iter()
        .filter_map(|uses| Some((growth(uses)?, assortment.find(&uses.model)?)))
        .filter(|(_, entry)| !entry.is_closed)
        .collect();
    growing.sort_by_key(|(growth, _)| Reverse(*growth));
    growing.into_iter().map(|(_, entry)| entry).take(MOST).collect()
}

/// The open models with a score, the highest first.
fn chosen<'a>(assortment: &Assortment<'a>) -> Vec<PricedModel<'a>> {
    let scored = assortment.facts().uses.iter().map(|uses| (score(uses), &uses.model));
    let mut scored: Vec<(u64, PricedModel<'a>)> = scored
        .filter(|(score, _)| *score > 0)
        .filter_map(|(score, key)| Some((score, assortment.find(key)?)))
        .filter(|(_, entry)| !entry.is_closed)
        .collect();
    // Stable: equal ones stay in the order in which they were looked up.
    scored.sort_by_key(|(score, _)| Reverse(*score));
    scored.into_iter().map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use domain::ModelKey;
    use domain::catalogue::Kind;

    use super::{Assortment, ModelUse, PricedModel, best, first, growth, score, trending};
    use crate::example::prices;
    use crate::facts::{LastUsed, OrderFacts};

    fn key(text: &str) -> ModelKey {
        ModelKey::new(text).unwrap()
    }

    fn uses(model: &str, people: u32, repeats: u32, keepers: u32) -> ModelUse {
        ModelUse { model: key(model), people, repeats, keepers, week: 0, earlier: 0 }
    }

    fn weeks(model: &str, week: u32, earlier: u32) -> ModelUse {
        ModelUse { week, earlier, ..uses(model, week + earlier, 0, 0) }
    }

    fn keys(entries: &[PricedModel<'_>]) -> Vec<String> {
        entries.iter().map(|entry| entry.model.key.to_string()).collect()
    }

    fn of(uses: &[ModelUse]) -> OrderFacts {
        OrderFacts { uses: uses.to_vec(), ..OrderFacts::default() }
    }

    #[test]
    fn people_count_most_then_who_keeps_it_then_who_comes_back() {
        assert_eq!(score(&uses("any", 3, 0, 0)), 30);
        assert_eq!(score(&uses("any", 3, 2, 1)), 48);
        assert_eq!(score(&uses("any", 2, 10, 90)), 0, "two people tell nothing, whatever they do");
    }

    #[test]
    fn the_best_are_those_that_people_choose_whatever_they_cost() {
        let prices = prices();
        let facts = of(&[uses("z-image", 3, 0, 0), uses("veo-31-quality", 9, 0, 0)]);

        let list = keys(&best(&Assortment::new(&prices, &facts)));

        assert_eq!(list[..2], ["veo-31-quality", "z-image"]);
        assert_eq!(list.len(), 8, "the rest is what we would show");
    }

    #[test]
    fn at_most_three_of_a_kind_are_among_the_best() {
        let prices = prices();
        let nothing = OrderFacts::default();
        let images = Assortment::new(&prices, &nothing).of_kind(Kind::TextToImage);
        let facts = of(&images
            .iter()
            .take(6)
            .map(|entry| uses(entry.model.key.as_str(), 9, 0, 0))
            .collect::<Vec<_>>());

        let list = best(&Assortment::new(&prices, &facts));

        let images = list.iter().filter(|entry| entry.model.kind == Kind::TextToImage);
        assert_eq!((images.count(), list.len()), (3, 8));
    }

    #[test]
    fn a_closed_model_is_neither_best_nor_trending() {
        let prices = prices();
        let facts = OrderFacts { closed: vec![key("z-image")], ..of(&[weeks("z-image", 9, 0)]) };
        let assortment = Assortment::new(&prices, &facts);

        assert!(!keys(&best(&assortment)).contains(&"z-image".to_owned()));
        assert_eq!(keys(&trending(&assortment)), [""; 0]);
    }

    #[test]
    fn what_grows_most_comes_first_and_a_handful_beats_no_crowd() {
        let prices = prices();
        let facts = of(&[
            weeks("z-image", 100, 300),
            weeks("suno-song", 3, 0),
            weeks("recraft-upscale", 100, 60),
            weeks("recraft-background", 2, 0),
        ]);

        let list = keys(&trending(&Assortment::new(&prices, &facts)));

        assert_eq!(list, ["recraft-upscale", "suno-song"], "as many as ever is no growth");
        assert_eq!(growth(&weeks("any", 3, 0)), Some(2_000));
        assert_eq!(growth(&weeks("any", 3, 9)), None);
    }

    #[test]
    fn what_somebody_ordered_last_comes_before_what_everybody_chooses() {
        let prices = prices();
        let nothing = OrderFacts::default();
        let images = Assortment::new(&prices, &nothing).of_kind(Kind::TextToImage);
        let (loved, own) = (images[4].model.key.clone(), images[7].model.key.clone());
        let last = vec![LastUsed { model: own.clone(), settings: Vec::new() }];
        let facts = OrderFacts { last, ..of(&[uses(loved.as_str(), 5, 0, 0)]) };

        let list = keys(&first(&Assortment::new(&prices, &facts), Kind::TextToImage, 3));

        assert_eq!(list[..2], [own.to_string(), loved.to_string()]);
        assert_eq!(list.len(), 3);
    }
}
