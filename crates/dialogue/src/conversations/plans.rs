//! Plans: 30 days with credit and lower prices, renewed by Telegram until they are cancelled.
//!
//! ```text
//! /subscribe, [Plans]  ->  each plan with its price and what it brings; the one that runs, and until when
//! [Light · 299 ⭐]      ->  "One moment", then a message with Telegram's own link
//! the plan that runs   ->  [Don't renew] -> "Sure? It runs until ..." [Don't renew] [Keep it]
//!                          -> "I'm telling Telegram", then what it said to that: see [`crate::paying`]
//! a cancelled one      ->  [Renew again] -> Telegram's own settings, where only the person can switch it on
//! another plan         ->  its link first; once it is paid, the former one is not renewed and runs out
//! ```
//!
//! What is not spent of the included credit stays on the balance, whatever becomes of the plan.

use domain::offers::{Plan, PlanKey};
use domain::payment::{Sale, SubscriptionState};

use crate::amounts::{counted, priced};
use crate::facts::{Reply, RunningPlan};
use crate::html::Html;
use crate::paying::invoice_words;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Effect, InvoiceOffer, Step};
use crate::tap::{Bill, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Brings { discount: usize, jobs: usize } = "plans-brings",
    Already { plan: &'a str, until: &'a str } = "plans-already",
    Cancelling { plan: &'a str, until: &'a str } = "plans-cancelling",
    Changing { plan: &'a str, until: &'a str } = "plans-changing",
    EndQuestion { plan: &'a str, until: &'a str } = "plans-end-question",
    Moment = "plans-moment",
    NotRunning = "plans-not-running",
    Page = "plans-page",
    PlanLine { plan: &'a str, price: &'a str, included: &'a str, discount: usize, jobs: usize } = "plans-line",
    Resuming { plan: &'a str, until: &'a str } = "plans-resuming",
    Runs { plan: &'a str, until: &'a str } = "plans-runs",
    RunsFailed { plan: &'a str, until: &'a str } = "plans-runs-failed",
    RunsOut { plan: &'a str, until: &'a str } = "plans-runs-out",
}

labels! { Label;
    Cancel = "plans-button-cancel",
    Keep = "plans-button-keep",
    Plans = "plans-button",
    Resume = "plans-button-resume",
}

/// The person wants to see the plans.
pub(crate) fn on_plans<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithPlans(Box::new(|running| scene.stay().show(page(scene, running))))
}

/// The button that leads here.
pub(crate) fn button(scene: &Scene<'_>) -> Button {
    Button::new(Label::Plans.words(scene.language), Tap::Plans)
}

/// The person wants a plan: its link, unless they have it.
pub(crate) fn on_choice<'a>(scene: &'a Scene<'a>, key: PlanKey, sale: Sale) -> Reply<'a> {
    Reply::WithPlans(Box::new(move |running| {
        let language = scene.language;
        let same = running
            .iter()
            .find(|plan| plan.key == key && plan.state != SubscriptionState::Replaced);
        if let Some(same) = same {
            let words = Text::Already { plan: title(scene, &key), until: &same.until };
            return scene.stay().show(with_plans(scene, words.html(language)));
        }
        let words = invoice_words(language, &scene.prices.offers, &sale, None);
        let other = running.iter().find(|plan| plan.state.renews());
        let moment = match other {
            Some(other) => {
                let (plan, until) = (title(scene, &other.key), other.until.as_str());
                Text::Changing { plan, until }.html(language)
            }
            None => Text::Moment.html(language),
        };
        scene.stay().show(with_plans(scene, moment)).and(Effect::Invoice(InvoiceOffer {
            sale: sale.clone(),
            words,
            kept: None,
        }))
    }))
}

/// Whether a plan is really to end.
pub(crate) fn on_end<'a>(scene: &'a Scene<'a>, key: PlanKey) -> Reply<'a> {
    about(scene, key, |scene, running| {
        let language = scene.language;
        let (plan, until) = (title(scene, &running.key), running.until.as_str());
        let words = Text::EndQuestion { plan, until }.html(language);
        let cancel = Tap::CancelPlan(running.key.clone());
        let screen = Screen::bare(words)
            .row([Button::new(Label::Cancel.words(language), cancel).danger()])
            .row([Button::new(Label::Keep.words(language), Tap::Plans)]);
        scene.stay().show(screen.homeward(language))
    })
}

/// The plan is not to be renewed.
pub(crate) fn on_cancel<'a>(scene: &'a Scene<'a>, key: PlanKey) -> Reply<'a> {
    about(scene, key, |scene, running| {
        let (plan, until) = (title(scene, &running.key), running.until.as_str());
        let words = Text::Cancelling { plan, until }.html(scene.language);
        let cancel = Effect::CancelPlan(running.first_charge.clone());
        scene.stay().and(cancel).show(with_plans(scene, words))
    })
}

/// The plan is to be renewed after all: only the person can switch it on, in Telegram's own settings.
pub(crate) fn on_resume<'a>(scene: &'a Scene<'a>, key: PlanKey) -> Reply<'a> {
    about(scene, key, |scene, running| {
        let (plan, until) = (title(scene, &running.key), running.until.as_str());
        let words = Text::Resuming { plan, until }.html(scene.language);
        let resume = Effect::ResumePlan(running.first_charge.clone());
        scene.stay().and(resume).show(with_plans(scene, words))
    })
}

/// What follows about a plan of the person's; they may have none by now.
fn about<'a>(
    scene: &'a Scene<'a>,
    key: PlanKey,
    then: impl FnOnce(&Scene<'_>, &RunningPlan) -> Step + Send + 'a,
) -> Reply<'a> {
    Reply::WithPlans(Box::new(move |running| match running.iter().find(|plan| plan.key == key) {
        Some(plan) => then(scene, plan),
        None => {
            let words = Text::NotRunning.html(scene.language);
            scene.stay().show(with_plans(scene, words))
        }
    }))
}

fn with_plans(scene: &Scene<'_>, words: Html) -> Screen {
    Screen::bare(words).backward(scene.language, Tap::Plans)
}

fn page(scene: &Scene<'_>, running: &[RunningPlan]) -> Screen {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let lines = offers.plans.iter().map(|plan| line(scene, plan));
    let page = Text::Page.html(language).then(&Html::lines(lines.collect::<Vec<_>>()));
    let words = standing(scene, running).map_or(page.clone(), |words| words.then(&page));
    let is_running = |key: &PlanKey| {
        running.iter().any(|plan| plan.key == *key && plan.state != SubscriptionState::Replaced)
    };
    let buy = |plan: &Plan| {
        let words = format!("{} · {}", plan.title.in_language(language), counted(plan.stars));
        vec![Button::new(words, Tap::Pay(Bill::Plan(plan.key.clone()), None))]
    };
    let sold = offers.plans.iter().filter(|plan| !is_running(&plan.key)).map(buy);
    let mine = running.iter().filter_map(|plan| {
        let (label, tap) = match plan.state {
            state if state.renews() => (Label::Cancel, Tap::EndPlan(plan.key.clone())),
            SubscriptionState::Canceled => (Label::Resume, Tap::ResumePlan(plan.key.clone())),
            _ => return None,
        };
        let words = format!("{} · {}", label.words(language), title(scene, &plan.key));
        Some(vec![Button::new(words, tap)])
    });
    mine.chain(sold).fold(Screen::bare(words), Screen::row).homeward(language)
}

/// How the plans of a person stand, and what they bring together; none without a plan.
pub(crate) fn standing(scene: &Scene<'_>, running: &[RunningPlan]) -> Option<Html> {
    let offers = &scene.prices.offers;
    let keys: Vec<PlanKey> = running.iter().map(|plan| plan.key.clone()).collect();
    let brings = keys.iter().any(|key| offers.plan(key).is_some()).then(|| {
        let discount = usize::from(offers.discount(&keys).percent());
        let jobs = usize::try_from(offers.jobs(&keys)).unwrap_or(usize::MAX);
        Text::Brings { discount, jobs }.html(scene.language)
    });
    let stands = running.iter().map(|plan| stands(scene, plan));
    let lines: Vec<Html> = stands.chain(brings).collect();
    (!lines.is_empty()).then(|| Html::lines(lines))
}

/// How a plan of the person's stands.
fn stands(scene: &Scene<'_>, plan: &RunningPlan) -> Html {
    let (title, until) = (title(scene, &plan.key), plan.until.as_str());
    match plan.state {
        SubscriptionState::Active => Text::Runs { plan: title, until },
        SubscriptionState::Failed => Text::RunsFailed { plan: title, until },
        SubscriptionState::Canceled | SubscriptionState::Replaced | SubscriptionState::Expired => {
            Text::RunsOut { plan: title, until }
        }
    }
    .html(scene.language)
}

fn line(scene: &Scene<'_>, plan: &Plan) -> Html {
    let (language, offers) = (scene.language, &scene.prices.offers);
    Text::PlanLine {
        plan: plan.title.in_language(language),
        price: &counted(plan.stars),
        included: &priced(language, offers, plan.included),
        discount: usize::from(plan.discount),
        jobs: usize::try_from(plan.jobs.unwrap_or(offers.jobs_per_person)).unwrap_or(usize::MAX),
    }
    .html(language)
}

/// The name of a plan; one that is gone from the offers is called by its key.
fn title<'a>(scene: &'a Scene<'_>, key: &'a PlanKey) -> &'a str {
    let plan = scene.prices.offers.plan(key);
    plan.map_or(key.as_str(), |plan| plan.title.in_language(scene.language))
}

#[cfg(test)]
mod tests {
    use domain::Language;
    use domain::offers::PlanKey;
    use domain::payment::{Item, SubscriptionState};

    use crate::example::{Somebody, taps_of, text_of};
    use crate::facts::RunningPlan;
    use crate::step::Effect;
    use crate::tap::{Bill, Tap};

    fn light(state: SubscriptionState) -> Vec<RunningPlan> {
        let key = PlanKey::new("light").unwrap();
        let (until, first_charge) = ("18.12.2026".to_owned(), "c1".to_owned());
        vec![RunningPlan { key, state, until, first_charge }]
    }

    fn somebody(language: Language, plans: Vec<RunningPlan>) -> Somebody {
        Somebody { plans, ..Somebody::new(language) }
    }

    #[test]
    fn every_plan_is_offered_with_what_it_costs_and_brings() {
        for language in Language::ALL {
            let step = somebody(language, Vec::new()).says("/subscribe");

            let text = text_of(&step).replace('\u{A0}', " ");
            assert!(text.contains("299 ⭐") && text.contains("358"), "{text}");
            let key = PlanKey::new("pro").unwrap();
            assert!(taps_of(&step).contains(&Tap::Pay(Bill::Plan(key), None)));
        }
    }

    #[test]
    fn a_plan_that_runs_is_not_sold_twice_and_can_be_cancelled() {
        let light_key = PlanKey::new("light").unwrap();
        for language in Language::ALL {
            for state in [SubscriptionState::Active, SubscriptionState::Failed] {
                let somebody = somebody(language, light(state));
                let step = somebody.says("/subscribe");
                assert!(text_of(&step).contains("18.12.2026"), "{}", text_of(&step));
                let buy = Tap::Pay(Bill::Plan(light_key.clone()), None);
                assert!(!taps_of(&step).contains(&buy));
                assert!(taps_of(&step).contains(&Tap::EndPlan(light_key.clone())));
                let forged = somebody.taps(buy);
                assert!(!forged.effects.iter().any(|one| matches!(one, Effect::Invoice(_))));

                let sure = somebody.taps(Tap::EndPlan(light_key.clone()));
                assert!(taps_of(&sure).contains(&Tap::CancelPlan(light_key.clone())));
                let done = somebody.taps(Tap::CancelPlan(light_key.clone()));
                assert_eq!(done.effects[0], Effect::CancelPlan("c1".to_owned()));
            }
        }
    }

    #[test]
    fn a_cancelled_plan_can_only_be_switched_on_by_the_person() {
        let light_key = PlanKey::new("light").unwrap();
        let somebody = somebody(Language::English, light(SubscriptionState::Canceled));
        assert!(
            taps_of(&somebody.says("/subscribe")).contains(&Tap::ResumePlan(light_key.clone()))
        );

        let step = somebody.taps(Tap::ResumePlan(light_key));

        assert_eq!(step.effects[0], Effect::ResumePlan("c1".to_owned()));
        assert!(text_of(&step).contains("Telegram"), "{}", text_of(&step));
    }

    #[test]
    fn another_plan_is_sold_beside_the_one_that_runs_and_the_overlap_is_said() {
        let pro = PlanKey::new("pro").unwrap();
        for language in Language::ALL {
            let step = somebody(language, light(SubscriptionState::Active))
                .taps(Tap::Pay(Bill::Plan(pro.clone()), None));

            let sold = step.effects.iter().find_map(|effect| match effect {
                Effect::Invoice(offer) => Some(offer.sale.item.clone()),
                _ => None,
            });
            assert_eq!(sold, Some(Item::Plan(pro.clone())));
            assert!(text_of(&step).contains("18.12.2026"), "{}", text_of(&step));
        }
    }

    #[test]
    fn buttons_of_a_plan_that_is_over_say_so() {
        let key = PlanKey::new("light").unwrap();
        for tap in [Tap::EndPlan(key.clone()), Tap::CancelPlan(key.clone()), Tap::ResumePlan(key)] {
            let step = somebody(Language::English, Vec::new()).taps(tap);
            assert!(taps_of(&step).contains(&Tap::Plans));
            assert_eq!(step.effects.len(), 1, "nothing is changed");
        }
    }
}
