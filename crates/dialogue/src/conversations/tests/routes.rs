//! Every command, every button and every kind of message reaches its conversation.
//!
//! Each is told by words that no other conversation says. A button without its line in the table does not
//! compile; a command without its line, or a line that leads elsewhere, fails here.

use domain::catalogue::{Kind, ModelKey};
use domain::offers::PlanKey;
use domain::promo::PromoCode;
use domain::stats::Span;
use domain::{BroadcastId, GenerationId, Language, TransferId};

use crate::conversations::COMMANDS;
use crate::conversations::menu::Section;
use crate::event::{Action, MediaKind, Sent};
use crate::example::{Somebody, correction, sent, text_of};
use crate::scene::Role;
use crate::state::{Mark, State};
use crate::tap::{
    AdminTap, Bill, BroadcastTap, Craft, GenerationAction, GrowthTap, OwnTap, TalkTap, Tap,
    TransferTap,
};

/// Every command of the contract, and how its answer begins.
const COMMANDS_OF_THE_CONTRACT: &[(&str, &str)] = &[
    ("start", "Hello, <b>Ann</b>!"),
    ("menu", "<b>Main menu</b>"),
    ("models", "<b>All models</b>"),
    ("best", "<b>The best</b>"),
    ("search", "<b>Search</b>"),
    ("balance", "<b>Balance</b>"),
    ("topup", "<b>Top up</b>"),
    ("subscribe", "<b>Plans</b>"),
    ("history", "<b>History</b>"),
    ("free", "<b>Free</b>"),
    ("settings", "<b>Settings</b>"),
    ("language", "<b>Language</b>"),
    ("help", "<b>How it works</b>"),
    ("cancel", "There is nothing to cancel"),
    ("support", "<b>Support</b>"),
    ("paysupport", "<b>A question about a payment</b>"),
    ("terms", "<b>Terms</b>"),
    ("privacy", "<b>Your data</b>"),
    ("generate", "Write it like this: <code>/generate"),
    ("invite", "<b>Invite a friend</b>"),
    ("promo", "<b>Promo code</b>"),
    ("my_data", "You've just asked for it."),
    ("delete_me", "<b>Delete everything?</b>"),
    ("admin", "<b>Admin commands</b>"),
];

fn key() -> ModelKey {
    ModelKey::new("kling-26-t2v").unwrap()
}

fn plan() -> PlanKey {
    PlanKey::new("light").unwrap()
}

/// What the answer to a button says, and nothing else does.
fn words(tap: &Tap) -> &'static str {
    match tap {
        Tap::Home => "<b>Main menu</b>",
        Tap::Section(Section::Image) => "<b>Images</b>",
        Tap::Section(Section::Video) => "<b>Video</b>",
        Tap::Section(Section::Sound) => "<b>Sound and music</b>",
        Tap::Section(Section::Tools) => "<b>Tools</b>",
        Tap::Section(Section::Balance) => "<b>Balance</b>",
        Tap::Section(Section::History) => "<b>History</b>",
        Tap::Section(Section::Free) => "<b>Free</b>",
        Tap::Help => "<b>How it works</b>",
        Tap::Support => "<b>Support</b>",
        Tap::PaySupport => "<b>A question about a payment</b>",
        Tap::Terms => "<b>Terms</b>",
        Tap::Privacy => "<b>Your data</b>",
        Tap::Own(OwnTap::Data) => "You've just asked for it.",
        Tap::Own(OwnTap::Leave) => "<b>Delete everything?</b>",
        Tap::Own(OwnTap::LeaveNow) => "<b>Deleted.</b>",
        Tap::Settings => "in full quality: <b>off</b>",
        Tap::FullQuality(_) => "in full quality: <b>on</b>",
        Tap::Languages => "<b>Language</b>",
        Tap::Choose(_) => "we speak English now",
        Tap::Offer(..) | Tap::OfferAgain(_) => "<b>Z-Image</b>",
        Tap::Others(..) => "<b>Which model should paint it?</b>",
        Tap::Wish(_) => "A ginger cat in a space suit",
        Tap::Use(..) => "<blockquote>a cat</blockquote>\nAspect ratio: <b>1:1</b>",
        Tap::Start(..) => "In the queue",
        Tap::FileModels(_) => "What shall I do?",
        Tap::Confirm(_) => "The notice to the person is on its way",
        Tap::Refrain(_) => "Cancelled. Nothing was changed.",
        Tap::Models(..) => "<b>Video from words</b>, page 1",
        Tap::Kinds => "<b>All models</b>",
        Tap::Best => "<b>The best</b>",
        Tap::Trending => "<b>Trending this week</b>",
        Tap::Search => "<b>Search</b>",
        Tap::Model(_) => "You can begin with an example:",
        Tap::Favour(..) => "You can begin with an example:",
        Tap::Order(_) => "Describe in words",
        Tap::Example(..) => "<blockquote>An owl leaves its branch",
        Tap::Answer(..) => "Length: <b>10 s</b>",
        Tap::Skip(..) => "That button belonged to an earlier step",
        Tap::Enough(..) => "Aspect ratio: <b>1:1</b>",
        Tap::Change(..) => "Now:\n<blockquote>a cat</blockquote>",
        Tap::Former(..) => "belonged to an earlier step",
        Tap::Go(_) => "In the queue.",
        Tap::Discard => "All right, cancelled.",
        Tap::Generation(..) | Tap::Job(_) => "There is no such order among yours",
        Tap::Past(_) => "there is nothing further back",
        Tap::TopUp => "<b>Top up</b>",
        Tap::NameStars => "How many Stars?",
        Tap::Pay(Bill::Plan(_), _) => "One moment, the link is coming.",
        Tap::Pay(..) => "That one is no longer sold.",
        Tap::Plans => "<b>Plans</b>",
        Tap::EndPlan(_) | Tap::CancelPlan(_) | Tap::ResumePlan(_) => {
            "That plan isn't running any more."
        }
        other => words_of_others(other),
    }
}

/// The same for what is said with operators, how the bot grows and what is held of people.
fn words_of_others(tap: &Tap) -> &'static str {
    match tap {
        Tap::Transfer(TransferTap::Open) => "How much would you like to transfer?",
        Tap::Transfer(TransferTap::Withdraw(_)) => "This transfer no longer waits for a receipt.",
        Tap::Admin(AdminTap::Model(_)) => "Key: <code>kling-26-t2v</code>",
        Tap::Admin(_) => "<b>Admin commands</b>",
        Tap::Transfer(_) => "There is no bank transfer with that reference.",
        Tap::Growth(GrowthTap::Joined(_)) => "In the queue.",
        Tap::Growth(GrowthTap::Promos) => "<b>Promo codes</b>: there are none yet.",
        Tap::Growth(GrowthTap::Promo(_) | GrowthTap::EndPromo(_)) => "There is no code",
        Tap::Growth(GrowthTap::Campaigns) => "<b>Campaigns</b>: nobody",
        Tap::Growth(GrowthTap::Stats(_)) => "The last",
        Tap::Talk(TalkTap::News(_)) => "News: <b>off</b>",
        Tap::Talk(TalkTap::StopNews) => "no more news from me",
        Tap::Talk(TalkTap::Cases) => "There are no open questions.",
        Tap::Talk(TalkTap::Case(_) | TalkTap::CloseCase(_)) => "There is no question no. 17",
        Tap::Talk(TalkTap::Broadcasts) => "<b>Broadcasts</b>",
        Tap::Talk(TalkTap::NewBroadcast) => "Send the text.",
        Tap::Talk(TalkTap::Broadcast(..)) => "<b>Broadcast 2</b>, going out",
        other => panic!("{other:?} has no words"),
    }
}

#[test]
fn every_command_of_the_contract_has_its_conversation() {
    let admin = Somebody::admin(Language::English);

    for (command, words) in COMMANDS_OF_THE_CONTRACT {
        let step = admin.says(&format!("/{command}"));
        // An emoji before the title is for the eye.
        let is_emoji = |c: char| !c.is_ascii() || c == ' ';
        let text = text_of(&step).trim_start_matches(is_emoji);
        assert!(text.starts_with(words), "/{command}: {text}");
    }
    let hidden = COMMANDS.iter().filter(|command| command.role == Role::Admin);
    assert_eq!(hidden.map(|command| command.word).collect::<Vec<_>>(), ["admin"]);
}

#[test]
fn every_button_has_its_conversation() {
    let idle = Somebody::admin(Language::English);
    let texted = Somebody::with_text(Language::English, "a cat");
    let State::OfferedPrompt(prompt) = &texted.state else { panic!("{:?}", texted.state) };
    let question = correction("8 10 why", 1);
    let asked = Somebody { state: State::Adjusting(question.clone()), ..idle.clone() };
    let ordering = idle.after(&idle.taps(Tap::Order(key())));
    let ordered = ordering.after(&ordering.says("a cat"));
    let State::Ordering(draft) = &ordered.state else { panic!("{:?}", ordered.state) };
    let input = || "prompt".to_owned();
    let photo = Sent { pixels: Some((640, 480)), ..sent(MediaKind::Photo, "p") };
    let filed = idle.after(&idle.sends(photo));
    let State::OfferedFiles(offer) = &filed.state else { panic!("{:?}", filed.state) };
    let (upscaler, quote) = offer.quotes.last().unwrap();

    for (somebody, tap) in [
        (&idle, Tap::Home),
        (&idle, Tap::Growth(GrowthTap::Promo(PromoCode::read("SPRING").unwrap()))),
        (&idle, Tap::Growth(GrowthTap::EndPromo(PromoCode::read("SPRING").unwrap()))),
        (&idle, Tap::Admin(AdminTap::Menu)),
        (&idle, Tap::Admin(AdminTap::Model(key()))),
        (&idle, Tap::Help),
        (&idle, Tap::Support),
        (&idle, Tap::PaySupport),
        (&idle, Tap::Terms),
        (&idle, Tap::Privacy),
        (&idle, Tap::Settings),
        (&idle, Tap::FullQuality(true)),
        (&idle, Tap::Languages),
        (&idle, Tap::Choose(Language::English)),
        (&texted, Tap::Offer(Craft::Image, prompt.mark())),
        (&texted, Tap::OfferAgain(prompt.mark())),
        (&texted, Tap::Others(Craft::Image, prompt.mark())),
        (&idle, Tap::Wish(0)),
        (&filed, Tap::Start(upscaler.clone(), quote.mark())),
        (&filed, Tap::FileModels(Mark::of_files(&offer.files))),
        (&texted, Tap::Use(key(), prompt.mark())),
        (&asked, Tap::Confirm(question.mark())),
        (&asked, Tap::Refrain(question.mark())),
        (&idle, Tap::Models(Kind::TextToVideo, 0)),
        (&idle, Tap::Kinds),
        (&idle, Tap::Best),
        (&idle, Tap::Trending),
        (&idle, Tap::Search),
        (&idle, Tap::Model(key())),
        (&idle, Tap::Favour(key(), true)),
        (&idle, Tap::Order(key())),
        (&idle, Tap::Example(key(), 0)),
        (&ordered, Tap::Answer(key(), "duration".to_owned(), "10".to_owned())),
        (&ordered, Tap::Skip(key(), input())),
        (&ordered, Tap::Enough(key(), input())),
        (&ordered, Tap::Change(key(), input())),
        (&ordered, Tap::Former(key(), input())),
        (&ordered, Tap::Go(draft.quote.unwrap().mark())),
        (&ordered, Tap::Discard),
        (&idle, Tap::Generation(GenerationId::new(17), GenerationAction::Receipt)),
        (&idle, Tap::Past(3)),
        (&idle, Tap::Talk(TalkTap::News(false))),
        (&idle, Tap::Talk(TalkTap::StopNews)),
        (&idle, Tap::Talk(TalkTap::Cases)),
        (&idle, Tap::Talk(TalkTap::Case(17))),
        (&idle, Tap::Talk(TalkTap::CloseCase(17))),
        (&idle, Tap::Talk(TalkTap::Broadcasts)),
        (&idle, Tap::Talk(TalkTap::NewBroadcast)),
        (&idle, Tap::Talk(TalkTap::Broadcast(BroadcastId::new(2), BroadcastTap::Look))),
    ] {
        answers_as_it_says(somebody, &tap);
    }
}

#[test]
fn every_button_about_money_has_its_conversation() {
    let admin = with_transfers();
    let number = TransferId::new(17);
    for tap in [
        Tap::TopUp,
        Tap::Growth(GrowthTap::Campaigns),
        Tap::Growth(GrowthTap::Stats(Span::Day)),
        Tap::Growth(GrowthTap::Promos),
        Tap::NameStars,
        Tap::Pay(Bill::Stars(0), None),
        Tap::Pay(Bill::Plan(plan()), None),
        Tap::Plans,
        Tap::EndPlan(plan()),
        Tap::CancelPlan(plan()),
        Tap::ResumePlan(plan()),
        Tap::Transfer(TransferTap::Open),
        Tap::Transfer(TransferTap::Withdraw(number)),
        Tap::Transfer(TransferTap::Look(number)),
        Tap::Transfer(TransferTap::Approve(number)),
        Tap::Transfer(TransferTap::Refuse(number)),
    ] {
        answers_as_it_says(&admin, &tap);
    }
}

/// An admin of a bot that takes bank transfers.
fn with_transfers() -> Somebody {
    let mut admin = Somebody::admin(Language::English);
    admin.bot.transfer = Some("Bank".to_owned());
    admin
}

#[test]
fn every_section_has_its_conversation() {
    let idle = Somebody::new(Language::English);
    for section in Section::ALL {
        answers_as_it_says(&idle, &Tap::Section(section));
    }
}

fn answers_as_it_says(somebody: &Somebody, tap: &Tap) {
    let step = somebody.taps(tap.clone());
    assert!(text_of(&step).contains(words(tap)), "{tap:?}: {}", text_of(&step));
}

#[test]
fn every_kind_of_message_has_its_conversation_in_every_state() {
    let idle = Somebody::new(Language::English);
    let ordering = idle.after(&idle.taps(Tap::Order(key())));
    let searching = Somebody { state: State::Searching, ..idle.clone() };
    let said = || Action::Said("a cat".to_owned());
    let file = || Action::SentText("a cat".to_owned());
    let photo = || Action::SentMedia(sent(MediaKind::Photo, "p"));

    for (somebody, action, words) in [
        (&idle, said(), "<b>Z-Image</b>"),
        (&ordering, said(), "Aspect ratio: <b>1:1</b>"),
        (&searching, said(), "I found nothing for “a cat”"),
        (&idle, file(), "<b>Z-Image</b>"),
        (&ordering, file(), "Aspect ratio: <b>1:1</b>"),
        (&searching, file(), "<b>Z-Image</b>"),
        (&idle, photo(), "Got your photo."),
        (&ordering, photo(), "Got your photo."),
        (&searching, photo(), "Got your photo."),
        (&idle, Action::SentMedia(sent(MediaKind::Sticker, "s")), "Nice sticker!"),
        (&idle, Action::Other, "I can't read that kind of message"),
        (&idle, Action::Said("/nonsense".to_owned()), "I don't know that command"),
    ] {
        let step = somebody.does(action.clone());
        assert!(text_of(&step).contains(words), "{action:?}: {}", text_of(&step));
    }
}
