//! The framing, on messages built by hand and cut at every place.

use super::{Framer, Piece, Protocol};

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap();
    [&[kind], length.to_be_bytes().as_slice(), body].concat()
}

fn startup(code: u32) -> Vec<u8> {
    [8_u32.to_be_bytes(), code.to_be_bytes()].concat()
}

fn query(text: &str) -> Vec<u8> {
    message(b'Q', format!("{text}\0").as_bytes())
}

fn commits(pieces: &[Piece]) -> usize {
    pieces.iter().filter(|piece| matches!(piece, Piece::Commit(..))).count()
}

fn bytes(pieces: &[Piece]) -> Vec<u8> {
    let bytes = pieces.iter().flat_map(|piece| match piece {
        Piece::Plain(bytes) | Piece::Commit(bytes, _) => bytes.clone(),
    });
    bytes.collect()
}

#[test]
fn every_spelling_of_commit_is_seen() {
    let spelt = ["COMMIT", "commit;", " Commit work", "end", "insert into t values (1); commit"];
    for text in spelt {
        let (mut up, _) = Framer::pair(Protocol::Postgres);
        up.feed(&startup(196_608));
        assert_eq!(commits(&up.feed(&query(text))), 1, "{text}");
    }
    for text in ["begin", "rollback", "select 'commit'", "insert into commits values (1)"] {
        let (mut up, _) = Framer::pair(Protocol::Postgres);
        up.feed(&startup(196_608));
        assert_eq!(commits(&up.feed(&query(text))), 0, "{text}");
    }
}

#[test]
fn a_prepared_commit_counts_when_it_is_executed() {
    let (mut up, _) = Framer::pair(Protocol::Postgres);
    up.feed(&startup(196_608));

    assert_eq!(commits(&up.feed(&message(b'P', b"s1\0COMMIT\0\0\0"))), 0);
    assert_eq!(commits(&up.feed(&message(b'B', b"\0s1\0\0\0\0\0\0\0"))), 0);
    assert_eq!(commits(&up.feed(&message(b'E', b"\0\0\0\0\0"))), 1);

    // The unnamed portal now belongs to another statement.
    up.feed(&message(b'P', b"s2\0select 1\0\0\0"));
    up.feed(&message(b'B', b"\0s2\0\0\0\0\0\0\0"));
    assert_eq!(commits(&up.feed(&message(b'E', b"\0\0\0\0\0"))), 0);
}

#[test]
fn a_commit_goes_with_what_its_transaction_asked_for() {
    let (mut up, mut down) = Framer::pair(Protocol::Postgres);
    up.feed(&startup(196_608));
    up.feed(&query("begin"));
    up.feed(&query("insert into earlier values (1)"));
    up.feed(&query("commit"));

    up.feed(&query("BEGIN isolation level read committed"));
    up.feed(&message(b'P', b"s1\0insert into t values ($1)\0\0\0"));
    up.feed(&message(b'B', b"\0s1\0\0\0\0\0\0\0"));
    up.feed(&message(b'E', b"\0\0\0\0\0"));
    let asked = up.feed(&query("commit"));
    let decided = down.feed(&message(b'C', b"COMMIT\0"));

    for pieces in [asked, decided] {
        let [Piece::Commit(_, asked)] = &pieces[..] else { panic!("{pieces:?}") };
        let begin = "BEGIN isolation level read committed";
        assert_eq!(
            asked.iter().map(|text| &**text).collect::<Vec<_>>(),
            [begin, "insert into t values ($1)", "commit"]
        );
    }
}

#[test]
fn messages_survive_every_way_of_being_torn() {
    let stream = [startup(80_877_103), startup(196_608), query("begin"), query("COMMIT")].concat();
    for torn in 1..stream.len() {
        let (mut up, _) = Framer::pair(Protocol::Postgres);
        let mut pieces = up.feed(&stream[..torn]);
        pieces.extend(up.feed(&stream[torn..]));

        assert_eq!(commits(&pieces), 1, "torn at {torn}");
        assert_eq!(bytes(&pieces), stream, "torn at {torn}");
    }
}

#[test]
fn the_servers_single_byte_is_no_message() {
    let (mut up, mut down) = Framer::pair(Protocol::Postgres);
    up.feed(&startup(80_877_103));

    let mut pieces = down.feed(b"N");
    up.feed(&startup(196_608));
    pieces.extend(down.feed(&message(b'C', b"COMMIT\0")));
    assert_eq!(commits(&pieces), 1);

    // A tag that only begins like it is another command.
    assert_eq!(commits(&down.feed(&message(b'C', b"COMMIT PREPARED\0"))), 0);
}

#[test]
fn accepted_encryption_passes_unread() {
    let (mut up, mut down) = Framer::pair(Protocol::Postgres);
    up.feed(&startup(80_877_103));
    let reply = [b"S".as_slice(), b"\x16\x03\x01 not a message at all"].concat();

    assert_eq!(bytes(&down.feed(&reply)), reply);
}

#[test]
fn another_protocol_passes_unread() {
    let (mut up, _) = Framer::pair(Protocol::Postgres);
    let bytes_sent = b"\0\0\0\x01GET / HTTP/1.1\r\n";

    assert_eq!(bytes(&up.feed(bytes_sent)), bytes_sent);
}

#[test]
fn an_incomplete_message_is_kept_to_the_end() {
    let (mut up, _) = Framer::pair(Protocol::Postgres);
    up.feed(&startup(196_608));
    let torn = &query("COMMIT")[..7];

    assert_eq!(up.feed(torn), vec![]);
    assert_eq!(up.rest(), torn);
}
