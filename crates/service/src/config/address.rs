//! Addresses of the web: ours, Telegram's and KIE's.
//!
//! A trailing slash is tolerated and dropped. Our own address must be https, since Telegram accepts
//! nothing else, unless it is on this machine, where the simulators are.

use std::fmt;
use std::net::IpAddr;

use axum::http::Uri;

use super::problems::Values;
use super::variables;

/// The beginning of a web address, without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(String);

/// Why a text is no address, to go on from a variable's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    NotAnAddress,
    NeedsHttps,
}

impl Address {
    /// The address with `path`, which begins with a slash, after it.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads an address that may be plain http.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let text = text.trim_end_matches('/');
        let uri: Uri = text.parse().map_err(|_| Fault::NotAnAddress)?;
        let authority = uri.authority().ok_or(Fault::NotAnAddress)?.as_str();
        let scheme = matches!(uri.scheme_str(), Some("http" | "https"));
        let extra = authority.contains('@') || text.contains(['?', '#']);
        if !scheme || extra || uri.host().is_none_or(str::is_empty) {
            return Err(Fault::NotAnAddress);
        }
        Ok(Self(text.to_owned()))
    }

    /// Reads an address that must be https unless it is on this machine.
    pub(super) fn parse_public(text: &str) -> Result<Self, Fault> {
        let address = Self::parse(text)?;
        let uri: Uri = address.0.parse().map_err(|_| Fault::NotAnAddress)?;
        let local = uri.host().is_some_and(is_loopback);
        if uri.scheme_str() != Some("https") && !local {
            return Err(Fault::NeedsHttps);
        }
        Ok(address)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl Fault {
    pub(super) fn note(self, values: &mut Values, name: &str) {
        match self {
            Self::NotAnAddress => values.problem(
                name,
                "is not a web address",
                "give it as https://host, without a question mark, a # or a password",
            ),
            Self::NeedsHttps => values.problem(
                name,
                "is not https",
                "Telegram sends updates to https only; plain http is for this machine",
            ),
        }
    }
}

/// Reads the address of a service, with the real one as default.
pub(super) fn read(values: &mut Values, name: &str) -> Address {
    let (text, default) = (values.optional(name), variables::default(name));
    match text.as_deref().map(Address::parse) {
        None => Address(default.to_owned()),
        Some(Ok(address)) => address,
        Some(Err(fault)) => {
            fault.note(values, name);
            Address(default.to_owned())
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::{Address, Fault};

    #[test]
    fn a_trailing_slash_is_dropped() {
        for text in ["https://bot.example.org", "https://bot.example.org/"] {
            let address = Address::parse(text).unwrap();

            assert_eq!(address.join("/webhook"), "https://bot.example.org/webhook");
        }
        assert_eq!(Address::parse("http://kie:81/v1/").unwrap().as_str(), "http://kie:81/v1");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let wrong = [
            "",
            "/",
            "bot.example.org",
            "ftp://bot.example.org",
            "https://",
            "https://a b",
            "https://user:pw@host",
            "https://host?x=1",
            "https://host/#x",
        ];
        for text in wrong {
            assert_eq!(Address::parse(text), Err(Fault::NotAnAddress), "{text}");
        }
    }

    #[test]
    fn a_public_address_is_https_unless_it_is_on_this_machine() {
        let local = ["http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:1"];
        for text in local.into_iter().chain(["https://bot.example.org"]) {
            assert!(Address::parse_public(text).is_ok(), "{text}");
        }
        for text in ["http://bot.example.org", "http://10.0.0.1", "http://localhost.example.org"] {
            assert_eq!(Address::parse_public(text), Err(Fault::NeedsHttps), "{text}");
        }
    }
}
