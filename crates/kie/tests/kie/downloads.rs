//! Results: streamed from anybody's host, without a key, and never from where we must not go.

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use kie::{Client, Download, NoFile, Rates, sniff};

use crate::server::{Callable, KEY, Server, Then, answer, client_of};
use crate::soon;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

async fn all(mut download: Download) -> std::io::Result<Bytes> {
    let mut whole = BytesMut::new();
    while let Some(piece) = download.body.next().await {
        whole.extend_from_slice(&piece?);
    }
    Ok(whole.freeze())
}

/// A client whose KIE is far away: it may not go to this machine.
fn far() -> Client {
    Client::new("https://api.kie.example", "https://b.example", KEY.into(), Rates::default())
        .unwrap()
}

#[tokio::test]
async fn a_result_is_read_without_telling_anybody_the_key() {
    let bytes = answer(200, "content-type: Image/PNG; charset=x\r\n", PNG);
    let mut server = Server::start(Then::Answer(bytes)).await;

    let download =
        soon(server.client().open(&format!("{}/a.png?sign=1", server.base))).await.unwrap();

    assert_eq!(download.length, Some(u64::try_from(PNG.len()).unwrap()));
    assert_eq!(download.mime.as_deref(), Some("Image/PNG"));
    let whole = soon(all(download)).await.unwrap();
    assert_eq!(whole, PNG);
    assert_eq!(sniff::kind(&whole), Some(sniff::Sniffed::Png));
    let request = server.request().await;
    assert_eq!(request.line(), "GET /a.png?sign=1");
    assert_eq!(request.header("authorization"), None);
    assert_eq!(request.header("cookie"), None);
    assert!(!request.head.contains(KEY));
    assert!(request.header("user-agent").unwrap().contains("TRT/"));
}

#[tokio::test]
async fn the_first_piece_is_enough_to_tell_what_a_file_is() {
    let pieces: Vec<u8> =
        PNG.iter().flat_map(|byte| [b"1\r\n", &[*byte][..], b"\r\n"].concat()).collect();
    let chunked =
        [b"HTTP/1.1 200 x\r\ntransfer-encoding: chunked\r\n\r\n", &pieces[..], b"0\r\n\r\n"];
    let server = Server::start(Then::Answer(chunked.concat())).await;

    let mut download = soon(server.client().open(&server.base)).await.unwrap();

    assert_eq!(download.length, None);
    let first = soon(download.body.next()).await.unwrap().unwrap();
    assert_eq!(first, PNG, "all there is, since it is less than 512 bytes");
    assert!(soon(download.body.next()).await.is_none());
}

#[tokio::test]
async fn a_large_result_comes_whole_and_in_pieces() {
    let large: Vec<u8> = (0..3_000_000_u32).map(|n| n.to_le_bytes()[0]).collect();
    let server = Server::start(Then::Answer(answer(200, "", &large))).await;

    let mut download = soon(server.client().open(&server.base)).await.unwrap();

    let first = soon(download.body.next()).await.unwrap().unwrap();
    assert!((512..large.len() / 2).contains(&first.len()), "{}", first.len());
    let rest = soon(all(download)).await.unwrap();
    assert_eq!([first, rest].concat(), large);
}

#[tokio::test]
async fn a_result_that_breaks_off_ends_with_an_error() {
    let half = b"HTTP/1.1 200 x\r\ncontent-length: 2000\r\n\r\n";
    let server = Server::start(Then::Cut([&half[..], &[7; 1_000]].concat())).await;

    let download = soon(server.client().open(&server.base)).await.unwrap();

    assert!(soon(all(download)).await.is_err());
}

#[tokio::test]
async fn statuses_say_whether_to_ask_again() {
    for status in [403, 404, 410] {
        let xml = "<?xml version=\"1.0\"?><Error><Code>ExpiredToken</Code></Error>";
        let server = Server::answering(status, "", xml).await;
        let error = soon(server.client().open(&server.base)).await.unwrap_err();
        assert_eq!(error, NoFile::Gone(format!("status {status}")));
    }
    for status in [204, 400, 408, 429, 500, 503] {
        let server = Server::answering(status, "", "").await;
        let error = soon(server.client().open(&server.base)).await.unwrap_err();
        assert!(matches!(error, NoFile::Later(_)), "{status}: {error:?}");
    }
    for then in [Then::Cut(vec![]), Then::Answer(answer(200, "", b""))] {
        let server = Server::start(then).await;
        let error = soon(server.client().open(&server.base)).await.unwrap_err();
        assert!(matches!(error, NoFile::Later(_)), "{error:?}");
    }
    let base = Server::nobody().await;
    let error = soon(client_of(&base).open(&base)).await.unwrap_err();
    assert!(matches!(error, NoFile::Later(_)), "{error:?}");
    let error = soon(client_of(&base).open("no address")).await.unwrap_err();
    assert!(matches!(error, NoFile::Gone(_)), "{error:?}");
}

#[tokio::test]
async fn three_redirects_are_followed_and_not_a_fourth() {
    let redirect = |status: u16| Then::Answer(answer(status, "location: /next\r\n", b""));
    let file = Then::Answer(answer(200, "", PNG));
    let three = vec![redirect(301), redirect(302), redirect(308), file];
    let mut server = Server::in_turn(three).await;

    let download = soon(server.client().open(&format!("{}/first", server.base))).await.unwrap();

    assert_eq!(soon(all(download)).await.unwrap(), PNG);
    for path in ["/first", "/next", "/next", "/next"] {
        let request = server.request().await;
        assert_eq!(request.line(), format!("GET {path}"));
        assert_eq!((request.header("authorization"), request.header("referer")), (None, None));
    }
    let mut server = Server::start(redirect(302)).await;
    let error = soon(server.client().open(&server.base)).await.unwrap_err();
    assert_eq!(error, NoFile::Later("more than 3 redirects".into()));
    for _ in 0..4 {
        server.request().await;
    }
    assert!(server.is_quiet());
}

#[tokio::test]
async fn a_redirect_leads_to_the_web_or_nowhere() {
    for (header, is_gone) in [
        ("location: file:///etc/passwd\r\n", true),
        ("location: http://u:p@127.0.0.1/\r\n", true),
        ("", false),
    ] {
        let server = Server::answering(302, header, "").await;
        let error = soon(server.client().open(&server.base)).await.unwrap_err();
        assert_eq!(matches!(error, NoFile::Gone(_)), is_gone, "{header}: {error:?}");
    }
}

#[tokio::test]
async fn nothing_private_is_connected_to_unless_kie_is_on_this_machine() {
    let mut server = Server::start(Then::Answer(answer(200, "", PNG))).await;
    let port = server.base.rsplit_once(':').unwrap().1.to_owned();
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"] {
        let error = soon(far().open(&format!("http://{host}:{port}/"))).await.unwrap_err();
        assert!(matches!(error, NoFile::Gone(_)), "{host}: {error:?}");
    }
    assert!(server.is_quiet(), "nobody came");
    soon(server.client().open(&server.base)).await.unwrap();
    server.request().await;
}

#[tokio::test]
async fn a_silent_host_is_not_waited_for_longer_than_half_a_minute() {
    let mut server = Server::start(Then::Silence).await;
    let (client, url) = (server.client(), server.base.clone());
    let open = tokio::spawn(async move { client.open(&url).await });
    server.request().await;
    let start = tokio::time::Instant::now();
    tokio::time::pause();

    let error = open.await.unwrap().unwrap_err();

    assert!(matches!(error, NoFile::Later(_)), "{error:?}");
    assert!(start.elapsed().as_secs() <= 31, "{:?}", start.elapsed());
}
