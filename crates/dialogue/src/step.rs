//! What follows from an event: the state to keep and what is to be done, in order.
//!
//! A step is a value. The service writes all of it in one transaction, so a handler never sees
//! half of what it decided.

mod desk;

pub use desk::{Deed, DeskStep};

use domain::catalogue::ModelKey;
use domain::guard::GuardChange;
use domain::ledger::{Actor, Posting};
use domain::offers::Limit;
use domain::payment::Sale;
use domain::promo::{PromoCode, PromoTerms};
use domain::transfer::{Receipt, Verdict};
use domain::{
    AdminAction, Credits, GenerationId, InboxId, Language, Money, PersonId, SupportTopic,
    TransferId,
};

use crate::chart::Chart;
use crate::conversations::start::StartPayload;
use crate::event::MediaKind;
use crate::html::Html;
use crate::paying::InvoiceWords;
use crate::sample::Sample;
use crate::screen::Screen;
use crate::state::State;

mod talks;

pub use talks::{StartAt, TalkDeed};

/// The outcome of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where the conversation stands from now on.
    pub state: State,
    /// What is to be done, in this order; empty means silence.
    pub effects: Vec<Effect>,
}

/// One thing to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Shows a screen in place of the tapped message, or as a new message if nothing was tapped.
    Show(Screen),
    /// Shows a screen as a new message, whatever was tapped.
    Say(Screen),
    /// Brings the tapped message up to date: a late, repeated or outdated tap deserves no message of its own.
    Refresh(Screen),
    /// Remembers something; nothing is said of it.
    Keep(Kept),
    /// Remembers that a newcomer was greeted, who invited them, and gives what was decided.
    Welcome(Welcome),
    /// Writes an operation into the books.
    Post(Posting),
    /// Writes into the audit log.
    Log(LogEntry),
    /// Says something to somebody else, in their private chat.
    Tell(PersonId, Screen),
    /// Shows a screen in place of the last message that was said to the person.
    Amend(Screen),
    /// Begins a generation; the screen, with a button to cancel it, becomes the one message that tells
    /// how it goes.
    Begin(ConfirmedOrder, Screen),
    /// Takes back a generation that nobody has begun to make.
    TakeBack(GenerationId),
    /// Sends what a generation made once more.
    Resend(GenerationId, Form),
    /// Shows samples together, as a message of their own; nothing if there are none.
    SayAlbum(Vec<Sample>),
    /// Sends an invoice, or asks for the link of a plan.
    Invoice(InvoiceOffer),
    /// No payment begins an order of the person's any more.
    LetGo,
    /// A payment goes back: taken from the balance, Telegram asked.
    Refund(DecidedRefund),
    /// Passes on to the operators what the person asks about something.
    AskSupport(SupportTopic, Passed),
    /// Passes an answer on to whoever asked.
    AnswerSupport(SupportAnswer),
    /// The subscription with this first charge is not renewed.
    CancelPlan(String),
    /// The subscription with this first charge may be switched on again.
    ResumePlan(String),
    /// Writes down what becomes of a bank transfer.
    Transfer(TransferDeed),
    /// Sends a receipt on, into somebody's private chat.
    Forward(PersonId, Receipt),
    /// Something about promo codes, the channel or pictures of numbers.
    Growth(GrowthDeed),
    /// An admin does something; what is shown depends on whether there was something to do.
    Desk(Box<DeskStep>),
    /// Tells somebody that they are banned, once a minute at most.
    TellBanned(Screen),
    /// What becomes of a conversation with the operators, of a broadcast, or of somebody's news.
    Talk(TalkDeed),
    /// Deals with what is held of the person.
    Own(OwnDeed),
    /// Changes what orders must not hold, or counts that one was refused.
    Guard(GuardDeed),
    /// Money would have gone faster than it may: it is counted, and operators are told.
    Limited(Limit),
}

/// What is done about how the bot grows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrowthDeed {
    /// The person uses a code; what it brings is posted besides.
    UsePromo(PromoCode),
    /// An admin makes a code.
    MakePromo(PromoTerms),
    /// An admin ends one.
    EndPromo(PromoCode),
    /// Telegram is asked whether the person is in the channel, and the event is judged anew. Nothing else of the
    /// step is done.
    AskChannel,
    /// Sends a picture of numbers, with a few words below it.
    Picture(Chart, Html),
}

/// What becomes of the words that orders must not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuardDeed {
    /// One more, or one less.
    Change(GuardChange),
    /// The person's words were refused.
    Refused,
}

/// What is done with what is held of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnDeed {
    /// They get all of it as a file with this caption; if they had it a moment ago, they see this instead.
    Send(Html, Screen),
    /// They are deleted, and see the first screen; as long as something of theirs is being made, that is waited for,
    /// and they see the second one until then.
    Leave(Screen, Screen),
}

/// What is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// The language a person chose.
    Language(Language),
    /// What a deep link carried, if it is the first.
    Start(StartPayload),
    /// Whether our messages reach the person.
    Reachable(bool),
    /// A model is among the favourites, or no longer.
    Favour(ModelKey, bool),
    /// Whether files come as they were made.
    FullQuality(bool),
    /// What a generation made is a sample of a model.
    Sample(ModelKey, GenerationId, Sample),
    /// What a generation made is no sample any more.
    NoSample(GenerationId),
}

/// What becomes of a bank transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransferDeed {
    /// The person wants to make one over so much.
    Open(TransferId, Money),
    /// They showed a receipt.
    Receive(TransferId, Receipt),
    /// They do not make it, if it still waits for its receipt.
    Withdraw(TransferId),
    /// An admin decided, for this reason.
    Decide(TransferId, Verdict, String),
}

/// An order that was confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmedOrder {
    /// The update at which its price was named: it starts one generation, whoever taps how often.
    pub quote: InboxId,
    /// The model.
    pub model: ModelKey,
    /// What is asked of it, as [`Brief`](domain::generation::Brief) keeps it.
    pub brief: String,
    /// What the person pays.
    pub price: Money,
    /// What it costs us.
    pub cost: Credits,
    /// It counts against the free limits instead of costing money.
    pub is_free: bool,
    /// Which price of the model applies, to notice when KIE charges more.
    pub variant: String,
    /// The generation that it repeats, if the button below that one's result began it: then how it goes is told in
    /// a message of its own.
    pub repeats: Option<GenerationId>,
}

/// An invoice that is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceOffer {
    /// What it sells, for how much, and what it brings.
    pub sale: Sale,
    /// What stands on it.
    pub words: InvoiceWords,
    /// The order that its payment begins: the state of the conversation in which it waits.
    pub kept: Option<String>,
}

/// A payment that goes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedRefund {
    /// Who paid it.
    pub person: PersonId,
    /// Telegram's name for it.
    pub charge: String,
    /// Why; never empty.
    pub reason: String,
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportAnswer {
    /// The number of the question.
    pub case: i64,
    /// Who asked.
    pub person: PersonId,
    /// What is answered.
    pub answer: Passed,
    /// What the person sees; a file comes after it.
    pub screen: Screen,
}

/// A message that is passed on from one to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// What it says; empty: only a file.
    pub words: String,
    /// Its file: what it was sent as, and Telegram's id.
    pub file: Option<(MediaKind, String)>,
}

/// How a newcomer was welcomed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Welcome {
    /// The code of the link they came by, which may be nobody's, or their own.
    pub code: Option<String>,
    /// What they were told that they are given.
    pub gift: Option<Money>,
}

/// In which form something is sent once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As it was sent first.
    Same,
    /// As a file, untouched by Telegram.
    File,
}

/// What somebody with power did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Who.
    pub actor: Actor,
    /// What.
    pub action: AdminAction,
    /// To whom or what.
    pub subject: String,
    /// How that stood before; empty where nothing of it changed.
    pub before: String,
    /// How it stands from then on.
    pub after: String,
    /// What else there is to know; never what somebody typed.
    pub details: String,
    /// Why, in the words of who did it; never empty. Kept apart, so that it can be removed.
    pub reason: String,
}

impl Step {
    /// Goes to a state, without a word so far.
    pub(crate) fn to(state: State) -> Self {
        Self { state, effects: Vec::new() }
    }

    /// Adds a screen in place of the tapped message.
    pub(crate) fn show(self, screen: Screen) -> Self {
        self.and(Effect::Show(screen))
    }

    /// Adds a screen that only brings the tapped message up to date.
    pub(crate) fn refresh(self, screen: Screen) -> Self {
        self.and(Effect::Refresh(screen))
    }

    /// Adds a screen as a new message.
    pub(crate) fn say(self, screen: Screen) -> Self {
        self.and(Effect::Say(screen))
    }

    /// Adds an effect after the others.
    pub(crate) fn and(mut self, effect: Effect) -> Self {
        self.effects.push(effect);
        self
    }
}
