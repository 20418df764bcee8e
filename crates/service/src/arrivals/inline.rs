//! What somebody can send to a friend: answered by whichever instance hears of it.
//!
//! ```text
//!   inline query ── one read, 2 s at most ──┬── their own files ──> the newest first, with the way to the bot
//!                                           └── no answer in time ─> nothing: Telegram shows an empty list
//! ```
//!
//! Only what belongs to whoever asks can be in it, by the very query that reads it; the answer is personal and kept by
//! nobody. Digits among the words are the number of an order, which then stands first.

use std::time::Duration;

use dialogue::PriceList;
use dialogue::generation::{invite_link, shared};
use domain::{Language, ModelKey};
use store::{Intake, ResultFile, Shareable, SharedFile};
use telegram::request::{Cached, Chatless, InlineResult, Keyboard};
use telegram::update::{self, Inline, Update};
use tracing::{debug, warn};

use crate::generations::showing::{Way, ways};
use crate::render;

/// The read takes no longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// So many files are shown; Telegram takes fifty.
const MOST: i64 = 20;

/// The answer to a query with this id.
pub(super) async fn answer(
    intake: &Intake,
    prices: &PriceList,
    query: &str,
    body: &[u8],
) -> Chatless {
    let Update::Inline(asked) = update::read(body) else {
        return Chatless::answer_inline(query, &[]);
    };
    let found = intake.shareable(asked.from.id, number(&asked.words), MOST);
    let found = match tokio::time::timeout(PATIENCE, found).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            warn!(repeats = "inline", "[WEBHOOK] nobody's results can be looked up: {error}");
            Shareable::default()
        }
        Err(_) => {
            warn!(repeats = "inline", "[WEBHOOK] no results were found within {PATIENCE:?}");
            Shareable::default()
        }
    };
    let results = results(prices, &asked, &found);
    debug!(count = results.len(), "[WEBHOOK] somebody looks for their results");
    Chatless::answer_inline(query, &results)
}

/// The number of an order among the words, if there are digits.
fn number(words: &str) -> Option<i64> {
    let digits: String = words
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok().filter(|number| *number > 0)
}

fn results(prices: &PriceList, asked: &Inline, found: &Shareable) -> Vec<InlineResult> {
    let language =
        found.language.unwrap_or_else(|| Language::guess(asked.from.language_code.as_deref()));
    // Without its name there is no way to the bot; the results are there all the same.
    let link = found.username.as_deref().map(|name| invite_link(name, found.code.as_deref()));
    let of_one = found.files.chunk_by(|one, next| one.number == next.number);
    let shown = of_one.flat_map(|files| {
        let sizes: Vec<ResultFile> = files.iter().map(as_result).collect();
        ways(&sizes).into_iter().zip(files)
    });
    shown.map(|(way, file)| result(prices, language, link.as_deref(), way, file)).collect()
}

fn result(
    prices: &PriceList,
    language: Language,
    link: Option<&str>,
    way: Way,
    file: &SharedFile,
) -> InlineResult {
    let model = ModelKey::new(&file.model).and_then(|key| prices.catalogue.model(&key));
    let title = model.map_or(file.model.as_str(), |model| model.title.in_language(language));
    let screen = shared(language, title, link.unwrap_or_default());
    let keyboard = link.map_or(Keyboard::NONE, |_| render::keyboard(&screen));
    InlineResult {
        kind: cached(way, file),
        file: file.file_id.clone(),
        title: format!("#{} · {title}", file.number),
        caption_html: screen.text.into_string(),
        keyboard,
    }
}

/// What Telegram keeps a file as. It was asked to show it this way, but may have taken it only as a document, or made a
/// moving picture of it; its own names of files begin with what they are.
fn cached(way: Way, file: &SharedFile) -> Cached {
    if file.file_id.starts_with("BQAC") {
        return Cached::Document;
    }
    if file.file_id.starts_with("CgAC") || file.mime == "image/gif" {
        return Cached::Animation;
    }
    match way {
        Way::Photo => Cached::Photo,
        Way::Video => Cached::Video,
        Way::Audio => Cached::Audio,
        Way::Voice => Cached::Voice,
        Way::Document => Cached::Document,
    }
}

/// A file as far as the way of showing it depends on it.
fn as_result(file: &SharedFile) -> ResultFile {
    ResultFile {
        no: 0,
        kind: file.kind.clone(),
        mime: file.mime.clone(),
        bytes: file.bytes,
        url: String::new(),
        token: Vec::new(),
        file_id: Some(file.file_id.clone()),
        is_kept: false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use dialogue::PriceList;
    use domain::{Catalogue, Offers};
    use store::{Shareable, SharedFile};
    use telegram::request::{Cached, Press};
    use telegram::update::{self, Inline, Update};

    use super::{number, results};

    fn asked(words: &str) -> Inline {
        let body = format!(
            r#"{{"update_id":1,"inline_query":{{"id":"q","query":"{words}","offset":"",
            "from":{{"id":7,"is_bot":false,"first_name":"Ann","language_code":"ru"}}}}}}"#
        );
        let Update::Inline(asked) = update::read(body.as_bytes()) else {
            panic!("an inline query")
        };
        *asked
    }

    fn prices() -> Arc<PriceList> {
        let (catalogue, offers) = (Catalogue::built_in().unwrap(), Offers::built_in().unwrap());
        Arc::new(PriceList { catalogue, offers })
    }

    fn file(number: i64, kind: &str, mime: &str, file_id: &str) -> SharedFile {
        SharedFile {
            number,
            model: "z-image".to_owned(),
            kind: kind.to_owned(),
            mime: mime.to_owned(),
            bytes: Some(1_000),
            file_id: file_id.to_owned(),
        }
    }

    #[test]
    fn a_number_among_the_words_is_that_of_an_order() {
        let table = [("7", Some(7)), ("#12", Some(12)), ("cats", None), ("", None), ("0", None)];
        for (words, expected) in table {
            assert_eq!(number(words), expected, "{words}");
        }
        assert_eq!(number(&"9".repeat(30)), None, "more than can be counted");
    }

    #[test]
    fn results_are_shown_as_what_they_were_sent_with_the_way_to_the_bot() {
        let found = Shareable {
            username: Some("trt_bot".to_owned()),
            code: Some("5f0c".to_owned()),
            language: None,
            files: vec![
                file(3, "image", "image/png", "p1"),
                file(3, "image", "image/png", "p2"),
                file(2, "video", "video/mp4", "v"),
                file(1, "image", "image/png", "BQACd"),
            ],
        };
        let shown = results(&prices(), &asked(""), &found);

        let kinds: Vec<Cached> = shown.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [Cached::Photo, Cached::Photo, Cached::Video, Cached::Document]);
        assert_eq!((shown[0].title.as_str(), shown[0].file.as_str()), ("#3 · Z-Image", "p1"));
        assert_eq!(shown[0].caption_html, "<b>Z-Image</b>");
        let button = &shown[0].keyboard.rows[0][0];
        assert_eq!(button.text, "Сделать своё", "in the language of who asks");
        let link = Press::Link("https://t.me/trt_bot?start=ref_5f0c".to_owned());
        assert_eq!(button.press, link);

        let nameless = Shareable { username: None, ..found };
        assert!(results(&prices(), &asked(""), &nameless)[0].keyboard.is_empty());
        assert_eq!(results(&prices(), &asked(""), &Shareable::default()), []);
    }
}
