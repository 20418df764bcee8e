//! What is kept of a file, and how messages show it.

use super::content::{HEAD, KEPT};
use super::{Bytes, Content, Files, KEPT_IN_ALL, Looks, MediaKind, Taking};

fn taken(length: usize, piece: usize) -> Content {
    let mut taking = Taking::default();
    let bytes: Vec<u8> = (0_u8..=250).cycle().take(length).collect();
    for piece in bytes.chunks(piece) {
        taking.push(piece);
    }
    taking.finish()
}

#[test]
fn a_short_file_is_kept_whole_and_a_long_one_by_its_beginning() {
    let short = taken(KEPT, 9_999);
    let long = taken(KEPT + 1, 9_999);

    assert_eq!(short.whole().map(Bytes::len), Some(KEPT));
    assert_eq!((long.whole(), long.kept.len(), long.length), (None, HEAD, 1 + (1 << 20)));
    assert_eq!(long.kept[..], short.kept[..HEAD]);
    assert_ne!(long.hash, short.hash);
    let large = taken(3 * KEPT, 2 * KEPT);
    assert_eq!((large.kept.len(), large.length), (HEAD, 3 << 20));
}

#[test]
fn the_same_bytes_have_the_same_hash_however_they_come() {
    let whole = taken(100_000, 100_000);
    assert_eq!(taken(100_000, 7), whole);
    assert_eq!(Content::of(whole.kept.clone()), whole);
}

#[test]
fn all_files_together_keep_so_much_and_no_more() {
    let mut files = Files::default();
    let large = Content::of(Bytes::from(vec![0; 64 << 20]));
    let times = KEPT_IN_ALL / large.length;
    for number in 0..times {
        let file = files.add(number, MediaKind::Video, large.clone(), Looks::default());
        assert!(file.content.whole().is_some());
    }

    let late = files.add(times, MediaKind::Video, large.clone(), Looks::default());

    assert_eq!((late.content.whole(), late.content.length), (None, large.length));
}

#[test]
fn a_photo_has_a_small_size_and_both_ids_lead_to_it() {
    let mut files = Files::default();
    let looks = Looks { pixels: Some((1_800, 900)), ..Looks::default() };
    let file = files.add(7, MediaKind::Photo, Content::of("abc".into()), looks);

    let (field, sizes) = file.fields().remove(0);
    assert_eq!((field, sizes.as_array().map(Vec::len)), ("photo", Some(2)));
    assert_eq!((&sizes[0]["width"], &sizes[0]["height"]), (&90.into(), &45.into()));
    assert_eq!(sizes[1]["file_size"], 3);
    for size in [0, 1] {
        let id = sizes[size]["file_id"].as_str().unwrap();
        assert_eq!(files.get(id).unwrap().id, file.id);
    }
    assert_eq!(files.at("photos/file_0.jpg").unwrap().id, file.id);
    assert!(files.at("photos/file_1.jpg").is_none() && files.get("x").is_none());
}

#[test]
fn paths_have_the_ending_of_the_name_if_it_is_a_plain_one() {
    let mut files = Files::default();
    let names = ["a.PDF", "b", "c.../../d", "e.\u{436}"];
    let paths = ["documents/file_0.PDF", "documents/file_1.bin", "documents/file_2.bin"];
    for (number, name) in (0..).zip(names) {
        let looks = Looks { name: Some(name.to_owned()), ..Looks::default() };
        files.add(number, MediaKind::Document, Content::of("x".into()), looks);
    }
    for path in paths {
        assert!(files.at(path).is_some(), "{path}");
    }
}

#[test]
fn an_animation_is_shown_as_a_document_too() {
    let mut files = Files::default();
    let file = files.add(1, MediaKind::Animation, Content::of("x".into()), Looks::default());

    let fields: Vec<_> = file.fields().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["animation", "document"]);
}
