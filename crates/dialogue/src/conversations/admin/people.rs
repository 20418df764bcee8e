//! People as admins look them up: found by anything, a card, its pages, bans and notes.
//!
//! ```text
//! /admin user ann          ->  whoever that may mean, each with a button; one: their card
//! the card                 ->  [Books] [Orders] [Payments] [Receipts] [Notes] [Ban] [Back] [Admin]
//! [Orders]                 ->  the last ones; one of them: [Send it to me] [Send it to them]
//! /admin ban 8 why, [Ban]  ->  no longer served; running orders finish; unban takes it back
//! /admin note 8 words      ->  written down for other admins
//! ```
//!
//! On failure: nobody like that, nothing to do, or no reason is said, and changes nothing.

use domain::{AdminAction, GenerationId, Language, PersonId};

use super::correction::read_person;
use super::deeds::{Act, act, reason, split};
use super::sections::{inward, said};
use super::{payments, people_pages};
use crate::amounts::counted;
use crate::conversations::balance::sums;
use crate::facts::{DeskLook, PersonCard, PersonName, Reply};
use crate::html::{Html, one_line};
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Deed, Step};
use crate::tap::{AdminTap, PersonPage, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    BanDone { person: &'a str } = "desk-ban-done",
    BanForm = "desk-ban-form",
    Card {
        name: &'a str,
        person: &'a str,
        speaks: &'a str,
        reach: &'a str,
        met: &'a str,
        balance: &'a Html,
        orders: usize,
        delivered: usize,
        payments: usize,
        stars: &'a str,
        notes: usize
    } = "desk-card",
    CardBanned { since: &'a str } = "desk-card-banned",
    CardPlan { plan: &'a str, until: &'a str } = "desk-card-plan",
    Found = "desk-found",
    Nobody = "desk-nobody",
    NoteDone { person: &'a str } = "desk-note-done",
    NoteForm = "desk-note-form",
    SeeDone = "desk-see-done",
    SendDone { person: &'a str } = "desk-send-done",
    UnbanDone { person: &'a str } = "desk-unban-done",
    Who = "desk-who",
}

labels! { Label;
    Ban = "desk-button-ban",
    Books = "desk-button-books",
    Notes = "desk-button-notes",
    Orders = "desk-button-orders",
    Payments = "desk-button-payments",
    Receipts = "desk-button-receipts",
    Unban = "desk-button-unban",
}

/// What is looked for has at most so many signs: the length of a charge.
const LONGEST: usize = 256;

/// The section of the menu.
pub(super) fn on_section<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let words = Text::Who.html(scene.language);
    Reply::Now(scene.stay().show(inward(scene, Screen::bare(words), AdminTap::Menu)))
}

/// An admin looks for somebody.
pub(super) fn on_user<'a>(scene: &'a Scene<'a>, words: &str) -> Reply<'a> {
    let words = one_line(words, LONGEST);
    if words.is_empty() {
        return Reply::Now(said(scene, Text::Who.html(scene.language)));
    }
    match read_person(&words) {
        Some(person) => on_page(scene, person, PersonPage::Card),
        None => people(scene, words),
    }
}

fn people<'a>(scene: &'a Scene<'a>, words: String) -> Reply<'a> {
    let list = |found: &Vec<PersonName>| {
        if found.is_empty() {
            return said(scene, Text::Nobody.html(scene.language));
        }
        let screen =
            found.iter().fold(Screen::bare(Text::Found.html(scene.language)), |screen, one| {
                let tap = Tap::Admin(AdminTap::Person(one.person, PersonPage::Card));
                screen.row([Button::new(button_name(one), tap)])
            });
        scene.stay().show(inward(scene, screen, AdminTap::Menu))
    };
    Reply::WithDesk(DeskLook::People(words, Box::new(list)))
}

/// A page about somebody.
pub(super) fn on_page<'a>(scene: &'a Scene<'a>, person: PersonId, page: PersonPage) -> Reply<'a> {
    let look = match page {
        PersonPage::Card => {
            DeskLook::Person(person, Box::new(move |found| show(scene, found.as_ref())))
        }
        PersonPage::Payments => {
            let back = AdminTap::Person(person, PersonPage::Card);
            return Reply::WithPayments(
                Some(person),
                Box::new(move |found| {
                    let words = payments::list(scene, person, &found.payments);
                    scene.stay().show(inward(scene, Screen::bare(words), back))
                }),
            );
        }
        PersonPage::Books => DeskLook::Books(
            person,
            Box::new(move |books| people_pages::books(scene, person, books)),
        ),
        PersonPage::Generations => DeskLook::Generations(
            person,
            Box::new(move |orders| people_pages::generations(scene, person, orders)),
        ),
        PersonPage::Receipts => DeskLook::Receipts(
            person,
            Box::new(move |lines| people_pages::receipts(scene, person, lines)),
        ),
        PersonPage::Notes => DeskLook::Notes(
            person,
            Box::new(move |notes| people_pages::notes(scene, person, notes)),
        ),
    };
    Reply::WithDesk(look)
}

/// Somebody's generation.
pub(super) fn on_generation<'a>(scene: &'a Scene<'a>, id: GenerationId) -> Reply<'a> {
    let look = DeskLook::Generation(
        id,
        Box::new(move |found| people_pages::generation(scene, found.as_ref())),
    );
    Reply::WithDesk(look)
}

/// What a generation made is sent: to the admin, or to its person once more.
pub(super) fn on_send<'a>(scene: &'a Scene<'a>, id: GenerationId, to_person: bool) -> Reply<'a> {
    let sent = move |found: &Option<(PersonId, crate::facts::GenerationRecord)>| {
        let Some((person, _)) = found else {
            return people_pages::generation(scene, None);
        };
        let words = match to_person {
            true => Text::SendDone { person: &person.to_string() },
            false => Text::SeeDone,
        };
        let (action, deed) = match to_person {
            true => (AdminAction::SendResult, Deed::Send(id)),
            false => (AdminAction::SeeResult, Deed::See(id)),
        };
        let (subject, back) = (format!("generation:{id}"), AdminTap::Generation(id));
        let done = words.html(scene.language);
        act(scene, Act { action, deed, subject, change: ("", ""), reason: "", done, back })
    };
    Reply::WithDesk(DeskLook::Generation(id, Box::new(sent)))
}

/// An admin typed `ban` or `unban`, and who and why.
pub(super) fn on_ban<'a>(scene: &'a Scene<'a>, words: &'a str, is_ban: bool) -> Reply<'a> {
    let (who, why) = split(words);
    match (read_person(who), reason(why)) {
        (Some(person), Some(why)) => ban(scene, person, why, is_ban),
        _ => Reply::Now(said(scene, Text::BanForm.html(scene.language))),
    }
}

/// Somebody is no longer served, or served again.
pub(super) fn ban<'a>(
    scene: &'a Scene<'a>,
    person: PersonId,
    why: String,
    is_ban: bool,
) -> Reply<'a> {
    let then = move |found: &Option<PersonCard>| {
        if found.is_none() {
            return said(scene, Text::Nobody.html(scene.language));
        }
        let (number, language) = (person.to_string(), scene.language);
        let (action, deed, change, done) = match is_ban {
            true => (
                AdminAction::Ban,
                Deed::Ban(person),
                ("served", "banned"),
                Text::BanDone { person: &number }.html(language),
            ),
            false => (
                AdminAction::Unban,
                Deed::Unban(person),
                ("banned", "served"),
                Text::UnbanDone { person: &number }.html(language),
            ),
        };
        let (subject, back) =
            (format!("person:{person}"), AdminTap::Person(person, PersonPage::Card));
        act(scene, Act { action, deed, subject, change, reason: &why, done, back })
    };
    Reply::WithDesk(DeskLook::Person(person, Box::new(then)))
}

/// An admin wrote something down about somebody.
pub(super) fn on_note<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    let (who, note) = split(words);
    let (Some(person), Some(note)) = (read_person(who), reason(note)) else {
        return Reply::Now(said(scene, Text::NoteForm.html(scene.language)));
    };
    let then = move |found: &Option<PersonCard>| {
        if found.is_none() {
            return said(scene, Text::Nobody.html(scene.language));
        }
        let (action, deed) = (AdminAction::Note, Deed::Note(person, note.clone()));
        let subject = format!("person:{person}");
        let back = AdminTap::Person(person, PersonPage::Notes);
        let done = Text::NoteDone { person: &person.to_string() }.html(scene.language);
        act(scene, Act { action, deed, subject, change: ("", ""), reason: &note, done, back })
    };
    Reply::WithDesk(DeskLook::Person(person, Box::new(then)))
}

fn show(scene: &Scene<'_>, card: Option<&PersonCard>) -> Step {
    let Some(card) = card else { return said(scene, Text::Nobody.html(scene.language)) };
    let (language, person) = (scene.language, card.named.person);
    let page = |label: Label, page| {
        Button::new(label.words(language), Tap::Admin(AdminTap::Person(person, page)))
    };
    let ban = match card.banned {
        Some(_) => Button::new(Label::Unban.words(language), Tap::Admin(AdminTap::Unban(person))),
        None => Button::new(Label::Ban.words(language), Tap::Admin(AdminTap::Ban(person))).danger(),
    };
    let screen = Screen::bare(words(scene, card))
        .row([page(Label::Books, PersonPage::Books), page(Label::Orders, PersonPage::Generations)])
        .row([
            page(Label::Payments, PersonPage::Payments),
            page(Label::Receipts, PersonPage::Receipts),
        ])
        .row([page(Label::Notes, PersonPage::Notes), ban]);
    scene.stay().show(inward(scene, screen, AdminTap::Menu))
}

fn words(scene: &Scene<'_>, card: &PersonCard) -> Html {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let balance = sums(language, scene.bot.currency, card.balance.available, card.balance.owed);
    let mut words = Text::Card {
        name: &name(&card.named),
        person: &card.named.person.to_string(),
        speaks: match card.speaks {
            Language::Russian => "ru",
            Language::English => "en",
        },
        reach: if card.is_reachable { "open" } else { "closed" },
        met: &card.met,
        balance: &balance,
        orders: count(card.orders),
        delivered: count(card.delivered),
        payments: count(card.payments),
        stars: &counted(card.stars),
        notes: count(card.notes),
    }
    .html(language);
    for plan in &card.balance.plans {
        let line = Text::CardPlan { plan: plan.key.as_str(), until: &plan.until };
        words = words.then(&line.html(language));
    }
    match &card.banned {
        Some(since) => {
            let since = moment(language, offers, since);
            words.then(&Text::CardBanned { since: &since }.html(language))
        }
        None => words,
    }
}

/// A name as a line: as Telegram told it, with the username.
fn name(named: &PersonName) -> String {
    let name = one_line(&named.name, 40);
    match &named.username {
        Some(username) => format!("{name} @{}", one_line(username, 32)),
        None if name.is_empty() => named.person.to_string(),
        None => name,
    }
}

fn button_name(named: &PersonName) -> String {
    one_line(&format!("{} · {}", named.person, name(named)), 32)
}
