//! What a button carries comes back as it was, and nothing else is read.

use domain::catalogue::{Kind, ModelKey};
use domain::offers::{PackKey, PlanKey};
use domain::promo::PromoCode;
use domain::stats::Span;
use domain::{GenerationId, Language, Money, TransferId};
use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};

use super::{
    Bill, Craft, GenerationAction, GrowthTap, JobTap, MAX_BYTES, OwnTap, Tap, TransferTap,
};
use crate::conversations::menu::Section;
use crate::example::random;
use crate::state::Mark;

fn taps() -> impl Strategy<Value = Tap> {
    let plain = vec![
        Tap::Home,
        Tap::Help,
        Tap::Support,
        Tap::Terms,
        Tap::Privacy,
        Tap::Settings,
        Tap::Languages,
        Tap::Kinds,
        Tap::Best,
        Tap::Trending,
        Tap::Search,
        Tap::Discard,
        Tap::FullQuality(true),
        Tap::FullQuality(false),
        Tap::TopUp,
        Tap::NameStars,
        Tap::Plans,
        Tap::Own(OwnTap::Data),
        Tap::Own(OwnTap::Leave),
        Tap::Own(OwnTap::LeaveNow),
    ];
    let mark = any::<u32>().prop_map(Mark::new);
    prop_oneof![
        prop::sample::select(plain),
        prop::sample::select(&Section::ALL[..]).prop_map(Tap::Section),
        prop::sample::select(&Language::ALL[..]).prop_map(Tap::Choose),
        (prop::sample::select(&Craft::ALL[..]), mark.clone())
            .prop_map(|(craft, mark)| Tap::Offer(craft, mark)),
        mark.clone().prop_map(Tap::OfferAgain),
        mark.clone().prop_map(Tap::Confirm),
        mark.clone().prop_map(Tap::Refrain),
        mark.clone().prop_map(Tap::Go),
        prop_oneof![about_models(), about_money()],
        (key(), mark).prop_map(|(key, mark)| Tap::Use(key, mark)),
        (1..=i64::MAX, prop::sample::select(&GenerationAction::ALL[..]))
            .prop_map(|(id, action)| Tap::Generation(GenerationId::new(id), action)),
        any::<u16>().prop_map(Tap::Past),
        about_jobs(),
        about_growth(),
    ]
}

fn about_growth() -> impl Strategy<Value = Tap> {
    let code = "[A-Z0-9-]{3,24}".prop_map(|code| PromoCode::read(&code).unwrap());
    prop_oneof![
        any::<u32>().prop_map(|mark| GrowthTap::Joined(Mark::new(mark))),
        code.clone().prop_map(GrowthTap::Promo),
        code.prop_map(GrowthTap::EndPromo),
        prop::sample::select(&Span::ALL[..]).prop_map(GrowthTap::Stats),
        Just(GrowthTap::Promos),
        Just(GrowthTap::Campaigns),
    ]
    .prop_map(Tap::Growth)
}

fn about_jobs() -> impl Strategy<Value = Tap> {
    let id = || (1..=i64::MAX).prop_map(GenerationId::new);
    let price = (0..=i64::MAX).prop_map(Money::new);
    prop_oneof![
        (id(), price).prop_map(|(id, price)| Tap::Job(JobTap::Vary(id, price))),
        (id(), key()).prop_map(|(id, key)| Tap::Job(JobTap::Instead(id, key))),
        id().prop_map(|id| Tap::Job(JobTap::Recall(id))),
    ]
}

fn key() -> impl Strategy<Value = ModelKey> {
    "[a-z0-9-]{2,24}".prop_filter_map("a key", |text| ModelKey::new(&text))
}

fn about_money() -> impl Strategy<Value = Tap> {
    let plan = "[a-z0-9-]{2,24}".prop_filter_map("a plan", |text| PlanKey::new(&text));
    let pack = "[a-z0-9-]{2,24}".prop_filter_map("a pack", |text| PackKey::new(&text));
    let bill = prop_oneof![
        pack.prop_map(Bill::Pack),
        any::<u32>().prop_map(Bill::Stars),
        plan.clone().prop_map(Bill::Plan),
    ];
    let mark = prop::option::of(any::<u32>().prop_map(Mark::new));
    prop_oneof![
        (bill, mark).prop_map(|(bill, mark)| Tap::Pay(bill, mark)),
        plan.clone().prop_map(Tap::EndPlan),
        plan.clone().prop_map(Tap::CancelPlan),
        plan.prop_map(Tap::ResumePlan),
        about_transfers().prop_map(Tap::Transfer),
    ]
}

fn about_transfers() -> impl Strategy<Value = TransferTap> {
    let id = (1..=i64::MAX).prop_map(TransferId::new);
    prop_oneof![
        Just(TransferTap::Open),
        id.clone().prop_map(TransferTap::Withdraw),
        id.clone().prop_map(TransferTap::Look),
        id.clone().prop_map(TransferTap::Approve),
        id.prop_map(TransferTap::Refuse),
    ]
}

fn about_models() -> impl Strategy<Value = Tap> {
    // As long as the longest that the catalogue allows: key, input and value share a button.
    let (input, value) = ("[a-zA-Z_]{1,20}", "[a-z0-9:._ -]{0,14}");
    prop_oneof![
        (prop::sample::select(Kind::ALL), any::<u8>())
            .prop_map(|(kind, page)| Tap::Models(kind, page)),
        key().prop_map(Tap::Model),
        (key(), any::<bool>()).prop_map(|(key, kept)| Tap::Favour(key, kept)),
        key().prop_map(Tap::Order),
        (key(), any::<u8>()).prop_map(|(key, number)| Tap::Example(key, number)),
        (key(), input, value).prop_map(|(key, input, value)| Tap::Answer(key, input, value)),
        (key(), input).prop_map(|(key, input)| Tap::Skip(key, input)),
        (key(), input).prop_map(|(key, input)| Tap::Enough(key, input)),
        (key(), input).prop_map(|(key, input)| Tap::Change(key, input)),
    ]
}

/// Data that begins like ours, so that the reader gets beyond the first colon.
fn data() -> impl Strategy<Value = String> {
    let beginning = prop_oneof![
        Just(""),
        Just("menu:"),
        Just("help:"),
        Just("settings:"),
        Just("language:"),
        Just("offer:"),
        Just("offer:image:"),
        Just("offer:again:"),
        Just("adjust:"),
        Just("adjust:confirm:"),
        Just("adjust:cancel:"),
        Just("list:music:"),
        Just("model:"),
        Just("example:z-image:"),
        Just("o:z-image:"),
        Just("skip:z-image:"),
        Just("go:"),
        Just("use:z-image:"),
        Just("job:again:"),
        Just("past:"),
        Just("transfer:"),
        Just("transfer:approve:"),
    ];
    let end = prop_oneof![
        "[0-9+-]{1,4}".boxed(),
        "[a-z]{0,9}:[a-z0-9]{0,60}".boxed(),
        any::<String>(),
        "[0-9a-f]{7,9}".boxed(),
        "[0-9a-fA-F]{8}".boxed(),
        "[0-9a-f+-]{8}".boxed(),
    ];
    (beginning, end).prop_map(|(beginning, end)| format!("{beginning}{end}"))
}

proptest! {
    #![proptest_config(random())]

    #[test]
    fn every_tap_fits_on_a_button_and_comes_back_as_it_was(tap in taps()) {
        let data = tap.encode();

        assert!(data.len() <= MAX_BYTES);
        assert_eq!(Tap::decode(&data), Some(tap));
    }

    #[test]
    fn whatever_is_read_is_exactly_what_we_write(data in data()) {
        if let Some(tap) = Tap::decode(&data) {
            assert_eq!(tap.encode(), data);
        }
    }

    #[test]
    fn no_bytes_at_all_make_the_reader_fall(bytes in any::<Vec<u8>>()) {
        let data = String::from_utf8_lossy(&bytes);

        assert_eq!(Tap::decode(&data).filter(|tap| tap.encode() != data), None);
    }
}

#[test]
fn a_mark_is_read_only_as_it_is_written() {
    assert!(Tap::decode("offer:image:0000abcd").is_some());
    for mark in ["abcd", "0000ABCD", "+000abcd", "00000abcd", "0000abcg", ""] {
        assert_eq!(Tap::decode(&format!("offer:image:{mark}")), None, "{mark}");
        assert_eq!(Tap::decode(&format!("offer:again:{mark}")), None, "{mark}");
        assert_eq!(Tap::decode(&format!("adjust:confirm:{mark}")), None, "{mark}");
    }
}

#[test]
fn the_menu_is_tapped_as_the_contract_says() {
    let words = ["image", "video", "sound", "tools", "balance", "history", "free"];
    assert_eq!(
        Section::ALL.map(|section| Tap::Section(section).encode()),
        words.map(|word| format!("menu:{word}"))
    );
    assert_eq!(Tap::Help.encode(), "menu:help");
    assert_eq!(Tap::Home.encode(), "menu:home");
}

#[test]
fn what_no_button_can_carry_is_not_read() {
    let long = format!("o:z-image:prompt:{}", "x".repeat(MAX_BYTES));

    assert_eq!(Tap::decode(&long), None);
    for data in
        ["job:again:0", "job:again:-1", "job:again:01", "job:fly:1", "past:65536", "past:01"]
    {
        assert_eq!(Tap::decode(data), None, "{data}");
    }
}

#[test]
fn every_choice_of_the_catalogue_fits_on_a_button() {
    let catalogue = domain::Catalogue::built_in().unwrap();
    for model in catalogue.models() {
        for input in &model.inputs {
            let (key, name) = (model.key.clone(), input.name.clone());
            for tap in [
                Tap::Skip(key.clone(), name.clone()),
                Tap::Enough(key.clone(), name.clone()),
                Tap::Change(key.clone(), name.clone()),
            ] {
                assert_eq!(Tap::decode(&tap.encode()), Some(tap));
            }
            if let domain::catalogue::Form::Choice { values, .. } = &input.form {
                for value in values {
                    let tap = Tap::Answer(key.clone(), name.clone(), value.to_string());
                    assert_eq!(tap.encode(), domain::catalogue::button_data(&key, &name, value));
                    assert_eq!(Tap::decode(&tap.encode()), Some(tap));
                }
            }
        }
    }
}
