//! Which hosts are near enough to be spoken to in the clear.
//!
//! Near is what no stranger stands in between of: this machine, and a network of one's own, by its
//! address or by a name that the public system of names has no place for. A name is judged as it is
//! written and not by what it leads to: whoever can answer for a name could otherwise turn encryption
//! off as well.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The ends of names that are reserved for networks of one's own, or used by hosts for theirs.
const OWN: [&str; 8] =
    ["localhost", "local", "internal", "home.arpa", "lan", "svc", "flycast", "test"];

/// Whether a host is near.
pub(super) fn is_near(host: &str) -> bool {
    match host.parse() {
        Ok(IpAddr::V4(address)) => is_near_v4(address),
        Ok(IpAddr::V6(address)) => match address.to_ipv4_mapped() {
            Some(address) => is_near_v4(address),
            None => is_near_v6(address),
        },
        Err(_) => is_own_name(host),
    }
}

fn is_near_v4(address: Ipv4Addr) -> bool {
    address.is_loopback() || address.is_private() || address.is_link_local()
}

fn is_near_v6(address: Ipv6Addr) -> bool {
    address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
}

/// A socket's folder, a name without a dot (a neighbour in a compose file or a cluster), or one with a
/// reserved end.
fn is_own_name(host: &str) -> bool {
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    let ends = |end: &&str| name.strip_suffix(*end).is_some_and(|rest| rest.ends_with('.'));
    host.starts_with('/') || !name.contains('.') || OWN.iter().any(ends)
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn near_is_this_machine_and_a_network_of_ones_own() {
        let near = [
            "localhost",
            "127.0.0.1",
            "127.9.9.9",
            "::1",
            "10.0.0.5",
            "172.16.0.1",
            "192.168.1.9",
            "169.254.3.4",
            "fd00::1",
            "fe80::1",
            "::ffff:10.1.2.3",
            "/run/postgresql",
            "postgres",
            "dpg-abc123-a",
            "db.internal",
            "trt-db.railway.internal",
            "pg.default.svc",
            "pg.ns.svc.cluster.local",
            "DB.LOCAL",
            "db.internal.",
        ];
        for host in near {
            assert!(is_near(host), "{host}");
        }
        let far = [
            "db.example.com",
            "8.8.8.8",
            "172.32.0.1",
            "100.64.0.1",
            "2001:db8::1",
            "::ffff:8.8.8.8",
            "internal.example.com",
            "notlocal.com",
            "ep-x.eu.aws.neon.tech",
        ];
        for host in far {
            assert!(!is_near(host), "{host}");
        }
    }
}
