//! What can be wrong with an address, each in one sentence with its cure.
//!
//! A message never repeats what may be a part of the password: of what was written it shows only
//! the names of parameters, and those only when they look like names.

/// Correct the address of the database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadUrl {
    /// It is not an address of PostgreSQL at all.
    #[error(
        "the database address does not begin with postgres:// or postgresql://: write it as \
         postgres://user:password@host:5432/database"
    )]
    Scheme,
    /// A character of the user or password ends them too early.
    #[error(
        "the database address has an @ behind the host: in a user or password write / as %2F, \
         ? as %3F and @ as %40"
    )]
    Misplaced,
    /// The percent-encoding is broken.
    #[error(
        "the {part} of the database address has a % that begins no character: write a plain % \
         as %25"
    )]
    Encoding {
        /// Where.
        part: &'static str,
    },
    /// The host has an opening bracket only.
    #[error("the host of the database address has no closing bracket: write it as [::1]")]
    Bracket,
    /// More hosts than anybody has.
    #[error(
        "the database address names more than {most} hosts: name those that can be the primary"
    )]
    TooManyHosts {
        /// How many there may be.
        most: usize,
    },
    /// Two lists that do not belong together.
    #[error(
        "the database address names {hosts} hosts and {ports} ports: name a port for each host, or \
         one for all of them"
    )]
    Unequal {
        /// How many hosts.
        hosts: usize,
        /// How many ports.
        ports: usize,
    },
    /// The port is not one.
    #[error("the port of the database address is not a number from 1 to 65535")]
    Port,
    /// A parameter that nobody knows.
    #[error("the database address has the unknown parameter {name}: correct or remove it")]
    Unknown {
        /// Its name.
        name: String,
    },
    /// A parameter without a name that could be shown.
    #[error(
        "the database address has something behind the ? that is no name=value: in a user or \
         password write ? as %3F"
    )]
    Nameless,
    /// A parameter with a value that is none of the possible ones.
    #[error("the parameter {name} of the database address must be {allowed}")]
    Value {
        /// Its name.
        name: &'static str,
        /// What it may be.
        allowed: &'static str,
    },
    /// A parameter that is known and cannot be obeyed.
    #[error("the parameter {name} of the database address cannot be used here: {cure}")]
    Unsupported {
        /// Its name.
        name: &'static str,
        /// What to do instead.
        cure: &'static str,
    },
}
