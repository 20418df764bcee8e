//! What was ordered: every value written out, and the files by Telegram's ids.
//!
//! ```text
//!   Order + files ── of ──> Brief ── to_text ──> generations.input ── from_text ──> Brief
//!                                                             fields(urls) ──> as KIE takes it
//! ```
//!
//! A file is named by the id under which Telegram keeps it, never by an address: Telegram's
//! addresses hold the bot's token. It gets an address of KIE when it is uploaded there, before the
//! request is made. How long and large it is stands here as the sender's app claims, until it was brought
//! to KIE and measured on the way ([`super::settlement`]); briefs of old say nothing about it.

use serde_json::{Map, Value as Json, json};

use crate::catalogue::{Answer, Form, Input, MediaKind, Model, Order, Refusal, Upload, Value};

/// One file that a person sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRef {
    /// Telegram's id of it.
    pub file: String,
    /// What it is.
    pub kind: MediaKind,
    /// Its type, as the sender's app claims.
    pub mime: Option<String>,
    /// Its size in bytes, if Telegram says.
    pub bytes: Option<u64>,
    /// How long it plays, in thousandths of a second, if that is known.
    pub milliseconds: Option<u32>,
    /// Its width and height, if they are known.
    pub pixels: Option<(u32, u32)>,
}

impl FileRef {
    /// Whether everything is known of it that a price may depend on.
    pub const fn is_measured(&self) -> bool {
        match self.kind {
            MediaKind::Image => self.pixels.is_some(),
            MediaKind::Video | MediaKind::Audio => self.milliseconds.is_some(),
        }
    }
}

/// Everything a request to KIE is made from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Brief {
    /// The values by their fields, every default included.
    pub values: Vec<(String, Value)>,
    /// The files by their fields.
    pub files: Vec<(String, Vec<FileRef>)>,
}

impl Brief {
    /// The brief of a checked order, with these files in the places of its uploads.
    pub fn of(order: &Order, files: Vec<(String, Vec<FileRef>)>) -> Self {
        let value = |(input, answer): (&str, &Answer)| match answer {
            Answer::Value(value) => Some((input.to_owned(), value.clone())),
            Answer::Files(_) => None,
        };
        Self { values: order.answers().filter_map(value).collect(), files }
    }

    /// The words of the person, the first text there is.
    pub fn words<'a>(&'a self, model: &Model) -> Option<&'a str> {
        let is_text = |name: &str| {
            model.input(name).is_some_and(|input| matches!(input.form, Form::Text { .. }))
        };
        self.values.iter().find_map(|(name, value)| match value {
            Value::Text(text) if is_text(name) => Some(text.as_str()),
            _ => None,
        })
    }

    /// What was chosen and not said: every value of the model's that people have a say in, but words.
    pub fn settings(&self, model: &Model) -> Vec<(String, Value)> {
        let is_setting = |name: &str| {
            let input = model.input(name).filter(|input| input.shown);
            input.is_some_and(|input| {
                !matches!(input.form, Form::Text { .. } | Form::Media(_) | Form::Fixed(_))
            })
        };
        self.values.iter().filter(|(name, _)| is_setting(name)).cloned().collect()
    }

    /// The files by which its price is measured.
    pub fn priced_files<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = &'a FileRef> {
        let priced = self.files.iter().filter(|(input, _)| model.is_priced_by(input));
        priced.flat_map(|(_, files)| files)
    }

    /// The order it was made from, with what is known of its files by now.
    ///
    /// # Errors
    /// What the catalogue has against it: it may have changed, and a file be longer than was claimed.
    pub fn order(&self, model: &Model) -> Result<Order, Refusal> {
        let is_asked = |name: &str| {
            let asked = |input: &Input| input.shown && !matches!(input.form, Form::Fixed(_));
            model.input(name).is_none_or(asked)
        };
        let values = self.values.iter().filter(|(name, _)| is_asked(name));
        let values = values.map(|(name, value)| (name.clone(), Answer::Value(value.clone())));
        let upload =
            |file: &FileRef| Upload { milliseconds: file.milliseconds, pixels: file.pixels };
        let files = self
            .files
            .iter()
            .map(|(name, files)| (name.clone(), Answer::Files(files.iter().map(upload).collect())));
        model.order(values.chain(files).collect())
    }

    /// The fields as KIE takes them, with an address for each file in the order of [`Self::files`].
    ///
    /// None when the addresses do not match the files.
    pub fn fields(&self, model: &Model, urls: &[Vec<String>]) -> Option<Map<String, Json>> {
        if urls.len() != self.files.len() {
            return None;
        }
        let mut fields = Map::new();
        for (name, value) in &self.values {
            fields.insert(name.clone(), json_of(value));
        }
        for ((name, files), urls) in self.files.iter().zip(urls) {
            let Form::Media(media) = &model.input(name)?.form else { return None };
            if files.len() != urls.len() {
                return None;
            }
            let value = if media.list { json!(urls) } else { json!(urls.first()?) };
            fields.insert(name.clone(), value);
        }
        Some(fields)
    }

    /// The text to be kept.
    pub fn to_text(&self) -> String {
        let values: Vec<Json> =
            self.values.iter().map(|(name, value)| json!([name, json_of(value)])).collect();
        let file = |file: &FileRef| {
            json!({
                "file": file.file,
                "kind": file.kind.word(),
                "mime": file.mime,
                "bytes": file.bytes,
                "milliseconds": file.milliseconds,
                "pixels": file.pixels,
            })
        };
        let files: Vec<Json> = self
            .files
            .iter()
            .map(|(name, files)| json!([name, files.iter().map(file).collect::<Vec<_>>()]))
            .collect();
        json!({ "values": values, "files": files }).to_string()
    }

    /// Reads what was kept.
    pub fn from_text(text: &str) -> Option<Self> {
        let kept: Json = serde_json::from_str(text).ok()?;
        let pairs = |name: &str| kept.get(name).and_then(Json::as_array);
        let values = pairs("values")?.iter().map(|pair| {
            let name = pair.get(0)?.as_str()?;
            Some((name.to_owned(), value_of(pair.get(1)?)?))
        });
        let files = pairs("files")?.iter().map(|pair| {
            let name = pair.get(0)?.as_str()?;
            let files: Option<Vec<_>> = pair.get(1)?.as_array()?.iter().map(file_of).collect();
            Some((name.to_owned(), files?))
        });
        let (values, files): (Option<_>, Option<_>) = (values.collect(), files.collect());
        Some(Self { values: values?, files: files? })
    }
}

fn file_of(file: &Json) -> Option<FileRef> {
    Some(FileRef {
        file: file.get("file")?.as_str()?.to_owned(),
        kind: MediaKind::from_word(file.get("kind")?.as_str()?)?,
        mime: file.get("mime").and_then(Json::as_str).map(str::to_owned),
        bytes: file.get("bytes").and_then(Json::as_u64),
        milliseconds: file.get("milliseconds").and_then(number_of),
        pixels: file.get("pixels").and_then(|sides| {
            sides.get(0).and_then(number_of).zip(sides.get(1).and_then(number_of))
        }),
    })
}

fn number_of(json: &Json) -> Option<u32> {
    json.as_u64().and_then(|number| u32::try_from(number).ok())
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Text(text) => json!(text),
        Value::Whole(number) => json!(number),
        Value::Switch(on) => json!(on),
    }
}

fn value_of(json: &Json) -> Option<Value> {
    match json {
        Json::String(text) => Some(Value::Text(text.clone())),
        Json::Bool(on) => Some(Value::Switch(*on)),
        Json::Number(number) => number.as_i64().map(Value::Whole),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Brief, FileRef, MediaKind, Value};
    use crate::catalogue::Catalogue;

    fn brief() -> Brief {
        Brief {
            values: vec![
                ("prompt".to_owned(), Value::Text("a \"cat\"\n5".to_owned())),
                ("duration".to_owned(), Value::Text("5".to_owned())),
                ("seed".to_owned(), Value::Whole(5)),
                ("sound".to_owned(), Value::Switch(false)),
            ],
            files: vec![(
                "image_urls".to_owned(),
                vec![FileRef {
                    file: "AgAD".to_owned(),
                    kind: MediaKind::Image,
                    mime: None,
                    bytes: Some(7),
                    milliseconds: None,
                    pixels: Some((640, 480)),
                }],
            )],
        }
    }

    #[test]
    fn a_brief_is_read_as_it_was_written() {
        assert_eq!(Brief::from_text(&brief().to_text()), Some(brief()));
        for text in ["", "{}", "[]", r#"{"values":[["a",null]],"files":[]}"#] {
            assert_eq!(Brief::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_brief_of_an_earlier_release_is_read_as_one_that_was_never_measured() {
        let old =
            r#"{"files":[["a",[{"file":"x","kind":"audio","mime":null,"bytes":7}]]],"values":[]}"#;

        let brief = Brief::from_text(old).unwrap();

        let (milliseconds, pixels) = (brief.files[0].1[0].milliseconds, brief.files[0].1[0].pixels);
        assert_eq!((milliseconds, pixels), (None, None));
    }

    #[test]
    fn the_settings_of_an_order_are_neither_its_words_nor_what_is_always_the_same() {
        let catalogue = Catalogue::built_in().unwrap();
        let model = catalogue.models().iter().find(|model| model.key.as_str() == "z-image");
        let values = [("prompt", "a cat"), ("aspect_ratio", "16:9"), ("no_such_input", "x")];
        let values = values.map(|(name, value)| (name.to_owned(), Value::Text(value.to_owned())));
        let brief = Brief { values: values.to_vec(), files: Vec::new() };

        assert_eq!(brief.settings(model.unwrap()), [values[1].clone()]);
    }

    #[test]
    fn kie_gets_an_array_or_an_address_as_its_model_wants_it() {
        let catalogue = Catalogue::built_in().unwrap();
        let takes_files = catalogue.models().iter().flat_map(|model| {
            let inputs = model.inputs.iter().map(move |input| (model, input));
            inputs.filter_map(|(model, input)| match &input.form {
                crate::catalogue::Form::Media(media) => Some((model, input, media)),
                _ => None,
            })
        });
        for (model, input, media) in takes_files {
            let files = brief().files.remove(0).1;
            let brief = Brief { values: Vec::new(), files: vec![(input.name.clone(), files)] };

            let fields = brief.fields(model, &[vec!["https://a/b.png".to_owned()]]).unwrap();

            assert_eq!(fields[&input.name].is_array(), media.list, "{} {}", model.key, input.name);
            assert_eq!(brief.fields(model, &[]), None);
        }
    }
}
