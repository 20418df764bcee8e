//! Files that are made to be dear: much to keep, much to do. They cost as little as others.

use media::Meter;
use simulator::footage::{self, Container, Lie};

/// Measures a file byte by byte, and holds its cost against what a file may cost.
fn is_cheap(name: &str, file: &[u8]) {
    let mut steps = 0;
    let used = allocation_counter::measure(|| {
        let mut meter = Meter::new();
        file.chunks(1).for_each(|piece| meter.take(piece));
        steps = meter.steps();
        meter.finish();
    });
    let kept = used.bytes_max;
    println!("{name}: {kept} bytes kept, {steps} steps for {}", file.len());
    assert!(kept <= 1 << 20, "{name} keeps {kept} bytes");
    assert!(steps <= 4 * file.len() as u64 + 64, "{name}: {steps} steps for {}", file.len());
}

fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).expect("is small");
    [&size.to_be_bytes(), &name[..], content].concat()
}

#[test]
fn an_index_of_many_tracks_and_large_descriptions_is_cheap() {
    let described = boxed(b"stsd", &vec![b'e'; 10_000]);
    let tracks = boxed(b"trak", &described).repeat(100);
    let file = [boxed(b"ftyp", b"isom"), boxed(b"moov", &tracks)].concat();
    is_cheap("tracks", &file);

    let names = boxed(
        b"stsd",
        &[&[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0xF0, 0][..], &b"mp4aesds".repeat(8000)].concat(),
    );
    let file = [boxed(b"ftyp", b"isom"), boxed(b"moov", &boxed(b"trak", &names))].concat();
    is_cheap("names", &file);
}

#[test]
fn boxes_in_boxes_and_boxes_of_nothing_are_cheap() {
    let deep = (0..2000).fold(Vec::new(), |inner, _| boxed(b"udta", &inner));
    is_cheap("deep", &[boxed(b"ftyp", b"isom"), deep].concat());
    let empty = boxed(b"free", &[]).repeat(10_000);
    is_cheap("empty", &[boxed(b"ftyp", b"isom"), boxed(b"moov", &empty)].concat());
    let rows = boxed(b"trun", &[&[0, 0, 1, 0, 0, 0, 0x40, 0][..], &[0; 65_536]].concat());
    is_cheap("rows", &[boxed(b"ftyp", b"isom"), rows].concat());
}

#[test]
fn streams_whose_headers_never_end_are_cheap() {
    let mut file = Vec::new();
    for serial in 0..40_u8 {
        // The beginning of a stream, and a page that goes on.
        let mut page = b"OggS\0\x02\0\0\0\0\0\0\0\0".to_vec();
        page.extend([serial, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255]);
        page.extend([255; 255]);
        page.extend([b'v'; 65_025]);
        page[282..289].copy_from_slice(b"\x01vorbis");
        file.extend(page);
    }
    is_cheap("streams", &file);
}

#[test]
fn syncs_that_are_none_are_cheap() {
    is_cheap("flac", &[&b"fLaC\x84\0\0\0"[..], &[0xFF, 0xF8].repeat(50_000)].concat());
    is_cheap("mp3", &[&[0xFF, 0xFB, 0x90, 0][..], &[0xFF, 0xF1].repeat(50_000)].concat());
    is_cheap("jpeg", &[0xFF, 0xD8, 0xFF].repeat(50_000));
    is_cheap("pages", &[&b"OggS\0"[..], &b"OggSOgg".repeat(20_000)].concat());
    is_cheap("gif", &[&b"GIF89a\x01\0\x01\0\0\0\0"[..], &[0x21, 0, 0].repeat(30_000)].concat());
}

#[test]
fn elements_of_nothing_and_large_notes_are_cheap() {
    let webm = footage::make(Container::LiveWebM, 1, Lie::None);
    let cluster = [0x1F, 0x43, 0xB6, 0x75];
    let at = webm.windows(4).position(|window| window == cluster).expect("is there");
    let voids = [0xEC, 0x80].repeat(40_000);
    is_cheap("elements", &[&webm[..at], &cluster, &[0xFF], &voids].concat());
    let sized = |id: &[u8], content: &[u8]| {
        let size = 0x1000_0000 | u32::try_from(content.len()).expect("is small");
        [id, &size.to_be_bytes(), content].concat()
    };
    let private = sized(&[0x63, 0xA2], &[2; 65_000]);
    let tracks = sized(&[0x16, 0x54, 0xAE, 0x6B], &sized(&[0xAE], &private).repeat(60));
    is_cheap("notes", &[&webm[..at], &tracks].concat());
}
