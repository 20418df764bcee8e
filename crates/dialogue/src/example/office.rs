//! What an admin of the examples finds when they look.

use domain::PersonId;

use crate::facts::{
    BalanceFacts, DeadLine, DeskLook, DifferenceRow, GenerationRecord, HistoryPage, ModelsDesk,
    NoteLine, PauseFacts, PauseForm, PersonCard, PersonName, ReceiptLine, RoleFacts,
};
use crate::step::Step;

/// What there is to be found.
#[derive(Clone)]
pub(crate) struct Office {
    pub(crate) people: Vec<PersonName>,
    pub(crate) card: Option<PersonCard>,
    pub(crate) orders: HistoryPage,
    pub(crate) order: Option<(PersonId, GenerationRecord)>,
    pub(crate) notes: Vec<NoteLine>,
    pub(crate) receipts: Vec<ReceiptLine>,
    pub(crate) models: ModelsDesk,
    pub(crate) dead: Vec<DeadLine>,
    pub(crate) differences: Vec<DifferenceRow>,
    pub(crate) role: RoleFacts,
    pub(crate) pause: PauseFacts,
}

impl Default for Office {
    fn default() -> Self {
        let since = "15.11 14:02".to_owned();
        let pause = PauseFacts { form: PauseForm::Open, words: String::new(), since };
        Self {
            people: Vec::new(),
            card: None,
            orders: HistoryPage::default(),
            order: None,
            notes: Vec::new(),
            receipts: Vec::new(),
            models: ModelsDesk::default(),
            dead: Vec::new(),
            differences: Vec::new(),
            role: RoleFacts::default(),
            pause,
        }
    }
}

impl Office {
    pub(super) fn answers(&self, look: DeskLook<'_>) -> Step {
        match look {
            DeskLook::People(_, then) => then(&self.people),
            DeskLook::Person(_, then) => then(&self.card),
            DeskLook::Books(_, then) => then(&BalanceFacts::default()),
            DeskLook::Generations(_, then) => then(&self.orders),
            DeskLook::Generation(_, then) => then(&self.order),
            DeskLook::Notes(_, then) => then(&self.notes),
            DeskLook::Receipts(_, then) => then(&self.receipts),
            DeskLook::Models(then) => then(&self.models),
            DeskLook::Closures(then) => then(&self.models.closures),
            DeskLook::Dead(then) => {
                let total = u32::try_from(self.dead.len()).unwrap_or_default();
                then(&(self.dead.clone(), total))
            }
            DeskLook::DeadOne(key, then) => {
                then(&self.dead.iter().find(|one| one.key == key).cloned())
            }
            DeskLook::Differences(then) => then(&self.differences),
            DeskLook::Role(then) => then(&self.role),
            DeskLook::Pause(then) => then(&self.pause),
        }
    }
}
