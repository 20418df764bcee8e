//! S0: all instances were built of the same commit, and of the one that is asked for.
//!
//! ```text
//!   asked for one ──> FAIL unless every instance says that it is of this one
//!   otherwise ──────> WARN when they are of different ones
//! ```

use super::Site;
use crate::cli::checklist::Verdict;
use crate::cli::instance::SeenState;

/// Whether the instances are of one release.
pub(super) async fn is_one(site: &Site) -> Verdict {
    let mut seen = Vec::with_capacity(site.instances.len());
    for instance in &site.instances {
        match instance.seen_state().await {
            Ok(state) => seen.push((instance.url(), state)),
            Err(why) => return Verdict::fail(why, "see that an instance runs there"),
        }
    }
    judge(&seen, site.commit.as_deref())
}

fn judge(seen: &[(&str, SeenState)], asked: Option<&str>) -> Verdict {
    let all = seen.iter().map(|(url, one)| format!("{url} runs {}", name(one)));
    let all = all.collect::<Vec<_>>().join(", ");
    let Some(asked) = asked else {
        let is_one = seen.windows(2).all(|pair| name(&pair[0].1) == name(&pair[1].1));
        return match is_one {
            true => Verdict::pass(all),
            false => Verdict::warn(all, "let the deploy end, or deploy one release everywhere"),
        };
    };
    if seen.iter().all(|(_, one)| is_of(one, asked)) {
        return Verdict::pass(all);
    }
    let cure = match seen.iter().all(|(_, one)| one.commit.is_some()) {
        true => format!("deploy {asked}, or check out what is deployed"),
        false => "set TRT_COMMIT=$(git rev-parse HEAD) where it is built".to_owned(),
    };
    Verdict::fail(format!("{all}; asked for is {asked}"), cure)
}

/// Whether one is built of this commit, which may be cut short.
fn is_of(one: &SeenState, asked: &str) -> bool {
    one.commit.as_ref().is_some_and(|commit| commit.to_ascii_lowercase().starts_with(asked))
}

fn name(one: &SeenState) -> String {
    let commit = one.commit.as_deref().unwrap_or("an unknown commit");
    format!("{} of {commit}", one.version)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{SeenState, judge};

    fn built_of(commit: Option<&str>) -> (&'static str, SeenState) {
        let one = SeenState {
            state: "PASSIVE".to_owned(),
            instance: "a".to_owned(),
            epoch: None,
            version: "0.1.0".to_owned(),
            commit: commit.map(str::to_owned),
            uptime: Duration::ZERO,
        };
        ("http://a", one)
    }

    fn line(commits: &[Option<&str>], asked: Option<&str>) -> String {
        let seen: Vec<_> = commits.iter().map(|commit| built_of(*commit)).collect();
        judge(&seen, asked).named("release").to_string()
    }

    #[test]
    fn instances_of_one_commit_pass_and_of_two_are_a_warning() {
        let same = line(&[Some("abcdef0123"), Some("abcdef0123")], None);

        assert_eq!(
            same,
            "PASS release: http://a runs 0.1.0 of abcdef0123, http://a runs 0.1.0 of abcdef0123"
        );
        assert!(line(&[None, None], None).starts_with("PASS release: http://a runs 0.1.0 of an"));
        assert!(line(&[Some("abcdef0123"), None], None).starts_with("WARN release"));
    }

    #[test]
    fn the_commit_that_is_asked_for_may_be_cut_short_and_must_be_that_of_all() {
        let asked = Some("abcdef0");

        assert!(line(&[Some("abcdef0123"), Some("ABCDEF0123")], asked).starts_with("PASS"));
        let other = line(&[Some("abcdef0123"), Some("0123abcdef")], asked);
        assert!(other.starts_with("FAIL release: ") && other.contains("deploy abcdef0"), "{other}");
        let unknown = line(&[Some("abcdef0123"), None], asked);
        assert!(unknown.starts_with("FAIL") && unknown.ends_with("where it is built"), "{unknown}");
    }
}
