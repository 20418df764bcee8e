//! Files with something behind them, cut files, and files that players disagree about.

use media::Measured;
use simulator::footage::{self, Container, Lie};

use crate::measured;

fn milliseconds(file: &[u8]) -> Option<u64> {
    measured(file, 4096).milliseconds
}

/// The file with one name in it changed into another.
fn renamed(file: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = file.windows(from.len()).position(|window| window == from).expect("is there");
    [&file[..at], to, &file[at + from.len()..]].concat()
}

#[test]
fn a_long_file_behind_a_short_one_counts_or_spoils_it() {
    for container in Container::ALL {
        let [short, long] = [1, 60].map(|seconds| footage::make(container, seconds, Lie::None));
        let told = milliseconds(&[short, long].concat());
        let adds_up =
            matches!(container, Container::Mp3 | Container::Aac | Container::Flac | Container::Ogg);
        match told {
            Some(told) => assert!(adds_up && told >= 61_000, "{container:?}: {told}"),
            None => assert!(!adds_up, "{container:?}"),
        }
    }
}

#[test]
fn a_small_tail_is_ignored_and_a_large_one_spoils_the_file() {
    for container in
        [Container::Mp4, Container::Mov, Container::WebM, Container::Mp3, Container::Wav]
    {
        let file = footage::make(container, 5, Lie::None);
        let whole = milliseconds(&file);
        let with = |count| milliseconds(&[&file[..], &vec![0; count]].concat());
        assert_eq!((with(100), with(80_000)), (whole, None), "{container:?}");
        assert!(whole.is_some(), "{container:?}");
    }
}

#[test]
fn a_cut_file_is_as_long_as_it_can_be_played_or_has_no_length() {
    for container in Container::ALL {
        let file = footage::make(container, 20, Lie::Header);
        let whole = milliseconds(&file).unwrap_or(20_000);
        for tenth in 1..10 {
            let cut = &file[..file.len() * tenth / 10];
            let part = whole * (tenth as u64) / 10;
            if let Some(told) = milliseconds(cut) {
                // Two seconds are a page, a cluster, a fragment, and the index in front.
                let is_fair = told + 2000 >= part;
                assert!(is_fair, "{container:?}: {told} of {part}");
            }
        }
    }
}

#[test]
fn what_players_disagree_about_has_no_length() {
    let mp4 = footage::make(Container::Mp4, 5, Lie::None);
    assert!(milliseconds(&mp4).is_some());
    // An index that is compressed, a second table of times, a second index, no index at all.
    for (from, to) in [
        (&b"edts"[..], &b"cmov"[..]),
        (b"stsz", b"stts"),
        (b"ftyp", b"moov"),
        (b"moov", b"free"),
        // Packets whose length nothing tells.
        (b"mp4a", b"Opus"),
        (b"esds", b"free"),
    ] {
        let file = renamed(&mp4, from, to);
        assert_eq!(milliseconds(&file), None, "{}", String::from_utf8_lossy(to));
    }
    let webm = footage::make(Container::WebM, 5, Lie::None);
    assert!(milliseconds(&webm).is_some());
    // Packets of a codec that is not known, blocks of no track, a track with a time of its own.
    for (from, to) in [
        (&b"A_OPUS"[..], &b"A_ODDS"[..]),
        (b"\xD7\x10\0\0\x01\x02", b"\xD7\x10\0\0\x01\x03"),
        (b"\x23\xE3\x83", b"\x23\x31\x4F"),
        (b"OpusHead", b"OpusHead"),
    ] {
        let file = renamed(&webm, from, to);
        assert_eq!(milliseconds(&file).is_none(), from != to, "{}", String::from_utf8_lossy(to));
    }
    let mp3 = footage::make(Container::Mp3, 5, Lie::None);
    let free = renamed(&mp3, &[0xFF, 0xF3, 0x18], &[0xFF, 0xF3, 0x08]);
    assert_eq!(milliseconds(&free), None);
}

#[test]
fn a_track_without_a_time_scale_has_no_length() {
    let file = footage::make(Container::M4a, 5, Lie::None);
    let at = file.windows(4).position(|window| window == b"mdhd").expect("is there");
    let mut file = file;
    file[at + 16..at + 20].fill(0);
    assert_eq!(milliseconds(&file), None);
}

#[test]
fn room_behind_a_tag_hides_no_frames() {
    let file = footage::make(Container::Mp3, 5, Lie::None);
    let frames = file.windows(2).position(|window| window == [0xFF, 0xF3]).expect("is there");
    let padded = [&file[..frames], &[0; 3000], &file[frames..]].concat();
    assert_eq!(milliseconds(&padded), milliseconds(&file));
    assert_eq!(milliseconds(&[&file[..frames], &[0; 80_000], &file[frames..]].concat()), None);
}

#[test]
fn a_text_that_begins_like_a_frame_is_no_sound() {
    // What stands before a text of two bytes a letter is a header of MPEG, too.
    let text: Vec<u8> = "a letter to nobody".bytes().flat_map(|letter| [letter, 0]).collect();
    let file = [&[0xFF, 0xFE][..], &text.repeat(20)].concat();
    assert_eq!(measured(&file, 4096), Measured::default());
}

#[test]
fn pages_hidden_in_a_page_that_is_none_are_not_forgotten() {
    let short = footage::make(Container::Ogg, 1, Lie::None);
    let long = footage::make(Container::Ogg, 60, Lie::None);
    // The head of a page of 255 segments, whose checksum is wrong: what follows is played.
    let head = [&b"OggS\0\0\x01\0\0\0\0\0\0\0\x07\0\0\0"[..], &[9; 8], &[255; 256]].concat();
    assert_eq!(milliseconds(&[short, head, long].concat()), None);
}

#[test]
fn clusters_hidden_in_an_element_without_an_end_are_not_forgotten() {
    let file = footage::make(Container::LiveWebM, 60, Lie::Header);
    let second = [0x1F, 0x43, 0xB6, 0x75];
    let clusters: Vec<usize> =
        (0..file.len()).filter(|at| file[*at..].starts_with(&second)).collect();
    // A note of a gigabyte, and in it nearly all of the film.
    let (shown, hidden) = file.split_at(clusters[1]);
    let note = [0xEC, 0x08, 0x40, 0, 0, 0];
    assert_eq!(milliseconds(&[shown, &note, hidden].concat()), None);
    // One that is as long as it says, of a kind that nobody knows.
    let length = u32::try_from(hidden.len() - 50).expect("is small") | 0x1000_0000;
    let odd = [&[0xDD][..], &length.to_be_bytes()].concat();
    assert_eq!(milliseconds(&[shown, &odd, hidden].concat()), None);
    // A film that was cut off goes as far as it goes.
    assert_eq!(milliseconds(&file[..clusters[30] + 20]).map(|told| told / 1000), Some(30));
}

#[test]
fn frames_hidden_in_the_body_of_a_frame_count() {
    let file = footage::make(Container::Aac, 60, Lie::None);
    let frames = file.windows(2).position(|window| window == [0xFF, 0xF1]).expect("is there");
    // A frame of 8000 bytes: decoders find the others in it.
    let long = [0xFF, 0xF1, 0x60, 0x43, 0xE8, 0x1F, 0xFC];
    let hidden = [&file[frames..frames + 13], &long, &file[frames..]].concat();
    assert!(milliseconds(&hidden).is_some_and(|told| told >= 60_000));
    // A body without an end is looked at by nobody here.
    let cut = [&file[frames..frames + 13], &long, &file[frames..frames + 7500]].concat();
    assert_eq!(milliseconds(&cut), None);
}

#[test]
fn an_index_that_is_cut_off_has_no_length() {
    let file = footage::make(Container::Mp4, 5, Lie::None);
    let tracks: Vec<usize> =
        (4..file.len()).filter(|at| file[*at..].starts_with(b"trak")).collect();
    // The sound is whole then, and the pictures are missing.
    assert_eq!(milliseconds(&file[..tracks[1] - 4]), None);
    // Samples that are cut off are announced all the same.
    assert_eq!(milliseconds(&file[..file.len() - 1000]), milliseconds(&file));
}

#[test]
fn a_mute_film_is_as_long_as_its_pictures() {
    for (container, sound, other) in [
        (Container::Mp4, &b"soun"[..], &b"text"[..]),
        (Container::Mov, b"soun", b"text"),
        (Container::Fragments, b"soun", b"text"),
        (Container::WebM, b"\x83\x10\0\0\x01\x02", b"\x83\x10\0\0\x01\x11"),
        (Container::LiveWebM, b"\x83\x10\0\0\x01\x02", b"\x83\x10\0\0\x01\x11"),
    ] {
        let told = |lie| milliseconds(&renamed(&footage::make(container, 60, lie), sound, other));
        let by_times = told(Lie::Header);
        assert!(by_times.is_some_and(|told| told >= 60_000), "{container:?}: {by_times:?}");
        // Times of pictures are what players go by: only too many of them in a second are a lie.
        let by_frames = told(Lie::Samples);
        assert!(
            by_frames.is_some_and(|told| told >= 600 * 1000 / 120),
            "{container:?}: {by_frames:?}"
        );
    }
}

#[test]
fn a_film_without_a_usual_duration_is_as_long_as_the_times_of_its_blocks() {
    for container in [Container::WebM, Container::LiveWebM] {
        let file = footage::make(container, 60, Lie::Header);
        let mute = renamed(&file, b"\x83\x10\0\0\x01\x02", b"\x83\x10\0\0\x01\x11");
        let told = milliseconds(&renamed(&mute, b"\x23\xE3\x83", b"\x23\xE3\x84"));
        // Nobody says how long the last block takes.
        assert_eq!(told, Some(59_980), "{container:?}");
    }
}
