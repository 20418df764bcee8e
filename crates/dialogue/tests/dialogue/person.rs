//! Somebody who talks to the bot, and what they see.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use dialogue::{
    Action, BalanceFacts, BotFacts, Chat, ChatKind, Checkout, Effect, Event, Invitations, Kept,
    Movement, Newcomer, OrderFacts, OtherPerson, OwnDeed, PastOrder, Person, Press, PriceList,
    Reorder, Reply, Role, RunningPlan, Scene, Screen, State, Step, Tap, WelcomeFacts,
};
use domain::ledger::{Account, Kind, Purse};
use domain::offers::{Currency, PlanKey};
use domain::payment::SubscriptionState;
use domain::{AccountId, ChatId, InboxId, Language, MessageId, Money, PersonId};
use proptest::test_runner::{Config, RngSeed};

use crate::{desk, growth, paid, shop, strict, talks, transfers};

/// Settings of a random test: `SEED` if it is set, else a new one; printed, to be had again.
pub(crate) fn random(cases: u32) -> Config {
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SEED={seed}");
    let rng_seed = RngSeed::Fixed(seed);
    Config { cases, rng_seed, failure_persistence: None, ..Config::default() }
}

/// A person with a conversation, kept as the store keeps it: as text.
#[derive(Debug, Clone)]
pub(crate) struct Talker {
    pub(crate) language: Language,
    pub(crate) name: String,
    pub(crate) state: String,
    pub(crate) support: Option<String>,
    pub(crate) role: Role,
    pub(crate) prices: Arc<PriceList>,
    /// What ordering looks at.
    pub(crate) facts: OrderFacts,
    /// How much they have done so far.
    pub(crate) updates: i64,
}

impl Talker {
    pub(crate) fn new(language: Language) -> Self {
        let support = Some("@trt_help".to_owned());
        Self {
            language,
            name: "Ann".to_owned(),
            state: String::new(),
            support,
            role: Role::Person,
            prices: shop::prices(),
            facts: shop::facts(),
            updates: 0,
        }
    }

    pub(crate) fn admin(language: Language) -> Self {
        Self { role: Role::Admin, ..Self::new(language) }
    }

    /// Does something in private; the conversation goes on from there.
    pub(crate) fn does(&mut self, action: Action) -> Step {
        let id = PersonId::new(7);
        let person = Person { id, name: self.name.clone(), language_tag: None };
        let chat = Chat { id: ChatId::new(7), kind: ChatKind::Private };
        let event = Event { person, chat, action, reply_to: None, styles: Vec::new() };
        let mut scene = self.scene(&event);
        self.updates += 1;
        let step = told(dialogue::decide(&mut scene), &self.facts);
        self.state = step.state.to_text();
        for effect in &step.effects {
            if let Effect::Keep(Kept::Language(language)) = effect {
                self.language = *language;
            }
        }
        assert_eq!(State::from_text(&self.state), step.state, "a state is read as it was written");
        step
    }

    fn scene<'a>(&self, event: &'a Event) -> Scene<'a> {
        Scene {
            event,
            language: self.language,
            state: State::from_text(&self.state),
            bot: BotFacts {
                username: Some("trt_bot".to_owned()),
                support: self.support.clone(),
                transfer: Some(transfers::DETAILS.to_owned()),
                currency: Currency::Rub,
                has_admins: true,
                is_inline: true,
                guard: Arc::default(),
            },
            // Numbers of updates begin with one.
            update: InboxId::new(self.updates + 1),
            role: self.role,
            prices: Arc::clone(&self.prices),
            case: None,
            is_admin_chat: false,
        }
    }

    pub(crate) fn says(&mut self, text: &str) -> Step {
        self.does(Action::Said(text.to_owned()))
    }

    pub(crate) fn taps(&mut self, data: &str) -> Step {
        self.does(Action::Tapped { data: data.to_owned(), message: Some(MessageId::new(1)) })
    }
}

/// What follows once everything is looked up.
fn told(reply: Reply<'_>, order: &OrderFacts) -> Step {
    let order = order.clone();
    if let Reply::Now(step) = reply {
        return step;
    }
    if let Reply::WithBalance(then) = reply {
        return then(&balance());
    }
    if let Reply::WithOtherPerson(person, then) = reply {
        return then(&other(person));
    }
    if let Reply::WithOrderFacts(_, then) = reply {
        return then(&order);
    }
    if let Reply::WithCheckout(_, then) = reply {
        let purse = purse(PersonId::new(7), order.available);
        return then(&Checkout { order, purse });
    }
    if let Reply::WithPlans(then) = reply {
        return then(&plans());
    }
    if let Reply::WithWelcome(model, then) = reply {
        let newcomer = Some(Newcomer { gifts_left: Money::new(1_000_000) });
        let samples = shop::samples();
        return then(&WelcomeFacts { newcomer, order: model.map(|_| order), samples });
    }
    if let Reply::WithInvitations(then) = reply {
        return then(&Invitations { code: "5f0c1a2b3d".to_owned(), came: 1_000_000, paid: 1 });
    }
    if let Reply::WithHistory(page, then) = reply {
        return then(&shop::history(page));
    }
    if let Reply::WithGeneration(id, then) = reply {
        let generation = shop::generation(id);
        let showable = shop::showable(id);
        return then(&PastOrder { generation, is_repeated: false, order, showable });
    }
    if let Reply::WithReorder(id, _, then) = reply {
        let purse = purse(PersonId::new(7), order.available);
        let (generation, showable) = (shop::generation(id), shop::showable(id));
        let past = PastOrder { generation, is_repeated: false, order, showable };
        return then(&Reorder { past, purse });
    }
    told_of_payments(reply)
}

/// The same, of payments and of what admins look at.
fn told_of_payments(reply: Reply<'_>) -> Step {
    if let Reply::WithTransferDesk(_, then) = reply {
        return then(&transfers::desk());
    }
    if let Reply::WithTransferCase(id, then) = reply {
        return then(&transfers::case(id, other(PersonId::new(8))));
    }
    if let Reply::WithSuspects(then) = reply {
        return then(&Vec::new());
    }
    if let Reply::WithTransfers(then) = reply {
        return then(&transfers::list());
    }
    if let Reply::WithPayment(charge, then) = reply {
        return then(&paid::payment(&charge, purse(PersonId::new(8), Money::new(10_000))));
    }
    if let Reply::WithPayments(_, then) = reply {
        return then(&paid::list());
    }
    if let Reply::WithDay(then) = reply {
        return then(&dialogue::DayFacts::default());
    }
    if let Reply::WithUnanswered(then) = reply {
        return then(&2);
    }
    if let Reply::WithCase(number, then) = reply {
        return then(&paid::case(number));
    }
    if let Reply::WithGrowth(about) = reply {
        return growth::told(about, purse(PersonId::new(7), Money::new(10_000)));
    }
    if let Reply::WithDesk(look) = reply {
        return desk::answer(look);
    }
    if let Reply::Talk(reply) = reply {
        return talks::told(reply);
    }
    panic!("there is no example of what is looked up");
}

/// One plan that will be renewed and one that will not.
pub(crate) fn plans() -> Vec<RunningPlan> {
    let states = [("light", SubscriptionState::Active), ("pro", SubscriptionState::Canceled)];
    let plan = |(key, state)| RunningPlan {
        key: PlanKey::new(key).unwrap(),
        state,
        until: "18.12.2026".to_owned(),
        first_charge: format!("charge-of-{key}"),
    };
    states.map(plan).into()
}

/// Accounts in which everything there is has happened.
pub(crate) fn balance() -> BalanceFacts {
    let moved = |kind: &Kind| Movement {
        kind: *kind,
        change: Money::new(-123_456_789),
        at: "31.12 23:59".to_owned(),
        model: Some("z-image".to_owned()),
    };
    BalanceFacts {
        available: Money::new(123_450),
        held: Money::new(1_200),
        owed: Money::new(5),
        plans: plans(),
        // As many as are looked up.
        movements: Kind::ALL.iter().take(5).map(moved).collect(),
    }
}

/// Somebody else; whoever has an odd number was never met.
fn other(person: PersonId) -> Option<OtherPerson> {
    let other = OtherPerson {
        purse: purse(person, Money::new(10_000)),
        language: Language::Russian,
        is_reachable: false,
    };
    (person.get() % 2 == 0).then_some(other)
}

/// The accounts of somebody with so much to spend.
fn purse(person: PersonId, available: Money) -> Purse {
    let account = |id| Account { id: AccountId::new(id), balance: Money::ZERO, version: 0 };
    Purse {
        person,
        paid: Account { balance: available, ..account(1_001) },
        bonus: account(1_002),
        held: account(1_003),
        debt: account(1_004),
    }
}

/// The one screen of a step, after checking that Telegram will take it.
#[track_caller]
pub(crate) fn seen(step: &Step) -> &Screen {
    let screens: Vec<&Screen> = step
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Show(screen)
            | Effect::Say(screen)
            | Effect::Refresh(screen)
            | Effect::Amend(screen)
            | Effect::Begin(_, screen)
            | Effect::TellBanned(screen)
            | Effect::Own(OwnDeed::Send(_, screen) | OwnDeed::Leave(screen, _)) => Some(screen),
            Effect::Desk(step) => {
                check(&step.gone);
                Some(&step.done)
            }
            Effect::Tell(_, notice) => {
                check(notice);
                None
            }
            Effect::AnswerSupport(answer) => {
                check(&answer.screen);
                None
            }
            Effect::Keep(Kept::Language(_))
            | Effect::Keep(Kept::Start(_))
            | Effect::Welcome(_)
            | Effect::Keep(Kept::Reachable(_))
            | Effect::Post(_)
            | Effect::Log(_)
            | Effect::TakeBack(_)
            | Effect::Resend(..)
            | Effect::Keep(Kept::Favour(..))
            | Effect::Keep(Kept::FullQuality(_))
            | Effect::Keep(Kept::Sample(..))
            | Effect::Keep(Kept::NoSample(_))
            | Effect::SayAlbum(_)
            | Effect::Invoice(_)
            | Effect::Refund(_)
            | Effect::AskSupport(..)
            | Effect::Talk(_)
            | Effect::LetGo
            | Effect::CancelPlan(_)
            | Effect::ResumePlan(_)
            | Effect::Transfer(_)
            | Effect::Growth(_)
            | Effect::Guard(_)
            | Effect::Limited(_)
            | Effect::Forward(..) => None,
        })
        .collect();
    let [screen] = screens[..] else { panic!("not one screen: {step:?}") };
    check_words(screen);
    if !begins(step) {
        check(screen);
    }
    screen
}

/// Whether nothing but an invoice is sent, whose one button is Telegram's own; Telegram must take it.
#[track_caller]
pub(crate) fn is_invoice(step: &Step) -> bool {
    let [Effect::Invoice(offer)] = &step.effects[..] else { return false };
    let (title, description) = (&offer.words.title, &offer.words.description);
    assert!((1..=32).contains(&title.chars().count()), "{title}");
    assert!((1..=255).contains(&description.chars().count()), "{description}");
    true
}

/// Whether a generation begins; its screen is the status, which leads nowhere.
pub(crate) fn begins(step: &Step) -> bool {
    step.effects.iter().any(|effect| matches!(effect, Effect::Begin(..)))
}

/// Whether Telegram will take a screen, and a person will not be stuck on it.
#[track_caller]
pub(crate) fn check(screen: &Screen) {
    check_words(screen);
    assert!(!taps(screen).is_empty(), "a dead end: {}", screen.text.as_str());
}

/// Whether Telegram will take a screen.
#[track_caller]
pub(crate) fn check_words(screen: &Screen) {
    let shown = strict::parse(screen.text.as_str()).unwrap_or_else(|fault| {
        panic!("{fault}: {}", screen.text.as_str());
    });
    let units = shown.encode_utf16().count();
    assert!((1..=4096).contains(&units), "{units} units");
    assert_eq!(units, screen.text.units(), "our own count is Telegram's");
    assert!(!shown.trim().is_empty());
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
    assert!(screen.keyboard.len() <= 16, "too many rows: {}", screen.keyboard.len());
    for row in &screen.keyboard {
        assert!((1..=3).contains(&row.len()), "{row:?}");
        // A button alone in its row has more room.
        let most = if row.len() == 1 { 44 } else { 30 };
        for button in row {
            let length = button.text.chars().count();
            assert!((1..=most).contains(&length), "{}", button.text);
            assert!(!button.text.contains("-button-"), "a missing text: {}", button.text);
        }
    }
    for tap in taps(screen) {
        let data = tap.encode();
        assert!((1..=64).contains(&data.len()), "{data}");
        assert_eq!(Tap::decode(&data), Some(tap));
    }
}

/// What the buttons of a screen tell the bot.
pub(crate) fn taps(screen: &Screen) -> Vec<Tap> {
    let presses = screen.keyboard.iter().flatten().map(|button| &button.press);
    presses
        .filter_map(|press| match press {
            Press::Data(tap) => Some(tap.clone()),
            Press::Inline(words) => {
                assert!(words.chars().count() <= 256, "{words}");
                None
            }
            Press::Link(address) => {
                assert!(address.starts_with("https://t.me/"), "{address}");
                None
            }
        })
        .collect()
}
