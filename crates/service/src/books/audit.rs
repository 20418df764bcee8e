//! The invariants as lines for people or as an array for programs.

use serde_json::{Value, json};
use store::audit::{question, since_question};
use store::{Finding, Invariant};

use crate::cli::command::Explained;
use crate::cli::failure::Failure;

/// Everything that was found, in the order of the invariants.
pub(crate) fn shown(findings: &[Finding], as_json: bool) -> String {
    if as_json {
        return Value::from_iter(findings.iter().map(object)).to_string();
    }
    findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(crate) fn outcome(findings: &[Finding]) -> Result<(), Failure> {
    match findings.iter().filter(|finding| !finding.is_well()).count() {
        0 => Ok(()),
        1 => Err(Failure::other("one invariant does not hold")),
        broken => Err(Failure::Other(format!("{broken} invariants do not hold"))),
    }
}

/// What invariants ask the database, as it runs; where they count from something, that question as well.
pub(crate) fn explained(which: Explained) -> String {
    let invariants = match which {
        Explained::All => Invariant::ALL.to_vec(),
        Explained::One(invariant) => vec![invariant],
    };
    let needs_since = |text: &str| text.contains("$1");
    let one = |invariant: &Invariant| {
        format!("{invariant}: {}\n\n{}", invariant.title(), question(*invariant))
    };
    let mut texts: Vec<String> = invariants.iter().map(one).collect();
    if texts.iter().any(|text| needs_since(text)) {
        texts.push(format!("$1: since when somebody could work\n\n{}", since_question()));
    }
    texts.join("\n")
}

fn line(finding: &Finding) -> String {
    let Finding { invariant, violations, subjects } = finding;
    let (number, title) = (invariant.to_string(), invariant.title());
    let line = format!("{number:<3} {}  {title}", status(finding));
    if finding.is_well() {
        return line;
    }
    format!("{line} ({violations}: {})", subjects.join("; "))
}

fn object(finding: &Finding) -> Value {
    json!({
        "invariant": finding.invariant.to_string(),
        "title": finding.invariant.title(),
        "status": status(finding),
        "violations": finding.violations,
        "subjects": finding.subjects,
    })
}

fn status(finding: &Finding) -> &'static str {
    if finding.is_well() { "PASS" } else { "FAIL" }
}

#[cfg(test)]
mod tests {
    use store::{Finding, Invariant};

    use super::{Explained, explained, outcome, shown};

    #[test]
    fn every_invariant_shows_its_sentence_and_the_query_that_runs() {
        let all = explained(Explained::All);

        for invariant in Invariant::ALL {
            let begins = format!("{invariant}: {}\n\n", invariant.title());
            assert!(all.contains(&begins), "{begins}");
            let one = explained(Explained::One(invariant));
            assert!(one.starts_with(&begins) && one.contains("select"), "{one}");
            assert!(all.contains(store::audit::question(invariant)));
        }
        assert!(explained(Explained::One(Invariant::UpdatesFlow)).contains("leader_history"));
        assert!(!explained(Explained::One(Invariant::OneUnit)).contains("leader_history"));
    }

    fn found(invariant: Invariant, subjects: &[&str]) -> Finding {
        let subjects: Vec<String> = subjects.iter().map(|&subject| subject.to_owned()).collect();
        Finding { invariant, violations: i64::try_from(subjects.len()).unwrap(), subjects }
    }

    #[test]
    fn an_invariant_that_holds_is_one_short_line_and_a_broken_one_says_where() {
        let findings = [
            found(Invariant::HeldIsOpenHolds, &[]),
            found(Invariant::VersionCounts, &["person 7: a", "person 8: b"]),
        ];

        assert_eq!(
            shown(&findings, false),
            "I4  PASS  held is the sum of open holds\n\
             I10 FAIL  every version is the number of transfers (2: person 7: a; person 8: b)"
        );
    }

    #[test]
    fn a_program_gets_every_invariant_with_its_count() {
        let findings = [found(Invariant::EpochsRise, &["transfer 3"])];

        let read: serde_json::Value = serde_json::from_str(&shown(&findings, true)).unwrap();

        let expected = serde_json::json!([{
            "invariant": "I11",
            "title": "epochs never go backwards",
            "status": "FAIL",
            "violations": 1,
            "subjects": ["transfer 3"],
        }]);
        assert_eq!(read, expected);
    }

    #[test]
    fn an_audit_fails_with_the_number_of_broken_invariants() {
        let well = found(Invariant::OneUnit, &[]);
        let broken = found(Invariant::EpochsRise, &["transfer 3"]);

        assert!(outcome(std::slice::from_ref(&well)).is_ok());
        let one = outcome(&[well, broken.clone()]).unwrap_err();
        assert_eq!(one.to_string(), "one invariant does not hold");
        let two = outcome(&[broken.clone(), broken]).unwrap_err();
        assert_eq!(two.to_string(), "2 invariants do not hold");
    }
}
