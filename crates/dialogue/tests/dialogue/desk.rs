//! What an admin of the crawl finds when they look: as much of everything as there can be.

use dialogue::{
    BalanceFacts, ClosureLine, DeadKey, DeadLine, DeskLook, DifferenceRow, ModelSales, ModelsDesk,
    NoteLine, PauseFacts, PauseForm, PersonCard, PersonName, ReceiptLine, RoleFacts, Step,
};
use domain::{Credits, GenerationId, Language, Money, PersonId, TransferId};

use crate::person::{balance, plans};
use crate::shop;

const AT: &str = "31.12 23:59";

fn long(words: &str) -> String {
    words.repeat(50)
}

/// Whoever has an odd number was never met.
fn card(person: PersonId) -> Option<PersonCard> {
    let is_banned = person.get() % 4 == 0;
    (person.get() % 2 == 0).then(|| PersonCard {
        named: name(person),
        speaks: Language::Russian,
        is_reachable: false,
        met: "31.12.2026".to_owned(),
        balance: BalanceFacts { plans: plans(), ..balance() },
        orders: u32::MAX,
        delivered: u32::MAX,
        payments: u32::MAX,
        stars: i64::MAX,
        notes: u32::MAX,
        banned: is_banned.then(|| AT.to_owned()),
    })
}

fn name(person: PersonId) -> PersonName {
    PersonName { person, name: long("<Anna> & "), username: Some("a".repeat(32)) }
}

fn models() -> ModelsDesk {
    let sale = |model: &str| ModelSales {
        model: model.to_owned(),
        delivered: i64::MAX,
        revenue: Money::new(i64::MAX),
        bought: Money::new(10_000),
        cost: Credits::new(i64::MAX),
    };
    let sold = ["z-image", "kling-26-t2v", "kling-3-turbo-t2v", "imagen-4", "gone", "gone-2", "x1"];
    let closures = ["*", "cost", "z-image", "kling-26-t2v duration = 5, sound = true", "a", "b"];
    let closures = closures.map(|subject| ClosureLine {
        subject: subject.to_owned(),
        cause: "overcharged".to_owned(),
        by: format!("operator:{}", "o".repeat(64)),
        note: long("a <note> "),
        until: Some("2026-12-31T23:59:59Z".to_owned()),
    });
    ModelsDesk { sales: sold.map(sale).into(), closures: closures.into() }
}

fn dead(key: DeadKey) -> DeadLine {
    let is_over = matches!(key, DeadKey::Send(_));
    DeadLine {
        key,
        person: i64::MAX,
        at: AT.to_owned(),
        tries: 5,
        problem: long("<panicked> & "),
        reference: Some("ABCD2345".to_owned()),
        end: is_over.then(|| "retried".to_owned()),
    }
}

/// What is found.
pub(crate) fn answer(look: DeskLook<'_>) -> Step {
    match look {
        DeskLook::People(words, then) if words.contains("nobody") => then(&Vec::new()),
        DeskLook::People(_, then) => then(&(1..=8).map(|id| name(PersonId::new(id))).collect()),
        DeskLook::Person(person, then) => then(&card(person)),
        DeskLook::Books(_, then) => {
            let mut books = balance();
            books.movements.truncate(5);
            then(&books)
        }
        DeskLook::Generations(_, then) => then(&shop::history(0)),
        DeskLook::Generation(id, then) => then(&generation(id)),
        DeskLook::Notes(_, then) => {
            let note = |_| NoteLine {
                at: AT.to_owned(),
                by: PersonId::new(i64::MAX),
                words: long("a <note> "),
            };
            then(&(0..8).map(note).collect())
        }
        DeskLook::Receipts(_, then) => {
            let line = |id| ReceiptLine {
                id: TransferId::new(id),
                at: AT.to_owned(),
                amount: Money::new(123_456_789),
                state: "withdrawn".to_owned(),
            };
            then(&(1..=8).map(line).collect())
        }
        DeskLook::Models(then) => then(&models()),
        DeskLook::Closures(then) => then(&models().closures),
        DeskLook::Dead(then) => {
            let keys = (1..=8).map(|id| match id % 2 {
                0 => DeadKey::Update(i64::MAX - id),
                _ => DeadKey::Send(id),
            });
            then(&(keys.map(dead).collect(), u32::MAX))
        }
        DeskLook::DeadOne(key, then) => then(&(key != DeadKey::Update(1)).then(|| dead(key))),
        DeskLook::Differences(then) => {
            let row = |id| DifferenceRow {
                id,
                kind: "kie-credits".to_owned(),
                subject: long("a charge "),
                details: long("the <details> "),
                since: "2026-12-31 23:59 UTC".to_owned(),
            };
            then(&(1..=8).map(row).collect())
        }
        DeskLook::Role(then) => {
            let line = format!("{AT}:59 #123456 holder_silent instance");
            let holder = "i".repeat(36);
            then(&RoleFacts { epoch: 123_456, holder, terms: vec![line; 10] })
        }
        DeskLook::Pause(then) => {
            let words = "a <pause> ".repeat(30);
            then(&PauseFacts { form: PauseForm::Paused, words, since: AT.to_owned() })
        }
    }
}

fn generation(id: GenerationId) -> Option<(PersonId, dialogue::GenerationRecord)> {
    shop::generation(id).map(|one| (PersonId::new(8), one))
}
