//! The buttons of admins: what they look at, and what they do with one tap.

use domain::catalogue::ModelKey;
use domain::{GenerationId, PersonId};

use super::{Tap, decode_mark, number};
use crate::conversations::admin::AdminSection;
use crate::facts::PauseForm;
use crate::state::Mark;

/// What a button of an admin says to us.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AdminTap {
    /// To the page with every section.
    Menu,
    /// Into a section.
    Section(AdminSection),
    /// The card of somebody, or a page of it.
    Person(PersonId, PersonPage),
    /// They are no longer served.
    Ban(PersonId),
    /// They are served again.
    Unban(PersonId),
    /// Somebody's generation.
    Generation(GenerationId),
    /// Its result, sent to the admin.
    See(GenerationId),
    /// Its result, sent to its person once more.
    Send(GenerationId),
    /// Something that was set aside.
    Dead(DeadKey),
    /// It is tried again.
    Retry(DeadKey),
    /// It is off the list.
    Drop(DeadKey),
    /// What is closed, known by its mark, can be ordered again.
    Open(Mark),
    /// The card of a model.
    Model(ModelKey),
    /// A model can be ordered, or not.
    Switch(ModelKey, bool),
    /// A difference is taken over.
    Resolve(i64),
    /// Whether anything can be ordered.
    Pause(PauseForm),
    /// The holder of this term hands the role over.
    HandOver(i64),
}

/// A page about somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PersonPage {
    /// The card itself.
    Card,
    /// What moved in their books.
    Books,
    /// What they ordered.
    Generations,
    /// Their payments with their charges.
    Payments,
    /// Their bank transfers with the receipts.
    Receipts,
    /// What admins wrote down.
    Notes,
}

/// Something that was set aside: an update or a send, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeadKey {
    /// An update.
    Update(i64),
    /// A send.
    Send(i64),
}

impl PersonPage {
    /// Every one of them.
    pub const ALL: [Self; 6] =
        [Self::Card, Self::Books, Self::Generations, Self::Payments, Self::Receipts, Self::Notes];

    const fn word(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Books => "books",
            Self::Generations => "orders",
            Self::Payments => "payments",
            Self::Receipts => "receipts",
            Self::Notes => "notes",
        }
    }
}

impl DeadKey {
    /// Reads `u12` or `s34`.
    pub fn read(text: &str) -> Option<Self> {
        let read = |rest: &str| number::<i64>(rest).filter(|id| *id > 0);
        match (text.strip_prefix('u'), text.strip_prefix('s')) {
            (Some(rest), _) => read(rest).map(Self::Update),
            (_, Some(rest)) => read(rest).map(Self::Send),
            (None, None) => None,
        }
    }
}

impl std::fmt::Display for DeadKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Update(id) => write!(f, "u{id}"),
            Self::Send(id) => write!(f, "s{id}"),
        }
    }
}

impl AdminTap {
    pub(super) fn encode(&self) -> String {
        match self {
            Self::Menu => "adm:menu".to_owned(),
            Self::Section(section) => format!("adm:go:{}", section.word()),
            Self::Person(id, page) => format!("adm:{}:{id}", page.word()),
            Self::Ban(id) => format!("adm:ban:{id}"),
            Self::Unban(id) => format!("adm:unban:{id}"),
            Self::Generation(id) => format!("adm:job:{id}"),
            Self::See(id) => format!("adm:see:{id}"),
            Self::Send(id) => format!("adm:send:{id}"),
            Self::Dead(key) => format!("adm:dead:{key}"),
            Self::Retry(key) => format!("adm:retry:{key}"),
            Self::Drop(key) => format!("adm:drop:{key}"),
            Self::Open(mark) => format!("adm:open:{:08x}", mark.get()),
            Self::Model(key) => format!("adm:model:{key}"),
            Self::Switch(key, true) => format!("adm:on:{key}"),
            Self::Switch(key, false) => format!("adm:off:{key}"),
            Self::Resolve(id) => format!("adm:resolve:{id}"),
            Self::Pause(form) => format!("adm:pause:{}", form.word()),
            Self::HandOver(epoch) => format!("adm:handover:{epoch}"),
        }
    }

    pub(super) fn decode(detail: &str) -> Option<Tap> {
        let (word, rest) = detail.split_once(':').unwrap_or((detail, ""));
        let id = || number::<i64>(rest).filter(|id| *id > 0);
        let person = || id().map(PersonId::new);
        let generation = || id().map(GenerationId::new);
        let page = PersonPage::ALL.into_iter().find(|page| page.word() == word);
        let tap = match (word, page) {
            (_, Some(page)) => Self::Person(person()?, page),
            ("menu", _) if detail == word => Self::Menu,
            ("go", _) => Self::Section(AdminSection::from_word(rest)?),
            ("ban", _) => Self::Ban(person()?),
            ("unban", _) => Self::Unban(person()?),
            ("job", _) => Self::Generation(generation()?),
            ("see", _) => Self::See(generation()?),
            ("send", _) => Self::Send(generation()?),
            ("dead", _) => Self::Dead(DeadKey::read(rest)?),
            ("retry", _) => Self::Retry(DeadKey::read(rest)?),
            ("drop", _) => Self::Drop(DeadKey::read(rest)?),
            ("open", _) => Self::Open(decode_mark(rest)?),
            ("model", _) => Self::Model(ModelKey::new(rest)?),
            ("on", _) => Self::Switch(ModelKey::new(rest)?, true),
            ("off", _) => Self::Switch(ModelKey::new(rest)?, false),
            ("resolve", _) => Self::Resolve(id()?),
            ("pause", _) => Self::Pause(PauseForm::from_word(rest)?),
            ("handover", _) => Self::HandOver(id()?),
            _ => return None,
        };
        Some(Tap::Admin(tap))
    }
}

#[cfg(test)]
mod tests {
    use domain::catalogue::ModelKey;
    use domain::{GenerationId, PersonId};

    use super::{AdminTap, DeadKey, PersonPage};
    use crate::conversations::admin::AdminSection;
    use crate::facts::PauseForm;
    use crate::scene::Role;
    use crate::state::Mark;
    use crate::tap::{MAX_BYTES, Tap};

    fn taps() -> Vec<AdminTap> {
        let (person, generation) = (PersonId::new(i64::MAX), GenerationId::new(i64::MAX));
        let key = || ModelKey::new("kling-3-turbo-t2v").unwrap();
        let (update, send) = (DeadKey::Update(i64::MAX), DeadKey::Send(i64::MAX));
        let mut taps = vec![
            AdminTap::Menu,
            AdminTap::Ban(person),
            AdminTap::Unban(person),
            AdminTap::Generation(generation),
            AdminTap::See(generation),
            AdminTap::Send(generation),
            AdminTap::Dead(update),
            AdminTap::Retry(send),
            AdminTap::Drop(update),
            AdminTap::Open(Mark::new(u32::MAX)),
            AdminTap::Model(key()),
            AdminTap::Switch(key(), true),
            AdminTap::Switch(key(), false),
            AdminTap::Resolve(i64::MAX),
            AdminTap::HandOver(i64::MAX),
        ];
        taps.extend(AdminSection::ALL.iter().copied().map(AdminTap::Section));
        taps.extend(PersonPage::ALL.map(|page| AdminTap::Person(person, page)));
        taps.extend(PauseForm::ALL.map(AdminTap::Pause));
        taps
    }

    #[test]
    fn every_button_of_an_admin_fits_comes_back_and_is_for_admins() {
        for tap in taps() {
            let tap = Tap::Admin(tap);
            let data = tap.encode();
            assert!(data.len() <= MAX_BYTES, "{data}");
            assert_eq!(Tap::decode(&data), Some(tap.clone()), "{data}");
            assert_eq!(tap.role(), Role::Admin, "{data}");
        }
    }

    #[test]
    fn what_is_not_as_we_write_it_is_no_button() {
        for data in [
            "adm:",
            "adm:ban:",
            "adm:ban:-8",
            "adm:ban:+8",
            "adm:ban:08",
            "adm:ban:0",
            "adm:dead:x1",
            "adm:dead:u0",
            "adm:menu:1",
            "adm:go:nowhere",
            "adm:pause:now",
            "adm:open:1",
            "adm:handover:1e9",
        ] {
            assert_eq!(Tap::decode(data), None, "{data}");
        }
    }
}
