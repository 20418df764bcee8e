//! Why a database did not do what it was asked, where the way there or the server says it plainly.
//!
//! ```text
//!   the way there   Name, Closed, Silent,       who we are   Login, NotAllowedIn, NoRole, NoDatabase
//!                   NoPrimary
//!   encryption      Plain, Wanted, Certificate  its state    Full, DiskFull, MemoryFull, Starting, ReadOnly
//!   what we may do  NotAllowed
//! ```
//!
//! It is for those who tell people what to do about it; what a program does next is decided by
//! [`StoreError`] alone. What is not known is none: a wrong cure costs more than no cure.

use std::io::ErrorKind;

use sqlx::error::DatabaseError;

use super::StoreError;
use crate::way::NoPrimary;

/// What keeps us from working with a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The host's name is not known.
    Name,
    /// Nobody listens at that port.
    Closed,
    /// There was no answer in time.
    Silent,
    /// The server speaks no TLS, and we insist on it.
    Plain,
    /// The server has no rule that lets us in unencrypted, and may have one for who is encrypted.
    Wanted,
    /// The server's certificate does not hold.
    Certificate,
    /// The user or the password is not right.
    Login,
    /// The server has no rule that lets this machine in.
    NotAllowedIn,
    /// There is no such user.
    NoRole,
    /// There is no such database.
    NoDatabase,
    /// There are as many connections as there may be.
    Full,
    /// There is no room on the server's disk.
    DiskFull,
    /// The server has no memory left.
    MemoryFull,
    /// The server starts or stops.
    Starting,
    /// Nothing can be written.
    ReadOnly,
    /// None of several hosts is a primary that answers.
    NoPrimary,
    /// Our role has not the right to do it.
    NotAllowed,
}

impl StoreError {
    /// Why, where that is plain.
    pub fn cause(&self) -> Option<Cause> {
        match self {
            Self::Away(error) | Self::Refused(error) => of(error),
            Self::TermOver | Self::Broken(_) => None,
        }
    }
}

fn of(error: &sqlx::Error) -> Option<Cause> {
    match error {
        sqlx::Error::Database(answer) => of_answer(answer.as_ref()),
        sqlx::Error::Io(trouble) => match trouble.kind() {
            ErrorKind::ConnectionRefused => Some(Cause::Closed),
            ErrorKind::TimedOut | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
                Some(Cause::Silent)
            }
            _ => of_hosts(trouble).or_else(|| of_words(&trouble.to_string())),
        },
        sqlx::Error::Tls(_) | sqlx::Error::Configuration(_) => of_words(&error.to_string()),
        _ => None,
    }
}

fn of_answer(answer: &dyn DatabaseError) -> Option<Cause> {
    let words = answer.message();
    match answer.code()?.as_ref() {
        "28P01" => Some(Cause::Login),
        "28000" if words.contains("no encryption") || words.contains("SSL off") => {
            Some(Cause::Wanted)
        }
        "28000" if words.contains("pg_hba.conf") => Some(Cause::NotAllowedIn),
        "28000" if words.contains("does not exist") => Some(Cause::NoRole),
        "28000" => Some(Cause::Login),
        "3D000" => Some(Cause::NoDatabase),
        "53100" => Some(Cause::DiskFull),
        "53200" => Some(Cause::MemoryFull),
        "53300" => Some(Cause::Full),
        "57P03" => Some(Cause::Starting),
        "25006" => Some(Cause::ReadOnly),
        "42501" => Some(Cause::NotAllowed),
        _ => None,
    }
}

/// Whether it is what came of asking the hosts of an address, one after the other.
fn of_hosts(trouble: &std::io::Error) -> Option<Cause> {
    let tried = trouble.get_ref()?.downcast_ref::<NoPrimary>()?;
    Some(if tried.said.len() > 1 { Cause::NoPrimary } else { Cause::ReadOnly })
}

/// What has no number of its own.
fn of_words(words: &str) -> Option<Cause> {
    let known = [
        ("does not support TLS", Cause::Plain),
        ("certificate", Cause::Certificate),
        ("failed to lookup address", Cause::Name),
        ("Name or service not known", Cause::Name),
        ("nodename nor servname", Cause::Name),
        ("timed out", Cause::Silent),
    ];
    known.iter().find(|(part, _)| words.contains(part)).map(|(_, cause)| *cause)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Cause, StoreError};

    #[test]
    fn what_the_way_there_says_is_known_by_its_kind_or_its_words() {
        let io = |kind, words: &str| {
            StoreError::from(sqlx::Error::Io(io::Error::new(kind, words.to_owned()))).cause()
        };
        let tls = |words: &str| StoreError::from(sqlx::Error::Tls(words.into())).cause();

        assert_eq!(io(io::ErrorKind::ConnectionRefused, "x"), Some(Cause::Closed));
        assert_eq!(io(io::ErrorKind::TimedOut, "no answer in time"), Some(Cause::Silent));
        let unknown = "failed to lookup address information: Name or service not known";
        assert_eq!(io(io::ErrorKind::Other, unknown), Some(Cause::Name));
        let stranger = "invalid peer certificate: UnknownIssuer";
        assert_eq!(io(io::ErrorKind::InvalidData, stranger), Some(Cause::Certificate));
        assert_eq!(io(io::ErrorKind::Other, "x"), None);
        assert_eq!(tls("server does not support TLS"), Some(Cause::Plain));
        assert_eq!(StoreError::Broken("x").cause(), None);
    }
}
