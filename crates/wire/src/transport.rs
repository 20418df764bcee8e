//! Addresses, TLS and the settings that all clients have in common.
//!
//! A client connects within 5 s, repeats nothing and follows no redirect: only its caller knows
//! whether a request may be made twice, and a redirect would carry a secret to a place of its
//! author's choice. Without TLS it uses no proxy but one that it is given.

use std::time::Duration;

use reqwest::Url;

use crate::proxy::Proxy;

const CONNECT: Duration = Duration::from_secs(5);
/// Servers close idle connections after about a minute; one that we close first cannot be closed
/// under a request.
const IDLE: Duration = Duration::from_secs(30);
const IDLE_CONNECTIONS: usize = 32;

/// Chooses the cryptography of TLS for this process. Calling it again does nothing.
pub fn install_tls() {
    // An error says that it is chosen already, which is just as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// The address of an interface; `None` unless it is of the web, with a host and nothing but a path.
pub fn base_address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_usable = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    is_usable.then_some(url)
}

/// What all clients have in common; `is_plain` says that there is no TLS.
pub fn settings(is_plain: bool) -> reqwest::ClientBuilder {
    install_tls();
    let builder = reqwest::Client::builder()
        .connect_timeout(CONNECT)
        .pool_idle_timeout(IDLE)
        .pool_max_idle_per_host(IDLE_CONNECTIONS)
        .referer(false)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never());
    // A server of one's own, nearby; through a proxy of the machine everybody on the way could read it.
    if is_plain { builder.no_proxy() } else { builder }
}

/// A client of an address, through a proxy if there is one.
pub fn client(url: &Url, proxy: Option<&Proxy>) -> reqwest::Result<reqwest::Client> {
    let builder = settings(url.scheme() == "http");
    match proxy {
        Some(proxy) => proxy.onto(builder)?.build(),
        None => builder.build(),
    }
}
