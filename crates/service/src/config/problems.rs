//! The variables while they are read, and what was found wrong with them.
//!
//! A reader that meets a mistake notes it and goes on with the default, so that the next mistake is
//! found as well; [`Values::finish`] hands the result out only when nothing was noted.

use std::collections::BTreeMap;
use std::fmt;

use secrecy::SecretString;

use super::{Variables, variables};

/// One thing wrong with one variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The variable, or several that do not fit together.
    pub variable: String,
    /// What is wrong with it; goes on from the name.
    pub wrong: String,
    pub cure: String,
}

/// Everything wrong with a configuration, in the order it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

/// The variables that are set to something, and the problems so far.
pub(crate) struct Values {
    set: BTreeMap<String, String>,
    problems: Vec<Problem>,
}

impl Problems {
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} {}; {}", self.variable, self.wrong, self.cure)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.len() {
            1 => write!(to, "the configuration has a problem:")?,
            count => write!(to, "the configuration has {count} problems:")?,
        }
        self.0.iter().try_for_each(|problem| write!(to, "\n  {problem}"))
    }
}

impl std::error::Error for Problems {}

impl Values {
    pub(crate) fn new(variables: &Variables) -> Self {
        let trimmed = variables.iter().map(|(name, value)| (name.clone(), value.trim().to_owned()));
        let mut set: BTreeMap<String, String> = trimmed.collect();
        set.retain(|_, value| !value.is_empty());
        Self { set, problems: Vec::new() }
    }

    /// The names of all variables that are set.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.set.keys().map(String::as_str)
    }

    pub(crate) fn optional(&self, name: &str) -> Option<String> {
        debug_assert!(variables::is_known(name), "{name} is not in the list of variables");
        self.set.get(name).cloned()
    }

    /// A variable that must be there; its absence is noted.
    pub(crate) fn required(&mut self, name: &str, cure: &str) -> Option<String> {
        let value = self.optional(name);
        if value.is_none() {
            self.problem(name, "is missing", cure);
        }
        value
    }

    pub(crate) fn secret(&mut self, name: &str, cure: &str) -> Option<SecretString> {
        self.required(name, cure).map(SecretString::from)
    }

    pub(crate) fn problem(&mut self, variable: &str, wrong: &str, cure: &str) {
        let (variable, wrong, cure) = (variable.to_owned(), wrong.to_owned(), cure.to_owned());
        self.problems.push(Problem { variable, wrong, cure });
    }

    /// Hands `result` out if there was no problem.
    pub(crate) fn finish<T>(self, result: T) -> Result<T, Problems> {
        if self.problems.is_empty() { Ok(result) } else { Err(self.into_problems()) }
    }

    pub(crate) fn into_problems(self) -> Problems {
        Problems(self.problems)
    }
}
