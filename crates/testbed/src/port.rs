//! Ports for servers that must come back at the same address after a restart.
//!
//! A port the kernel hands out for `:0` lies in the range of outgoing connections: while our server
//! is down for a moment any client of this machine may be given it, and the restart fails. So ports
//! are drawn at random from below that range (Linux starts at 32768, others higher).
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: binding does not wait")]

use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use crate::{Error, random};

const LOWEST: u16 = 12_000;
const HIGHEST: u16 = 32_000;
const DRAWS: u32 = 64;

/// Where a hosted pooler listens: whoever tells poolers by their ports would take our server for one.
const POOLER: u16 = 25_061;

/// Draws a loopback address nobody listens on at this moment.
///
/// Somebody may still take it before we do, so callers that start a server there draw again when
/// it cannot bind.
pub fn draw() -> Result<SocketAddr, Error> {
    let mut refusal = std::io::Error::other("no draw");
    for _ in 0..DRAWS {
        let drawn = u16::from_ne_bytes(random::bytes()?);
        let port = LOWEST + drawn % (HIGHEST - LOWEST);
        if port == POOLER {
            continue;
        }
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        match TcpListener::bind(address) {
            Ok(_) => return Ok(address),
            Err(error) => refusal = error,
        }
    }
    Err(Error::Io { what: format!("find a free port in {DRAWS} draws"), source: refusal })
}
