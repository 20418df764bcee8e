//! A lie about its length makes no file shorter.

use media::Kind;
use simulator::footage::{self, Container, Format, Lie, SIDES};

use crate::measured;

/// How much longer than its sound a file may be: the last packet is not full.
const PACKET: u64 = 100;

#[test]
fn a_lie_makes_no_file_shorter_than_it_plays() {
    for container in Container::ALL {
        for seconds in [1, 2, 60] {
            let truth = u64::from(seconds) * 1000;
            for lie in Lie::ALL {
                let file = footage::make(container, seconds, lie);
                let told = measured(&file, 4096).milliseconds;
                let is_true = told.is_some_and(|told| (truth..truth + PACKET).contains(&told));
                // Sound that its chunk does not own is nobody's: that file has no length.
                let is_refused = told.is_none() && lie != Lie::None && container == Container::Wav;
                assert!(is_true || is_refused, "{container:?} {lie:?}: {told:?} of {truth}");
            }
        }
    }
}

#[test]
fn kind_and_size_are_told_of_every_container() {
    for container in Container::ALL {
        let found = measured(&footage::make(container, 2, Lie::None), 4096);
        let is_film = container.is_film();
        let kind = if is_film { Kind::Video } else { Kind::Audio };
        assert_eq!(found.kind, Some(kind), "{container:?}");
        assert_eq!(found.pixels, is_film.then_some(SIDES), "{container:?}");
    }
    let large = footage::film(Container::Mp4, 1, (3840, 2160), Lie::Header);
    assert_eq!(measured(&large, 4096).pixels, Some((3840, 2160)));
}

#[test]
fn pictures_are_as_large_as_their_largest_part() {
    for format in Format::ALL {
        for lie in Lie::ALL {
            let found = measured(&footage::picture(format, (4000, 3000), lie), 4096);
            assert_eq!(found.kind, Some(Kind::Image), "{format:?}");
            assert_eq!(found.pixels, Some((4000, 3000)), "{format:?} {lie:?}");
            assert_eq!(found.milliseconds, None, "{format:?}");
        }
    }
}

#[test]
fn the_pieces_that_a_file_comes_in_change_nothing() {
    for container in Container::ALL {
        for lie in Lie::ALL {
            let file = footage::make(container, 3, lie);
            let whole = measured(&file, file.len());
            for piece in [1, 7, 4096] {
                assert_eq!(measured(&file, piece), whole, "{container:?} {lie:?} {piece}");
            }
        }
    }
    for format in Format::ALL {
        let file = footage::picture(format, (640, 480), Lie::Header);
        let whole = measured(&file, file.len());
        assert_eq!([1, 7].map(|piece| measured(&file, piece)), [whole, whole], "{format:?}");
    }
}
