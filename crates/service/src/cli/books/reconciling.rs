//! `trt books reconcile`: has the books held against Telegram and KIE, and shows where they differ.
//!
//! ```text
//!   read 3 pages of Telegram's list: 12 transactions are news
//!   learned: 1 payment, 0 refunds; it took 40 ms
//!   #7  payment-only-ours  charge  since 2026-03-01 12:00 UTC  it was paid at ... and is not in Telegram's list
//!   1 difference is open
//!   --resolve ID REASON     asked of the ACTIVE instance, which answers
//! ```
//!
//! The ACTIVE instance does it. A list that is read for the first time takes minutes: the command waits as long as
//! it is in hand, ten minutes at most. A difference is shown once two reconciliations in a row have found it.
//!
//! On failure: without an ACTIVE instance within 10 s nothing is done, then or later.

use serde_json::{Value, json};
use store::operators::Kind;
use store::{Difference, Intake};

use crate::cli::command::Resolving;
use crate::cli::failure::Failure;
use crate::config::Variables;
use crate::requests::asking::{self, Wish};

const LISTED: i64 = 500;

/// Reconciles, or resolves a difference.
pub(super) async fn run(
    variables: &Variables,
    resolve: Option<Resolving>,
    json: bool,
) -> Result<(), Failure> {
    let mut open = 0;
    let said = asking::session(variables, async |intake, by| match &resolve {
        Some(Resolving { id, reason }) => {
            let wish = Wish { kind: Kind::BooksResolve, subject: id, reason, by };
            asking::ask(intake, wish).await
        }
        None => {
            let (text, count) = reconcile(intake, by, json).await?;
            open = count;
            Ok(text)
        }
    });
    said.await?;
    match open {
        0 => Ok(()),
        1 => Err(Failure::other("one difference is open")),
        open => Err(Failure::Other(format!("{open} differences are open"))),
    }
}

/// Has it done; what came of it, and how many differences are open.
async fn reconcile(intake: &Intake, by: &str, json: bool) -> Result<(String, i64), Failure> {
    let wish = Wish { kind: Kind::BooksReconcile, subject: "books", reason: "asked for", by };
    let outcome = asking::ask(intake, wish).await?;
    let outcome: Value = serde_json::from_str(&outcome).map_err(Failure::other)?;
    let differences = intake.open_differences(LISTED).await.map_err(Failure::other)?;
    let open = outcome["open"].as_i64().unwrap_or_default();
    Ok((if json { program(outcome, &differences) } else { people(&outcome, &differences) }, open))
}

fn people(outcome: &Value, differences: &[Difference]) -> String {
    let number = |name: &str| outcome[name].as_i64().unwrap_or_default();
    let counted = |count: i64, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    let pages = counted(number("pages"), "page");
    let news = counted(number("transactions"), "transaction");
    let verb = if number("transactions") == 1 { "is" } else { "are" };
    let (payments, refunds) =
        (counted(number("imported"), "payment"), counted(number("returned"), "refund"));
    let mut lines = vec![
        format!("read {pages} of Telegram's list: {news} {verb} news"),
        format!("learned: {payments}, {refunds}; it took {} ms", number("took_ms")),
    ];
    if let Some(problem) = outcome["problem"].as_str() {
        lines.push(format!("not looked at everything: {}", plain(problem)));
    }
    lines.extend(differences.iter().map(line));
    lines.push(match number("open") {
        0 => "the books differ from nothing".to_owned(),
        1 => "1 difference is open".to_owned(),
        open => format!("{open} differences are open"),
    });
    lines.join("\n")
}

fn line(one: &Difference) -> String {
    let Difference { id, kind, subject, details, since, .. } = one;
    format!("#{id}  {kind}  {}  since {since}  {}", plain(subject), plain(details))
}

fn program(mut outcome: Value, differences: &[Difference]) -> String {
    let one = |one: &Difference| {
        json!({
            "id": one.id,
            "kind": one.kind.word(),
            "subject": one.subject,
            "size": one.size,
            "details": one.details,
            "times": one.times,
            "since": one.since,
        })
    };
    outcome["differences"] = differences.iter().map(one).collect();
    outcome.to_string()
}

/// A text that can do nothing to a terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use domain::payment::DifferenceKind;
    use serde_json::{Value, json};
    use store::Difference;

    use super::{people, program};

    fn difference() -> Difference {
        Difference {
            id: 7,
            kind: DifferenceKind::PaymentOnlyOurs,
            subject: "char\u{1b}ge".to_owned(),
            size: 50,
            details: "it was paid".to_owned(),
            times: 2,
            since: "2026-03-01 12:00 UTC".to_owned(),
        }
    }

    #[test]
    fn people_read_what_was_done_and_a_line_for_each_difference() {
        let outcome = json!({ "pages": 1, "transactions": 1, "imported": 2, "returned": 1, "open": 1,
            "took_ms": 9, "problem": "KIE: away" });

        assert_eq!(
            people(&outcome, &[difference()]),
            "read 1 page of Telegram's list: 1 transaction is news\n\
             learned: 2 payments, 1 refund; it took 9 ms\n\
             not looked at everything: KIE: away\n\
             #7  payment-only-ours  char ge  since 2026-03-01 12:00 UTC  it was paid\n\
             1 difference is open"
        );
        assert!(people(&json!({}), &[]).ends_with("the books differ from nothing"));
    }

    #[test]
    fn a_program_gets_the_same_facts() {
        let text = program(json!({ "pages": 3, "open": 1 }), &[difference()]);

        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&read["pages"], &read["differences"][0]["id"]), (&json!(3), &json!(7)));
        assert_eq!(read["differences"][0]["kind"], "payment-only-ours");
    }
}
