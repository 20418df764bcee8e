//! Encryption, against a server with a certificate of its own: both clients do as the address says.

use std::path::{Path, PathBuf};

use store::{DatabaseUrl, PoolSettings, Store, migrations};
use testbed::server::{Server, Shutdown};
use tokio::process::Command;

/// Makes an authority, and a certificate by it for `localhost`.
const MAKE: &str = "set -e
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem
openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr
printf 'subjectAltName=DNS:localhost' >extensions
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \\
    -extfile extensions -out server.crt
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=stranger -keyout x.key -out stranger.pem
chmod 644 *.pem
chmod 600 server.key
chown --reference=data server.key server.crt
cp -p server.key server.crt data/";

struct Bench {
    server: Server,
    folder: PathBuf,
}

impl Bench {
    async fn new() -> Option<Self> {
        let mut server = Server::start().await.unwrap();
        let folder = server.folder().to_owned();
        let made = Command::new("sh").arg("-c").arg(MAKE).current_dir(&folder).output().await;
        match made {
            Ok(output) if output.status.success() => {}
            other => {
                testbed::skip::because(format!("openssl makes no certificates: {other:?}"));
                return None;
            }
        }
        let admin = server.connect("postgres").await.unwrap();
        admin.batch_execute("alter system set ssl = on").await.unwrap();
        drop(admin);
        server.restart(Shutdown::Fast).await.unwrap();
        Some(Self { server, folder })
    }

    fn url(&self, host: &str, parameters: &str) -> DatabaseUrl {
        let port = self.server.address().port();
        let address = format!("postgres://postgres@{host}:{port}/postgres?{parameters}");
        DatabaseUrl::parse(&address).unwrap()
    }

    fn file(&self, name: &str) -> String {
        Path::join(&self.folder, name).display().to_string()
    }
}

/// Whether the lock connection is encrypted; nothing when there is none.
async fn lock(server: &Server, url: &DatabaseUrl) -> Option<bool> {
    let _observer = url.lock_connector().await.unwrap().observer().await.ok()?;
    let query = "select ssl from pg_stat_ssl join pg_stat_activity using (pid) \
                 where application_name like '%/lock' order by backend_start desc limit 1";
    let witness = server.connect("postgres").await.unwrap();
    Some(witness.query_one(query, &[]).await.unwrap().get(0))
}

/// Whether the work pool comes to a connection.
async fn work(url: &DatabaseUrl) -> bool {
    Store::open(url, PoolSettings::default()).await.is_ok()
}

#[tokio::test]
async fn both_clients_check_what_the_address_says_and_no_more() {
    let Some(bench) = Bench::new().await else {
        return;
    };
    let (ca, stranger) = (bench.file("ca.pem"), bench.file("stranger.pem"));
    let cases = [
        ("localhost", "sslmode=disable".to_owned(), Some(false)),
        ("localhost", String::new(), Some(true)),
        ("localhost", "sslmode=allow".to_owned(), Some(true)),
        ("localhost", "sslmode=require".to_owned(), Some(true)),
        ("localhost", format!("sslmode=require&sslrootcert={ca}"), Some(true)),
        ("localhost", format!("sslmode=require&sslrootcert={stranger}"), None),
        ("localhost", format!("sslmode=verify-ca&sslrootcert={ca}"), Some(true)),
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={ca}"), Some(true)),
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={stranger}"), None),
        ("localhost", format!("sslmode=verify-full&sslrootcert={ca}"), Some(true)),
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={ca}"), None),
        ("localhost", "sslrootcert=system".to_owned(), None),
    ];

    for (host, parameters, encrypted) in cases {
        let url = bench.url(host, &parameters);
        assert_eq!(lock(&bench.server, &url).await, encrypted, "{host} {parameters}");
        assert_eq!(work(&url).await, encrypted.is_some(), "{host} {parameters}");
        assert_eq!(migrations::connect(&url).await.is_ok(), encrypted.is_some(), "{parameters}");
    }
}

#[tokio::test]
async fn a_server_without_encryption_is_used_only_where_that_is_allowed() {
    let server = Server::start().await.unwrap();
    let port = server.address().port();

    for (mode, connects) in [("prefer", true), ("allow", true), ("require", false)] {
        let address = format!("postgres://postgres@localhost:{port}/postgres?sslmode={mode}");
        let url = DatabaseUrl::parse(&address).unwrap();
        assert_eq!(lock(&server, &url).await, connects.then_some(false), "{mode}");
        assert_eq!(work(&url).await, connects, "{mode}");
    }
}
