//! Topping up: packs, any number of Stars, and an invoice for what was chosen.
//!
//! ```text
//! /topup, [Top up]     ->  the balance, [60 ₽ · 50 ⭐] [120 ₽ · 100 ⭐] ... [Another amount] [Plans]
//!                          [Bank transfer], where the operator allows it: see its own conversation
//! [60 ₽ · 50 ⭐]        ->  an invoice, payable for a day
//! [Another amount]     ->  "How many Stars?"   300  ->  an invoice       anything else -> a wish, as ever
//! /topup 300           ->  an invoice
//! short of an order    ->  [Pay what is missing · 12 ₽ · 10 ⭐] [60 ₽ · 50 ⭐]: the invoice begins that very order
//! ```
//!
//! An invoice is bound to the person who asked for it. Nothing is charged here: Telegram asks before it takes
//! anything, and money is credited when Telegram says that it was paid.

use domain::Money;
use domain::offers::{Offers, Pack};
use domain::payment::{MOST_STARS, Sale};

use crate::amounts::{in_both, priced, shown};
use crate::conversations::{plans, prompt, transfer};
use crate::draft::Draft;
use crate::facts::{BalanceFacts, Reply};
use crate::paying::{InvoiceWords, KeptWords, invoice_words};
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::{Mark, State};
use crate::step::{Effect, InvoiceOffer, Step};
use crate::tap::{Bill, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    HowManyStars { most: usize } = "topup-how-many",
    NotSold = "topup-not-sold",
    OrderGone = "topup-order-gone",
    Packs { balance: &'a str, rate: &'a str } = "topup-packs",
}

labels! { Label;
    Missing = "topup-button-missing",
    Other = "topup-button-other",
    TopUp = "topup-button",
}

/// The person wants to top up, by so many Stars if they say so.
pub(crate) fn on_command<'a>(scene: &'a Scene<'a>, rest: &'a str) -> Reply<'a> {
    match stars(rest) {
        Some(stars) => on_pay(scene, Bill::Stars(stars), None),
        None => on_topup(scene),
    }
}

/// The person wants to see how.
pub(crate) fn on_topup<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithBalance(Box::new(|balance| scene.stay().show(screen(scene, balance))))
}

/// The button that leads here.
pub(crate) fn button(scene: &Scene<'_>) -> Button {
    Button::new(Label::TopUp.words(scene.language), Tap::TopUp)
}

/// The person wants to name the number of Stars themselves.
pub(crate) fn on_name_stars(scene: &Scene<'_>) -> Step {
    let most = usize::try_from(MOST_STARS).unwrap_or(usize::MAX);
    let words = Text::HowManyStars { most }.html(scene.language);
    Step::to(State::NamingStars).show(Screen::bare(words).backward(scene.language, Tap::TopUp))
}

/// The person was asked for a number. What is none is a wish like any other.
pub(crate) fn on_words<'a>(scene: &'a Scene<'a>, text: &'a str) -> Reply<'a> {
    match stars(text) {
        Some(stars) => on_pay(scene, Bill::Stars(stars), None),
        None => prompt::on_text(scene, text),
    }
}

/// The person wants an invoice: for itself, or for the order with that quote.
pub(crate) fn on_pay<'a>(scene: &'a Scene<'a>, bill: Bill, mark: Option<Mark>) -> Reply<'a> {
    let offers = &scene.prices.offers;
    let Some(sale) = sale(offers, &bill) else {
        let words = Text::NotSold.html(scene.language);
        return Reply::Now(scene.stay().refresh(Screen::bare(words).homeward(scene.language)));
    };
    if let Bill::Plan(key) = bill {
        return plans::on_choice(scene, key, sale);
    }
    let step = match &scene.state {
        State::NamingStars => Step::to(State::Menu),
        _ => scene.stay(),
    };
    let kept = match mark {
        None => None,
        Some(mark) => match waiting(scene, mark) {
            Some(draft) => Some(draft),
            None => {
                let words = Text::OrderGone.html(scene.language);
                let screen = Screen::bare(words).row([button(scene)]).homeward(scene.language);
                return Reply::Now(scene.stay().refresh(screen));
            }
        },
    };
    let words = words(scene, &sale, kept);
    let kept = kept.map(|draft| State::Ordering(draft.clone()).to_text());
    Reply::Now(step.and(Effect::Invoice(InvoiceOffer { sale, words, kept })))
}

/// The buttons of somebody who is short of so much: what is missing, and the packs that cover it.
pub(crate) fn ways(scene: &Scene<'_>, missing: Money, mark: Mark) -> Vec<Vec<Button>> {
    let offers = &scene.prices.offers;
    let least = offers.stars(missing).and_then(|stars| u32::try_from(stars.rounded_up()).ok());
    let Some(least) = least.filter(|stars| (1..=MOST_STARS).contains(stars)) else {
        return vec![vec![button(scene)]];
    };
    let price = priced(scene.language, offers, missing);
    let words = format!("{} · {price}", Label::Missing.words(scene.language));
    let pay = |bill, words| vec![Button::new(words, Tap::Pay(bill, Some(mark))).success()];
    let packs = offers.packs.iter().filter(|pack| pack.stars > least).take(2);
    let packs = packs.map(|pack| pay(Bill::Pack(pack.key.clone()), priced_pack(scene, pack)));
    std::iter::once(pay(Bill::Stars(least), words)).chain(packs).collect()
}

/// The order that waits with this quote.
fn waiting<'a>(scene: &'a Scene<'_>, mark: Mark) -> Option<&'a Draft> {
    match &scene.state {
        State::Ordering(draft) => draft.quote.filter(|quote| quote.mark() == mark).map(|_| draft),
        _ => None,
    }
}

fn words(scene: &Scene<'_>, sale: &Sale, kept: Option<&Draft>) -> InvoiceWords {
    let (language, prices) = (scene.language, &scene.prices);
    let kept = kept.and_then(|draft| {
        let model = prices.catalogue.model(&draft.model)?.title.in_language(language);
        Some(KeptWords { model, price: draft.quote?.price })
    });
    invoice_words(language, &prices.offers, sale, kept)
}

fn sale(offers: &Offers, bill: &Bill) -> Option<Sale> {
    match bill {
        Bill::Pack(key) => offers.pack_sale(key),
        Bill::Stars(stars) => offers.amount_sale(*stars),
        Bill::Plan(key) => offers.plan_sale(key),
    }
}

fn screen(scene: &Scene<'_>, balance: &BalanceFacts) -> Screen {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let rate = offers.bought(1).unwrap_or(Money::ZERO);
    let text = Text::Packs {
        balance: &shown(language, offers.currency, balance.available),
        rate: &shown(language, offers.currency, rate),
    };
    let buttons: Vec<Button> = offers
        .packs
        .iter()
        .map(|pack| {
            let bill = Bill::Pack(pack.key.clone());
            Button::new(priced_pack(scene, pack), Tap::Pay(bill, None))
        })
        .collect();
    let rows = buttons.chunks(2).map(<[Button]>::to_vec);
    let screen = rows.fold(Screen::bare(text.html(language)), Screen::row);
    let other = Button::new(Label::Other.words(language), Tap::NameStars);
    let screen = screen.row([other, plans::button(scene)]);
    let screen = match transfer::button(scene) {
        Some(button) => screen.row([button]),
        None => screen,
    };
    screen.homeward(language)
}

/// A pack on a button: what it costs, and what it brings.
fn priced_pack(scene: &Scene<'_>, pack: &Pack) -> String {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let brings = offers.bought(pack.stars).zip(offers.bonus(pack));
    let brings = brings.and_then(|(amount, bonus)| amount.plus(bonus)).unwrap_or(Money::ZERO);
    in_both(language, offers.currency, brings, pack.stars)
}

/// A number of Stars that can be paid at once.
fn stars(text: &str) -> Option<u32> {
    let number = text.trim().trim_end_matches('⭐').trim_end();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    number.parse().ok().filter(|stars| (1..=MOST_STARS).contains(stars))
}

#[cfg(test)]
mod tests {
    use domain::offers::PackKey;
    use domain::payment::Item;
    use domain::{Language, Money};

    use crate::example::{Somebody, facts, taps_of, text_of};
    use crate::state::State;
    use crate::step::{Effect, InvoiceOffer, Step};
    use crate::tap::{Bill, Tap};

    fn invoice(step: &Step) -> &InvoiceOffer {
        let invoice = step.effects.iter().find_map(|effect| match effect {
            Effect::Invoice(offer) => Some(offer),
            _ => None,
        });
        invoice.unwrap()
    }

    #[test]
    fn every_pack_is_offered_with_what_it_brings() {
        for language in Language::ALL {
            let somebody = Somebody::new(language);
            let step = somebody.says("/topup");

            for pack in &somebody.prices.offers.packs {
                let bill = Bill::Pack(pack.key.clone());
                assert!(taps_of(&step).contains(&Tap::Pay(bill, None)), "{}", pack.key);
            }
            assert!(taps_of(&step).contains(&Tap::NameStars));
            assert!(taps_of(&step).contains(&Tap::Plans));
        }
    }

    #[test]
    fn a_pack_is_an_invoice_over_what_the_offers_say() {
        let somebody = Somebody::new(Language::English);
        let key = PackKey::new("stars-500").unwrap();
        let step = somebody.taps(Tap::Pay(Bill::Pack(key.clone()), None));

        let offer = invoice(&step);
        assert_eq!(offer.sale, somebody.prices.offers.pack_sale(&key).unwrap());
        assert_eq!(offer.kept, None);
    }

    #[test]
    fn any_number_of_stars_can_be_named_and_anything_else_is_a_wish() {
        let asked = Somebody::new(Language::English).taps(Tap::NameStars);
        assert_eq!(asked.state, State::NamingStars);
        let naming = Somebody { state: State::NamingStars, ..Somebody::new(Language::English) };

        let step = naming.says("300");
        assert_eq!((invoice(&step).sale.stars, &step.state), (300, &State::Menu));
        assert_eq!(invoice(&step).sale.item, Item::Amount);
        for words in ["a cat", "0", "10001", "-5", "1.5"] {
            let step = naming.says(words);
            assert!(matches!(step.state, State::Ordering(_)), "{words}");
        }
        let direct = Somebody::new(Language::English).says("/topup 300");
        assert_eq!(invoice(&direct).sale.stars, 300);
    }

    #[test]
    fn who_is_short_is_offered_what_is_missing_and_the_invoice_keeps_the_order() {
        for language in Language::ALL {
            let somebody = Somebody { facts: facts(0), ..Somebody::new(language) };
            let ordering = somebody.says("/generate flux-2-pro a cat");
            let State::Ordering(draft) = &ordering.state else { panic!("{:?}", ordering.state) };
            let mark = draft.quote.unwrap().mark();
            let somebody = Somebody { state: ordering.state.clone(), ..somebody };
            let short = somebody.taps(Tap::Go(mark));
            let tap = taps_of(&short).into_iter().find(|tap| matches!(tap, Tap::Pay(..))).unwrap();
            let Tap::Pay(Bill::Stars(stars), Some(kept)) = tap.clone() else { panic!("{tap:?}") };
            assert_eq!(kept, mark);
            let price = draft.quote.unwrap().price;
            let enough = somebody.prices.offers.bought(stars).unwrap();
            assert!(enough >= price && enough.minus(price).unwrap() < Money::new(120));

            let step = Somebody { state: short.state, ..somebody.clone() }.taps(tap);
            let offer = invoice(&step);
            assert_eq!(State::from_text(offer.kept.as_deref().unwrap()), ordering.state);
            let gone = Somebody::new(language).taps(Tap::Pay(Bill::Stars(5), Some(mark)));
            assert!(gone.effects.iter().all(|effect| !matches!(effect, Effect::Invoice(_))));
            assert!(!text_of(&gone).is_empty());
        }
    }
}
