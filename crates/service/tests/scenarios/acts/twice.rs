//! Every act of an admin by a trembling finger: done once, logged once.
//!
//! ```text
//! a button  ->  tapped twice, before anything can come of the first tap
//! words     ->  the very same message, delivered to two instances at once
//! else      ->  a scenario of its own does that, by name
//! ```
//!
//! An act without its line in [`twice`] does not compile. They are done in the order of their list.

use dialogue::{AdminTap, BroadcastTap, DeadKey, GenerationAction, GrowthTap, Mark, PauseForm};
use dialogue::{TalkTap, Tap};
use domain::catalogue::ModelKey;
use domain::promo::PromoCode;
use domain::{AdminAction, BroadcastId, GenerationId, PersonId};
use simulator::telegram::DeliveryFault;

use super::office::Office;
use crate::refunds::ADMIN;
use crate::refunds::tests_of_payments::a_test_payment_goes_back_by_itself_and_says_how_it_went;
use crate::{accounts, broadcasts, imports, payments_reconciled, refunds, transfers};

/// How an act is done twice, and a count that goes up by one when it is done.
enum Twice {
    Tapped(Tap, String),
    Told(String, String),
    /// In another scenario.
    There,
}

/// A scenario that has the name of an act's double tap: were it gone, this would not compile.
fn there(_scenario: fn()) -> Twice {
    Twice::There
}

fn tapped(tap: AdminTap, counts: &str) -> Twice {
    Twice::Tapped(Tap::Admin(tap), counts.to_owned())
}

fn told(words: &str, counts: &str) -> Twice {
    Twice::Told(format!("/admin {words}"), counts.to_owned())
}

/// Prepares what an act needs.
async fn twice(office: &Office, action: AdminAction) -> Twice {
    let anna = office.cast.anna.id();
    let order = GenerationId::new(office.order);
    match action {
        AdminAction::Adjust => {
            there(accounts::a_double_tap_and_a_redelivered_confirmation_count_once)
        }
        AdminAction::Refund => there(refunds::a_payment_is_looked_at_confirmed_and_goes_back_once),
        AdminAction::Approve => {
            there(transfers::a_transfer_is_asked_for_shown_approved_credited_and_told)
        }
        AdminAction::Refuse => {
            there(transfers::a_refusal_is_typed_confirmed_and_told_and_the_next_request_may_come)
        }
        AdminAction::TestPayment => {
            there(a_test_payment_goes_back_by_itself_and_says_how_it_went)
        }
        AdminAction::BroadcastStart
        | AdminAction::BroadcastPause
        | AdminAction::BroadcastResume => {
            there(broadcasts::it_is_held_goes_on_and_reaches_only_those_who_want_it)
        }
        AdminAction::BooksReconcile => there(
            payments_reconciled::planted_differences_are_each_found_shown_once_and_resolved_by_the_tool,
        ),
        AdminAction::Import => there(
            imports::the_people_of_the_old_bot_find_what_they_had_and_a_second_run_moves_nothing,
        ),
        AdminAction::PromoMake
        | AdminAction::PromoEnd
        | AdminAction::ClosuresOpen
        | AdminAction::ClosuresClose
        | AdminAction::Pause
        | AdminAction::Hold
        | AdminAction::Resume
        | AdminAction::ModelFree
        | AdminAction::HandOver
        | AdminAction::GuardAdd
        | AdminAction::GuardRemove => running(office, action).await,
        AdminAction::DeadRetry
        | AdminAction::DeadDrop
        | AdminAction::SupportAnswer
        | AdminAction::SupportClose
        | AdminAction::BroadcastStop
        | AdminAction::BooksResolve => waiting(office, action).await,
        AdminAction::ShowSample | AdminAction::HideSample => sample(office, action),
        AdminAction::Ban => tapped(AdminTap::Ban(PersonId::new(anna)), "select count(*) from bans"),
        AdminAction::Unban => {
            tapped(AdminTap::Unban(PersonId::new(anna)), "select -count(*) from bans")
        }
        AdminAction::Note => {
            told(&format!("note {anna} pays late"), "select count(*) from person_notes")
        }
        AdminAction::SeeResult => tapped(AdminTap::See(order), &Office::told(ADMIN, 1)),
        AdminAction::SendResult => tapped(AdminTap::Send(order), &Office::told(anna, 1)),
    }
}

/// What is sold, who may have it and who runs it.
async fn running(office: &Office, action: AdminAction) -> Twice {
    let promo = || PromoCode::read("SPRING").unwrap();
    match action {
        AdminAction::PromoMake => {
            told("promo SPRING 50 100 30", "select count(*) from promo_codes")
        }
        AdminAction::PromoEnd => Twice::Tapped(
            Tap::Growth(GrowthTap::EndPromo(promo())),
            "select count(*) from promo_codes where ended_at is not null".to_owned(),
        ),
        AdminAction::ClosuresOpen => {
            let close = "/admin model imagen-4 off too slow";
            office.cast.tells_admin(close, "can't be ordered until").await;
            let mark = Mark::of_words("imagen-4");
            tapped(
                AdminTap::Open(mark),
                "select -count(*) from closures where closed_until is not null",
            )
        }
        AdminAction::ClosuresClose => {
            let model = ModelKey::new("imagen-4").unwrap();
            tapped(
                AdminTap::Switch(model, false),
                "select count(*) from closures where closed_until is not null",
            )
        }
        AdminAction::Pause => form(PauseForm::Paused),
        AdminAction::Hold => form(PauseForm::Held),
        AdminAction::Resume => form(PauseForm::Open),
        AdminAction::ModelFree => {
            told("model z-image free 2 1", "select count(*) from free_models")
        }
        AdminAction::HandOver => {
            let claimed = "select count(*) from leader_history where event = 'claimed'";
            let epoch = office.cast.number("select max(epoch) from leader_history").await;
            tapped(AdminTap::HandOver(epoch), claimed)
        }
        AdminAction::GuardAdd => told("guard add bomb", "select count(*) from guard_changes"),
        AdminAction::GuardRemove => told("guard remove bomb", "select count(*) from guard_changes"),
        _ => panic!("{action} has no way"),
    }
}

/// Orders are taken, held or refused.
fn form(form: PauseForm) -> Twice {
    let counts = format!("select count(*) from pauses where form = '{}'", form.word());
    Twice::Tapped(Tap::Admin(AdminTap::Pause(form)), counts)
}

/// What waits for an admin.
async fn waiting(office: &Office, action: AdminAction) -> Twice {
    let anna = office.cast.anna.id();
    match action {
        AdminAction::DeadRetry => {
            let (id, whose) = office.update().await;
            tapped(AdminTap::Retry(DeadKey::Update(id)), &Office::told(whose, 0))
        }
        AdminAction::DeadDrop => {
            let dropped = "select count(*) from outbox where dropped_at is not null";
            tapped(AdminTap::Drop(DeadKey::Send(office.send().await)), dropped)
        }
        AdminAction::SupportAnswer => {
            let question = office.question().await;
            told(&format!("answer {question} soon"), &Office::told(anna, 0))
        }
        AdminAction::SupportClose => {
            let close = TalkTap::CloseCase(office.question().await);
            Twice::Tapped(Tap::Talk(close), Office::told(anna, 0))
        }
        AdminAction::BroadcastStop => {
            let draft = BroadcastId::new(office.draft().await);
            let stop = TalkTap::Broadcast(draft, BroadcastTap::Stop);
            let stopped = "select count(*) from broadcasts where state = 'stopped'";
            Twice::Tapped(Tap::Talk(stop), stopped.to_owned())
        }
        AdminAction::BooksResolve => {
            let put_right = "select count(*) from transfers where kind = 'put_right'";
            tapped(AdminTap::Resolve(office.difference().await), put_right)
        }
        _ => panic!("{action} has no way"),
    }
}

/// What the admin made themselves is shown to everybody, or no more.
fn sample(office: &Office, action: AdminAction) -> Twice {
    let (tap, counts) = match action {
        AdminAction::ShowSample => (GenerationAction::Sample, "select count(*) from samples"),
        _ => (GenerationAction::Unsample, "select -count(*) from samples"),
    };
    Twice::Tapped(Tap::Generation(GenerationId::new(office.own), tap), counts.to_owned())
}

#[tokio::test]
async fn every_act_is_done_once_and_logged_once_by_a_double_tap() {
    let office = Office::open().await;
    for action in AdminAction::ALL {
        let twice = twice(&office, *action).await;
        let (Twice::Tapped(_, counts) | Twice::Told(_, counts)) = &twice else { continue };
        let page = office.page().await;
        office.world.ends_well().await;
        let logged = format!("select count(*) from audit_log where action = '{action}'");
        let count = async || (office.cast.number(counts).await, office.cast.number(&logged).await);
        let (done, lines) = count().await;

        match &twice {
            Twice::Tapped(tap, _) => office.cast.admin.double_taps(page, &tap.encode()).await,
            Twice::Told(words, _) => {
                let faults = office.world.telegram.faults();
                let again = faults.deliveries(1, DeliveryFault::Duplicate);
                office.cast.admin.says(words).await.accepted().await;
                again.fired().await;
            }
            Twice::There => {}
        }

        office.reaches(&logged, lines + 1).await;
        office.reaches(counts, done + 1).await;
        office.world.ends_well().await;
        assert_eq!(count().await, (done + 1, lines + 1), "{action}: done once, logged once");
    }
}
