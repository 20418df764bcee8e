//! Whose word about a client's address is taken.
//!
//! Behind a proxy everybody comes from the proxy's address, so that a limit per address would be a limit
//! for all. Who stands in front of us can only be said by the operator: a header alone is anybody's claim.

use std::net::IpAddr;

use super::problems::Values;

const NAME: &str = "TRUSTED_PROXIES";

/// Addresses are compared as those of IPv6, in which those of IPv4 have a place of their own.
const MAPPED_BITS: u8 = 96;

/// The proxies whose `X-Forwarded-For` is believed; none unless the operator names them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Prefix>);

/// Addresses that begin alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Prefix {
    beginning: u128,
    mask: u128,
}

impl TrustedProxies {
    /// Reads addresses and prefixes such as `10.0.0.0/8`, by comma.
    pub fn parse(text: &str) -> Option<Self> {
        text.split(',').map(|part| Prefix::parse(part.trim())).collect::<Option<_>>().map(Self)
    }

    /// Whether this address is one of them.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let bits = bits(address);
        self.0.iter().any(|prefix| bits & prefix.mask == prefix.beginning)
    }

    /// How many entries the list has.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl Prefix {
    fn parse(text: &str) -> Option<Self> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let (most, before) = if address.is_ipv4() { (32, MAPPED_BITS) } else { (128, 0) };
        let length: u8 = match length {
            Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok()?,
            Some(_) => return None,
            None => most,
        };
        if length > most {
            return None;
        }
        // A shift by all 128 bits is none at all: the prefix of everything.
        let mask = u128::MAX.checked_shl(u32::from(128 - before - length)).unwrap_or(0);
        Some(Self { beginning: bits(address) & mask, mask })
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

pub(super) fn read(values: &mut Values) -> TrustedProxies {
    let Some(text) = values.optional(NAME) else { return TrustedProxies::default() };
    let proxies = TrustedProxies::parse(&text);
    if proxies.is_none() {
        let cure = "give addresses or prefixes such as 10.0.0.0/8 or fd00::/8, by comma";
        values.problem(NAME, "is not a list of addresses", cure);
    }
    proxies.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{IpAddr, TrustedProxies};

    #[test]
    fn an_address_is_trusted_by_itself_or_by_its_beginning() {
        let proxies = TrustedProxies::parse("10.0.0.0/8, 203.0.113.7,fd00::/8").unwrap();
        let table = [
            ("10.255.0.1", true),
            ("11.0.0.1", false),
            ("203.0.113.7", true),
            ("203.0.113.8", false),
            ("::ffff:10.1.2.3", true),
            ("fd12::1", true),
            ("fe80::1", false),
            ("::a00:1", false),
        ];
        for (address, expected) in table {
            let address: IpAddr = address.parse().unwrap();
            assert_eq!(proxies.trusts(address), expected, "{address}");
        }
        assert!(TrustedProxies::parse("0.0.0.0/0").unwrap().trusts([1, 2, 3, 4].into()));
        assert!(TrustedProxies::parse("::/0").unwrap().trusts([1, 2, 3, 4].into()));
        assert!(!TrustedProxies::default().trusts([127, 0, 0, 1].into()));
    }

    #[test]
    fn what_is_no_list_of_addresses_is_refused() {
        for text in ["", "proxy", "10.0.0.0/33", "10.0.0.0/+8", "::/129", "10.0.0.0/8,", "1.2.3"] {
            assert_eq!(TrustedProxies::parse(text), None, "{text}");
        }
    }
}
