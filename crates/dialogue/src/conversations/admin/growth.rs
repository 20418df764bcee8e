//! How the bot grows, for admins: promo codes, campaigns, numbers.
//!
//! ```text
//! /admin promo                               ->  the newest codes [SPRING · 12 of 100] ..., and how to make one
//! /admin promo <code>, [SPRING ...]          ->  its card [End it]
//! /admin promo <code> <amount> <uses> <days> ->  made, logged; its card
//! [End it]                                   ->  ended, logged; its card
//! /admin campaigns                           ->  what each campaign brought
//! /admin stats, [By day], [By week]          ->  numbers, and a picture of them: see [`numbers`]
//! ```
//!
//! A mistake is named, and changes nothing. A code can be ended at once, so making one asks no second question; what it
//! could give away in all is bounded as a correction is.

mod numbers;
mod promos;

#[cfg(test)]
pub(super) mod tests;

use domain::promo::PromoCode;
use domain::stats::{Campaign, Span};

use crate::amounts::{counted, shown};
use crate::conversations::order;
use crate::facts::{CampaignList, Growth, Reply};
use crate::html::{Html, one_line};
use crate::scene::Scene;
use crate::screen::Screen;
use crate::tap::{GrowthTap, Tap};
use crate::texts::texts;

texts! { Text<'a>;
    Campaign {
        name: &'a str,
        came: usize,
        ordered: usize,
        paid: usize,
        stars: &'a str,
        income: &'a str
    } = "growth-campaign",
    Campaigns { all: usize } = "growth-campaigns",
    NoCampaigns { link: &'a str } = "growth-no-campaigns",
}

/// The longest name of a campaign that is shown, in characters.
const MAX_NAME: usize = 16;

/// An admin typed something about a promo code.
pub(super) fn on_promo<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    promos::on_words(scene, words)
}

/// Somebody tapped one; who may was asked before.
pub(crate) fn on_tap<'a>(scene: &'a Scene<'a>, tap: GrowthTap) -> Reply<'a> {
    match tap {
        GrowthTap::Promos => promos::on_list(scene),
        GrowthTap::Promo(code) => promos::on_card(scene, code),
        GrowthTap::EndPromo(code) => promos::on_end(scene, code),
        GrowthTap::Campaigns => on_campaigns(scene),
        GrowthTap::Stats(span) => numbers::on_stats(scene, span),
        // Everybody's.
        GrowthTap::Joined(mark) => order::on_joined(scene, mark),
    }
}

/// The numbers, from the page of admins.
pub(super) fn on_stats<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    numbers::on_stats(scene, Span::Day)
}

/// The promo codes, from the page of admins.
pub(super) fn on_promos<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    promos::on_list(scene)
}

/// What each campaign brought.
pub(super) fn on_campaigns<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let page = |list: &CampaignList| {
        let screen = Screen::bare(campaigns(scene, list)).homeward(scene.language);
        scene.stay().show(screen)
    };
    Reply::WithGrowth(Growth::Campaigns(Box::new(page)))
}

fn campaigns(scene: &Scene<'_>, list: &CampaignList) -> Html {
    let language = scene.language;
    if list.campaigns.is_empty() {
        let name = scene.bot.username.as_deref().unwrap_or("...");
        let link = format!("https://t.me/{name}?start=c_spring");
        return Text::NoCampaigns { link: &link }.html(language);
    }
    let number = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let line = |one: &Campaign| {
        Text::Campaign {
            name: &one_line(&one.name, MAX_NAME),
            came: number(one.came),
            ordered: number(one.ordered),
            paid: number(one.paid),
            stars: &counted(whole_stars(one.stars)),
            income: &shown(language, scene.bot.currency, one.income),
        }
        .html(language)
    };
    let all = usize::try_from(list.all).unwrap_or(usize::MAX);
    let title = Text::Campaigns { all }.html(language);
    title.then(&Html::lines(list.campaigns.iter().map(line)))
}

/// Stars without what is less than one; with a sign that breaks over no line.
pub(super) fn whole_stars(stars: domain::Stars) -> String {
    let whole = stars.get() / 1_000_000_000;
    let sign = if whole < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}", whole.unsigned_abs())
}

fn promo_tap(code: &PromoCode) -> Tap {
    Tap::Growth(GrowthTap::Promo(code.clone()))
}
