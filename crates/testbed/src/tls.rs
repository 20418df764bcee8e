//! TLS in front of a server that speaks none, by a certificate of an authority that exists for one test.
//!
//! ```text
//!   client ── TLS, by a name ──> TlsFront ── plain, on loopback ──> server
//!      └── trusts the file of the authority, and nobody else
//! ```
//!
//! A process trusts the authority when `SSL_CERT_FILE` names [`TlsFront::authority`].

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::Error;
use crate::account::Account;
use crate::folder::{self, Folder};

/// A running front; dropping it closes its connections.
#[derive(Debug)]
pub struct TlsFront {
    address: SocketAddr,
    folder: Folder,
    acceptor: JoinHandle<()>,
}

impl TlsFront {
    /// Starts one for a server, which is known by this name.
    pub async fn start(name: &str, server: SocketAddr) -> Result<Self, Error> {
        let folder = Folder::throw_away("tls", &Account::Own)?;
        let (config, authority) = certified(name).map_err(|error| Error::Io {
            what: "make a certificate".to_owned(),
            source: std::io::Error::other(error),
        })?;
        folder::write_private(&folder.path().join(AUTHORITY), &authority, &Account::Own)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.map_err(Error::io("listen with TLS"))?;
        let address = listener.local_addr().map_err(Error::io("listen with TLS"))?;
        let acceptor = tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), server));
        Ok(Self { address, folder, acceptor })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The file with the authority's certificate.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join(AUTHORITY)
    }
}

const AUTHORITY: &str = "authority.pem";

impl Drop for TlsFront {
    fn drop(&mut self) {
        self.acceptor.abort();
    }
}

/// What a server of this name shows, and the authority that vouches for it.
fn certified(
    name: &str,
) -> Result<(ServerConfig, String), Box<dyn std::error::Error + Send + Sync>> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate()?)?;
    let key = KeyPair::generate()?;
    let certificate = CertificateParams::new(vec![name.to_owned()])?.signed_by(&key, &issuer)?;
    let key = PrivateKeyDer::try_from(key.serialize_der())?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)?;
    Ok((config, issuer.pem()))
}

/// Accepts connections until the front is dropped; their tasks end with this one.
async fn accept(listener: TcpListener, acceptor: TlsAcceptor, server: SocketAddr) {
    let mut carried = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                if let Ok((client, _)) = accepted {
                    carried.spawn(carry(client, acceptor.clone(), server));
                }
            }
            Some(_) = carried.join_next() => {}
        }
    }
}

async fn carry(client: TcpStream, acceptor: TlsAcceptor, server: SocketAddr) {
    let Ok(mut client) = acceptor.accept(client).await else { return };
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    // Either end may break off; that is the business of those who talk.
    let _ = copy_bidirectional(&mut client, &mut server).await;
}
