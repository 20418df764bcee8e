//! What a conversation may wait for before it answers, and what is found for it.
//!
//! ```text
//!   scene ── decide ──┬──> Now(step): almost always
//!                     └──> With...(key, then) ── looked up by the service ──> then(facts) ──> step
//! ```
//!
//! A conversation has no way to ask for more while it decides, and none to see what it did not ask for:
//! what was found is the argument of what it does next. Facts that nobody looked up do not compile, and
//! so does a fact that the service does not look up. All is found in the transaction that the step belongs
//! to; an answer that needs nothing costs no query. Only an admin can make anybody look at somebody else.

mod day;
mod desk;
mod growth;
mod order;
mod payments;
mod reorder;
mod talks;

use domain::catalogue::{MediaKind, ModelKey};
use domain::generation::Failure;
use domain::ledger::{Kind, Purse};
use domain::offers::PlanKey;
use domain::payment::SubscriptionState;
use domain::transfer::Receipt;
use domain::{GenerationId, Language, Money, PersonId, TransferId};

use crate::sample::{Sample, Showable};
use crate::scene::{OrderScene, Scene};
use crate::step::Step;

mod suspects;
mod transfers;

pub use self::day::DayFacts;
pub use self::desk::{
    ClosureLine, DeadLine, DeskLook, DifferenceRow, ModelSales, ModelsDesk, NoteLine, PauseFacts,
    PauseForm, PersonCard, PersonName, ReceiptLine, RoleFacts,
};
pub use self::growth::{CampaignList, Growth, PromoFacts, PromoList};
pub use self::order::{FreeModelUsed, FreeUsed, LastUsed, ModelUse, OrderFacts};
pub use self::payments::{
    PaymentFacts, PaymentLine, PaymentList, PaymentStanding, SupportCase, UnbookedLine,
};
pub use reorder::Reorder;
pub use suspects::Suspect;
pub use talks::{
    BroadcastCounts, BroadcastFacts, BroadcastLine, CaseLine, CaseList, CaseTalk, SaidInCase,
    TalkReply,
};
pub use transfers::{Reachable, TransferCase, TransferDesk, TransferList};

/// The answer to an event: at once, or as soon as something is looked up.
pub enum Reply<'a> {
    /// This follows, whatever else is known.
    Now(Step),
    /// What the person has, and their plans.
    WithBalance(Then<'a, BalanceFacts>),
    /// The plans of the person that are not over.
    WithPlans(Then<'a, Vec<RunningPlan>>),
    /// Whether they are new, and, if they came for a model, what ordering looks at.
    WithWelcome(Option<ModelKey>, Then<'a, WelcomeFacts>),
    /// The person's invitations.
    WithInvitations(Then<'a, Invitations>),
    /// Somebody else, with their accounts locked; none if the bot never met them.
    WithOtherPerson(PersonId, Then<'a, Option<OtherPerson>>),
    /// The payment with this charge, with the accounts of its person locked.
    WithPayment(String, Then<'a, Option<PaymentFacts>>),
    /// The last payments of somebody; of nobody: what nothing has booked.
    WithPayments(Option<PersonId>, Then<'a, PaymentList>),
    /// How many messages of the person to operators wait for an answer, whatever about.
    WithUnanswered(Then<'a, u32>),
    /// The question with this number.
    WithCase(i64, Then<'a, Option<SupportCase>>),
    /// What ordering looks at, with the pace of this model.
    WithOrderFacts(Option<ModelKey>, Then<'a, OrderFacts>),
    /// The same with the person's accounts locked: an order for this model may begin.
    WithCheckout(ModelKey, Then<'a, Checkout>),
    /// A page of what the person made before.
    WithHistory(u16, Then<'a, HistoryPage>),
    /// One generation of the person.
    WithGeneration(GenerationId, Then<'a, PastOrder>),
    /// The same with their accounts locked, and what ordering looks at for this model, or for its own.
    WithReorder(GenerationId, Option<ModelKey>, Then<'a, Reorder>),
    /// The person's own bank transfer; with a receipt, who is to see it and where it was seen before.
    WithTransferDesk(Option<Receipt>, Then<'a, TransferDesk>),
    /// Somebody's bank transfer, locked with their accounts; none if there is no such request. For admins.
    WithTransferCase(TransferId, Then<'a, Option<TransferCase>>),
    /// The bank transfers that wait for an admin.
    WithTransfers(Then<'a, TransferList>),
    /// Something about promo codes, campaigns or numbers.
    WithGrowth(Growth<'a>),
    /// What an admin looks at.
    WithDesk(DeskLook<'a>),
    /// What is said between people and operators. For admins.
    Talk(TalkReply<'a>),
    /// What today has come to. For admins.
    WithDay(Then<'a, DayFacts>),
    /// Fresh accounts that live on what is free. For admins.
    WithSuspects(Then<'a, Vec<Suspect>>),
}

/// What follows once something is found.
pub type Then<'a, Facts> = Box<dyn FnOnce(&Facts) -> Step + Send + 'a>;

impl<'a> Reply<'a> {
    /// An answer that needs what ordering looks at, whatever the model.
    pub(crate) fn ordering(
        scene: &'a Scene<'a>,
        then: impl FnOnce(&OrderScene<'_>) -> Step + Send + 'a,
    ) -> Self {
        let then = move |facts: &OrderFacts| then(&OrderScene::new(scene, facts));
        Self::WithOrderFacts(None, Box::new(then))
    }

    /// The same about one model.
    pub(crate) fn ordering_from(
        scene: &'a Scene<'a>,
        key: ModelKey,
        then: impl FnOnce(&OrderScene<'_>, &ModelKey) -> Step + Send + 'a,
    ) -> Self {
        let model = Some(key.clone());
        let then = move |facts: &OrderFacts| then(&OrderScene::new(scene, facts), &key);
        Self::WithOrderFacts(model, Box::new(then))
    }
}

/// What a greeting looks at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WelcomeFacts {
    /// They are here for the first time; none: they were greeted, have ordered or have paid before.
    pub newcomer: Option<Newcomer>,
    /// What ordering looks at, if they came for a model.
    pub order: Option<OrderFacts>,
    /// What can be seen of the models that people choose most; only for who is here for the first time.
    pub samples: Vec<Sample>,
}

/// Somebody who is here for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Newcomer {
    /// What newcomers may still be given today; while it is enough for a gift, nobody else can use it.
    pub gifts_left: Money,
}

/// What a person's invitations came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invitations {
    /// The code in their link.
    pub code: String,
    /// How many came by it.
    pub came: u32,
    /// How many of those paid.
    pub paid: u32,
}

/// What a person sees of the books.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BalanceFacts {
    /// What may be spent.
    pub available: Money,
    /// Set apart for running generations.
    pub held: Money,
    /// Owed; not negative.
    pub owed: Money,
    /// The plans that are not over.
    pub plans: Vec<RunningPlan>,
    /// The last operations, the latest first.
    pub movements: Vec<Movement>,
}

/// An operation as its person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// What it was about.
    pub kind: Kind,
    /// What it did to what may be spent.
    pub change: Money,
    /// When, ready to be shown.
    pub at: String,
    /// The key of the model whose generation it was about, if it was about one.
    pub model: Option<String>,
}

/// A plan of the person that is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningPlan {
    /// Which; it may be gone from the offers by now.
    pub key: PlanKey,
    /// How it stands.
    pub state: SubscriptionState,
    /// Until when, ready to be shown.
    pub until: String,
    /// The charge of its first payment.
    pub first_charge: String,
}

/// Somebody else, whom the bot has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherPerson {
    /// Their accounts, locked until the decision is written.
    pub purse: Purse,
    /// The language they are spoken to in.
    pub language: Language,
    /// Whether our messages reach them.
    pub is_reachable: bool,
}

/// What the start of an order looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// What ordering looks at.
    pub order: OrderFacts,
    /// The person's accounts, locked until the step is written.
    pub purse: Purse,
}

/// A generation that the person wants to do something about: that may be another order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastOrder {
    /// The generation, if it is theirs.
    pub generation: Option<GenerationRecord>,
    /// It is being made once more by the button below its result, or was ordered so just now.
    pub is_repeated: bool,
    /// What ordering looks at.
    pub order: OrderFacts,
    /// Whether everybody can be shown what came of it.
    pub showable: Showable,
}

/// One page of what a person ordered before, the latest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HistoryPage {
    /// What is on this page.
    pub generations: Vec<GenerationRecord>,
    /// Whether there are older ones.
    pub has_more: bool,
}

impl HistoryPage {
    /// Generations on a page.
    pub const PAGE: usize = 6;
}

/// A generation as its person may look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationRecord {
    /// Its number among all.
    pub id: GenerationId,
    /// Its number among those of its person, which is what they are shown.
    pub number: i64,
    /// The model's key, which may be gone by now.
    pub model: String,
    /// What was ordered, as [`Brief`](domain::generation::Brief) keeps it.
    pub brief: String,
    /// What it cost the person.
    pub price: Money,
    /// It was for nothing.
    pub is_free: bool,
    /// How it stands.
    pub status: GenerationStatus,
    /// When it was ordered, ready to be shown.
    pub at: String,
    /// When it ended, ready to be shown.
    pub ended: Option<String>,
    /// How many files came of it that can be sent again.
    pub files: u32,
    /// Telegram's ids of those that can be used for another order, in their order.
    pub file_ids: Vec<(MediaKind, String)>,
}

/// How a generation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GenerationStatus {
    /// Nobody has asked KIE yet: it can be cancelled.
    Waiting,
    /// KIE is at it.
    Working,
    /// It is done and on its way.
    Arriving,
    /// The person has it.
    Delivered,
    /// It came to nothing; the money is back.
    Failed(Failure),
    /// The person took it back; so is the money.
    Cancelled,
}
