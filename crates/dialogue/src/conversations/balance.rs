//! The balance: what may be spent, what is set apart, what is owed, and the last operations.
//!
//! ```text
//! /balance, [Balance]  ->  "Available: 120 ₽"
//!                          "Reserved for orders: 24 ₽"  (only if something is)
//!                          "You owe: 50 ₽", what to do  (only if something is)
//!                          "You have Light, paid until 18.12.2026", what it brings   (each plan)
//!                          "15.11 14:02 MSK Gift: +10 ₽"    (the last five, or that there are none)
//!                          [Top up] [Plans] [Main menu]
//! ```
//!
//! It shows what the books say and computes nothing. Looking changes no state.

use domain::ledger::Kind;
use domain::offers::Currency;
use domain::{Language, ModelKey, Money};

use crate::amounts::{shown, signed};
use crate::conversations::{plans, topup};
use crate::facts::{BalanceFacts, Movement};
use crate::html::Html;
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::Step;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Available { amount: &'a str } = "balance-available",
    Held { amount: &'a str } = "balance-held",
    Movement { at: &'a str, what: &'a str, change: &'a str } = "balance-movement",
    MovementOf {
        at: &'a str,
        what: &'a str,
        model: &'a str,
        change: &'a str
    } = "balance-movement-of",
    Movements = "balance-movements",
    NoMovements = "balance-no-movements",
    Owed { amount: &'a str } = "balance-owed",
    Sum { available: &'a str } = "balance-sum",
    SumOwed { available: &'a str, owed: &'a str } = "balance-sum-owed",
}

labels! { Label;
    Adjust = "balance-moved-adjust",
    BankTransfer = "balance-moved-bank-transfer",
    Bonus = "balance-moved-bonus",
    Capture = "balance-moved-capture",
    Compensate = "balance-moved-compensate",
    Gift = "balance-moved-gift",
    Hold = "balance-moved-hold",
    Other = "balance-moved-other",
    Plan = "balance-moved-plan",
    Promo = "balance-moved-promo",
    Purchase = "balance-moved-purchase",
    Referral = "balance-moved-referral",
    Refund = "balance-moved-refund",
    Release = "balance-moved-release",
    Reprice = "balance-moved-reprice",
    Transfer = "balance-moved-transfer",
    Unrefund = "balance-moved-unrefund",
}

/// The person wants to know what they have.
pub(crate) fn on_balance(scene: &Scene<'_>, balance: &BalanceFacts) -> Step {
    let words = page(scene, balance);
    let screen = Screen::bare(words).row([topup::button(scene), plans::button(scene)]);
    scene.stay().show(screen.homeward(scene.language))
}

/// What may be spent and, if anything is owed, how much, in half a sentence.
pub(crate) fn sums(language: Language, currency: Currency, available: Money, owed: Money) -> Html {
    let available = shown(language, currency, available);
    if !owed.is_positive() {
        return Text::Sum { available: &available }.html(language);
    }
    let owed = shown(language, currency, owed);
    Text::SumOwed { available: &available, owed: &owed }.html(language)
}

pub(super) fn page(scene: &Scene<'_>, books: &BalanceFacts) -> Html {
    let (language, currency) = (scene.language, scene.bot.currency);
    let amount = |money| shown(language, currency, money);
    let available = Text::Available { amount: &amount(books.available) }.html(language);
    let held = books.held.is_positive().then(|| {
        let amount = amount(books.held);
        Text::Held { amount: &amount }.html(language)
    });
    let owed = books.owed.is_positive().then(|| {
        let amount = amount(books.owed);
        Text::Owed { amount: &amount }.html(language)
    });
    let sums = Html::lines([Some(available), held, owed].into_iter().flatten());
    let movements = match books.movements.as_slice() {
        [] => Text::NoMovements.html(language),
        movements => {
            let lines = movements.iter().map(|one| line(scene, one));
            let title = Text::Movements.html(language);
            Html::lines(std::iter::once(title).chain(lines))
        }
    };
    match plans::standing(scene, &books.plans) {
        Some(plans) => sums.then(&plans).then(&movements),
        None => sums.then(&movements),
    }
}

fn line(scene: &Scene<'_>, movement: &Movement) -> Html {
    let language = scene.language;
    let what = &label(movement.kind).words(language);
    let change = &signed(language, scene.bot.currency, movement.change);
    let at = &moment(language, &scene.prices.offers, &movement.at);
    // What the catalogue no longer has is named by its key.
    let title = movement.model.as_deref().map(|key| {
        let model = ModelKey::new(key).and_then(|key| scene.prices.catalogue.model(&key));
        model.map_or(key, |model| model.title.in_language(language))
    });
    match title {
        Some(model) => Text::MovementOf { at, what, model, change }.html(language),
        None => Text::Movement { at, what, change }.html(language),
    }
}

/// What an operation is called by whose money it moved.
const fn label(kind: Kind) -> Label {
    match kind {
        // A payment that filled a debt first is still a payment.
        Kind::Purchase | Kind::DebtPaid => Label::Purchase,
        Kind::PurchaseBonus => Label::Bonus,
        Kind::Gift => Label::Gift,
        Kind::Referral => Label::Referral,
        Kind::Promo => Label::Promo,
        Kind::Plan => Label::Plan,
        Kind::Adjust => Label::Adjust,
        Kind::BankTransfer => Label::BankTransfer,
        Kind::Hold => Label::Hold,
        Kind::Reprice => Label::Reprice,
        Kind::Capture => Label::Capture,
        Kind::Release => Label::Release,
        Kind::Refund | Kind::RefundDebt => Label::Refund,
        Kind::Unrefund => Label::Unrefund,
        Kind::Compensate => Label::Compensate,
        Kind::Transfer => Label::Transfer,
        // These move nothing of a person's; should one ever be shown, it has a name.
        Kind::Cost
        | Kind::Suspense
        | Kind::Unsuspense
        | Kind::Stars
        | Kind::TopUp
        | Kind::PutRight => Label::Other,
    }
}

#[cfg(test)]
mod tests {
    use domain::ledger::Kind;
    use domain::offers::PlanKey;
    use domain::payment::SubscriptionState;
    use domain::{Language, Money};

    use crate::conversations::menu::Section;
    use crate::example::{Somebody, taps_of, text_of};
    use crate::facts::{BalanceFacts, Movement, RunningPlan};
    use crate::step::Effect;
    use crate::tap::Tap;

    fn looks(language: Language, balance: BalanceFacts) -> String {
        let step = Somebody { balance, ..Somebody::new(language) }.says("/balance");
        assert_eq!(taps_of(&step), [Tap::TopUp, Tap::Plans, Tap::Home]);
        text_of(&step).replace('\u{A0}', " ")
    }

    fn moved(kind: Kind, units: i64) -> Movement {
        let at = "15.11 14:02".to_owned();
        Movement { kind, change: Money::new(units), at, model: None }
    }

    #[test]
    fn an_empty_account_shows_zero_and_says_that_nothing_happened_yet() {
        let russian = looks(Language::Russian, BalanceFacts::default());
        let english = looks(Language::English, BalanceFacts::default());

        assert!(russian.contains("Доступно: <b>0 ₽</b>"), "{russian}");
        assert!(russian.contains("Операций пока не было"), "{russian}");
        assert!(english.contains("Available: <b>0 ₽</b>"), "{english}");
        assert!(english.contains("No activity yet"), "{english}");
    }

    #[test]
    fn what_is_held_or_owed_is_shown_only_if_something_is() {
        let words = [
            (Language::Russian, "Отложено на заказы", "Долг"),
            (Language::English, "Reserved for orders", "You owe"),
        ];
        for (language, held, owed) in words {
            let plain = looks(language, BalanceFacts::default());
            assert!(!plain.contains(held) && !plain.contains(owed), "{plain}");

            let (two, three) = (Money::new(200), Money::new(300));
            let books = BalanceFacts { held: two, owed: three, ..BalanceFacts::default() };
            let full = looks(language, books);
            assert!(full.contains(&format!("{held}: 2 ₽")), "{full}");
            assert!(full.contains(&format!("{owed}: 3 ₽")), "{full}");
            assert!(full.contains("/support"), "what to do about it: {full}");
        }
    }

    #[test]
    fn a_plan_is_shown_with_its_end_and_what_it_brings() {
        let (key, until) = (PlanKey::new("light").unwrap(), "18.12.2026".to_owned());
        let (state, first_charge) = (SubscriptionState::Active, "c1".to_owned());
        let plans = vec![RunningPlan { key, state, until, first_charge }];
        let table = [
            (
                Language::Russian,
                ["<b>Лайт</b>, оплачено до 18.12.2026", "7 % на всё, до 4 заказов"],
            ),
            (
                Language::English,
                ["<b>Light</b>, paid until 18.12.2026", "7 % off every price, up to 4"],
            ),
        ];
        for (language, words) in table {
            let text =
                looks(language, BalanceFacts { plans: plans.clone(), ..BalanceFacts::default() });
            assert!(words.iter().all(|words| text.contains(words)), "{text}");
            assert!(!looks(language, BalanceFacts::default()).contains('%'));
        }
    }

    #[test]
    fn operations_are_told_in_words_with_their_time_and_direction() {
        let movements = vec![
            moved(Kind::Release, 1_250),
            moved(Kind::Hold, -1_250),
            moved(Kind::Adjust, 100_000),
            moved(Kind::Gift, 1_000),
        ];
        let books = BalanceFacts { movements, ..BalanceFacts::default() };

        let russian = looks(Language::Russian, books.clone());
        let english = looks(Language::English, books);

        let lines = [
            "15.11 14:02 МСК – Возврат за заказ: +12,50 ₽",
            "15.11 14:02 МСК – Запуск заказа: −12,50 ₽",
            "15.11 14:02 МСК – Поправка от поддержки: +1 000 ₽",
            "15.11 14:02 МСК – Подарок: +10 ₽",
        ];
        assert!(russian.contains(&lines.join("\n")), "{russian}");
        let lines = [
            "15.11 14:02 MSK – Money back for an order: +12.50 ₽",
            "15.11 14:02 MSK – Order started: −12.50 ₽",
            "15.11 14:02 MSK – Correction by support: +1,000 ₽",
            "15.11 14:02 MSK – Gift: +10 ₽",
        ];
        assert!(english.contains(&lines.join("\n")), "{english}");
    }

    #[test]
    fn what_a_generation_moved_names_its_model() {
        let of = |model: &str| Movement { model: Some(model.to_owned()), ..moved(Kind::Hold, -64) };
        let movements = vec![of("z-image"), of("<gone>")];
        let books = BalanceFacts { movements, ..BalanceFacts::default() };

        let russian = looks(Language::Russian, books.clone());
        assert!(russian.contains("Запуск заказа, Z-Image: −0,64 ₽"), "{russian}");
        let english = looks(Language::English, books);
        assert!(english.contains("Order started, Z-Image: −0.64 ₽"), "{english}");
        assert!(english.contains("&lt;gone&gt;"), "{english}");
    }

    #[test]
    fn every_kind_of_operation_has_a_name_in_both_languages() {
        for language in Language::ALL {
            for kind in Kind::ALL {
                let movements = vec![moved(*kind, 100)];
                let text = looks(language, BalanceFacts { movements, ..BalanceFacts::default() });

                assert!(!text.contains("balance-"), "{kind:?}: {text}");
                assert!(text.contains(": +1 ₽"), "{kind:?}: {text}");
            }
        }
    }

    #[test]
    fn the_button_and_the_command_show_the_same() {
        for language in Language::ALL {
            let somebody = Somebody::new(language);
            let tapped = somebody.taps(Tap::Section(Section::Balance));

            assert!(matches!(tapped.effects[..], [Effect::Show(_)]));
            assert_eq!(somebody.says("/balance"), tapped);
        }
    }
}
