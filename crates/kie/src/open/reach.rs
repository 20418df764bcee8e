//! Where a download may go.
//!
//! An address is checked twice: as it is written, where it may hold a number, and as its name
//! resolves, since a public name can lead to a private number. The check by name is the resolver
//! itself, so that what is checked is what is connected to. With a proxy the names are the proxy's to
//! resolve; one that is itself in a private network must be given by its number.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Where a download may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Only where everybody can.
    Public,
    /// Anywhere: KIE itself is on this machine.
    Anywhere,
}

/// An address where a download must not go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the address leads into a private network or is no plain address of the web")]
pub(crate) struct OffLimits;

impl Reach {
    /// As far as files of a KIE at this address may be.
    pub(crate) fn beside(api: &Url) -> Self {
        let is_here = is_this_machine(api) || number(api).is_some_and(|ip| ip.is_loopback());
        if is_here { Self::Anywhere } else { Self::Public }
    }

    /// Checks an address as it is written.
    pub(crate) fn check(self, url: &Url) -> Result<(), OffLimits> {
        let is_plain = matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none();
        let is_public = || !is_this_machine(url) && number(url).is_none_or(is_public);
        match self {
            Self::Anywhere if is_plain => Ok(()),
            Self::Public if is_plain && is_public() => Ok(()),
            _ => Err(OffLimits),
        }
    }
}

/// Resolves names to public numbers only.
pub(crate) struct Resolver;

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> =
                tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(public(found)?)
        })
    }
}

fn public(found: Vec<SocketAddr>) -> Result<Addrs, OffLimits> {
    let count = found.len();
    let public: Vec<_> = found.into_iter().filter(|address| is_public(address.ip())).collect();
    if count > 0 && public.is_empty() {
        return Err(OffLimits);
    }
    Ok(Box::new(public.into_iter()))
}

/// The number that an address has for a host.
fn number(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase();
    host == "localhost" || host.ends_with(".localhost")
}

/// Whether a number belongs to the public net.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        || matches!(
            (a, b, c),
            (0 | 240.., ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18 | 19, _)
        );
    !is_special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = ip.segments();
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match (a, b) {
        // An old number in new clothes: mapped, translated or tunnelled.
        (0, 0) if (c, d, e, f) == (0, 0, 0, 0xffff) => v4(g, h),
        (0x64, 0xff9b) if (c, d, e, f) == (0, 0, 0, 0) => v4(g, h),
        (0x2002, _) => v4(b, c),
        // Documentation and other reservations within what is otherwise public.
        (0x2001, 0..=0x01ff | 0x0db8) | (0x3fff, 0..=0x0fff) => false,
        // All that is given out begins with 001; the rest is local, reserved or for groups.
        _ => (0x2000..=0x3fff).contains(&a),
    }
}

#[cfg(test)]
mod tests {
    use super::{OffLimits, Reach, Url, is_public, public};

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn private_numbers_are_off_limits_however_they_are_written() {
        for text in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://0.0.0.0/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.64.0.1/",
            "http://198.18.0.1/",
            "http://192.0.0.1/",
            "http://224.0.0.1/",
            "http://255.255.255.255/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[2002:7f00:1::]/",
            "http://[2001:db8::1]/",
            "http://[2001::1]/",
            "http://[fc00::1]/",
            "http://[fe80::1]/",
            "http://[ff02::1]/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "https://user:pass@a.b/",
            "ftp://a.b/",
            "file:///etc/passwd",
            "data:text/plain,x",
        ] {
            assert_eq!(Reach::Public.check(&url(text)), Err(OffLimits), "{text}");
        }
    }

    #[test]
    fn public_addresses_are_fine() {
        for text in [
            "https://tempfile.aiquickdraw.com/a.png",
            "http://1.1.1.1/",
            "http://172.32.0.1:8080/",
            "http://[2606:4700:4700::1111]/",
            "http://[::ffff:1.1.1.1]/",
        ] {
            assert_eq!(Reach::Public.check(&url(text)), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_name_that_leads_to_private_numbers_only_is_off_limits() {
        let address = |text: &str| text.parse().unwrap();
        assert!(public(vec![address("10.0.0.1:0"), address("[::1]:0")]).is_err());
        let mixed = public(vec![address("10.0.0.1:0"), address("1.1.1.1:0")]).unwrap();
        assert_eq!(mixed.collect::<Vec<_>>(), [address("1.1.1.1:0")]);
        assert_eq!(public(vec![]).unwrap().count(), 0);
        assert!(is_public("8.8.8.8".parse().unwrap()));
    }

    #[test]
    fn only_beside_a_kie_on_this_machine_everything_is_near() {
        for text in ["http://127.0.0.1:9/", "http://localhost:9", "http://[::1]:9"] {
            assert_eq!(Reach::beside(&url(text)), Reach::Anywhere, "{text}");
        }
        for text in ["https://api.kie.ai", "http://10.0.0.1", "http://kie.internal"] {
            assert_eq!(Reach::beside(&url(text)), Reach::Public, "{text}");
        }
        assert_eq!(Reach::Anywhere.check(&url("http://127.0.0.1/")), Ok(()));
        assert_eq!(Reach::Anywhere.check(&url("file:///etc/passwd")), Err(OffLimits));
    }
}
