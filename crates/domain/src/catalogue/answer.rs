//! What is given for an input, by a person or as text, and whether the input takes it.

use super::input::{Form, Input, Media, Value};
use super::refusal::Refusal;
use super::words::MediaKind;
use crate::money::parse_decimal;

/// What is given for one input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A value.
    Value(Value),
    /// Files, as far as they are measured.
    Files(Vec<Upload>),
}

/// A file that a person sent, as far as its price may depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Upload {
    /// How long it plays, in thousandths of a second.
    pub milliseconds: Option<u32>,
    /// Its width and height.
    pub pixels: Option<(u32, u32)>,
}

impl Upload {
    /// Reads `37s`, `12.5s` or `1024x768`.
    fn parse(text: &str) -> Option<Self> {
        if let Some(seconds) = text.strip_suffix('s') {
            let milliseconds = parse_decimal(seconds, 3).and_then(|n| u32::try_from(n).ok())?;
            return Some(Self { milliseconds: Some(milliseconds), pixels: None });
        }
        let (width, height) = text.split_once('x')?;
        let pixels = (width.parse().ok()?, height.parse().ok()?);
        Some(Self { milliseconds: None, pixels: Some(pixels) })
    }
}

impl Input {
    /// Reads what a text means for this input: `5` becomes the input's own kind of five.
    ///
    /// Files are written by what is measured of them: `37s`, `1024x768`, several of these with
    /// commas, or just how many there are.
    pub fn read_answer(&self, text: &str) -> Result<Answer, Refusal> {
        let input = || self.name.clone();
        let value = match &self.form {
            Form::Text { .. } => Value::Text(text.to_owned()),
            Form::Choice { values, .. } => {
                let value = values.iter().find(|value| value.to_string() == text);
                value.cloned().ok_or_else(|| self.not_offered(text))?
            }
            Form::Switch { .. } => {
                let wrong = |_| Refusal::WrongType { input: input(), expected: "true or false" };
                Value::Switch(text.parse().map_err(wrong)?)
            }
            Form::Whole(_) => {
                let wrong = |_| Refusal::WrongType { input: input(), expected: "a whole number" };
                Value::Whole(text.parse().map_err(wrong)?)
            }
            Form::Media(media) => return self.read_files(media, text).map(Answer::Files),
            Form::Fixed(_) => return Err(Refusal::NotAsked { input: input() }),
        };
        Ok(Answer::Value(value))
    }

    fn read_files(&self, media: &Media, text: &str) -> Result<Vec<Upload>, Refusal> {
        if let Ok(count) = text.parse::<u32>() {
            // Checked before the files are made: the count may be any number.
            self.takes_count(media, count)?;
            return Ok((0..count).map(|_| Upload::default()).collect());
        }
        let files = text.split(',').map(Upload::parse).collect::<Option<_>>();
        let expected = match media.kind {
            MediaKind::Image => "pixels such as 1024x768, or how many files",
            MediaKind::Video | MediaKind::Audio => "seconds such as 37s, or how many files",
        };
        files.ok_or_else(|| Refusal::WrongType { input: self.name.clone(), expected })
    }

    /// Looks whether this input takes this answer.
    pub fn takes(&self, answer: &Answer) -> Result<(), Refusal> {
        let input = || self.name.clone();
        if !self.shown {
            let is_default =
                matches!(answer, Answer::Value(v) if self.default().as_ref() == Some(v));
            return if is_default { Ok(()) } else { Err(Refusal::NotAsked { input: input() }) };
        }
        match (&self.form, answer) {
            (Form::Text { min_length, max_length }, Answer::Value(Value::Text(text))) => {
                self.takes_text(text, *min_length, *max_length)
            }
            (Form::Choice { values, .. }, Answer::Value(value)) => {
                let offered = values.contains(value);
                if offered { Ok(()) } else { Err(self.not_offered(&value.to_string())) }
            }
            (Form::Switch { .. }, Answer::Value(Value::Switch(_))) => Ok(()),
            (Form::Whole(whole), Answer::Value(Value::Whole(number))) => {
                let range = Refusal::OutOfRange {
                    input: input(),
                    min: whole.min,
                    max: whole.max,
                    step: whole.step,
                };
                if whole.takes(*number) { Ok(()) } else { Err(range) }
            }
            (Form::Media(media), Answer::Files(files)) => {
                self.takes_count(media, u32::try_from(files.len()).unwrap_or(u32::MAX))?;
                files.iter().try_for_each(|file| self.takes_file(media, file))
            }
            (form, _) => Err(Refusal::WrongType { input: input(), expected: expected(form) }),
        }
    }

    fn takes_text(&self, text: &str, min_length: u32, max_length: u32) -> Result<(), Refusal> {
        let input = self.name.clone();
        let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        if self.required && text.trim().is_empty() {
            Err(Refusal::Missing { input })
        } else if length < min_length {
            Err(Refusal::TooShort { input, length, min_length })
        } else if length > max_length {
            Err(Refusal::TooLong { input, length, max_length })
        } else {
            Ok(())
        }
    }

    fn takes_count(&self, media: &Media, count: u32) -> Result<(), Refusal> {
        let input = self.name.clone();
        let (min_items, max_items) = (media.min_items.max(1), media.max_items);
        if (min_items..=max_items).contains(&count) {
            Ok(())
        } else {
            Err(Refusal::WrongCount { input, count, min_items, max_items })
        }
    }

    /// A started second beyond the limit is let through: lengths are rarely exact, and the price
    /// is capped at the limit.
    fn takes_file(&self, media: &Media, file: &Upload) -> Result<(), Refusal> {
        let input = || self.name.clone();
        if let (Some(max_seconds), Some(milliseconds)) = (media.max_seconds, file.milliseconds)
            && milliseconds / 1000 > max_seconds
        {
            return Err(Refusal::PlaysTooLong { input: input(), max_seconds });
        }
        if let (Some(max_side), Some((width, height))) = (media.max_side, file.pixels)
            && width.max(height) > max_side
        {
            return Err(Refusal::TooLarge { input: input(), max_side });
        }
        Ok(())
    }

    fn not_offered(&self, value: &str) -> Refusal {
        let values = match &self.form {
            Form::Choice { values, .. } => values.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        Refusal::NotOffered { input: self.name.clone(), value: value.to_owned(), values }
    }
}

fn expected(form: &Form) -> &'static str {
    match form {
        Form::Text { .. } => "a text",
        Form::Choice { .. } => "one of its values",
        Form::Switch { .. } => "true or false",
        Form::Whole(_) => "a whole number",
        Form::Media(_) => "files",
        Form::Fixed(_) => "nothing",
    }
}
