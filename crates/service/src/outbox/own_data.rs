//! The file with everything that is held of a person, made when it is sent: it is stored nowhere.
//!
//! Every table of the store's list is a part of it. Texts that are JSON themselves, such as updates of Telegram, are
//! written out, so that the file can be read; bytes that are no text stay digits.
//!
//! On failure: the message is tried again like any other, and the file is made anew.

use bytes::Bytes;
use domain::{ChatId, PersonId};
use futures_util::{StreamExt, stream};
use serde_json::{Map, Value, json};
use store::Store;
use store::leaving::{MOST_ROWS, ToldTable};
use telegram::client::{Attachment, CallError};

/// What the outbox calls it.
pub(crate) const NAME: &str = "my-data";

/// What the person sees.
const FILE_NAME: &str = "my-data.json";

/// The files that a message about no generation carries: there is only this one.
pub(super) async fn files(
    store: &Store,
    chat: ChatId,
    names: &[String],
) -> Result<Vec<Attachment>, CallError> {
    if names != [NAME] {
        return Err(CallError::FileRefused("it carries files of nobody knows what".to_owned()));
    }
    let person = PersonId::new(chat.get());
    let held = store.held_of(person).await;
    let bytes = file(person, held.map_err(|error| CallError::NotSent(error.to_string()))?);
    Ok(vec![Attachment {
        name: NAME.to_owned(),
        file_name: FILE_NAME.to_owned(),
        mime: "application/json".to_owned(),
        length: u64::try_from(bytes.len()).ok(),
        body: stream::iter([Ok(Bytes::from(bytes))]).boxed(),
    }])
}

fn file(person: PersonId, tables: Vec<ToldTable>) -> Vec<u8> {
    let parts = tables.into_iter().map(|table| {
        let is_cut = i64::try_from(table.rows.len()) == Ok(MOST_ROWS);
        let rows: Vec<Value> = table.rows.iter().map(|row| readable(row)).collect();
        let mut part = json!({ "about": table.about, "rows": rows });
        if is_cut {
            part["note"] = "there may be more; these are the newest".into();
        }
        (table.table.to_owned(), part)
    });
    let held: Map<String, Value> = parts.collect();
    let whole = json!({
        "about": "Everything that this bot holds of you. Amounts are in the smallest unit.",
        "your_number": person.get(),
        "held": held,
    });
    serde_json::to_vec_pretty(&whole).unwrap_or_default()
}

/// A row, with what is JSON or bytes in it written out.
fn readable(row: &str) -> Value {
    let mut row = serde_json::from_str(row).unwrap_or(Value::Null);
    if let Some(columns) = row.as_object_mut() {
        for value in columns.values_mut() {
            if let Some(written) = value.as_str().and_then(written_out) {
                *value = written;
            }
        }
    }
    row
}

fn written_out(text: &str) -> Option<Value> {
    let bytes = text.strip_prefix("\\x").and_then(|digits| hex::decode(digits).ok());
    let inside = match &bytes {
        Some(bytes) => std::str::from_utf8(bytes).ok()?,
        None => text,
    };
    let is_json = inside.starts_with(['{', '[']);
    match serde_json::from_str(inside).ok().filter(|_| is_json) {
        Some(value) => Some(value),
        None => bytes.as_ref().map(|_| inside.into()),
    }
}

#[cfg(test)]
mod tests {
    use domain::PersonId;
    use serde_json::{Value, json};
    use store::leaving::ToldTable;

    use super::file;

    #[test]
    fn what_is_json_or_bytes_in_a_row_can_be_read() {
        let payload = hex::encode("{\"text\":\"\\u043a\\u043e\\u0442\"}");
        let row = json!({
            "payload": format!("\\x{payload}"), "state": "{\"v\":1}", "plain": "[not json",
            "digest": "\\xff00", "number": 7, "nothing": null,
        });
        let table = ToldTable { table: "inbox", about: "messages", rows: vec![row.to_string()] };

        let written = file(PersonId::new(7), vec![table]);

        assert!(String::from_utf8(written.clone()).unwrap().contains("кот"));
        let read: Value = serde_json::from_slice(&written).unwrap();
        let told = &read["held"]["inbox"]["rows"][0];
        let expected = json!({
            "payload": { "text": "кот" }, "state": { "v": 1 }, "plain": "[not json",
            "digest": "\\xff00", "number": 7, "nothing": null,
        });
        assert_eq!(*told, expected);
        assert_eq!(read["your_number"], 7);
    }
}
