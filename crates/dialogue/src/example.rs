//! People and events for the tests of this room.

mod looked_up;
pub(crate) mod office;
mod only;
pub(crate) mod random;
mod talks;

use std::sync::{Arc, LazyLock};

use domain::catalogue::ModelKey;
use domain::ledger::{Account, Purse};
use domain::offers::{Currency, Offers, PlanKey};
use domain::stats::Stats;
use domain::{
    AccountId, Catalogue, ChatId, GenerationId, InboxId, Language, MessageId, Money, PersonId,
};

pub(crate) use self::only::only_screen;
pub(crate) use self::random::random;
use crate::conversations::admin::Correction;
use crate::conversations::decide;
use crate::event::{Action, Chat, ChatKind, Event, MediaKind, Person, Sent};
use crate::facts::{
    BalanceFacts, CampaignList, Checkout, GenerationRecord, HistoryPage, Invitations, Newcomer,
    OrderFacts, OtherPerson, PastOrder, PaymentFacts, PaymentList, PromoFacts, PromoList, Reorder,
    Reply, RunningPlan, SupportCase, Suspect, TransferCase, TransferDesk, TransferList,
    WelcomeFacts,
};
use crate::sample::{Sample, Showable};
use crate::scene::{BotFacts, PriceList, Role, Scene};
use crate::screen::Press;
use crate::state::{Prompt, State};
use crate::step::Step;
use crate::styles::Span;
use crate::tap::Tap;

/// Somebody, of whom only the language is certain.
#[derive(Clone)]
pub(crate) struct Somebody {
    pub(crate) language: Language,
    pub(crate) name: &'static str,
    pub(crate) state: State,
    pub(crate) bot: BotFacts,
    pub(crate) place: ChatKind,
    pub(crate) update: i64,
    pub(crate) role: Role,
    pub(crate) balance: BalanceFacts,
    pub(crate) other: Option<OtherPerson>,
    pub(crate) prices: Arc<PriceList>,
    pub(crate) facts: OrderFacts,
    /// What is locked when an order begins; if it is not said, what the facts say may be spent.
    pub(crate) purse: Option<Purse>,
    pub(crate) history: HistoryPage,
    pub(crate) generation: Option<GenerationRecord>,
    pub(crate) is_repeated: bool,
    pub(crate) plans: Vec<RunningPlan>,
    pub(crate) newcomer: Option<Newcomer>,
    pub(crate) invitations: Invitations,
    pub(crate) desk: TransferDesk,
    pub(crate) request: Option<TransferCase>,
    pub(crate) transfers: TransferList,
    pub(crate) payment: Option<PaymentFacts>,
    pub(crate) payments: PaymentList,
    pub(crate) unanswered: u32,
    pub(crate) case: Option<SupportCase>,
    pub(crate) samples: Vec<Sample>,
    pub(crate) showable: Showable,
    pub(crate) promo: Option<PromoFacts>,
    pub(crate) promos: PromoList,
    pub(crate) campaigns: CampaignList,
    pub(crate) stats: Option<Stats>,
    pub(crate) is_admin_chat: bool,
    pub(crate) office: office::Office,
    pub(crate) suspects: Vec<Suspect>,
    pub(crate) styles: Vec<Span>,
}

/// What is looked up for an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    Balance,
    OtherPerson(PersonId),
    OrderFacts(Option<ModelKey>),
    Checkout(ModelKey),
    History(u16),
    Generation(GenerationId),
    Reorder(GenerationId, Option<ModelKey>),
    Plans,
    Welcome(Option<ModelKey>),
    Invitations,
    Payment(String),
    Payments(Option<PersonId>),
    Unanswered,
    Case(i64),
}

/// What is sold: the catalogue and the offers that are part of the program.
pub(crate) fn prices() -> Arc<PriceList> {
    static BUILT_IN: LazyLock<Arc<PriceList>> = LazyLock::new(|| {
        let (catalogue, offers) = (Catalogue::built_in().unwrap(), Offers::built_in().unwrap());
        Arc::new(PriceList { catalogue, offers })
    });
    Arc::clone(&BUILT_IN)
}

/// The accounts of somebody with so much of what was bought, and so much owed.
pub(crate) fn purse(paid: i64, debt: i64) -> Purse {
    Purse { person: PersonId::new(7), ..other(paid, 0, debt).purse }
}

/// What ordering looks at for somebody with so much to spend and these plans.
pub(crate) fn facts_with(available: i64, plans: &[&str]) -> OrderFacts {
    let plans = plans.iter().map(|key| PlanKey::new(key).unwrap()).collect();
    OrderFacts { plans, ..facts(available) }
}

/// What ordering looks at for somebody with so much to spend.
pub(crate) fn facts(available: i64) -> OrderFacts {
    OrderFacts { available: Money::new(available), ..OrderFacts::default() }
}

/// A file of some kind, of which nothing more is known than it must be.
pub(crate) fn sent(kind: MediaKind, file: &str) -> Sent {
    Sent {
        kind,
        file: file.to_owned(),
        unique: format!("unique-{file}"),
        bytes: Some(1_000),
        mime: None,
        name: None,
        milliseconds: None,
        pixels: None,
        caption: None,
        album: None,
    }
}

impl Default for BotFacts {
    fn default() -> Self {
        Self {
            username: None,
            support: None,
            transfer: None,
            currency: Currency::Rub,
            has_admins: false,
            is_inline: false,
            guard: Arc::new(prices().offers.guard.clone()),
        }
    }
}

/// The correction that these words ask for, asked by this update.
#[track_caller]
pub(crate) fn correction(words: &str, asked: i64) -> Correction {
    Correction::read(words, Currency::Rub, InboxId::new(asked)).unwrap()
}

/// Somebody else, reachable and Russian, with so much of each kind.
pub(crate) fn other(paid: i64, bonus: i64, debt: i64) -> OtherPerson {
    let account = |id: i64, balance| Account {
        id: AccountId::new(1_000 + id),
        balance: Money::new(balance),
        version: 3,
    };
    let purse = Purse {
        person: PersonId::new(8),
        paid: account(1, paid),
        bonus: account(2, bonus),
        held: account(3, 0),
        debt: account(4, debt),
    };
    OtherPerson { purse, language: Language::Russian, is_reachable: true }
}

impl Somebody {
    /// Somebody at the menu, in a private chat, with nothing in their books.
    pub(crate) fn new(language: Language) -> Self {
        let username = Some("trt_bot".to_owned());
        let support = Some("@trt_help".to_owned());
        Self {
            language,
            name: "Ann",
            state: State::Menu,
            bot: BotFacts {
                username,
                support,
                transfer: None,
                currency: Currency::Rub,
                has_admins: true,
                is_inline: true,
                guard: Arc::new(prices().offers.guard.clone()),
            },
            place: ChatKind::Private,
            update: 1,
            role: Role::Person,
            balance: BalanceFacts::default(),
            other: None,
            prices: prices(),
            facts: facts(10_000),
            purse: None,
            history: HistoryPage::default(),
            generation: None,
            is_repeated: false,
            plans: Vec::new(),
            newcomer: None,
            invitations: Invitations::default(),
            desk: TransferDesk::default(),
            request: None,
            transfers: TransferList::default(),
            payment: None,
            payments: PaymentList::default(),
            unanswered: 0,
            case: None,
            samples: Vec::new(),
            showable: Showable::Not,
            promo: None,
            promos: PromoList::default(),
            campaigns: CampaignList::default(),
            stats: None,
            is_admin_chat: false,
            office: office::Office::default(),
            suspects: Vec::new(),
            styles: Vec::new(),
        }
    }

    /// Somebody whose text nothing took.
    pub(crate) fn with_text(language: Language, text: &str) -> Self {
        let state = Prompt::from_person(text).map_or(State::Menu, State::OfferedPrompt);
        Self { state, ..Self::new(language) }
    }

    /// An admin, who looks at somebody with 100 roubles.
    pub(crate) fn admin(language: Language) -> Self {
        Self { role: Role::Admin, other: Some(other(10_000, 0, 0)), ..Self::new(language) }
    }

    pub(crate) fn event(&self, action: Action) -> Event {
        let id = PersonId::new(7);
        let person = Person { id, name: self.name.to_owned(), language_tag: None };
        let reply_to = self.case.map(|_| MessageId::new(1));
        Event {
            person,
            chat: Chat { id: ChatId::new(7), kind: self.place },
            action,
            reply_to,
            styles: self.styles.clone(),
        }
    }

    pub(crate) fn scene<'a>(&self, event: &'a Event) -> Scene<'a> {
        Scene {
            event,
            language: self.language,
            state: self.state.clone(),
            bot: self.bot.clone(),
            update: InboxId::new(self.update),
            role: self.role,
            prices: Arc::clone(&self.prices),
            case: self.case,
            is_admin_chat: self.is_admin_chat,
        }
    }

    pub(crate) fn does(&self, action: Action) -> Step {
        let event = self.event(action);
        self.told(decide(&mut self.scene(&event)))
    }

    /// What follows once everything is looked up.
    fn told(&self, reply: Reply<'_>) -> Step {
        let order = self.facts.clone();
        if let Reply::Now(step) = reply {
            return step;
        }
        if let Reply::WithBalance(then) = reply {
            return then(&self.balance);
        }
        if let Reply::WithPlans(then) = reply {
            return then(&self.plans);
        }
        if let Reply::WithOtherPerson(_, then) = reply {
            return then(&self.other);
        }
        if let Reply::WithOrderFacts(_, then) = reply {
            return then(&order);
        }
        if let Reply::WithCheckout(_, then) = reply {
            let purse = self.purse.unwrap_or_else(|| purse(order.available.get(), 0));
            return then(&Checkout { order, purse });
        }
        if let Reply::WithWelcome(model, then) = reply {
            let order = model.map(|_| order);
            let samples = self.samples.clone();
            return then(&WelcomeFacts { newcomer: self.newcomer, order, samples });
        }
        if let Reply::WithInvitations(then) = reply {
            return then(&self.invitations);
        }
        if let Reply::WithHistory(_, then) = reply {
            return then(&self.history);
        }
        if let Reply::WithGeneration(id, then) = reply {
            let generation = self.generation.clone().filter(|one| one.id == id);
            let showable = self.showable.clone();
            let is_repeated = self.is_repeated;
            return then(&PastOrder { generation, is_repeated, order, showable });
        }
        if let Reply::WithReorder(id, _, then) = reply {
            let generation = self.generation.clone().filter(|one| one.id == id);
            let purse = self.purse.unwrap_or_else(|| purse(order.available.get(), 0));
            let (is_repeated, showable) = (self.is_repeated, self.showable.clone());
            let past = PastOrder { generation, is_repeated, order, showable };
            return then(&Reorder { past, purse });
        }
        self.told_of_payments(reply)
    }

    /// What is looked up for an answer.
    pub(crate) fn needs(&self, action: Action) -> Needs {
        let event = self.event(action);
        match decide(&mut self.scene(&event)) {
            Reply::WithBalance(_) => Needs::Balance,
            Reply::WithPlans(_) => Needs::Plans,
            Reply::WithOtherPerson(person, _) => Needs::OtherPerson(person),
            Reply::WithOrderFacts(model, _) => Needs::OrderFacts(model),
            Reply::WithCheckout(model, _) => Needs::Checkout(model),
            Reply::WithHistory(page, _) => Needs::History(page),
            Reply::WithGeneration(id, _) => Needs::Generation(id),
            Reply::WithReorder(id, model, _) => Needs::Reorder(id, model),
            Reply::WithWelcome(model, _) => Needs::Welcome(model),
            Reply::WithInvitations(_) => Needs::Invitations,
            Reply::WithPayment(charge, _) => Needs::Payment(charge),
            Reply::WithPayments(person, _) => Needs::Payments(person),
            Reply::WithUnanswered(_) => Needs::Unanswered,
            Reply::WithCase(number, _) => Needs::Case(number),
            _ => Needs::Nothing,
        }
    }

    pub(crate) fn sends(&self, sent: Sent) -> Step {
        self.does(Action::SentMedia(sent))
    }

    /// The same person after a step, one update later.
    pub(crate) fn after(&self, step: &Step) -> Self {
        Self { state: step.state.clone(), update: self.update + 1, ..self.clone() }
    }

    pub(crate) fn says(&self, text: &str) -> Step {
        self.does(Action::Said(text.to_owned()))
    }

    pub(crate) fn taps(&self, tap: Tap) -> Step {
        self.taps_on(&tap.encode())
    }

    pub(crate) fn taps_on(&self, data: &str) -> Step {
        self.does(Action::Tapped { data: data.to_owned(), message: Some(MessageId::new(1)) })
    }
}

/// Its text.
#[track_caller]
pub(crate) fn text_of(step: &Step) -> &str {
    only_screen(step).text.as_str()
}

/// What its buttons say to us, in the order of reading.
#[track_caller]
pub(crate) fn taps_of(step: &Step) -> Vec<Tap> {
    let buttons = only_screen(step).keyboard.iter().flatten();
    buttons
        .filter_map(|button| match &button.press {
            Press::Data(tap) => Some(tap.clone()),
            Press::Link(_) | Press::Inline(_) => None,
        })
        .collect()
}
