//! What a page says that is printed, looked for in what was.

/// The first of these lines that was not printed behind the one before it; none when all were.
pub(super) fn missing<'a>(said: &'a [String], printed: &[String]) -> Option<&'a str> {
    let mut rest = printed.iter();
    let wanted = said.iter().filter(|line| !line.trim().is_empty());
    let mut lines = wanted.map(String::as_str);
    lines.find(|line| !rest.any(|found| fits(&spaced(line), &spaced(found))))
}

/// Without the spaces by which columns are as wide as what is in them.
fn spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line is as the page shows it; `…` stands for anything.
fn fits(shown: &str, line: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::{fits, missing};

    #[test]
    fn anything_may_stand_where_the_page_leaves_it_out() {
        assert!(fits("a … c", "a b c") && fits("a…", "a") && fits("…", ""));
        assert!(fits("… of … is …", "7 of 9 is more"));
        assert!(!fits("a … c", "a b d") && !fits("a", "a b") && !fits("b…", "a b"));
        assert!(!fits("aa…aa", "aaa"));
    }

    #[test]
    fn the_first_line_that_was_not_printed_is_named() {
        let lines = |all: &[&str]| all.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let printed = lines(&["one", "   two   2", "three"]);

        assert_eq!(missing(&lines(&["one", "", "three"]), &printed), None);
        assert_eq!(missing(&lines(&["two …", "one"]), &printed), Some("one"));
    }
}
