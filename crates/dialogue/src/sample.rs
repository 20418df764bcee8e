//! Samples: results that admins show to everybody, on the card of the model that made them and in the greeting.
//!
//! ```text
//!   a result of an admin ── [Show as a sample] ──> the newest three of its model ──┬──> its card: with the newest
//!                                                                                  └──> the album of a greeting
//! ```

use std::cmp::Reverse;

use domain::ModelKey;

use crate::conversations::shop::score;
use crate::facts::ModelUse;

/// What Telegram takes below a file, in UTF-16 units.
pub const CAPTION_UNITS: usize = 1024;

/// Items of an album; Telegram takes no more.
const ALBUM: usize = 10;

/// A result that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// What Telegram shows it as.
    pub kind: SampleKind,
    /// Telegram's id of the file.
    pub file: String,
}

/// What Telegram shows a sample as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleKind {
    /// A picture.
    Photo,
    /// A clip.
    Video,
    /// A track.
    Audio,
}

impl SampleKind {
    /// Every one of them.
    pub const ALL: [Self; 3] = [Self::Photo, Self::Video, Self::Audio];

    /// Its word in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Video => "video",
            Self::Audio => "audio",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// Whether a generation can be shown to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Showable {
    /// There is nothing of it that Telegram shows.
    #[default]
    Not,
    /// This.
    Can(Sample),
    /// It is shown already.
    Is,
}

/// The album of a greeting: what can be seen of the models that people choose most.
pub fn album(samples: Vec<(ModelKey, Sample)>, uses: &[ModelUse]) -> Vec<Sample> {
    let mut seen: Vec<(u64, Sample)> = samples
        .into_iter()
        // Telegram puts no track beside a picture.
        .filter(|(_, sample)| sample.kind != SampleKind::Audio)
        .map(|(model, sample)| {
            let uses = uses.iter().find(|uses| uses.model == model);
            (uses.map_or(0, score), sample)
        })
        .collect();
    // Stable: of models that are chosen as much the one comes first that was given first.
    seen.sort_by_key(|(score, _)| Reverse(*score));
    seen.into_iter().map(|(_, sample)| sample).take(ALBUM).collect()
}

#[cfg(test)]
mod tests {
    use super::{ModelKey, ModelUse, Sample, SampleKind, album};

    fn sample(model: &str, kind: SampleKind) -> (ModelKey, Sample) {
        (ModelKey::new(model).unwrap(), Sample { kind, file: format!("file-of-{model}") })
    }

    #[test]
    fn an_album_begins_with_what_people_choose_most_and_has_no_tracks() {
        let samples = vec![
            sample("rare", SampleKind::Photo),
            sample("loved", SampleKind::Video),
            sample("song", SampleKind::Audio),
        ];
        let model = ModelKey::new("loved").unwrap();
        let uses = ModelUse { model, people: 9, repeats: 0, keepers: 0, week: 9, earlier: 0 };

        let files: Vec<String> =
            album(samples, &[uses]).into_iter().map(|sample| sample.file).collect();

        assert_eq!(files, ["file-of-loved", "file-of-rare"]);
    }

    #[test]
    fn an_album_has_at_most_what_telegram_takes() {
        let samples = (0..30).map(|n| sample(&format!("model-{n}"), SampleKind::Photo)).collect();

        assert_eq!(album(samples, &[]).len(), 10);
    }

    #[test]
    fn a_word_leads_back_to_its_kind() {
        for kind in SampleKind::ALL {
            assert_eq!(SampleKind::from_word(kind.word()), Some(kind));
        }
        assert_eq!(SampleKind::from_word("voice"), None);
    }
}
