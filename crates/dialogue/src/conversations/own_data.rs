//! A person's own data: what we hold of them as a file, and how it is deleted.
//!
//! ```text
//! /my_data, [My data as a file]  ->  a file with everything       (had it a moment ago: "you have it already")
//! /delete_me, [Delete me]        ->  what goes, what stays and why, what becomes of balance, plans and orders
//!                                    [My data as a file] [Delete everything] [Back] [Main menu]
//! [Delete everything]            ->  "Deleted."                   something is being made: "as soon as it is done"
//! ```
//!
//! The file and the deletion go by one list of tables, which is the store's. Plans that would be renewed are
//! cancelled. Orders that nobody has begun are taken back; what is being made is waited for: it is paid for, and
//! what came of it belongs to its person first.
//!
//! The button that deletes asks for no mark: whoever taps it on an old message wants the same.

use domain::Language;

use crate::amounts::shown;
use crate::facts::{BalanceFacts, Reply, RunningPlan};
use crate::html::Html;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::State;
use crate::step::{Effect, OwnDeed, Step};
use crate::tap::{OwnTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Again = "own-data-again",
    Balance { amount: &'a str } = "own-leave-balance",
    Caption = "own-data-caption",
    Gone = "own-gone",
    Leave = "own-leave",
    NoBalance = "own-leave-no-balance",
    Owed { amount: &'a str } = "own-leave-owed",
    Plans = "own-leave-plans",
    Waiting = "own-waiting",
}

labels! { Label;
    Data = "own-button-data",
    Leave = "own-button-leave",
    LeaveNow = "own-button-leave-now",
}

/// A button about the person's own data.
pub(crate) fn on_tap<'a>(scene: &'a Scene<'a>, tap: OwnTap) -> Reply<'a> {
    match tap {
        OwnTap::Data => Reply::Now(on_data(scene)),
        OwnTap::Leave => Reply::WithBalance(Box::new(|balance| on_leave(scene, balance))),
        OwnTap::LeaveNow => Reply::WithPlans(Box::new(|plans| on_leave_now(scene, plans))),
    }
}

/// The buttons below the page about data.
pub(crate) fn buttons(scene: &Scene<'_>) -> [Button; 2] {
    let leave = Label::Leave.words(scene.language);
    [data(scene), Button::new(leave, Tap::Own(OwnTap::Leave))]
}

fn data(scene: &Scene<'_>) -> Button {
    Button::new(Label::Data.words(scene.language), Tap::Own(OwnTap::Data))
}

fn on_data(scene: &Scene<'_>) -> Step {
    let language = scene.language;
    let again = Screen::bare(Text::Again.html(language)).homeward(language);
    scene.stay().and(Effect::Own(OwnDeed::Send(Text::Caption.html(language), again)))
}

fn on_leave(scene: &Scene<'_>, books: &BalanceFacts) -> Step {
    let (language, words) = (scene.language, Label::LeaveNow.words(scene.language));
    let screen = Screen::bare(question(scene, books))
        .row([data(scene)])
        .row([Button::new(words, Tap::Own(OwnTap::LeaveNow)).danger()])
        .backward(language, Tap::Privacy);
    scene.stay().show(screen)
}

/// What goes, what stays, and what becomes of what they have.
fn question(scene: &Scene<'_>, books: &BalanceFacts) -> Html {
    let language = scene.language;
    let amount = |money| shown(language, scene.bot.currency, money);
    let has = books.available.is_positive() || books.held.is_positive();
    let balance = match books.available.plus(books.held).filter(|_| has) {
        Some(all) => Text::Balance { amount: &amount(all) }.html(language),
        None => Text::NoBalance.html(language),
    };
    let owed = books.owed.is_positive().then(|| {
        let amount = amount(books.owed);
        Text::Owed { amount: &amount }.html(language)
    });
    let plans = renewed(&books.plans).next().map(|_| Text::Plans.html(language));
    let money = [Some(balance), owed, plans].into_iter().flatten();
    Text::Leave.html(language).then(&Html::lines(money))
}

fn on_leave_now(scene: &Scene<'_>, running: &[RunningPlan]) -> Step {
    let language = scene.language;
    let step = Step::to(State::Menu).and(Effect::LetGo);
    let step = renewed(running)
        .map(|plan| Effect::CancelPlan(plan.first_charge.clone()))
        .fold(step, Step::and);
    let gone = gone_screen(language);
    let waiting = Screen::bare(Text::Waiting.html(language)).homeward(language);
    step.and(Effect::Own(OwnDeed::Leave(gone, waiting)))
}

/// The plans that would go on.
fn renewed(plans: &[RunningPlan]) -> impl Iterator<Item = &RunningPlan> {
    plans.iter().filter(|plan| plan.state.renews())
}

/// What somebody sees whose deletion had to wait, once it is done.
pub fn gone_screen(language: Language) -> Screen {
    Screen::bare(Text::Gone.html(language)).homeward(language)
}

#[cfg(test)]
mod tests {
    use domain::payment::SubscriptionState;
    use domain::{Language, Money};

    use crate::example::{Somebody, only_screen, taps_of, text_of};
    use crate::facts::{BalanceFacts, RunningPlan};
    use crate::screen::Style;
    use crate::state::State;
    use crate::step::{Effect, OwnDeed};
    use crate::tap::{OwnTap, Tap};

    fn plan(key: &str, state: SubscriptionState) -> RunningPlan {
        RunningPlan {
            key: domain::offers::PlanKey::new(key).unwrap(),
            state,
            until: "18.12.2026".to_owned(),
            first_charge: format!("charge-of-{key}"),
        }
    }

    #[test]
    fn the_command_and_the_button_send_the_same_file() {
        for language in Language::ALL {
            let step = Somebody::new(language).says("/my_data");

            assert_eq!(step, Somebody::new(language).taps(Tap::Own(OwnTap::Data)));
            assert!(matches!(step.effects[..], [Effect::Own(OwnDeed::Send(..))]), "{step:?}");
        }
    }

    #[test]
    fn who_wants_to_be_deleted_is_asked_and_told_what_becomes_of_their_money() {
        for language in Language::ALL {
            let plans = vec![plan("light", SubscriptionState::Active)];
            let balance = BalanceFacts {
                available: Money::new(12_000),
                held: Money::new(300),
                owed: Money::new(4_500),
                plans,
                ..BalanceFacts::default()
            };
            let rich = Somebody { balance, ..Somebody::new(language) };
            let step = rich.says("/delete_me");

            assert_eq!(step, rich.taps(Tap::Own(OwnTap::Leave)));
            let taps =
                [Tap::Own(OwnTap::Data), Tap::Own(OwnTap::LeaveNow), Tap::Privacy, Tap::Home];
            assert_eq!(taps_of(&step), taps);
            let red = only_screen(&step).keyboard.iter().flatten();
            let red: Vec<_> = red.filter(|button| button.style == Style::Danger).collect();
            assert_eq!(red.len(), 1);
            assert_eq!(red[0].press, crate::screen::Press::Data(Tap::Own(OwnTap::LeaveNow)));
            for amount in ["123", "45"] {
                assert!(text_of(&step).contains(amount), "{}", text_of(&step));
            }
            let poor = Somebody::new(language).says("/delete_me");
            assert!(text_of(&poor).len() < text_of(&step).len());
        }
    }

    #[test]
    fn who_is_deleted_pays_for_no_plan_any_more() {
        let plans = vec![
            plan("light", SubscriptionState::Active),
            plan("pro", SubscriptionState::Canceled),
        ];
        let somebody = Somebody { plans, ..Somebody::with_text(Language::English, "a cat") };
        let step = somebody.taps(Tap::Own(OwnTap::LeaveNow));

        assert_eq!(step.state, State::Menu);
        let [Effect::LetGo, Effect::CancelPlan(charge), Effect::Own(OwnDeed::Leave(gone, waiting))] =
            &step.effects[..]
        else {
            panic!("{step:?}")
        };
        assert_eq!(charge, "charge-of-light");
        assert_ne!(gone.text, waiting.text);
    }
}
