//! The connections to KIE, and the calls put together.
//!
//! A call waits for its turn, goes out once and comes back judged; nothing is repeated here, since
//! only the caller knows whether it may be. A 429 has closed the bucket before the caller hears of
//! it.
//!
//! ```text
//!   turn ── connecting ── sending ── body sent ── waiting ──> judged
//!            └─ breaks: not sent ─┘      └─ breaks: unknown ─┘
//! ```
//!
//! Every wait is bounded: 5 s to connect, 60 s for a create, 15 s for a question, 120 s and a second
//! per 100 kB for an upload; a minute in line for a create, 15 s for a question. An answer is read up
//! to 4 MiB. Dropping the future of a call closes its socket, wherever it is.

mod connection;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use domain::Credits;
use domain::catalogue::Route;
use secrecy::SecretString;
use serde_json::json;
use wire::Sent;

use self::connection::{Connection, Question};
use crate::ask::{self, NoAnswer, NoLink};
use crate::create::{self, NewTask, NotCreated};
use crate::look::{self, TaskStatus};
use crate::open::{self, Download, NoFile};
use crate::rates::{NoTurn, Rates};
use crate::route;
use crate::task_id::TaskId;
use crate::upload::{self, NotUploaded, Upload};

const CREATE: Duration = Duration::from_secs(60);

/// Speaks to KIE with one key; cheap to clone.
#[derive(Clone)]
pub struct Client {
    connection: Arc<Connection>,
}

/// Leave to ask for one generation; see [`Client::turn`].
#[derive(Debug)]
#[must_use = "a turn that is not used is a place in the bucket wasted"]
pub struct Turn(());

/// Why there is no client; all of it is for the operator to repair.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoClient {
    /// An address cannot be used.
    #[error("the addresses of KIE must be http:// or https:// with a host and no query")]
    Address,
    /// The key cannot stand in a header.
    #[error("the key of KIE must consist of letters, digits and -._~+/=")]
    Key,
    /// TLS could not be set up.
    #[error("no HTTP client: {0}")]
    Transport(String),
}

impl Client {
    /// A client of KIE at these addresses.
    pub fn new(
        api_url: &str,
        upload_url: &str,
        key: SecretString,
        rates: Rates,
    ) -> Result<Self, NoClient> {
        let connection = Connection::new(api_url, upload_url, key, rates)?;
        Ok(Self { connection: Arc::new(connection) })
    }

    /// Waits for leave to ask for a generation. For a caller that writes down that it asks: in line
    /// nothing is asked yet, and the line may be long.
    pub async fn turn(&self) -> Result<Turn, NotCreated> {
        let turn = self.connection.creates.turn().await;
        turn.map(Turn).map_err(|NoTurn(wait)| NotCreated::Busy { wait })
    }

    /// Asks for a generation, once, now that its turn has come. Through `sent` it can be given up as
    /// long as nothing was asked.
    pub async fn create(
        &self,
        turn: Turn,
        task: &NewTask<'_>,
        sent: &Sent,
    ) -> Result<TaskId, NotCreated> {
        let Turn(()) = turn;
        let kie = &*self.connection;
        let body = route::body(task.route, task.model, task.fields, task.callback).to_string();
        let answer = kie.post(route::create_path(task.route), body, CREATE, sent).await;
        let answer = answer.map_err(|broken| match broken.sent {
            true => NotCreated::Unknown(broken.reason),
            false => NotCreated::NotSent(broken.reason),
        })?;
        let clean = |said: &str| kie.key.redactor.clean(&without(said, task.callback));
        let outcome = create::judge(&answer, clean);
        if let Err(NotCreated::Busy { wait }) = &outcome {
            kie.creates.freeze(*wait);
        }
        outcome
    }

    /// Looks at a task, once, when its turn has come.
    pub async fn look(&self, route: Route, task: &TaskId) -> Result<TaskStatus, NoAnswer> {
        let kie = &*self.connection;
        let question = Question::Get(route::record_path(route), Some(task));
        let answer = kie.question(question).await?;
        kie.heard(look::judge(route, task, &answer, |said| kie.key.redactor.clean(said)))
    }

    /// The credits that are left in our account.
    pub async fn credits(&self) -> Result<Credits, NoAnswer> {
        let kie = &*self.connection;
        let answer = kie.question(Question::Get("/api/v1/chat/credit", None)).await?;
        kie.heard(ask::credits(&answer, |said| kie.key.redactor.clean(said)))
    }

    /// A link from which a result of KIE can be downloaded for 20 minutes.
    pub async fn link(&self, url: &str) -> Result<String, NoLink> {
        let kie = &*self.connection;
        let body = json!({ "url": url }).to_string();
        let question = Question::Post("/api/v1/common/download-url", body);
        let answer = kie.question(question).await.map_err(NoLink::NoAnswer)?;
        let link = ask::link(&answer, |said| kie.key.redactor.clean(&without(said, Some(url))));
        if let Err(NoLink::NoAnswer(NoAnswer::Busy { wait })) = &link {
            kie.reads.freeze(*wait);
        }
        link
    }

    /// Uploads a file under a name that nothing else has, as fast as KIE takes it; its address.
    pub async fn upload(&self, file: Upload) -> Result<String, NotUploaded> {
        let kie = &*self.connection;
        let limit = upload::limit(file.length);
        let answer = kie.upload("/api/file-stream-upload", upload::encode(file), limit).await;
        let answer = answer.map_err(|broken| NotUploaded::Later(broken.reason))?;
        upload::judge(&answer, |said| kie.key.redactor.clean(said))
    }

    /// Opens a result; its first piece has enough bytes to tell what it is.
    pub async fn open(&self, url: &str) -> Result<Download, NoFile> {
        open::open(&self.connection.files, self.connection.reach, url).await
    }
}

/// What KIE said, without an address that is a secret or signed, should it be quoted.
fn without(said: &str, address: Option<&str>) -> String {
    match address.filter(|address| !address.is_empty()) {
        Some(address) => said.replace(address, "***"),
        None => said.to_owned(),
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Client")
            .field("creates", &self.connection.creates)
            .field("reads", &self.connection.reads)
            .finish_non_exhaustive()
    }
}
