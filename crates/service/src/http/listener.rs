//! The port, bound before anything else.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::TcpListener;

/// A bound port that nobody serves yet; connections wait in the kernel.
#[derive(Debug)]
pub struct Listener {
    pub(super) socket: TcpListener,
    address: SocketAddr,
}

/// Why the port cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BindRefused {
    /// Somebody listens there.
    #[error("port {0} is already in use; stop the program that uses it, or set PORT to another")]
    InUse(u16),
    /// We may not.
    #[error("port {0} is not ours to use; set PORT to one above 1023")]
    NotAllowed(u16),
    /// The system has another reason.
    #[error("port {0} cannot be bound: {1}")]
    Other(u16, std::io::Error),
}

impl Listener {
    /// Binds the port on every address of this machine; 0 lets the kernel choose.
    pub async fn bind(port: u16) -> Result<Self, BindRefused> {
        let both = SocketAddr::from((Ipv6Addr::UNSPECIFIED, port));
        let bound = match TcpListener::bind(both).await {
            // A machine without IPv6 has only the other kind of address.
            Err(error) if !is_final(&error) => {
                TcpListener::bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))).await
            }
            bound => bound,
        };
        let socket = bound.map_err(|error| refusal(port, error))?;
        let address = socket.local_addr().map_err(|error| refusal(port, error))?;
        Ok(Self { socket, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

fn is_final(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied)
}

fn refusal(port: u16, error: std::io::Error) -> BindRefused {
    match error.kind() {
        ErrorKind::AddrInUse => BindRefused::InUse(port),
        ErrorKind::PermissionDenied => BindRefused::NotAllowed(port),
        _ => BindRefused::Other(port, error),
    }
}

#[cfg(test)]
mod tests {
    use super::Listener;

    #[tokio::test]
    async fn a_port_in_use_is_refused_with_a_sentence() {
        let first = Listener::bind(0).await.unwrap();
        let port = first.address().port();

        let refusal = Listener::bind(port).await.unwrap_err();

        let sentence = format!("port {port} is already in use; stop the program");
        assert!(refusal.to_string().starts_with(&sentence), "{refusal}");
    }
}
