//! Uploads: as a stream, as base64 in JSON, or by an address.
//!
//! What is uploaded is kept under its folder and name, for a day. A name that is not given is
//! drawn. An address must be public, and nothing outside this machine is fetched: only files of the
//! fake itself can be copied.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Answer, Core, Fault, Place, Said, UploadSeen, content_type};
use crate::fake::multipart;
use testbed::draws::Draws;

/// Base64 is refused above this.
const ENCODED: usize = 10 << 20;

/// Whose files these are.
const USER: &str = "100042";

struct Parcel {
    folder: String,
    name: Option<String>,
    content: Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Stream,
    Base64,
    Address,
}

impl Way {
    pub(crate) fn at(path: &str) -> Option<Self> {
        Some(match path {
            "/api/file-stream-upload" => Self::Stream,
            "/api/file-base64-upload" => Self::Base64,
            "/api/file-url-upload" => Self::Address,
            _ => return None,
        })
    }
}

pub(crate) async fn serve(core: &Core, way: Way, kind: &str, body: &Bytes) -> Answer {
    let fault = core.with(|world| world.faults.on(Place::Upload));
    match fault {
        Some(Fault::UploadCode(code)) => return Said::usual(code).about_upload().into(),
        Some(_) => return Answer::Hangs,
        None => {}
    }
    let parcel = match way {
        Way::Stream => streamed(kind, body).await,
        Way::Base64 => encoded(body),
        Way::Address => copied(core, body),
    };
    match parcel.and_then(|parcel| store(core, parcel)) {
        Ok(data) => Said::uploaded(data).into(),
        Err(fault) => Said::code(400, fault).about_upload().into(),
    }
}

async fn streamed(kind: &str, body: &Bytes) -> Result<Parcel, String> {
    let boundary = multer::parse_boundary(kind).map_err(|error| error.to_string())?;
    let parts = multipart::parts(body.clone(), &boundary).await;
    let parts = parts.map_err(|error| error.to_string())?;
    let part = |name: &str| parts.iter().find(|part| part.name == name);
    let text =
        |name: &str| part(name).map(|part| String::from_utf8_lossy(&part.content).into_owned());
    let file = part("file").ok_or("file is required")?;
    let folder = text("uploadPath").ok_or("uploadPath is required")?;
    let name = text("fileName").or_else(|| file.file_name.clone());
    Ok(Parcel { folder, name, content: file.content.clone() })
}

fn encoded(body: &Bytes) -> Result<Parcel, String> {
    let asked = object(body)?;
    let data = asked["base64Data"].as_str().ok_or("base64Data is required")?;
    if data.len() > ENCODED {
        return Err("the file is too large for base64".to_owned());
    }
    let bare = match data.strip_prefix("data:") {
        Some(rest) => rest.split_once(";base64,").ok_or("the data URL is not base64")?.1,
        None => data,
    };
    // Strict, as KIE is: no line breaks, no other alphabet, nothing cut off.
    let content =
        STANDARD.decode(bare).map_err(|_| "Failed to execute 'atob': not encoded well")?;
    parcel(&asked, content.into())
}

fn copied(core: &Core, body: &Bytes) -> Result<Parcel, String> {
    let asked = object(body)?;
    let url = asked["fileUrl"].as_str().ok_or("fileUrl is required")?;
    let own = url.strip_prefix(&format!("http://{}/kieai/", core.files));
    let found = own.and_then(|path| core.look(|world| world.uploads.finds(path, core.clock.now())));
    let content = found.ok_or_else(|| {
        let near = ["127.", "localhost", "10.", "192.168.", "172.16.", "169.254."];
        let host = url.split("://").nth(1).unwrap_or_default();
        match near.iter().any(|start| host.starts_with(start)) {
            true => "private addresses are not fetched".to_owned(),
            false => "the file could not be fetched within 30 seconds".to_owned(),
        }
    })?;
    parcel(&asked, content)
}

fn object(body: &Bytes) -> Result<Value, String> {
    serde_json::from_slice(body).map_err(|_| "the body is not JSON".to_owned())
}

fn parcel(asked: &Value, content: Bytes) -> Result<Parcel, String> {
    let folder = asked["uploadPath"].as_str().ok_or("uploadPath is required")?.to_owned();
    Ok(Parcel { folder, name: asked["fileName"].as_str().map(str::to_owned), content })
}

fn store(core: &Core, parcel: Parcel) -> Result<Value, String> {
    let Parcel { folder, name, content } = parcel;
    if folder.is_empty() || folder.starts_with('/') || folder.ends_with('/') {
        return Err("uploadPath must have no slash at its ends".to_owned());
    }
    if content.is_empty() {
        return Err("the file is empty".to_owned());
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let count = core.look(|world| world.journal.uploads.len());
    let seed = core.settings.seed ^ u64::try_from(count).unwrap_or_default();
    let name = name.unwrap_or_else(|| format!("{:016x}", Draws::seeded(seed).next()));
    if name.is_empty() || name.contains('/') || !(folder.chars().chain(name.chars())).all(plain) {
        return Err("uploadPath or fileName has a character that is not taken".to_owned());
    }
    let (path, length) = (format!("{USER}/{folder}/{name}"), content.len());
    let url = format!("http://{}/kieai/{path}", core.files);
    let stored = json!({
        "success": true, "fileName": name, "filePath": format!("kieai/{path}"),
        "downloadUrl": url, "fileSize": length, "mimeType": content_type(&path),
        "uploadedAt": core.clock.unix().to_string(),
    });
    let sha256 = Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect();
    let first = content.iter().take(16).copied().collect();
    core.with(|world| {
        world.uploads.puts(&path, content, core.clock.now());
        world.journal.upload(UploadSeen { path: folder, name, length, sha256, first, url });
    });
    Ok(stored)
}

/// Bytes that are kept at most; one larger file stays there alone.
const ROOM: usize = 160 << 20;

/// Pages of the vendor disagree about three days and one; a caller has to plan on one.
const KEPT: Duration = Duration::from_secs(24 * 3600);

#[derive(Debug)]
struct Stored {
    content: Bytes,
    at: Duration,
}

#[derive(Debug, Default)]
pub(crate) struct UploadStore {
    files: BTreeMap<String, Stored>,
    order: VecDeque<String>,
    held: usize,
}

impl UploadStore {
    pub(crate) fn puts(&mut self, path: &str, content: Bytes, now: Duration) {
        self.removes(path);
        self.held += content.len();
        self.files.insert(path.to_owned(), Stored { content, at: now });
        self.order.push_back(path.to_owned());
        while self.held > ROOM && self.order.len() > 1 {
            let Some(oldest) = self.order.front().cloned() else { break };
            self.removes(&oldest);
        }
    }

    pub(crate) fn finds(&self, path: &str, now: Duration) -> Option<Bytes> {
        let stored = self.files.get(path)?;
        (now.saturating_sub(stored.at) < KEPT).then(|| stored.content.clone())
    }

    fn removes(&mut self, path: &str) {
        if let Some(old) = self.files.remove(path) {
            self.held -= old.content.len();
            self.order.retain(|own| own != path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Duration, KEPT, ROOM, UploadStore};

    #[test]
    fn a_file_is_replaced_by_its_name_and_gone_after_a_day() {
        let (mut store, start) = (UploadStore::default(), Duration::ZERO);
        store.puts("a/1", Bytes::from_static(b"old"), start);
        store.puts("a/1", Bytes::from_static(b"new"), start);

        assert_eq!(store.finds("a/1", start), Some(Bytes::from_static(b"new")));
        assert_eq!((store.held, store.order.len()), (3, 1));
        assert_eq!(store.finds("a/1", KEPT), None);
        assert_eq!(store.finds("a/2", start), None);
    }

    #[test]
    fn a_full_store_forgets_the_oldest() {
        let (mut store, start) = (UploadStore::default(), Duration::ZERO);
        let half = Bytes::from(vec![0; ROOM / 2 + 1]);
        store.puts("a", half.clone(), start);
        store.puts("b", half, start);

        assert!(store.finds("a", start).is_none());
        assert!(store.finds("b", start).is_some());
    }
}
