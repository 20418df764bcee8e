//! What requests without a secret may take from the others.
//!
//! ```text
//!   request ── its address is the client's own, and asks too often ──> 429
//!      v
//!   work to do ── 64 in hand already ──> 503
//! ```
//!
//! An address is a client's own when a public one is connected to us directly, or when a proxy that the
//! operator trusts names it. All of Telegram comes through the few addresses of a host's proxy, often
//! private ones: such are never counted.
//!
//! On failure: there is none; who is refused here is told when to come again.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::bucket::{Allowance, Bucket};
use super::visitors::Visitor;
use crate::config::TrustedProxies;
use crate::metrics;

/// What one address may ask for without a secret.
const OF_ONE_ADDRESS: Allowance = Allowance { per_second: 20.0, at_once: 60.0 };

/// More addresses than this are not remembered.
const MOST_ADDRESSES: usize = 4_096;

/// So many requests without a secret are worked on at once.
const WORK: usize = 64;

/// Keeps requests without a secret within bounds.
#[derive(Debug)]
pub struct Strangers {
    proxies: TrustedProxies,
    addresses: Mutex<HashMap<IpAddr, Bucket>>,
    work: Semaphore,
}

impl Strangers {
    /// These proxies are believed.
    pub fn new(proxies: TrustedProxies) -> Self {
        Self { proxies, addresses: Mutex::default(), work: Semaphore::new(WORK) }
    }

    /// The address of a direct peer, if it is the client's own.
    pub(super) fn own_address(&self, peer: IpAddr) -> Option<IpAddr> {
        let peer = peer.to_canonical();
        (is_public(peer) && !self.proxies.trusts(peer)).then(|| neighbourhood(peer))
    }

    /// Whether a request without a secret may be looked at.
    pub(super) fn admits(&self, visitor: &Visitor, headers: &HeaderMap) -> bool {
        let Some(address) = self.client(visitor.peer.to_canonical(), headers) else { return true };
        let mut addresses = self.addresses.lock();
        if addresses.len() >= MOST_ADDRESSES && !addresses.contains_key(&address) {
            // Who has not asked for a while begins anew anyway; if everybody has, all begin anew.
            addresses.retain(|_, bucket| !bucket.is_full());
            if addresses.len() >= MOST_ADDRESSES {
                addresses.clear();
            }
        }
        let bucket = addresses.entry(address).or_insert_with(|| Bucket::full(OF_ONE_ADDRESS));
        let admitted = bucket.take();
        if !admitted {
            metrics::http_turned_away("address");
        }
        admitted
    }

    /// A place for work on a request without a secret.
    pub(super) fn work(&self) -> Option<SemaphorePermit<'_>> {
        let place = self.work.try_acquire().ok();
        if place.is_none() {
            metrics::http_turned_away("busy");
        }
        place
    }

    /// The client's own address: that of a direct peer, or the right-most one that trusted proxies name and
    /// that is none of theirs. What stands left of it anybody can have written.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
        if !self.proxies.trusts(peer) {
            return self.own_address(peer);
        }
        let lines: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .map(|line| line.to_str().ok())
            .collect::<Option<_>>()?;
        let named = lines.iter().rev().flat_map(|line| line.rsplit(',')).map(address);
        for address in named {
            let address = address?;
            if !self.proxies.trusts(address) {
                return is_public(address).then(|| neighbourhood(address));
            }
        }
        None
    }
}

/// A refusal after which nobody waits for the rest of the request.
pub(super) fn refused(status: StatusCode) -> Response {
    (status, [(CONNECTION, "close")]).into_response()
}

/// The same, with a word when to come again.
pub(super) fn come_again(status: StatusCode, seconds: &'static str) -> Response {
    (status, [(CONNECTION, "close"), (RETRY_AFTER, seconds)]).into_response()
}

/// An address as proxies write it, some with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let plain = text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip());
    plain.or_else(with_port).map(|address| address.to_canonical())
}

/// A single client of IPv6 has the whole of such a network.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

/// Whether an address can be a client's own: not this machine's, a private network's or a provider's.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [first, second, ..] = address.octets();
            let is_shared = first == 100 && (64..128).contains(&second);
            !(address.is_private()
                || address.is_loopback()
                || address.is_link_local()
                || address == Ipv4Addr::UNSPECIFIED
                || is_shared)
        }
        IpAddr::V6(address) => {
            !(address.is_loopback()
                || address.is_unspecified()
                || address.is_unique_local()
                || address.is_unicast_link_local())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HeaderMap, IpAddr, Strangers, TrustedProxies, WORK};

    fn client(proxies: &str, peer: &str, forwarded: &[&str]) -> Option<String> {
        let proxies = TrustedProxies::parse(proxies).unwrap_or_default();
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let peer = peer.parse::<IpAddr>().unwrap().to_canonical();
        Strangers::new(proxies).client(peer, &headers).map(|address| address.to_string())
    }

    #[test]
    fn a_public_peer_is_its_own_client_and_its_word_about_another_does_not_count() {
        for peer in ["203.0.113.7", "::ffff:203.0.113.7"] {
            assert_eq!(client("", peer, &["198.51.100.1"]).as_deref(), Some("203.0.113.7"));
        }
        let six = client("", "2001:db8:1:2:3:4:5:6", &[]);
        assert_eq!(six.as_deref(), Some("2001:db8:1:2::"), "a network, since a client has one");
    }

    #[test]
    fn only_so_much_is_worked_on_at_once() {
        let strangers = Strangers::new(TrustedProxies::default());
        let places: Vec<_> = (0..WORK).filter_map(|_| strangers.work()).collect();

        assert_eq!(places.len(), WORK);
        assert!(strangers.work().is_none());
        drop(places);
        assert!(strangers.work().is_some());
    }

    #[test]
    fn nobody_is_counted_who_comes_from_a_private_address() {
        let private = ["127.0.0.1", "10.1.2.3", "172.20.0.1", "192.168.1.1", "100.64.0.9"];
        let private = private.into_iter().chain(["169.254.0.1", "::1", "fd00::1", "fe80::1"]);
        for peer in private {
            assert_eq!(client("", peer, &["198.51.100.1"]), None, "{peer}");
        }
    }

    #[test]
    fn a_trusted_proxy_names_the_client_by_the_right_most_address_that_is_not_a_proxys() {
        let ask = |forwarded: &[&str]| client("10.0.0.0/8, 192.0.2.1", "10.0.0.1", forwarded);
        let table: [(&[&str], Option<&str>); 9] = [
            (&["198.51.100.1"], Some("198.51.100.1")),
            (&["198.51.100.9, 198.51.100.1"], Some("198.51.100.1")),
            (&["198.51.100.1, 192.0.2.1, 10.9.9.9"], Some("198.51.100.1")),
            (&["198.51.100.9", "198.51.100.1"], Some("198.51.100.1")),
            (&["198.51.100.1:4711"], Some("198.51.100.1")),
            (&["198.51.100.1, 192.168.0.1"], None),
            (&["198.51.100.1, nonsense"], None),
            (&["10.1.1.1"], None),
            (&[], None),
        ];
        for (forwarded, expected) in table {
            assert_eq!(ask(forwarded).as_deref(), expected, "{forwarded:?}");
        }
    }
}
