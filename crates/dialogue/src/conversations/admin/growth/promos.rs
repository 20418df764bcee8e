//! Promo codes, as admins make and end them.
//!
//! ```text
//! "spring 50 100 30"  ->  SPRING: 50 ₽ for each of 100 people, for 30 days from now on
//! anything else       ->  the first part that is wrong
//! ```
//!
//! A name is used once: a code that is over is never made anew, so that "once for each person" stays true.

use domain::AdminAction;
use domain::ledger::Actor;
use domain::promo::{Promo, PromoCode, PromoStanding, PromoTerms};

use super::promo_tap;
use crate::amounts::{self, NoAmount, recorded, shown};
use crate::conversations::admin::correction::MOST;
use crate::facts::{Growth, PromoList, Reply};
use crate::html::Html;
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Effect, GrowthDeed, LogEntry, Step};
use crate::tap::{GrowthTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Card {
        code: &'a str,
        amount: &'a str,
        used: usize,
        most: usize,
        until: &'a str,
        standing: &'a str
    } = "growth-promo-card",
    Ended { code: &'a str } = "growth-promo-ended",
    Form = "growth-promo-form",
    List { all: usize } = "growth-promo-list",
    Made { code: &'a str, amount: &'a str, most: usize, days: usize } = "growth-promo-made",
    NoAmount = "growth-promo-no-amount",
    NoCode = "growth-promo-no-code",
    NoDays { most: usize } = "growth-promo-no-days",
    None = "growth-promo-none",
    NoUses { most: usize } = "growth-promo-no-uses",
    Over = "growth-promo-over",
    Taken { code: &'a str } = "growth-promo-taken",
    TooMuch { most: &'a str } = "growth-promo-too-much",
    Unknown { code: &'a str } = "growth-promo-unknown",
}

labels! { Label;
    End = "growth-button-end",
    All = "growth-button-all-promos",
}

/// So many people can use one code, and so long it can live, in days.
const MOST_USES: u32 = 100_000;
const MOST_DAYS: u32 = 366;

/// The first thing that is wrong with what an admin typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mistake {
    Form,
    Code,
    Amount,
    Uses,
    Days,
    TooMuch,
}

/// An admin typed `[<code> [<amount> <uses> <days>]]`.
pub(super) fn on_words<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    let mut parts = words.split_whitespace();
    match (parts.next(), parts.next()) {
        (None, _) => on_list(scene),
        (Some(code), None) => match PromoCode::read(code) {
            Some(code) => on_card(scene, code),
            None => Reply::Now(say(scene, on_mistake(scene, Mistake::Code))),
        },
        (Some(_), Some(_)) => match read(scene, words) {
            Ok(terms) => make(scene, terms),
            Err(mistake) => Reply::Now(say(scene, on_mistake(scene, mistake))),
        },
    }
}

/// An admin wants all of them.
pub(super) fn on_list<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let page = |list: &PromoList| scene.stay().show(list_of(scene, list));
    Reply::WithGrowth(Growth::Promos(Box::new(page)))
}

/// An admin looks at one.
pub(super) fn on_card<'a>(scene: &'a Scene<'a>, code: PromoCode) -> Reply<'a> {
    on_promo(scene, code, move |promo| scene.stay().show(card(scene, promo, None)))
}

/// An admin ends one.
pub(super) fn on_end<'a>(scene: &'a Scene<'a>, code: PromoCode) -> Reply<'a> {
    on_promo(scene, code, move |promo| {
        if promo.standing == PromoStanding::Ended {
            let over = Text::Over.html(scene.language);
            return scene.stay().refresh(card(scene, promo, Some(over)));
        }
        let code = promo.code.as_str();
        let standing = format!("{}, {} of {} used", word(promo), promo.used, promo.most_uses);
        let entry =
            entry(scene, AdminAction::PromoEnd, &promo.code, (standing, "ended".to_owned()));
        let ended = Promo { standing: PromoStanding::Ended, ..promo.clone() };
        let words = Text::Ended { code }.html(scene.language);
        scene
            .stay()
            .and(Effect::Growth(GrowthDeed::EndPromo(promo.code.clone())))
            .and(Effect::Log(entry))
            .show(card(scene, &ended, Some(words)))
    })
}

/// Makes a code, unless its name is taken.
fn make<'a>(scene: &'a Scene<'a>, terms: PromoTerms) -> Reply<'a> {
    let code = terms.code.clone();
    let then = move |found: &Option<Promo>| {
        if let Some(promo) = found {
            let taken = Text::Taken { code: promo.code.as_str() }.html(scene.language);
            return scene.stay().say(card(scene, promo, Some(taken)));
        }
        let number = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        let amount = shown(scene.language, scene.bot.currency, terms.amount);
        let made = Text::Made {
            code: terms.code.as_str(),
            amount: &amount,
            most: number(terms.most_uses),
            days: number(terms.days),
        };
        let screen = Screen::bare(made.html(scene.language));
        let after = format!(
            "{} for each of {} people, {} days",
            recorded(scene.bot.currency, terms.amount),
            terms.most_uses,
            terms.days
        );
        let entry = entry(scene, AdminAction::PromoMake, &terms.code, (String::new(), after));
        let screen = screen.row([end_button(scene, &terms.code), all_button(scene)]);
        scene
            .stay()
            .and(Effect::Growth(GrowthDeed::MakePromo(terms)))
            .and(Effect::Log(entry))
            .say(screen.homeward(scene.language))
    };
    Reply::WithGrowth(Growth::PromoCard(code, Box::new(then)))
}

/// Looks a code up; says so if there is none.
fn on_promo<'a>(
    scene: &'a Scene<'a>,
    code: PromoCode,
    then: impl FnOnce(&Promo) -> Step + Send + 'a,
) -> Reply<'a> {
    let wanted = code.clone();
    let found = move |promo: &Option<Promo>| match promo {
        Some(promo) => then(promo),
        None => {
            let words = Text::Unknown { code: code.as_str() }.html(scene.language);
            scene.stay().show(Screen::bare(words).row([all_button(scene)]).homeward(scene.language))
        }
    };
    Reply::WithGrowth(Growth::PromoCard(wanted, Box::new(found)))
}

fn read(scene: &Scene<'_>, words: &str) -> Result<PromoTerms, Mistake> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let code = parts.first().and_then(|code| PromoCode::read(code)).ok_or(Mistake::Code)?;
    let [_, amount, uses, days] = parts[..] else { return Err(Mistake::Form) };
    let amount = match amounts::read(scene.bot.currency, amount) {
        Ok(amount) if amount > MOST => return Err(Mistake::TooMuch),
        Ok(amount) if amount.is_positive() => amount,
        Ok(_) | Err(NoAmount::Malformed) => return Err(Mistake::Amount),
        Err(NoAmount::TooLarge) => return Err(Mistake::TooMuch),
    };
    let most_uses = count(uses, MOST_USES).ok_or(Mistake::Uses)?;
    let days = count(days, MOST_DAYS).ok_or(Mistake::Days)?;
    let all = amount.times(i64::from(most_uses)).filter(|all| *all <= MOST);
    all.map(|_| PromoTerms { code, amount, most_uses, days }).ok_or(Mistake::TooMuch)
}

/// A whole number from one on.
fn count(word: &str, most: u32) -> Option<u32> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| is_number && (1..=most).contains(number))
}

fn on_mistake(scene: &Scene<'_>, mistake: Mistake) -> Html {
    let (uses, days) = (MOST_USES as usize, MOST_DAYS as usize);
    let most = shown(scene.language, scene.bot.currency, MOST);
    let words = match mistake {
        Mistake::Form => Text::Form,
        Mistake::Code => Text::NoCode,
        Mistake::Amount => Text::NoAmount,
        Mistake::Uses => Text::NoUses { most: uses },
        Mistake::Days => Text::NoDays { most: days },
        Mistake::TooMuch => Text::TooMuch { most: &most },
    };
    let form = Text::Form.html(scene.language);
    match mistake {
        Mistake::Form => form,
        _ => words.html(scene.language).then(&form),
    }
}

fn list_of(scene: &Scene<'_>, list: &PromoList) -> Screen {
    let language = scene.language;
    let title = match usize::try_from(list.all).unwrap_or(usize::MAX) {
        0 => Text::None,
        all => Text::List { all },
    };
    let words = title.html(language).then(&Text::Form.html(language));
    let button = |promo: &Promo| {
        let words = format!("{} · {}/{}", promo.code, promo.used, promo.most_uses);
        [Button::new(words.chars().take(32).collect(), promo_tap(&promo.code))]
    };
    list.promos.iter().map(button).fold(Screen::bare(words), Screen::row).homeward(language)
}

/// A code as it stands, with something to be said above it.
fn card(scene: &Scene<'_>, promo: &Promo, note: Option<Html>) -> Screen {
    let number = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let words = Text::Card {
        code: promo.code.as_str(),
        amount: &shown(scene.language, scene.bot.currency, promo.amount),
        used: number(promo.used),
        most: number(promo.most_uses),
        until: &moment(scene.language, &scene.prices.offers, &promo.until),
        standing: word(promo),
    };
    let words = words.html(scene.language);
    let words = note.map_or(words.clone(), |note| note.then(&words));
    let end = (promo.standing != PromoStanding::Ended).then(|| end_button(scene, &promo.code));
    let row = end.into_iter().chain([all_button(scene)]);
    Screen::bare(words).row(row).homeward(scene.language)
}

fn end_button(scene: &Scene<'_>, code: &PromoCode) -> Button {
    let tap = Tap::Growth(GrowthTap::EndPromo(code.clone()));
    Button::new(Label::End.words(scene.language), tap).danger()
}

fn all_button(scene: &Scene<'_>) -> Button {
    Button::new(Label::All.words(scene.language), Tap::Growth(GrowthTap::Promos))
}

const fn word(promo: &Promo) -> &'static str {
    match promo.standing {
        PromoStanding::Open => "open",
        PromoStanding::UsedUp => "used-up",
        PromoStanding::Over => "over",
        PromoStanding::Ended => "ended",
    }
}

fn entry(
    scene: &Scene<'_>,
    action: AdminAction,
    code: &PromoCode,
    (before, after): (String, String),
) -> LogEntry {
    LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action,
        subject: format!("promo:{code}"),
        before,
        after,
        details: String::new(),
        reason: "as an admin asked with /admin promo".to_owned(),
    }
}

fn say(scene: &Scene<'_>, words: Html) -> Step {
    scene.stay().say(Screen::bare(words).homeward(scene.language))
}
