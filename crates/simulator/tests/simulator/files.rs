//! Files of the bot: uploads and their rules, albums, ids, captions.

use serde_json::{Value, json};
use simulator::telegram::{Bubble, FakeTelegram, MediaKind, Settings};

use crate::bot::{Api, Attached, Reply, png, quick};

const MIB: usize = 1 << 20;

async fn sent(api: &Api, method: &str, file: Attached<'_>) -> Reply {
    api.upload(method, json!({ "chat_id": 1 }), &[file]).await.unwrap()
}

fn attached<'a>(field: &'a str, bytes: &'a [u8]) -> Attached<'a> {
    (field, "a.bin", "application/octet-stream", bytes)
}

/// A picture with this many bytes.
fn heavy(width: u32, height: u32, length: usize) -> Vec<u8> {
    let mut bytes = png(width, height);
    bytes.resize(length, 7);
    bytes
}

fn group(kind: &str, names: &[&str]) -> Value {
    let item = |name: &&str| json!({ "type": kind, "media": format!("attach://{name}") });
    json!({ "chat_id": 1, "media": names.iter().map(item).collect::<Vec<_>>() })
}

#[tokio::test]
async fn every_kind_of_file_is_seen_with_what_was_said_of_it() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let picture = png(1_280, 640);

    let photo = sent(&api, "sendPhoto", ("photo", "p.png", "image/png", &picture)).await;
    let sizes = photo.body["result"]["photo"].as_array().unwrap();
    assert_eq!((&sizes[0]["width"], &sizes[1]["width"]), (&json!(90), &json!(1_280)));
    let said = json!({ "chat_id": 1, "width": 640, "height": 360, "duration": 5,
        "supports_streaming": true, "caption": "<b>v</b>", "parse_mode": "HTML" });
    let video: Attached<'_> = ("video", "v.mp4", "video/mp4", b"mp4");
    let video = api.upload("sendVideo", said, &[video]).await.unwrap().body["result"].clone();
    assert_eq!((&video["video"]["duration"], &video["caption"]), (&json!(5), &json!("v")));
    let said = json!({ "chat_id": 1, "title": "Song", "performer": "Choir", "duration": 61 });
    let audio: Attached<'_> = ("audio", "s.mp3", "audio/mpeg", b"mp3");
    let audio = api.upload("sendAudio", said, &[audio]).await.unwrap().body["result"].clone();
    assert_eq!(
        (&audio["audio"]["title"], &audio["audio"]["performer"]),
        (&json!("Song"), &json!("Choir"))
    );
    sent(&api, "sendVoice", ("voice", "v.ogg", "audio/ogg", b"ogg")).await;
    sent(&api, "sendDocument", ("document", "d.txt", "text/plain", b"words")).await;
    let gif = sent(&api, "sendDocument", attached("document", b"GIF89a\x08\0\x04\0more")).await;
    assert!(
        gif.body["result"]["animation"].is_object() && gif.body["result"]["document"].is_object()
    );

    let chat = ann.chat();
    let kinds: Vec<_> = chat.iter().map(|bubble| bubble.media[0].kind.word()).collect();
    assert_eq!(kinds, ["photo", "video", "audio", "voice", "document", "animation"]);
    let media = |at: usize| &chat[at].media[0];
    assert_eq!(
        (media(0).pixels, media(0).bytes.as_deref()),
        (Some((1_280, 640)), Some(&picture[..]))
    );
    assert_eq!((media(1).pixels, media(1).seconds), (Some((640, 360)), Some(5)));
    assert_eq!((media(4).file_name.as_deref(), media(4).length), (Some("d.txt"), 5));
    assert_eq!((media(5).kind, media(5).pixels), (MediaKind::Animation, Some((8, 4))));
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn an_id_can_be_sent_again_as_the_same_kind_and_fetched() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let picture = heavy(300, 300, 3_000);
    let photo = sent(&api, "sendPhoto", attached("photo", &picture)).await;
    let id = photo.body["result"]["photo"][1]["file_id"].as_str().unwrap().to_owned();

    let again = api.done("sendPhoto", json!({ "chat_id": 1, "photo": id })).await;
    assert_eq!(again["photo"], photo.body["result"]["photo"], "the ids are stable");
    assert_eq!(ann.chat()[1].media[0].bytes.as_deref(), Some(&picture[..]));
    let small = photo.body["result"]["photo"][0]["file_id"].as_str().unwrap();
    for id in [id.as_str(), small] {
        assert_eq!(api.fetch(&fake, id).await.unwrap(), picture);
    }
    let twice = sent(&api, "sendPhoto", attached("photo", &picture)).await;
    let unique = |reply: &Value| reply["photo"][1]["file_unique_id"].clone();
    assert_eq!(unique(&twice.body["result"]), unique(&photo.body["result"]), "the same bytes");
    assert_ne!(twice.body["result"]["photo"][1]["file_id"], json!(id));

    for (params, method, words) in [
        (json!({ "chat_id": 1, "photo": "x" }), "sendPhoto", "wrong file identifier"),
        (
            json!({ "chat_id": 1, "document": id }),
            "sendDocument",
            "can't use file of type Photo as",
        ),
        (json!({ "file_id": "x" }), "getFile", "invalid file_id"),
    ] {
        let refused = api.call(method, params).await;
        assert_eq!(refused.status, 400);
        assert!(refused.description().contains(words), "{}", refused.description());
    }
    assert_eq!(fake.violations(), [""; 0], "a file that is not taken is not the bot's fault");
}

#[tokio::test]
async fn a_photo_keeps_the_rules_of_photos_and_a_document_does_not() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let table: [(Vec<u8>, &str); 6] = [
        (
            heavy(10, 10, 10 * MIB + 1),
            "file of size 10485761 bytes is too big for a photo; the maximum",
        ),
        (png(5_001, 5_000), "PHOTO_INVALID_DIMENSIONS"),
        (png(2_100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (b"\xff\xd8\xff\xc0\0\x0b\x08\x00\x0a\x01\x00\x03".to_vec(), "PHOTO_INVALID_DIMENSIONS"),
        (b"<html>".to_vec(), "IMAGE_PROCESS_FAILED"),
        (vec![], "file must be non-empty"),
    ];
    for (bytes, words) in table {
        let refused = sent(&api, "sendPhoto", attached("photo", &bytes)).await;
        assert_eq!(refused.status, 400);
        let begin = format!("Bad Request: {words}");
        assert!(refused.description().starts_with(&begin), "{}", refused.description());
        if !bytes.is_empty() {
            assert_eq!(sent(&api, "sendDocument", attached("document", &bytes)).await.status, 200);
        }
    }
    for bytes in [heavy(10, 10, 10 * MIB), png(5_000, 5_000), png(2_000, 100)] {
        assert_eq!(sent(&api, "sendPhoto", attached("photo", &bytes)).await.status, 200);
    }
    assert_eq!(ann.chat().len(), 5 + 3);
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn what_is_too_large_is_refused_after_it_was_read_and_nothing_of_it_is_kept() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));

    let refused = sent(&api, "sendDocument", attached("document", &vec![7; 60 * MIB])).await;
    assert_eq!((refused.status, refused.description()), (413, "Request Entity Too Large"));
    assert!(ann.chat().is_empty());

    let fits = sent(&api, "sendDocument", attached("document", &vec![7; 50 * MIB])).await;
    let id = fits.body["result"]["document"]["file_id"].as_str().unwrap();
    let seen = &ann.chat()[0].media[0];
    assert_eq!((seen.length, seen.bytes.is_none()), (50 << 20, true), "only its beginning is kept");
    let fetched = api.call("getFile", json!({ "file_id": id })).await;
    assert_eq!((fetched.status, fetched.description()), (400, "Bad Request: file is too big"));
    let medium = sent(&api, "sendDocument", attached("document", &vec![7; 20 * MIB])).await;
    let id = medium.body["result"]["document"]["file_id"].as_str().unwrap();
    assert_eq!(api.fetch(&fake, id).await.unwrap().len(), 20 * MIB, "the length is true");
}

#[tokio::test]
async fn an_album_comes_whole_with_one_mark_or_not_at_all() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let (good, odd) = (png(10, 10), png(1, 9_000));
    let mut three = group("photo", &["a", "b"]);
    let video = json!({ "type": "video", "media": "attach://c", "caption": "<i>c</i>",
        "parse_mode": "HTML", "duration": 3, "width": 4, "height": 2 });
    three["media"].as_array_mut().unwrap().push(video);

    let files = [attached("a", &good), attached("b", &good), attached("c", b"mp4")];
    let sent = api.upload("sendMediaGroup", three, &files).await.unwrap().body["result"].clone();
    assert_eq!(sent.as_array().map(Vec::len), Some(3));
    let chat = ann.chat();
    let marks: Vec<_> = chat.iter().map(|bubble| bubble.album.clone()).collect();
    assert!(marks[0].is_some() && marks.iter().all(|mark| *mark == marks[0]), "{marks:?}");
    assert_eq!((chat[2].text.as_str(), chat[2].media[0].seconds), ("c", Some(3)));
    assert_eq!(sent[2]["media_group_id"], json!(marks[0]));

    let broken = [attached("a", &good), attached("b", &odd)];
    let refused = api.upload("sendMediaGroup", group("photo", &["a", "b"]), &broken).await.unwrap();
    assert_eq!(
        refused.description(),
        "Bad Request: failed to send message #2 with the error message \"PHOTO_INVALID_DIMENSIONS\""
    );
    let documents = api.upload("sendMediaGroup", group("document", &["a", "b"]), &broken).await;
    assert_eq!(documents.unwrap().status, 200);
    assert_eq!((ann.chat().len(), fake.violations().len()), (5, 0));
}

#[tokio::test]
async fn mistakes_in_an_album_are_violations() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let good = png(10, 10);
    let names: Vec<String> = (0..11).map(|number| format!("f{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let files: Vec<_> = names.iter().map(|name| attached(name, &good)).collect();
    let mixed = |kind: &str| {
        let mut album = group("photo", &["f0", "f1"]);
        album["media"][0]["type"] = json!(kind);
        album
    };
    let mut long = group("photo", &["f0", "f1"]);
    long["media"][1]["caption"] = json!("x".repeat(1_025));
    let table = [
        (group("photo", &names[..1]), "2..10"),
        (group("photo", &names), "2..10"),
        (mixed("document"), "Document can't be mixed with other media types"),
        (mixed("audio"), "Audio can't be mixed with other media types"),
        (mixed("voice"), "cannot be \"voice\""),
        (group("photo", &["f0", "nowhere"]), "the attached file is missing"),
        (long, "caption is too long"),
    ];
    for (count, (album, words)) in table.into_iter().enumerate() {
        let used = album.to_string();
        let files: Vec<_> =
            files.iter().copied().filter(|file| used.contains(&format!("/{}\"", file.0))).collect();
        let refused = api.upload("sendMediaGroup", album, &files).await.unwrap();
        assert_eq!(refused.status, 400);
        assert!(refused.description().contains(words), "{}", refused.description());
        assert_eq!(fake.violations().len(), count + 1, "{:?}", fake.violations());
    }
    assert!(ann.chat().is_empty());
}

#[tokio::test]
async fn an_album_counts_for_as_many_messages_as_it_has() {
    let fake = FakeTelegram::start(Settings::default()).await.unwrap();
    let (_ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let good = png(10, 10);
    let files = [attached("a", &good), attached("b", &good)];

    let album = || api.upload("sendMediaGroup", group("photo", &["a", "b"]), &files);
    assert_eq!(album().await.unwrap().status, 200);
    let flooded = album().await.unwrap();
    assert_eq!((flooded.status, flooded.retry_after.as_deref()), (429, Some("1")));
    api.send(1, "one more fits").await;
}

#[tokio::test]
async fn a_message_with_a_file_has_a_caption_and_no_text_to_edit() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let keys = json!({ "inline_keyboard": [[{ "text": "Go", "callback_data": "go" }]] });
    let fields = json!({ "chat_id": 1, "caption": "one", "reply_markup": keys });
    let picture = png(10, 10);
    api.upload("sendPhoto", fields, &[attached("photo", &picture)]).await.unwrap();
    api.send(1, "text").await;
    let edit = |id: i64, name: &str| json!({ "chat_id": 1, "message_id": id, name: "two" });

    let refused = api.call("editMessageText", edit(1, "text")).await;
    assert_eq!(refused.description(), "Bad Request: there is no text in the message to edit");
    let refused = api.call("editMessageCaption", edit(2, "caption")).await;
    assert_eq!(refused.description(), "Bad Request: there is no caption in the message to edit");
    api.done("editMessageReplyMarkup", json!({ "chat_id": 1, "message_id": 1 })).await;
    let edited = api.done("editMessageCaption", edit(1, "caption")).await;
    assert_eq!((&edited["caption"], edited["photo"].is_array()), (&json!("two"), true));
    let same = api.call("editMessageCaption", edit(1, "caption")).await;
    assert!(same.description().contains("message is not modified"));

    let caption = |bubble: &Bubble| (bubble.text.clone(), bubble.edits, bubble.buttons.len());
    assert_eq!(caption(&ann.chat()[0]), ("two".to_owned(), 2, 0));
    let long = json!({ "chat_id": 1, "caption": "x".repeat(1_025) });
    let refused = api.upload("sendPhoto", long, &[attached("photo", &picture)]).await.unwrap();
    assert_eq!(refused.description(), "Bad Request: message caption is too long");
}

#[tokio::test]
async fn words_become_a_file_and_a_file_another_one_but_never_words_again() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let picture = png(10, 10);
    let photo = json!({ "chat_id": 1 });
    let sent = api.upload("sendPhoto", photo, &[attached("photo", &picture)]).await.unwrap();
    let id = sent.body["result"]["photo"][0]["file_id"].as_str().unwrap().to_owned();
    api.send(1, "a list").await;
    let with = |file: &str| {
        let media = json!({ "type": "photo", "media": file, "caption": "a <b>card</b>", "parse_mode": "HTML" });
        json!({ "chat_id": 1, "message_id": 2, "media": media })
    };

    let shown = api.done("editMessageMedia", with(&id)).await;
    assert_eq!((&shown["caption"], shown["photo"].is_array()), (&json!("a card"), true));
    assert!(api.call("editMessageMedia", with(&id)).await.description().contains("not modified"));
    let unknown = api.call("editMessageMedia", with("nobody")).await;
    assert!(unknown.description().contains("wrong file identifier"), "{}", unknown.description());
    let words = json!({ "chat_id": 1, "message_id": 2, "text": "x" });
    assert!(api.call("editMessageText", words).await.description().contains("no text"));
    assert_eq!(ann.chat()[1].media.len(), 1);
}

#[tokio::test]
async fn a_file_is_given_only_to_who_knows_the_token_and_its_path() {
    let fake = quick().await;
    let (_ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    sent(&api, "sendDocument", ("document", "d.txt", "text/plain", b"words")).await;

    let url = |token: &str, path: &str| format!("{}/file/bot{token}/{path}", fake.url());
    let path = "documents/file_0.txt";
    assert_eq!(api.get(&url(fake.token(), path)).await.unwrap(), (200, "words".into()));
    for wrong in [url("1:abc", path), url(fake.token(), "documents/file_1.txt"), url("", "")] {
        assert_eq!(api.get(&wrong).await.unwrap().0, 404, "{wrong}");
    }
}
