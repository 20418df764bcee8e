//! The proxy between us and Telegram, where a host cannot reach it by itself.
//!
//! Names are looked up by the proxy: where Telegram is blocked its name often is as well, so that
//! `socks5://`, which would look it up here, is refused instead of failing in a way that nobody sees.

use telegram::client::{BadProxy, Proxy};

use super::Address;
use super::problems::Values;

const NAME: &str = "TELEGRAM_PROXY";

pub(super) fn read(values: &mut Values, api: &Address) -> Option<Proxy> {
    let text = values.optional(NAME)?;
    match Proxy::parse(&text) {
        Ok(proxy) if proxy.hides(api.as_str()) => Some(proxy),
        Ok(_) => {
            let wrong = "would show the token to the proxy, since TELEGRAM_API_URL is not https";
            let cure = "unset it for a Bot API server nearby; for one far away give its https \
                        address, or a socks5h:// proxy";
            values.problem(NAME, wrong, cure);
            None
        }
        Err(bad) => {
            let (wrong, cure) = explained(bad);
            values.problem(NAME, wrong, cure);
            None
        }
    }
}

fn explained(bad: BadProxy) -> (&'static str, &'static str) {
    match bad {
        BadProxy::LocalNames => (
            "would look Telegram's name up on this machine",
            "write socks5h:// instead of socks5://, so that the proxy does",
        ),
        BadProxy::Kind | BadProxy::Form => (
            "is no proxy that we can use",
            "give socks5h://host:port or http://host:port, with user:password@ before the host if \
             the proxy wants them, %40 standing for an @ in them",
        ),
        BadProxy::Login => {
            ("has a user or a password that is too long", "give up to 255 characters for each")
        }
    }
}
