//! The messages that bring a result to its person, and the files they carry.
//!
//! ```text
//!   one picture ── up to 10 MB ──> photo       larger ──> document      over 50 MB ──> links
//!   several     ──> album, and one message with the buttons
//!   video, sound ──> as such, up to 50 MB      words ──> a message
//! ```
//!
//! A message that carries files names them `f0`, `f1`, …; the bytes are fetched when it is sent
//! ([`opening`]). What Telegram takes in no form although it is there goes as links; what is gone goes as
//! nothing.

use dialogue::generation::{self as words, GenerationFacts, Onward};
use dialogue::{Html, Screen};
use domain::catalogue::Output;
use domain::generation::Brief;
use domain::{ChatId, GenerationId};
use kie::sniff::Sniffed;
use store::ResultFile;
use telegram::client::Attachment;
use telegram::request::{File, Request};

use super::inspecting::Good;
use super::opening::{self, NoBytes};
use super::{ending, facts, naming, onward, showing};
use crate::generations::Generations;
use crate::render::{keyboard, message};

/// What Telegram takes as a file.
const LARGEST_FILE: i64 = 50 * 1024 * 1024;

/// One message of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub(crate) request: Request,
    /// It carries the result itself, rather than words about it.
    pub(crate) carries: bool,
}

/// How the person wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wishes {
    /// Files as they were made, besides pictures that Telegram shrinks.
    pub(super) full_quality: bool,
    /// It comes after the money went back.
    pub(super) is_late: bool,
}

/// The messages for a result, in order.
pub(super) fn messages(
    active: &Generations,
    facts: &GenerationFacts<'_>,
    chat: ChatId,
    output: Output,
    result: &Good,
    (wishes, onward): (Wishes, &Onward),
) -> Vec<Delivery> {
    let carries = |request| Delivery { request, carries: true };
    let about = |request| Delivery { request, carries: false };
    let buttons = words::result(facts, output, onward);
    let mut messages = Vec::new();
    if wishes.is_late {
        let late = Screen { text: words::late(facts), keyboard: Vec::new() };
        messages.push(about(message(chat, &late)));
    }
    if result.files.is_empty() {
        let text = result.text.as_deref().unwrap_or_default();
        messages.push(carries(message(chat, &words::text(facts, text, onward))));
        return messages;
    }
    if result.files.iter().any(|file| file.bytes.is_some_and(|bytes| bytes > LARGEST_FILE)) {
        messages.push(carries(links(active, facts, chat, &result.files, onward)));
        return messages;
    }
    let attached = result.files.iter().map(|file| File::Attached(name_of(file)));
    let shown: Vec<_> = showing::ways(&result.files).into_iter().zip(attached).collect();
    let caption = words::caption(facts);
    let files = showing::request(chat, &shown, caption.as_str(), &keyboard(&buttons));
    messages.push(carries(files));
    if result.files.len() > 1 {
        messages.push(about(message(chat, &buttons)));
    }
    if wishes.full_quality && output == Output::Image {
        let bare = Screen { text: Html::escaped(""), keyboard: Vec::new() };
        for file in &result.files {
            let name = File::Attached(name_of(file));
            messages.push(carries(Request::send_document(chat, &name, "", &keyboard(&bare))));
        }
    }
    messages
}

/// The result as links, when Telegram does not take its files.
pub(crate) fn links(
    active: &Generations,
    facts: &GenerationFacts<'_>,
    chat: ChatId,
    files: &[ResultFile],
    onward: &Onward,
) -> Request {
    let link = |file: &ResultFile| match &active.public {
        Some(base) => base.join(&format!("/r/{}", hex::encode(&file.token))),
        // Where we cannot be reached, KIE's own address has to do; it lasts a day.
        None => file.url.clone(),
    };
    let links: Vec<String> = files.iter().map(link).collect();
    message(chat, &words::links(facts, &links, onward))
}

/// The links to what a generation made; none when it cannot be read now.
pub(crate) async fn as_links(
    active: &Generations,
    generation: GenerationId,
    chat: ChatId,
) -> Option<Request> {
    let files = active.store.results(generation).await.ok()?;
    let found = active.store.in_term(&active.term, async |tx| {
        let Some(person) = tx.generations().person_of(generation).await? else { return Ok(None) };
        let locked = ending::lock(tx, person, generation).await?;
        let Some((running, conversation)) = locked else { return Ok(None) };
        let brief = Brief::from_text(&running.input).unwrap_or_default();
        let facts = facts(&active.prices, &running, &brief, conversation.speaks());
        let onward = onward::onward(active, tx, &conversation, &facts).await?;
        Ok(Some(links(active, &facts, chat, &files, &onward)))
    });
    found.await.ok()?
}

fn name_of(file: &ResultFile) -> String {
    format!("f{}", file.no)
}

/// Opens the files that a message carries. One that carries none but links to them is of use only while they are
/// there, so then each is looked for.
pub(crate) async fn attachments(
    active: &Generations,
    generation: GenerationId,
    names: &[String],
) -> Result<Vec<Attachment>, NoBytes> {
    let later = |error: store::StoreError| NoBytes::Later(error.to_string());
    let files = active.store.results(generation).await.map_err(later)?;
    if names.is_empty() {
        for file in &files {
            opening::open(active, generation, file).await?;
        }
    }
    let stem = match active.store.ordered(generation).await.map_err(later)? {
        Some((key, input)) => {
            let brief = Brief::from_text(&input).unwrap_or_default();
            naming::stem(super::model(&active.prices, &key), &brief, &key)
        }
        None => return Err(NoBytes::Gone("nobody ordered it".to_owned())),
    };
    let mut attachments = Vec::new();
    for name in names {
        let file = files.iter().find(|file| name_of(file) == *name);
        let file = file.ok_or_else(|| NoBytes::Gone(format!("no file {name}")))?;
        let download = opening::open(active, generation, file).await?;
        let ending = Sniffed::of_mime(&file.mime).map_or("bin", Sniffed::extension);
        attachments.push(Attachment {
            name: name.clone(),
            file_name: naming::file_name(&stem, file.no, ending),
            mime: file.mime.clone(),
            length: download.length,
            body: download.body,
        });
    }
    Ok(attachments)
}
