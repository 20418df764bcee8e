//! Rules in a hurry: the same rules for a test in which an hour has to pass in two minutes.
//!
//! What says how long something lasts is divided by one factor; what says how much of something there is stays:
//!
//! | in a rule | in a hurry |
//! | --- | --- |
//! | `for: 2m`, `keep_firing_for`, the `interval` of a group | divided |
//! | a range and its steps `[1h:1m]`, `offset 5m`, the seconds of `predict_linear` | divided |
//! | the number that an age is compared with: `max(trt_x_age_seconds) > 60`, `time() - x > 60` | divided, down to a floor |
//! | any other number: counts, shares, rates, what a call takes | as it is |
//!
//! An age is what grows by one a second while nothing happens: a metric whose name ends with `_age_seconds` or
//! `_late_seconds`, or a difference to `time()`. The program under test looks at its database and at its work as often
//! as ever, so a threshold of an age is not put below the floor, nor is one that lies there raised. A quantile or a rate of seconds is
//! no age: it is as slow in a test as it is elsewhere.

use std::fmt::Write;
use std::time::Duration;

/// How much faster time is, and what no age goes below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hurry {
    pub factor: u32,
    pub floor: Duration,
}

/// Words that make something else of an age than an age.
const NO_AGE: [&str; 6] =
    ["rate", "irate", "increase", "delta", "histogram_quantile", "count_over_time"];

/// Words between which comparisons stand.
const BETWEEN: [&str; 3] = ["and", "or", "unless"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    /// A duration outside of brackets.
    Length,
    Range,
    Compare,
    Open,
    Close,
    Comma,
    Times,
    /// Space, comments, labels, strings, other operators.
    Other,
}

type Token<'a> = (Kind, &'a str);

impl Hurry {
    /// A duration as rules write it, such as `1h30m`; nothing that is none.
    pub fn duration(&self, text: &str) -> Option<String> {
        let long = milliseconds(text.trim())?;
        // What has a length keeps one.
        let short = (long / u64::from(self.factor)).max(u64::from(long > 0));
        Some(format!("{short}ms"))
    }

    /// An expression whose ranges are shorter, and whose ages are younger.
    pub fn expression(&self, text: &str) -> String {
        let tokens = tokens(text);
        let mut hurried = String::new();
        for (at, (kind, text)) in tokens.iter().enumerate() {
            match kind {
                Kind::Range => hurried.push_str(&self.range(text)),
                Kind::Length => hurried.push_str(&self.duration(text).unwrap_or_default()),
                // Of a product the first number alone is divided.
                Kind::Number if is_age_limit(&tokens, at) && is_factor(&tokens, at) => {
                    self.divided(&mut hurried, text);
                }
                Kind::Number if is_age_limit(&tokens, at) => self.limit(&mut hurried, text),
                Kind::Number if is_ahead(&tokens, at) => self.divided(&mut hurried, text),
                _ => hurried.push_str(text),
            }
        }
        hurried
    }

    /// `[1h:1m]`, either of which may be left out.
    fn range(&self, text: &str) -> String {
        let parts = text.trim_matches(['[', ']']).split(':');
        let parts = parts.map(|part| self.duration(part).unwrap_or_else(|| part.to_owned()));
        format!("[{}]", parts.collect::<Vec<_>>().join(":"))
    }

    fn limit(&self, hurried: &mut String, text: &str) {
        let limit: f64 = text.parse().unwrap_or_default();
        let floor = self.floor.as_secs_f64().min(limit);
        let _ = write!(hurried, "{}", (limit / f64::from(self.factor)).max(floor));
    }

    fn divided(&self, hurried: &mut String, text: &str) {
        let seconds: f64 = text.parse().unwrap_or_default();
        let _ = write!(hurried, "{}", seconds / f64::from(self.factor));
    }
}

/// Whether this number is what an age is compared with.
fn is_age_limit(tokens: &[Token<'_>], at: usize) -> bool {
    let before = tokens[..at].iter().rposition(|(kind, _)| *kind != Kind::Other);
    let Some(compare) = before.filter(|before| tokens[*before].0 == Kind::Compare) else {
        return false;
    };
    let left = left_of(&tokens[..compare]);
    let has = |wanted: &dyn Fn(&str) -> bool| {
        left.iter().any(|(kind, word)| *kind == Kind::Word && wanted(word))
    };
    has(&is_age) && !has(&|word| NO_AGE.contains(&word))
}

fn is_age(word: &str) -> bool {
    word.ends_with("_age_seconds") || word.ends_with("_late_seconds") || word == "time"
}

/// Whether something is multiplied by this number.
fn is_factor(tokens: &[Token<'_>], at: usize) -> bool {
    let next = tokens[at + 1..].iter().find(|(kind, _)| *kind != Kind::Other);
    next.is_some_and(|(kind, _)| *kind == Kind::Times)
}

/// What is compared: all until the word before it, or the bracket it stands in.
fn left_of<'a, 'b>(tokens: &'b [Token<'a>]) -> &'b [Token<'a>] {
    let mut depth = 0_usize;
    for (at, (kind, text)) in tokens.iter().enumerate().rev() {
        match kind {
            Kind::Close => depth += 1,
            Kind::Open if depth == 0 => return &tokens[at + 1..],
            Kind::Open => depth -= 1,
            Kind::Word if depth == 0 && BETWEEN.contains(text) => return &tokens[at + 1..],
            _ => {}
        }
    }
    tokens
}

/// Whether this number is how far `predict_linear` looks ahead: its last argument.
fn is_ahead(tokens: &[Token<'_>], at: usize) -> bool {
    let mut before = tokens[..at].iter().rev().filter(|(kind, _)| *kind != Kind::Other);
    if before.next().is_none_or(|(kind, _)| *kind != Kind::Comma) {
        return false;
    }
    let inside = left_of(&tokens[..at]);
    let opens = at - inside.len();
    tokens[..opens].iter().rev().any(|(_, word)| *word == "predict_linear")
        && tokens[at + 1..].iter().find(|(kind, _)| *kind != Kind::Other).map(|(kind, _)| *kind)
            == Some(Kind::Close)
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = token(rest, first);
        let (this, others) = rest.split_at(length);
        tokens.push((kind, this));
        rest = others;
    }
    tokens
}

fn token(rest: &str, first: char) -> (Kind, usize) {
    let while_of = |is: &dyn Fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
    let until = |end: char| rest[1..].find(end).map_or(rest.len(), |at| at + 2);
    match first {
        '"' | '\'' | '`' => (Kind::Other, until(first)),
        '{' => (Kind::Other, until('}')),
        '[' => (Kind::Range, until(']')),
        '#' => (Kind::Other, until('\n')),
        '(' => (Kind::Open, 1),
        ')' => (Kind::Close, 1),
        ',' => (Kind::Comma, 1),
        '*' => (Kind::Times, 1),
        '>' | '<' | '=' | '!' => (Kind::Compare, while_of(&|c| "><=!".contains(c))),
        '0'..='9' | '.' => {
            let length = while_of(&|c| c.is_ascii_alphanumeric() || c == '.');
            let is_number = rest[..length].parse::<f64>().is_ok();
            (if is_number { Kind::Number } else { Kind::Length }, length)
        }
        _ if first.is_alphabetic() || first == '_' => {
            (Kind::Word, while_of(&|c| c.is_alphanumeric() || c == '_' || c == ':'))
        }
        _ => (Kind::Other, first.len_utf8()),
    }
}

fn milliseconds(text: &str) -> Option<u64> {
    const UNITS: [(&str, u64); 7] = [
        ("ms", 1),
        ("s", 1_000),
        ("m", 60_000),
        ("h", 3_600_000),
        ("d", 86_400_000),
        ("w", 604_800_000),
        ("y", 31_536_000_000),
    ];
    let (mut rest, mut sum) = (text, 0);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (_, unit) = UNITS.iter().find(|(name, _)| *name == &rest[..letters])?;
        sum += number * unit;
        rest = &rest[letters..];
    }
    Some(sum)
}

#[cfg(test)]
mod tests;
