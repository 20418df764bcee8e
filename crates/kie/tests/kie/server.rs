//! The client of these tests, for a server on loopback.

use kie::{Client, NewTask, NotCreated, Rates, Sent, TaskId};
use secrecy::SecretString;
use serde_json::{Map, Value};
pub(crate) use testbed::loopback::{Event, Loopback as Server, Then, answer};

/// The key of these tests; it must never be seen outside of a header.
pub(crate) const KEY: &str = "CANARY-canary-CANARY";

/// A server that can be called.
pub(crate) trait Callable {
    fn client(&self) -> Client;
}

impl Callable for Server {
    fn client(&self) -> Client {
        client_of(&self.base)
    }
}

pub(crate) fn client_of(base: &str) -> Client {
    Client::new(base, base, SecretString::from(KEY), Rates::new(100, 100)).unwrap()
}

/// The envelope of KIE around this data.
pub(crate) fn enveloped(data: &Value) -> String {
    serde_json::json!({ "code": 200, "msg": "success", "data": data }).to_string()
}

pub(crate) fn fields(json: Value) -> Map<String, Value> {
    json.as_object().unwrap().clone()
}

/// A task of the market.
pub(crate) fn fox(fields: &Map<String, Value>) -> NewTask<'_> {
    NewTask { route: domain::catalogue::Route::Market, model: "fox/1", fields, callback: None }
}

/// Asks for a generation when its turn has come.
pub(crate) async fn create(client: &Client, task: &NewTask<'_>) -> Result<TaskId, NotCreated> {
    let turn = client.turn().await?;
    client.create(turn, task, &Sent::default()).await
}
