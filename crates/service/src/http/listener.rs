//! The port, bound before anything else.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::{TcpListener, TcpSocket};

/// So many connections wait to be accepted, as far as the system allows. In a shorter line a burst makes the kernel drop
/// whoever comes next, who then tries again a second later.
const BACKLOG: u32 = 4_096;

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
    pub fn bind(port: u16) -> Result<Self, BindRefused> {
        let both = SocketAddr::from((Ipv6Addr::UNSPECIFIED, port));
        let bound = match listen(both) {
            // A machine without IPv6 has only the other kind of address.
            Err(error) if !is_final(&error) => {
                listen(SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)))
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

/// Binds and listens, with a line that is long enough for a burst of connections.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv6() { TcpSocket::new_v6() } else { TcpSocket::new_v4() }?;
    // The connections of an instance that has just ended do not keep its port.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
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
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use tokio::net::TcpStream;
    use tokio::time::timeout;

    use super::Listener;

    /// A connection that finds no place in line is tried again after a second.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_burst_of_connections_waits_in_line() {
        let listener = Listener::bind(0).unwrap();
        let address = (Ipv4Addr::LOCALHOST, listener.address().port());

        let mut waiting = Vec::new();
        for number in 0..400 {
            let connected = timeout(Duration::from_millis(900), TcpStream::connect(address)).await;
            waiting
                .push(connected.unwrap_or_else(|_| panic!("number {number} was dropped")).unwrap());
        }

        assert_eq!(waiting.len(), 400);
    }

    #[tokio::test]
    async fn a_port_in_use_is_refused_with_a_sentence() {
        let first = Listener::bind(0).unwrap();
        let port = first.address().port();

        let refusal = Listener::bind(port).unwrap_err();

        let sentence = format!("port {port} is already in use; stop the program");
        assert!(refusal.to_string().starts_with(&sentence), "{refusal}");
    }
}
