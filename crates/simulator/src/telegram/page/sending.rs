//! Files between the page and its people: how the page sends one, and what it is told of one.
//!
//! The bytes are the body of the request and everything else is in its query, so that a browser can
//! send a file as it is.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::fake::http::value;
use crate::telegram::handle::UpdateHandle;
use crate::telegram::{Core, Media, Parcel, Person};

/// Nobody writes more below a file.
const LONGEST_CAPTION: usize = 1024;

pub(crate) async fn send(
    core: &Arc<Core>,
    query: &str,
    bytes: &Bytes,
) -> Result<UpdateHandle, String> {
    let id: i64 = value(query, "id").and_then(|id| id.parse().ok()).ok_or("id is missing")?;
    let person = Person::known(core, id).ok_or_else(|| format!("nobody has the id {id}"))?;
    if bytes.is_empty() {
        return Err("an empty file cannot be sent".to_owned());
    }
    let name = value(query, "name").unwrap_or_else(|| "file".to_owned());
    let mime = value(query, "mime").filter(|mime| !mime.is_empty());
    let parcel = match value(query, "as").as_deref() {
        Some("photo") => Parcel::photo(bytes),
        Some("document") | None => {
            Parcel::document(&name, mime.as_deref().unwrap_or("application/octet-stream"), bytes)
        }
        Some(other) => return Err(format!("a file cannot be sent as {other}")),
    };
    let caption = value(query, "caption").unwrap_or_default();
    if caption.chars().count() > LONGEST_CAPTION {
        return Err(format!("more than {LONGEST_CAPTION} characters do not fit below a file"));
    }
    let parcel = parcel.captioned(&caption);
    match value(query, "album").filter(|album| !album.is_empty()) {
        Some(album) => Ok(person.adds_to_album(parcel, &album)),
        None => Ok(person.sends(parcel).await),
    }
}

pub(crate) fn shown(media: &Media) -> Value {
    let (width, height) = media.pixels.unzip();
    json!({
        "kind": media.kind.word(),
        "file_id": media.file_id,
        "title": media.title.as_ref().or(media.file_name.as_ref()),
        "length": media.length,
        "is_kept": media.bytes.is_some(),
        "width": width,
        "height": height,
        "seconds": media.seconds,
    })
}
