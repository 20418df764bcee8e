//! Taking an address apart: `postgres://user:password@host:port,host:port/database?name=value`.
//!
//! The order matters: first the `?`, then the last `@` before the path, then the rest. So a raw `@`,
//! `:` or `#` in a password is read as one hopes; a raw `/` or `?` cannot be, and is told apart by
//! the `@` that then turns up behind the host.

use super::bad_url::BadUrl;
use super::percent;

/// The pieces of an address as they were written, decoded.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) user: Option<String>,
    pub(super) password: Option<String>,
    /// In the order in which they are tried; an empty one is the usual host.
    pub(super) hosts: Vec<String>,
    /// One for each host, or one for all of them; none is the usual port.
    pub(super) ports: Vec<Option<u16>>,
    pub(super) database: Option<String>,
    pub(super) parameters: Vec<(String, String)>,
}

pub(super) fn pieces(address: &str) -> Result<Pieces, BadUrl> {
    let rest = after_scheme(address.trim()).ok_or(BadUrl::Scheme)?;
    let (place, query) = rest.split_once('?').map_or((rest, None), |(p, q)| (p, Some(q)));
    let (authority, path) = place.split_once('/').map_or((place, ""), |(a, p)| (a, p));
    let (login, server) = authority
        .rsplit_once('@')
        .map_or((None, authority), |(login, server)| (Some(login), server));
    if login.is_none() && rest[authority.len()..].contains('@') {
        return Err(BadUrl::Misplaced);
    }
    let mut pieces = Pieces::default();
    if let Some(login) = login {
        let (user, password) = login.split_once(':').map_or((login, None), |(u, p)| (u, Some(p)));
        pieces.user = filled(decoded("user", user)?);
        pieces.password = password.map(|text| decoded("password", text)).transpose()?;
    }
    for server in server.split(',') {
        let (host, port) = host_and_port(server)?;
        pieces.hosts.push(decoded("host", host)?);
        pieces.ports.push(port.map(self::port).transpose()?);
    }
    pieces.database = filled(decoded("database", path)?);
    pieces.parameters = query.map_or(Ok(Vec::new()), parameters)?;
    Ok(pieces)
}

fn port(text: &str) -> Result<u16, BadUrl> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(port) if digits && port > 0 => Ok(port),
        _ => Err(BadUrl::Port),
    }
}

/// The ports of a parameter: an empty one is the usual one, as in libpq.
pub(super) fn ports(list: &str) -> Result<Vec<Option<u16>>, BadUrl> {
    let one = |text: &str| if text.is_empty() { Ok(None) } else { port(text).map(Some) };
    list.split(',').map(one).collect()
}

fn after_scheme(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    let known = ["postgres", "postgresql"];
    known.iter().any(|name| scheme.eq_ignore_ascii_case(name)).then_some(rest)
}

fn host_and_port(server: &str) -> Result<(&str, Option<&str>), BadUrl> {
    let (host, rest) = match server.strip_prefix('[') {
        Some(inner) => inner.split_once(']').ok_or(BadUrl::Bracket)?,
        None => server.split_at(server.find(':').unwrap_or(server.len())),
    };
    match rest.strip_prefix(':') {
        // An empty port is the usual one, as libpq reads it.
        Some("") => Ok((host, None)),
        Some(port) => Ok((host, Some(port))),
        None if rest.is_empty() => Ok((host, None)),
        None => Err(BadUrl::Bracket),
    }
}

fn parameters(query: &str) -> Result<Vec<(String, String)>, BadUrl> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').ok_or(BadUrl::Nameless)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(BadUrl::Nameless);
        }
        Ok((name.to_owned(), decoded("parameters", value)?))
    });
    pairs.collect()
}

fn decoded(part: &'static str, text: &str) -> Result<String, BadUrl> {
    percent::decode(text).ok_or(BadUrl::Encoding { part })
}

fn filled(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
