//! The mp4 family: films of two tracks, m4a of one; whole or in fragments.
//!
//! ```text
//!   mp4, m4a   ftyp  moov  mdat          mov   ftyp  wide  mdat  moov
//!   fragments  ftyp  moov (empty)  moof  mdat  moof  mdat ...
//! ```

use super::{Container, Lie, noise};

/// Units of a second, in the movie and in the track of pictures.
const SCALE: u32 = 1000;

/// Frames of a second, and the bytes of each.
const FRAMES: u32 = 10;
const FRAME: u32 = 16;

/// Sound: samples of a second, and of a packet.
const RATE: u32 = 16_000;
const PACKET: u32 = 1024;

const SILENCE: [u8; 6] = [0x00, 0xC8, 0x00, 0x80, 0x23, 0x80];

struct Samples {
    count: u32,
    size: u32,
    time: u32,
    scale: u32,
}

/// What the tracks of a film hold, and its sound as bytes.
fn pictures(seconds: u32) -> Samples {
    Samples { count: seconds * FRAMES, size: FRAME, time: SCALE / FRAMES, scale: SCALE }
}

fn packets(seconds: u32) -> Samples {
    let (count, size) = ((seconds * RATE).div_ceil(PACKET), SILENCE.len());
    Samples { count, size: u32::try_from(size).unwrap_or_default(), time: PACKET, scale: RATE }
}

/// PCM of 8 bits: a packet is a sample.
fn plain(seconds: u32) -> Samples {
    Samples { count: seconds * RATE / 4, size: 1, time: 1, scale: RATE / 4 }
}

impl Samples {
    fn bytes(&self) -> Vec<u8> {
        let one = if self.time == PACKET { SILENCE.to_vec() } else { noise(self.size as usize) };
        one.repeat(self.count as usize)
    }
}

pub(super) fn whole(container: Container, seconds: u32, sides: (u32, u32), lie: Lie) -> Vec<u8> {
    let is_mov = container == Container::Mov;
    let sound = if is_mov { plain(seconds) } else { packets(seconds) };
    let mut tracks = vec![(sound, None)];
    if container != Container::M4a {
        tracks.push((pictures(seconds), Some(sides)));
    }
    let brand: &[u8] = match container {
        Container::Mov => b"qt  \0\0\0\0qt  ",
        Container::M4a => b"M4A \0\0\0\0M4A isom",
        _ => b"isom\0\0\0\0isommp42",
    };
    let start = boxed(b"ftyp", brand);
    let samples =
        boxed(b"mdat", &tracks.iter().flat_map(|(samples, _)| samples.bytes()).collect::<Vec<_>>());
    let index = |mut at: u32| {
        let mut boxes = vec![movie(lie.told(seconds))];
        for ((samples, sides), id) in tracks.iter().zip(1..) {
            boxes.push(track(id, samples, *sides, seconds, lie, Some(at)));
            at += samples.count * samples.size;
        }
        around(b"moov", &boxes)
    };
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or_default();
    if is_mov {
        let start = [start, boxed(b"wide", &[])].concat();
        let index = index(length(&start) + 8);
        return [start, samples, index].concat();
    }
    // Its size does not depend on where the samples are.
    let place = length(&start) + length(&index(0)) + 8;
    [start, index(place), samples].concat()
}

pub(super) fn fragments(seconds: u32, sides: (u32, u32), lie: Lie) -> Vec<u8> {
    let empty = |samples: Samples| Samples { count: 0, ..samples };
    let defaults = |id, samples: &Samples, each| table(b"trex", &[id, 1, each, samples.size, 0]);
    let film = pictures(1);
    // Seconds are no whole number of packets.
    let sound = |second: u32| {
        let before = packets(second).count;
        let here = packets(second + 1);
        (before, Samples { count: here.count - before, ..here })
    };
    let each = |samples: &Samples| lie.each(samples.time, seconds);
    let extends = around(
        b"mvex",
        &[
            table(b"mehd", &[lie.told(seconds) * SCALE]),
            defaults(1, &packets(1), each(&packets(1))),
            defaults(2, &film, each(&film)),
        ],
    );
    let mut file = boxed(b"ftyp", b"iso5\0\0\0\0iso5mp41");
    let tracks = [
        movie(0),
        track(1, &empty(packets(1)), None, 0, lie, None),
        track(2, &empty(pictures(1)), Some(sides), 0, lie, None),
        extends,
    ];
    file.extend(around(b"moov", &tracks));
    for second in 0..seconds {
        let (before, sound) = sound(second);
        let begins = [before * each(&sound), second * film.count * each(&film)];
        // Sound by the movie's defaults, pictures with a time for each.
        let rows = numbers(&[each(&film), film.size]).repeat(film.count as usize);
        let part = |id, begin, run: Vec<u8>| {
            let head = flagged(b"tfhd", 0x02_0000, &numbers(&[id]));
            around(b"traf", &[head, table(b"tfdt", &[begin]), run])
        };
        let index = |place: u32| {
            let heard = flagged(b"trun", 1, &numbers(&[sound.count, place]));
            let behind = place + sound.count * sound.size;
            let seen = [numbers(&[film.count, behind]), rows.clone()].concat();
            let seen = flagged(b"trun", 0x301, &seen);
            let number = table(b"mfhd", &[second + 1]);
            around(b"moof", &[number, part(1, begins[0], heard), part(2, begins[1], seen)])
        };
        // Its size does not depend on where the samples are.
        let place = u32::try_from(index(0).len() + 8).unwrap_or_default();
        file.extend(index(place));
        file.extend(boxed(b"mdat", &[sound.bytes(), film.bytes()].concat()));
    }
    file
}

fn movie(seconds: u32) -> Vec<u8> {
    let mut content = numbers(&[0, 0, SCALE, seconds * SCALE, 0x0001_0000, 0x0100_0000, 0, 0]);
    content.extend(matrix());
    content.extend(numbers(&[0, 0, 0, 0, 0, 0, 3]));
    flagged(b"mvhd", 0, &content)
}

fn matrix() -> Vec<u8> {
    numbers(&[0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000])
}

/// A track; its samples are at a place, or in fragments.
fn track(
    id: u32,
    samples: &Samples,
    sides: Option<(u32, u32)>,
    seconds: u32,
    lie: Lie,
    place: Option<u32>,
) -> Vec<u8> {
    let told = if place.is_some() { lie.told(seconds) } else { 0 };
    let (width, height) = sides.unwrap_or_default();
    let mut head = numbers(&[0, 0, id, 0, told * SCALE, 0, 0, 0, 0]);
    head.extend(matrix());
    head.extend(numbers(&[width << 16, height << 16]));
    let media = table(b"mdhd", &[0, 0, samples.scale, told * samples.scale, 0x55C4_0000]);
    let handler: [u8; 4] = if sides.is_some() { *b"vide" } else { *b"soun" };
    let handler = flagged(b"hdlr", 0, &[&[0; 4], &handler[..], &[0; 13]].concat());
    let entry = sides.map_or_else(|| heard(samples), seen);
    let described = flagged(b"stsd", 0, &[numbers(&[1]), entry].concat());
    let time = lie.each(samples.time, seconds);
    let tables = match place {
        Some(place) => vec![
            described,
            table(b"stts", &[1, samples.count, time]),
            table(b"stsc", &[1, 1, samples.count, 1]),
            table(b"stsz", &[samples.size, samples.count]),
            table(b"stco", &[1, place]),
        ],
        None => vec![
            described,
            table(b"stts", &[0]),
            table(b"stsc", &[0]),
            table(b"stsz", &[0, 0]),
            table(b"stco", &[0]),
        ],
    };
    let edits = around(b"edts", &[table(b"elst", &[1, told * SCALE, 0, 0x0001_0000])]);
    let inner = around(b"minf", &[around(b"stbl", &tables)]);
    let media = around(b"mdia", &[media, handler, inner]);
    around(b"trak", &[flagged(b"tkhd", 3, &head), edits, media])
}

fn seen((width, height): (u32, u32)) -> Vec<u8> {
    let mut entry = vec![0; 6];
    entry.extend([0, 1]);
    entry.extend([0; 16]);
    entry.extend(numbers(&[width << 16 | height, 0x0048_0000, 0x0048_0000, 0, 0x0001_0000]));
    entry.extend([0; 30]);
    entry.extend([0, 24, 0xFF, 0xFF]);
    boxed(b"jpeg", &entry)
}

fn heard(samples: &Samples) -> Vec<u8> {
    let is_plain = samples.time != PACKET;
    let mut entry = vec![0; 6];
    entry.extend([0, 1]);
    entry.extend([0; 8]);
    entry.extend([0, 1, 0, if is_plain { 8 } else { 16 }, 0, 0, 0, 0]);
    entry.extend((samples.scale << 16).to_be_bytes());
    if is_plain {
        return boxed(b"raw ", &entry);
    }
    // AAC-LC of 16 kHz, one channel: rate number 8.
    let config = [0x05, 0x02, 0x14, 0x08];
    let decoder = [&[0x04, 17, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &config].concat();
    let stream = [&[0x03, 25, 0, 1, 0][..], &decoder, &[0x06, 1, 2]].concat();
    entry.extend(flagged(b"esds", 0, &stream));
    boxed(b"mp4a", &entry)
}

pub(crate) fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap_or(u32::MAX);
    [&size.to_be_bytes(), &name[..], content].concat()
}

/// A box that begins with a version of nought and these flags.
fn flagged(name: &[u8; 4], flags: u32, content: &[u8]) -> Vec<u8> {
    boxed(name, &[&flags.to_be_bytes(), content].concat())
}

fn around(name: &[u8; 4], boxes: &[Vec<u8>]) -> Vec<u8> {
    boxed(name, &boxes.concat())
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// A box with a version and numbers.
fn table(name: &[u8; 4], content: &[u32]) -> Vec<u8> {
    flagged(name, 0, &numbers(content))
}
