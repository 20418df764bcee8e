//! The invariants as lines for people or as an array for programs.

use serde_json::{Value, json};
use store::Finding;

use crate::failure::Failure;

/// Everything that was found, in the order of the invariants.
pub(crate) fn shown(findings: &[Finding], as_json: bool) -> String {
    if as_json {
        return Value::from_iter(findings.iter().map(object)).to_string();
    }
    findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The end of an audit.
///
/// # Errors
/// When an invariant does not hold.
pub(crate) fn outcome(findings: &[Finding]) -> Result<(), Failure> {
    match findings.iter().filter(|finding| !finding.is_well()).count() {
        0 => Ok(()),
        1 => Err(Failure::other("one invariant does not hold")),
        broken => Err(Failure::Other(format!("{broken} invariants do not hold"))),
    }
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

    use super::{outcome, shown};

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
