//! What a button carries: a closed list, written and read in one place.
//!
//! Telegram takes at most [`MAX_BYTES`] bytes, and gives back whatever a client sends: data of an
//! older release, or made up. Reading is therefore strict. What is not exactly what we write is
//! `None`, and the person gets a fresh menu.

use domain::catalogue::{Kind, ModelKey};
use domain::offers::PlanKey;
use domain::{GenerationId, Language};

use crate::conversations::menu::Section;
use crate::scene::Role;
use crate::state::Mark;

mod action;
mod admin;
mod bill;
mod craft;
mod growth;
mod job;
mod marked;
mod own;
mod talk;
mod transfer;

pub use action::GenerationAction;
pub use admin::{AdminTap, DeadKey, PersonPage};
pub use bill::Bill;
pub use craft::Craft;
pub use growth::GrowthTap;
pub use job::JobTap;
pub use own::OwnTap;
pub use talk::{BroadcastTap, TalkTap};
pub use transfer::TransferTap;

use marked::{decode_mark, decode_marked};

/// What Telegram takes as the data of a button.
pub const MAX_BYTES: usize = 64;

/// What a button says to us.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tap {
    /// To the main menu.
    Home,
    /// Into a section of the menu.
    Section(Section),
    /// To the help page.
    Help,
    /// To the ways to reach a human.
    Support,
    /// To write about a payment.
    PaySupport,
    /// To the terms of use.
    Terms,
    /// To what we keep of a person.
    Privacy,
    /// To the settings.
    Settings,
    /// To the choice of languages.
    Languages,
    /// This language, please.
    Choose(Language),
    /// Make this of the text with that mark.
    Offer(Craft, Mark),
    /// Back to the offer for the text with that mark.
    OfferAgain(Mark),
    /// Other models that make this of the text with that mark.
    Others(Craft, Mark),
    /// The wish of this number from the greeting.
    Wish(u8),
    /// Make the correction with that mark.
    Confirm(Mark),
    /// Do not make the correction with that mark.
    Refrain(Mark),
    /// The models of a kind, from this page on.
    Models(Kind, u8),
    /// Every kind of model.
    Kinds,
    /// The models that are chosen most.
    Best,
    /// The models that are chosen more and more.
    Trending,
    /// Look for a model by words.
    Search,
    /// The card of a model.
    Model(ModelKey),
    /// Keep a model among the favourites, or no longer.
    Favour(ModelKey, bool),
    /// Begin an order for a model.
    Order(ModelKey),
    /// Begin an order with the example of this number as its words.
    Example(ModelKey, u8),
    /// This value for that input of a model.
    Answer(ModelKey, String, String),
    /// Nothing for that input.
    Skip(ModelKey, String),
    /// Those were all files for that input.
    Enough(ModelKey, String),
    /// Ask that input again.
    Change(ModelKey, String),
    /// Make what was quoted under that mark.
    Go(Mark),
    /// Put the order away.
    Discard,
    /// The words that the present ones took the place of, for that input.
    Former(ModelKey, String),
    /// Use what was sent with that mark for a model.
    Use(ModelKey, Mark),
    /// Begin at once with a model what was offered for the files with that mark.
    Start(ModelKey, Mark),
    /// All models that can use the files with that mark.
    FileModels(Mark),
    /// Something about a generation.
    Generation(GenerationId, GenerationAction),
    /// The same with something said along.
    Job(JobTap),
    /// What was made before, from this page on.
    Past(u16),
    /// Whether files come as they were made.
    FullQuality(bool),
    /// To the ways to top up.
    TopUp,
    /// Ask how many Stars.
    NameStars,
    /// An invoice for this; with a mark, for the order with that quote.
    Pay(Bill, Option<Mark>),
    /// To the plans.
    Plans,
    /// Whether a plan is really to end.
    EndPlan(PlanKey),
    /// It is.
    CancelPlan(PlanKey),
    /// It is not to end after all.
    ResumePlan(PlanKey),
    /// Something about a bank transfer.
    Transfer(TransferTap),
    /// Something about promo codes, the channel, campaigns or numbers.
    Growth(GrowthTap),
    /// Something that an admin looks at or does.
    Admin(AdminTap),
    /// Something about what is said between people and operators.
    Talk(TalkTap),
    /// Something about what is held of the person.
    Own(OwnTap),
}

impl Tap {
    /// Who may tap it; to anybody else it is a button that is not there.
    pub const fn role(&self) -> Role {
        match self {
            Self::Admin(_)
            | Self::Confirm(_)
            | Self::Refrain(_)
            | Self::Generation(_, GenerationAction::Sample | GenerationAction::Unsample)
            | Self::Transfer(
                TransferTap::Look(_) | TransferTap::Approve(_) | TransferTap::Refuse(_),
            ) => Role::Admin,
            Self::Growth(tap) => tap.role(),
            Self::Talk(tap) => tap.role(),
            _ => Role::Person,
        }
    }

    /// The data of the button.
    pub fn encode(&self) -> String {
        let data = match self {
            Self::Home => "menu:home".to_owned(),
            Self::Section(section) => format!("menu:{}", section.word()),
            Self::Help => "menu:help".to_owned(),
            Self::Support => "help:support".to_owned(),
            Self::PaySupport => "help:paysupport".to_owned(),
            Self::Terms => "help:terms".to_owned(),
            Self::Privacy => "help:privacy".to_owned(),
            Self::Settings => "settings:open".to_owned(),
            Self::Languages => "settings:languages".to_owned(),
            Self::Choose(language) => format!("language:{}", language.code()),
            Self::Offer(craft, mark) => format!("offer:{}:{:08x}", craft.word(), mark.get()),
            Self::OfferAgain(mark) => format!("offer:again:{:08x}", mark.get()),
            Self::Others(craft, mark) => format!("others:{}:{:08x}", craft.word(), mark.get()),
            Self::Wish(number) => format!("wish:{number}"),
            Self::Confirm(mark) => format!("adjust:confirm:{:08x}", mark.get()),
            Self::Refrain(mark) => format!("adjust:cancel:{:08x}", mark.get()),
            Self::Models(kind, page) => format!("list:{}:{page}", kind.word()),
            Self::Kinds => "menu:kinds".to_owned(),
            Self::Best => "menu:best".to_owned(),
            Self::Trending => "menu:trending".to_owned(),
            Self::Search => "menu:search".to_owned(),
            Self::Model(key) => format!("model:{key}"),
            Self::Favour(key, true) => format!("like:{key}"),
            Self::Favour(key, false) => format!("unlike:{key}"),
            Self::Order(key) => format!("order:{key}"),
            Self::Example(key, number) => format!("example:{key}:{number}"),
            Self::Answer(key, input, value) => format!("o:{key}:{input}:{value}"),
            Self::Skip(key, input) => format!("skip:{key}:{input}"),
            Self::Enough(key, input) => format!("enough:{key}:{input}"),
            Self::Change(key, input) => format!("change:{key}:{input}"),
            Self::Go(mark) => format!("go:{:08x}", mark.get()),
            Self::Discard => "menu:discard".to_owned(),
            Self::Former(key, input) => format!("former:{key}:{input}"),
            Self::Use(key, mark) => format!("use:{key}:{:08x}", mark.get()),
            Self::Start(key, mark) => format!("start:{key}:{:08x}", mark.get()),
            Self::FileModels(mark) => format!("files:{:08x}", mark.get()),
            Self::Generation(id, action) => format!("job:{}:{id}", action.word()),
            Self::Job(tap) => tap.encode(),
            Self::Past(page) => format!("past:{page}"),
            Self::FullQuality(true) => "settings:files".to_owned(),
            Self::FullQuality(false) => "settings:no-files".to_owned(),
            Self::TopUp => "pay:open".to_owned(),
            Self::NameStars => "pay:stars".to_owned(),
            Self::Pay(bill, None) => format!("bill:{}", bill.encode()),
            Self::Pay(bill, Some(mark)) => format!("for:{:08x}:{}", mark.get(), bill.encode()),
            Self::Plans => "pay:plans".to_owned(),
            Self::EndPlan(key) => format!("plan:end:{key}"),
            Self::CancelPlan(key) => format!("plan:cancel:{key}"),
            Self::ResumePlan(key) => format!("plan:resume:{key}"),
            Self::Transfer(tap) => tap.encode(),
            Self::Growth(tap) => tap.encode(),
            Self::Admin(tap) => tap.encode(),
            Self::Talk(tap) => tap.encode(),
            Self::Own(tap) => tap.encode(),
        };
        debug_assert!(data.len() <= MAX_BYTES, "{data} does not fit on a button");
        data
    }

    /// The meaning of data, if it is exactly what we write.
    pub fn decode(data: &str) -> Option<Self> {
        let (subject, detail) = data.split_once(':').filter(|_| data.len() <= MAX_BYTES)?;
        match (subject, detail) {
            ("menu", "home") => Some(Self::Home),
            ("menu", "help") => Some(Self::Help),
            ("menu", "kinds") => Some(Self::Kinds),
            ("menu", "best") => Some(Self::Best),
            ("menu", "trending") => Some(Self::Trending),
            ("menu", "search") => Some(Self::Search),
            ("menu", "discard") => Some(Self::Discard),
            ("menu", word) => {
                Section::ALL.into_iter().find(|one| one.word() == word).map(Self::Section)
            }
            ("help", "support") => Some(Self::Support),
            ("help", "paysupport") => Some(Self::PaySupport),
            ("help", "terms") => Some(Self::Terms),
            ("help", "privacy") => Some(Self::Privacy),
            ("settings", "open") => Some(Self::Settings),
            ("settings", "languages") => Some(Self::Languages),
            ("settings", "files") => Some(Self::FullQuality(true)),
            ("settings", "no-files") => Some(Self::FullQuality(false)),
            ("language", code) => Language::from_code(code).map(Self::Choose),
            ("offer", offer) => decode_offer(offer),
            ("others", offer) => {
                let (word, mark) = decode_marked(offer)?;
                Some(Self::Others(Craft::from_word(word)?, mark))
            }
            ("wish", wanted) => number(wanted).map(Self::Wish),
            ("adjust", answer) => match decode_marked(answer)? {
                ("confirm", mark) => Some(Self::Confirm(mark)),
                ("cancel", mark) => Some(Self::Refrain(mark)),
                _ => None,
            },
            ("adm", detail) => AdminTap::decode(detail),
            _ => JobTap::decode(subject, detail)
                .map(Self::Job)
                .or_else(|| decode_order(subject, detail))
                .or_else(|| job::decode_generation(subject, detail))
                .or_else(|| decode_pay(subject, detail))
                .or_else(|| GrowthTap::decode(subject, detail))
                .or_else(|| TalkTap::decode(subject, detail))
                .or_else(|| OwnTap::decode(subject, detail).map(Self::Own)),
        }
    }
}

/// What is about models and orders.
fn decode_order(subject: &str, detail: &str) -> Option<Tap> {
    let key = ModelKey::new;
    let (first, rest) = detail.split_once(':').unwrap_or((detail, ""));
    let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    match subject {
        "list" => Some(Tap::Models(Kind::from_word(first)?, number(rest)?)),
        "model" => Some(Tap::Model(key(detail)?)),
        "like" => Some(Tap::Favour(key(detail)?, true)),
        "unlike" => Some(Tap::Favour(key(detail)?, false)),
        "order" => Some(Tap::Order(key(detail)?)),
        "example" => Some(Tap::Example(key(first)?, number(rest)?)),
        "o" => {
            let (input, value) = rest.split_once(':')?;
            Some(Tap::Answer(key(first)?, named(input)?, value.to_owned()))
        }
        "skip" => Some(Tap::Skip(key(first)?, named(rest)?)),
        "enough" => Some(Tap::Enough(key(first)?, named(rest)?)),
        "change" => Some(Tap::Change(key(first)?, named(rest)?)),
        "go" => Some(Tap::Go(decode_mark(detail)?)),
        "former" => Some(Tap::Former(key(first)?, named(rest)?)),
        "use" => Some(Tap::Use(key(first)?, decode_mark(rest)?)),
        "start" => Some(Tap::Start(key(first)?, decode_mark(rest)?)),
        "files" => Some(Tap::FileModels(decode_mark(detail)?)),
        _ => None,
    }
}

/// What is about money.
fn decode_pay(subject: &str, detail: &str) -> Option<Tap> {
    match (subject, detail) {
        ("pay", "open") => Some(Tap::TopUp),
        ("pay", "stars") => Some(Tap::NameStars),
        ("pay", "plans") => Some(Tap::Plans),
        ("transfer", detail) => TransferTap::decode(detail),
        ("bill", bill) => Some(Tap::Pay(Bill::decode(bill)?, None)),
        ("for", wanted) => {
            let (mark, bill) = wanted.split_once(':')?;
            Some(Tap::Pay(Bill::decode(bill)?, Some(decode_mark(mark)?)))
        }
        ("plan", wanted) => {
            let (word, key) = wanted.split_once(':')?;
            let key = PlanKey::new(key)?;
            match word {
                "end" => Some(Tap::EndPlan(key)),
                "cancel" => Some(Tap::CancelPlan(key)),
                "resume" => Some(Tap::ResumePlan(key)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A number, if it is exactly as we write it.
fn number<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

fn decode_offer(offer: &str) -> Option<Tap> {
    let (word, mark) = decode_marked(offer)?;
    if word == "again" {
        return Some(Tap::OfferAgain(mark));
    }
    Some(Tap::Offer(Craft::from_word(word)?, mark))
}

#[cfg(test)]
mod tests;
