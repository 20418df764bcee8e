//! Encryption: what each `sslmode` means, for both clients.
//!
//! | sslmode | encrypted | certificate | name |
//! | --- | --- | --- | --- |
//! | `disable` | no | - | - |
//! | `allow`, `prefer` (when nothing is said) | near: if the server offers it; else yes | not checked | not checked |
//! | `require` | yes | not checked, but by `sslrootcert` if that is given | not checked |
//! | `verify-ca` | yes | checked | not checked |
//! | `verify-full` | yes | checked | checked |
//!
//! That is libpq's table with four differences. A server that is not near (see `near`) is never spoken
//! to in the clear unless the address says `disable`. `allow` tries encryption first, as neither client
//! can try it second. Where libpq would look for a file in the home folder, the roots of the system
//! are taken. And sqlx trusts the roots of the system beside those of `sslrootcert`, which it
//! offers no way to leave out; the lock connection trusts only the file.
//!
//! On failure: a file that cannot be read, or holds no certificate, is an error of
//! [`DatabaseUrl::tls`](super::DatabaseUrl::tls) and says which file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use sqlx::postgres::PgSslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::bad_url::BadUrl;
use super::verifiers::{AnyName, Unchecked};

/// How far a connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SslMode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// Whose word is taken for a server's certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Roots {
    System,
    File(PathBuf),
}

/// Correct the certificates this machine trusts.
#[derive(Debug, thiserror::Error)]
pub enum BadCertificates {
    /// The file of `sslrootcert` cannot be read.
    #[error("the sslrootcert {} of the database address cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The file of `sslrootcert` holds something else.
    #[error(
        "the sslrootcert {} of the database address holds no certificate that can be used: give \
         a PEM file", path.display()
    )]
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// This machine trusts nobody.
    #[error(
        "this machine has no certificates to check the database's against: install \
         ca-certificates or give sslrootcert"
    )]
    NoSystemRoots,
    /// The library refuses them.
    #[error("the certificates of the database address cannot be used: {0}")]
    Unusable(String),
}

impl SslMode {
    pub(super) fn read(text: &str) -> Result<Self, BadUrl> {
        Ok(match text {
            "disable" => Self::Disable,
            "allow" | "prefer" => Self::Prefer,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            _ => {
                let allowed = "disable, allow, prefer, require, verify-ca or verify-full";
                return Err(BadUrl::Value { name: "sslmode", allowed });
            }
        })
    }

    /// The mode in force, given what the address says about mode and roots; libpq's rules.
    pub(super) fn in_force(said: Option<Self>, roots: Option<&Roots>) -> Result<Self, BadUrl> {
        match (said, roots) {
            (None | Some(Self::VerifyFull), Some(Roots::System)) => Ok(Self::VerifyFull),
            (Some(_), Some(Roots::System)) => Err(BadUrl::Value {
                name: "sslmode",
                allowed: "verify-full with sslrootcert=system",
            }),
            (Some(Self::Require), Some(Roots::File(_))) => Ok(Self::VerifyCa),
            (said, _) => Ok(said.unwrap_or(Self::Prefer)),
        }
    }

    pub(super) fn for_pool(self) -> PgSslMode {
        match self {
            Self::Disable => PgSslMode::Disable,
            Self::Prefer => PgSslMode::Prefer,
            Self::Require => PgSslMode::Require,
            Self::VerifyCa => PgSslMode::VerifyCa,
            Self::VerifyFull => PgSslMode::VerifyFull,
        }
    }

    pub(super) fn for_lock(self) -> tokio_postgres::config::SslMode {
        match self {
            Self::Disable => tokio_postgres::config::SslMode::Disable,
            Self::Prefer => tokio_postgres::config::SslMode::Prefer,
            Self::Require | Self::VerifyCa | Self::VerifyFull => {
                tokio_postgres::config::SslMode::Require
            }
        }
    }
}

/// Makes the encryption of the lock connection; nothing where there is to be none.
pub(super) async fn connector(
    mode: SslMode,
    roots: &Roots,
) -> Result<Option<MakeRustlsConnect>, BadCertificates> {
    // Given explicitly: a library must not depend on what the program has installed globally.
    let provider = Arc::new(ring::default_provider());
    let verifier: Arc<dyn ServerCertVerifier> = match mode {
        SslMode::Disable => return Ok(None),
        SslMode::Prefer | SslMode::Require => Arc::new(Unchecked(Arc::clone(&provider))),
        SslMode::VerifyCa => Arc::new(AnyName(by_roots(roots, &provider).await?)),
        SslMode::VerifyFull => by_roots(roots, &provider).await?,
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| BadCertificates::Unusable(error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(Some(MakeRustlsConnect::new(config)))
}

async fn by_roots(
    roots: &Roots,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, BadCertificates> {
    let store = match roots {
        Roots::System => system_roots().await?,
        Roots::File(path) => roots_of(path).await?,
    };
    WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(provider))
        .build()
        .map_err(|error| BadCertificates::Unusable(error.to_string()))
}

async fn system_roots() -> Result<RootCertStore, BadCertificates> {
    // Reads many files, so not on a thread of the runtime.
    let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await;
    let mut store = RootCertStore::empty();
    if let Ok(found) = found {
        store.add_parsable_certificates(found.certs);
    }
    if store.is_empty() { Err(BadCertificates::NoSystemRoots) } else { Ok(store) }
}

async fn roots_of(path: &Path) -> Result<RootCertStore, BadCertificates> {
    let unreadable = |source| BadCertificates::Unreadable { path: path.to_owned(), source };
    let text = tokio::fs::read(path).await.map_err(unreadable)?;
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&text) {
        let added = certificate.map(|certificate| store.add(certificate));
        if !matches!(added, Ok(Ok(()))) {
            return Err(BadCertificates::NoCertificate { path: path.to_owned() });
        }
    }
    if store.is_empty() {
        return Err(BadCertificates::NoCertificate { path: path.to_owned() });
    }
    Ok(store)
}
