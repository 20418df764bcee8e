//! Files of people: what the bot is told of them, and the page that shows and sends them.

use serde_json::{Value, json};
use simulator::telegram::{Event, Parcel};

use crate::bot::{Api, pair, png};

#[tokio::test]
async fn the_bot_is_told_of_every_kind_and_can_fetch_it() {
    let (fake, bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let picture = png(1_000, 500);

    ann.sends_photo(&picture, Some("look")).await.accepted().await;
    ann.sends_document("d.pdf", "application/pdf", b"pdf", None).await.accepted().await;
    ann.sends(Parcel::audio(b"mp3", 61)).await.accepted().await;
    ann.sends(Parcel::voice(b"ogg", 3)).await.accepted().await;
    ann.sends_video(b"mp4", 5, (640, 360), Some("v")).await.accepted().await;

    let seen = bot.saw(5).await;
    let message = |at: usize| seen[at].json()["message"].clone();
    let photo = message(0)["photo"][1].clone();
    assert_eq!((&message(0)["caption"], &photo["width"]), (&json!("look"), &json!(1_000)));
    assert_eq!(photo["file_size"], json!(picture.len()));
    let document = message(1)["document"].clone();
    assert_eq!(
        (&document["file_name"], &document["mime_type"]),
        (&json!("d.pdf"), &json!("application/pdf"))
    );
    assert_eq!(message(2)["audio"]["duration"], 61);
    assert_eq!(message(3)["voice"]["duration"], 3);
    let video = message(4)["video"].clone();
    assert_eq!((&video["duration"], &video["width"]), (&json!(5), &json!(640)));

    let id = photo["file_id"].as_str().unwrap();
    assert_eq!(api.fetch(&fake, id).await.unwrap(), picture);
    let fetched = fake.journal().into_iter().any(|entry| {
        matches!(entry.event, Event::Fetched { status: Some(200), file_id: Some(own), .. } if own == id)
    });
    assert!(fetched, "the journal knows who fetched what");
    let again = api.done("sendPhoto", json!({ "chat_id": 1, "photo": id })).await;
    assert_eq!(again["photo"][1]["file_id"], id, "what a person sent can be sent back");
}

#[tokio::test]
async fn an_album_is_an_update_for_each_of_its_files() {
    let (fake, bot) = pair().await;
    let ann = fake.person(1, "Ann", "ru");
    let photos = [10, 20, 30].map(|side| Parcel::photo(&png(side, side)));
    let [one, two, three] = photos;

    let sent = ann.sends_album(&[one.captioned("all"), two, three]).await;
    for update in &sent {
        update.accepted().await;
    }

    let seen = bot.saw(3).await;
    let messages: Vec<Value> = seen.iter().map(|seen| seen.json()["message"].clone()).collect();
    let marks: Vec<_> = messages.iter().map(|message| &message["media_group_id"]).collect();
    assert!(marks[0].is_string() && marks.iter().all(|mark| *mark == marks[0]), "{marks:?}");
    let widths: Vec<_> = messages.iter().map(|message| &message["photo"][0]["width"]).collect();
    assert_eq!(widths, [10, 20, 30]);
    assert_eq!((&messages[0]["caption"], messages[1].get("caption")), (&json!("all"), None));
    assert_eq!(ann.chat().len(), 3);
}

#[tokio::test]
async fn a_file_may_be_said_to_be_larger_than_the_bot_can_fetch() {
    let (fake, bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));

    ann.sends_large_document("film.mov", "video/quicktime", (20 << 20) + 1).await.accepted().await;
    ann.sends_large_document("song.wav", "audio/wav", 20 << 20).await.accepted().await;

    let seen = bot.saw(2).await;
    let document = |at: usize| seen[at].json()["message"]["document"].clone();
    assert_eq!(document(0)["file_size"], json!((20 << 20) + 1));
    let refused = api.call("getFile", json!({ "file_id": document(0)["file_id"] })).await;
    assert_eq!((refused.status, refused.description()), (400, "Bad Request: file is too big"));
    let id = document(1)["file_id"].as_str().unwrap().to_owned();
    assert_eq!(api.fetch(&fake, &id).await.unwrap().len(), 20 << 20);
}

#[tokio::test]
async fn who_sends_a_file_unblocks_the_bot_first() {
    let (fake, bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    ann.blocks().await.accepted().await;

    ann.sends_photo(&png(10, 10), None).await.accepted().await;

    bot.saw(3).await;
    api.send(1, "welcome back").await;
}

#[tokio::test]
async fn the_page_sends_files_and_shows_them() {
    let (fake, bot) = pair().await;
    let api = Api::of(&fake);
    let base = format!("{}/_fake", fake.url());
    api.post(&format!("{base}/view"), "", "").await.unwrap();
    let picture = png(300, 200);

    let send = format!("{base}/send?id=501&name=a%20b.png&mime=image%2Fpng&caption=hi+you");
    let photo = api.post(&format!("{send}&as=photo&album=7"), "image/png", picture.clone()).await;
    let file = api.post(&format!("{send}&as=document"), "image/png", picture.clone()).await;
    assert_eq!((photo.unwrap().status, file.unwrap().status), (200, 200));

    let seen = bot.saw(2).await;
    assert_eq!(seen[0].json()["message"]["media_group_id"], "7");
    assert_eq!(seen[1].json()["message"]["document"]["file_name"], "a b.png");
    assert_eq!(seen[1].json()["message"]["caption"], "hi you");
    let view = api.post(&format!("{base}/view"), "", "").await.unwrap().body;
    let messages = &view["people"][0]["messages"];
    let media = messages[0]["media"].clone();
    assert_eq!((&messages[0]["album"], &media["kind"]), (&json!("7"), &json!("photo")));
    assert_eq!((&media["width"], &media["is_kept"]), (&json!(300), &json!(true)));
    assert_eq!(messages[1]["media"]["title"], "a b.png");
    let shown = format!("{base}/file?id={}", media["file_id"].as_str().unwrap());
    assert_eq!(api.get(&shown).await.unwrap(), (200, picture.into()));
}

#[tokio::test]
async fn what_the_page_cannot_send_or_show_is_said() {
    let (fake, bot) = pair().await;
    let (_ann, api) = (fake.person(501, "Ann", "ru"), Api::of(&fake));
    let base = format!("{}/_fake", fake.url());
    let long = format!("send?id=501&caption={}", "x".repeat(1_025));
    for (command, body, words) in [
        ("send?id=9", "x", "nobody has the id 9"),
        ("send?as=photo", "x", "id is missing"),
        ("send?id=501", "", "an empty file cannot be sent"),
        ("send?id=501&as=song", "x", "a file cannot be sent as song"),
        (long.as_str(), "x", "more than 1024 characters do not fit below a file"),
    ] {
        let refused = api.post(&format!("{base}/{command}"), "a/b", body).await.unwrap();
        assert_eq!((refused.status, &refused.body["error"]), (400, &json!(words)));
    }
    let large = vec![0_u8; (21 << 20) + 1];
    let refused = api.post(&format!("{base}/send?id=501"), "a/b", large).await;
    assert!(refused.is_err() || refused.unwrap().status == 413);
    let nowhere = api.post(&format!("{base}/file?id=nowhere"), "", "").await.unwrap();
    assert_eq!((nowhere.status, &nowhere.body["error"]), (400, &json!("there is no such file")));
    assert_eq!(bot.seen().len(), 0);
}

#[tokio::test]
async fn a_page_that_somebody_sent_as_a_file_is_not_shown_as_one() {
    let (fake, _bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    ann.sends_document("x.html", "text/html", b"<script>", None).await.accepted().await;
    ann.sends_video(b"mp4", 5, (640, 360), None).await.accepted().await;
    let ids: Vec<_> = ann.chat().iter().map(|bubble| bubble.media[0].file_id.clone()).collect();
    let head = async |id: &str| {
        let url = format!("{}/_fake/file?id={id}", fake.url());
        api.head(&url).await
    };

    let page = head(&ids[0]).await;
    assert_eq!((page["content-type"].as_ref(), page["content-disposition"].as_ref()), {
        (b"application/octet-stream".as_slice(), b"attachment".as_slice())
    });
    let video = head(&ids[1]).await;
    assert_eq!(video["content-type"], "video/mp4");
    assert!(video.get("content-disposition").is_none());
    assert_eq!(video["content-security-policy"], "sandbox");
}
