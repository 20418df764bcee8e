//! The command line as people type it.

use clap::{CommandFactory, Parser};

use time::{Date, Month};

use domain::catalogue::Kind;

use super::{
    Arguments, BooksAction, CatalogueAction, ClosuresAction, Command, DeadAction, Explained,
    Invariant, LockAction, Resolving,
};

fn parse(line: &str) -> Option<Command> {
    let arguments = Arguments::try_parse_from(line.split(' ')).ok()?;
    Some(arguments.command)
}

#[test]
fn the_command_line_is_consistent() {
    Arguments::command().debug_assert();
}

#[test]
fn closures_are_listed_opened_and_closed_with_a_reason() {
    let closures = |action| Some(Command::Closures { action });
    let list = ClosuresAction::List { json: true };
    assert_eq!(parse("trt closures list --json"), closures(list));
    let (subject, reason) = ("veo".to_owned(), "ours".to_owned());
    let open = ClosuresAction::Open { subject: subject.clone(), reason: reason.clone() };
    assert_eq!(parse("trt closures open veo ours"), closures(open));
    let close = ClosuresAction::Close { subject, reason };
    assert_eq!(parse("trt closures close veo ours"), closures(close));
    for line in ["trt closures", "trt closures open veo", "trt closures close veo \t"] {
        assert_eq!(parse(line), None, "{line}");
    }
}

#[test]
fn every_command_of_this_stage_is_understood() {
    let lock = |action| Some(Command::Lock { action });

    assert_eq!(parse("trt serve"), Some(Command::Serve { no_migrate: false }));
    assert_eq!(parse("trt serve --no-migrate"), Some(Command::Serve { no_migrate: true }));
    assert_eq!(parse("trt migrate"), Some(Command::Migrate { plan: false }));
    assert_eq!(parse("trt migrate --plan"), Some(Command::Migrate { plan: true }));
    assert_eq!(parse("trt lock status"), lock(LockAction::Status));
    assert_eq!(parse("trt lock handover"), lock(LockAction::Handover));
    assert_eq!(parse("trt check --json"), Some(Command::Check { json: true }));
    let health =
        |url: Option<&str>, wait| Some(Command::Health { url: url.map(str::to_owned), wait });
    assert_eq!(parse("trt health"), health(None, 0));
    assert_eq!(parse("trt health --url http://a/live --wait 9"), health(Some("http://a/live"), 9));
    assert_eq!(parse("trt health --url https://a/live"), None);
    let urls = vec!["http://a".to_owned(), "http://b".to_owned()];
    let smoke = Command::Smoke { urls, json: false };
    assert_eq!(parse("trt smoke --url http://a --url http://b"), Some(smoke));
    let log = |file: Option<&str>, minutes| {
        Some(Command::Logcheck { file: file.map(Into::into), minutes })
    };
    assert_eq!(parse("trt logcheck"), log(None, 10));
    assert_eq!(parse("trt logcheck a.log --minutes 60"), log(Some("a.log"), 60));
    let dead = |action| Some(Command::Dead { action });
    assert_eq!(parse("trt dead list"), dead(DeadAction::List));
    let show = DeadAction::Show { id: "u1".to_owned(), payload: true };
    assert_eq!(parse("trt dead show u1 --payload"), dead(show));
    assert_eq!(parse("trt dead retry u1"), dead(DeadAction::Retry { id: "u1".to_owned() }));
    let (id, reason) = ("s2".to_owned(), "old".to_owned());
    assert_eq!(parse("trt dead drop s2 old"), dead(DeadAction::Drop { id, reason }));
    let books = |action| Some(Command::Books { action });
    assert_eq!(
        parse("trt books audit --json"),
        books(BooksAction::Audit { json: true, explain: None })
    );
    let (from, until) = (Date::from_calendar_date(2026, Month::February, 28).ok(), None);
    let export = BooksAction::Export { from, until };
    assert_eq!(parse("trt books export --from 2026-02-28"), books(export));
    let margin = BooksAction::Margin { days: 30, json: false };
    assert_eq!(parse("trt books margin"), books(margin));
    let catalogue = |action| Some(Command::Catalogue { action });
    let check = CatalogueAction::Check { json: true };
    assert_eq!(parse("trt catalogue check --json"), catalogue(check));
    let kind = Some(Kind::TextToImage);
    let list = CatalogueAction::List { on: true, kind, json: false };
    assert_eq!(parse("trt catalogue list --on --kind text-to-image"), catalogue(list));
    let (key, order) = ("z-image".to_owned(), vec!["prompt=cat".to_owned()]);
    let price = CatalogueAction::Price { key, order, json: true };
    assert_eq!(parse("trt catalogue price z-image prompt=cat --json"), catalogue(price));
    for line in [
        "trt dead",
        "trt dead drop u1",
        "trt dead drop u1 \t",
        "trt catalogue",
        "trt catalogue price",
        "trt catalogue list --kind pictures",
        "trt books",
        "trt books audit --explain I99",
        "trt books export --from 2026-02-29",
        "trt books export --until 26-02-01",
        "trt books export --until 2026-2-01",
        "trt books margin --days 0",
        "trt smoke",
        "trt logcheck --minutes 0",
        "trt",
        "trt lock",
        "trt run",
        "trt serve --port 1",
    ] {
        assert_eq!(parse(line), None, "{line}");
    }
}

#[test]
fn invariants_are_explained_all_or_one_by_its_number() {
    let explain = |explain| {
        let action = BooksAction::Audit { json: false, explain: Some(explain) };
        Some(Command::Books { action })
    };

    assert_eq!(parse("trt books audit --explain"), explain(Explained::All));
    let one = Explained::One(Invariant::NothingOverdue);
    assert_eq!(parse("trt books audit --explain I7"), explain(one));
}

#[test]
fn books_are_reconciled_or_a_difference_is_resolved_with_a_reason() {
    let reconcile =
        |json, resolve| Some(Command::Books { action: BooksAction::Reconcile { json, resolve } });
    assert_eq!(parse("trt books reconcile --json"), reconcile(true, None));
    let words = Some(vec!["7".to_owned(), "ours".to_owned()]);
    assert_eq!(parse("trt books reconcile --resolve 7 ours"), reconcile(false, words));
    assert_eq!(parse("trt books reconcile --resolve 7"), None);
    assert!(Resolving::read(&["7".to_owned(), "\t".to_owned()]).is_err());
}
