//! What a client asks a proxy for, in either of two languages, up to the answer.
//!
//! ```text
//!   SOCKS5   05 methods ── 05 00 | 05 02 user password 01 00 ── 05 01 00 address port ──> Asked
//!   HTTP     CONNECT name:port, Proxy-Authorization ────────────────────────────────────> Asked
//! ```
//!
//! A login that is wanted and not right ends here, in the words that each language has for it.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// No request of a client is longer.
const LONGEST_HEAD: usize = 8 * 1024;

const WRONG_LOGIN: &[u8] = b"HTTP/1.1 407 Proxy Authentication Required\r\n\
    Proxy-Authenticate: Basic realm=\"proxy\"\r\nContent-Length: 0\r\n\r\n";

/// What was asked for.
#[derive(Debug)]
pub(super) enum Asked {
    Socks {
        name: String,
        port: u16,
    },
    /// The words of the first line.
    Http {
        method: String,
        target: String,
    },
}

impl Asked {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Socks { name, .. } => name,
            Self::Http { method, target } if method == "CONNECT" => {
                target.rsplit_once(':').map_or(target, |(name, _)| name)
            }
            // What is not a tunnel is written down and leads nowhere.
            Self::Http { .. } => "",
        }
    }

    /// What the client is told.
    pub(super) fn answer(&self, is_open: bool) -> &'static [u8] {
        match (self, is_open) {
            (Self::Socks { .. }, true) => &[5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
            (Self::Socks { .. }, false) => &[5, 4, 0, 1, 0, 0, 0, 0, 0, 0],
            (Self::Http { .. }, true) => b"HTTP/1.1 200 Connection established\r\n\r\n",
            (Self::Http { .. }, false) => b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socks { name, port } => write!(to, "SOCKS {name}:{port}"),
            Self::Http { method, target } => write!(to, "{method} {target}"),
        }
    }
}

/// Reads what a client asks for; none when it may not ask or does not ask properly.
pub(super) async fn read(
    client: &mut TcpStream,
    login: Option<&(String, String)>,
) -> Option<Asked> {
    match client.read_u8().await.ok()? {
        5 => socks(client, login).await,
        first => http(client, first, login).await,
    }
}

async fn socks(client: &mut TcpStream, login: Option<&(String, String)>) -> Option<Asked> {
    let methods = word(client).await?;
    let method = if login.is_some() { 2 } else { 0 };
    if !methods.contains(&method) {
        client.write_all(&[5, 0xFF]).await.ok()?;
        return None;
    }
    client.write_all(&[5, method]).await.ok()?;
    if let Some((user, password)) = login {
        let _version = client.read_u8().await.ok()?;
        let given = (word(client).await?, word(client).await?);
        let is_right = given == (user.clone().into_bytes(), password.clone().into_bytes());
        client.write_all(&[1, u8::from(!is_right)]).await.ok()?;
        if !is_right {
            return None;
        }
    }
    let mut head = [0; 4];
    client.read_exact(&mut head).await.ok()?;
    let name = match head[3] {
        1 => Ipv4Addr::from_bits(client.read_u32().await.ok()?).to_string(),
        3 => String::from_utf8(word(client).await?).ok()?,
        4 => Ipv6Addr::from_bits(client.read_u128().await.ok()?).to_string(),
        _ => return None,
    };
    Some(Asked::Socks { name, port: client.read_u16().await.ok()? })
}

/// Bytes after their number.
async fn word(client: &mut TcpStream) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::from(client.read_u8().await.ok()?)];
    client.read_exact(&mut bytes).await.ok()?;
    Some(bytes)
}

async fn http(
    client: &mut TcpStream,
    first: u8,
    login: Option<&(String, String)>,
) -> Option<Asked> {
    let mut head = vec![first];
    // Byte by byte: what comes after the head belongs to the other side.
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() == LONGEST_HEAD {
            return None;
        }
        head.push(client.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).ok()?;
    if let Some((user, password)) = login {
        let right = format!("Basic {}", STANDARD.encode(format!("{user}:{password}")));
        let mut headers = head.lines().filter_map(|line| line.split_once(": "));
        let given = headers.find(|(name, _)| name.eq_ignore_ascii_case("proxy-authorization"));
        if given.is_none_or(|(_, value)| value != right) {
            client.write_all(WRONG_LOGIN).await.ok()?;
            return None;
        }
    }
    let mut words = head.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    Some(Asked::Http { method, target })
}
