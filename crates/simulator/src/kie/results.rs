//! What tasks give: addresses of files, tracks, words, in the shapes of the families.
//!
//! Nothing is stored. The address of a file names its task, and its bytes are made when somebody asks
//! for them. The part in front of the name differs from file to file, so that an address cannot be
//! guessed from another one.

use std::net::SocketAddr;

use serde_json::{Map, Value, json};

use super::{Job, Output, State, Verdict};
use testbed::draws::Draws;

/// A task as it is shown: as it is, or as somebody claims it to be.
#[derive(Debug)]
pub(crate) struct View<'j> {
    pub(crate) job: &'j Job,
    pub(crate) files: SocketAddr,
    pub(crate) state: State,
    pub(crate) verdict: Option<Verdict>,
    /// How much of its time has passed.
    pub(crate) thousandths: u128,
}

impl<'j> View<'j> {
    pub(crate) fn now(job: &'j Job, files: SocketAddr, now: std::time::Duration) -> Self {
        let verdict = job.ended.as_ref().map(|(_, verdict)| verdict.clone());
        let thousandths = if verdict.is_some() { 1000 } else { job.thousandths(now) };
        Self { job, files, state: job.state(now), verdict, thousandths }
    }

    /// As a success, whatever it is.
    pub(crate) fn claimed(job: &'j Job, files: SocketAddr) -> Self {
        let (state, verdict) = (State::Success, Some(Verdict::Success));
        Self { job, files, state, verdict, thousandths: 1000 }
    }

    /// The code and the words of a failure.
    pub(crate) fn failure(&self) -> Option<(&str, &str)> {
        match &self.verdict {
            Some(Verdict::Fails { code, message }) => Some((code, message)),
            _ => None,
        }
    }

    /// How many results there are to see: none before the end, and none in an empty success.
    fn count(&self) -> usize {
        match self.verdict {
            Some(Verdict::Success) => self.job.results,
            _ => 0,
        }
    }

    pub(crate) fn urls(&self) -> Vec<String> {
        let extension = extension(self.job);
        (0..self.count()).map(|number| self.url(number, extension)).collect()
    }

    /// The address of one picture that goes with a film or a track.
    pub(crate) fn cover(&self, number: usize) -> Option<String> {
        (self.count() > 0).then(|| self.url(number, "jpeg"))
    }

    fn url(&self, number: usize, extension: &str) -> String {
        let mark = mark(self.job, number, extension);
        format!("http://{}/results/{mark}/{}_{number}.{extension}", self.files, self.job.id)
    }

    /// What `resultJson` says, as a value.
    pub(crate) fn market(&self) -> Value {
        let input = &self.job.input;
        match self.job.gives {
            Output::Text if self.count() > 0 => json!({ "resultObject": { "text": self.words() } }),
            Output::Object if self.count() > 0 => {
                json!({ "resultObject": { "subject_status": 1, "mask_urls": self.urls() } })
            }
            Output::Audio if self.job.model.starts_with("ai-music-api/") => {
                json!({ "data": self.tracks(self.count(), Spelling::Snake) })
            }
            Output::Video if input["return_last_frame"] == json!(true) => json!({
                "resultUrls": self.urls(),
                "firstFrameUrl": [self.cover(0)],
                "lastFrameUrl": [self.cover(1)],
            }),
            _ => json!({ "resultUrls": self.urls() }),
        }
    }

    pub(crate) fn words(&self) -> String {
        format!("Words about: {}", self.job.prompt)
    }

    pub(crate) fn tracks(&self, count: usize, spelling: Spelling) -> Vec<Value> {
        let job = self.job;
        let title = job.input["title"].as_str().unwrap_or("Untitled");
        let tracks = (0..count.min(job.results)).map(|number| {
            let audio = self.url(number, "mp3");
            let fields = [
                ("id", json!(mark(job, number, "track"))),
                ("audio_url", json!(audio)),
                ("stream_audio_url", json!(audio)),
                ("image_url", json!(self.url(number, "jpeg"))),
                ("prompt", json!(job.prompt)),
                ("model_name", json!("chirp-v5")),
                ("title", json!(title)),
                ("tags", job.input["style"].clone()),
                ("createTime", json!(job.made_ms)),
                ("duration", json!(job.long)),
            ];
            let named = fields.map(|(name, value)| (spelling.of(name), value));
            Value::Object(named.into_iter().collect::<Map<_, _>>())
        });
        tracks.collect()
    }
}

/// How the fields of a track are spelled: one way in records, another in callbacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    Camel,
    Snake,
}

impl Spelling {
    fn of(self, name: &str) -> String {
        let mut parts = name.split('_');
        let first = parts.next().unwrap_or_default().to_owned();
        match self {
            Self::Snake => name.to_owned(),
            Self::Camel => parts.fold(first, |mut all, part| {
                let mut letters = part.chars();
                all.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
                all.extend(letters);
                all
            }),
        }
    }
}

/// The part of an address that cannot be guessed.
pub(crate) fn mark(job: &Job, number: usize, extension: &str) -> String {
    let salt = extension.bytes().fold(number, |sum, byte| sum * 31 + usize::from(byte));
    let salt = u64::try_from(salt).unwrap_or_default();
    format!("{:016x}", Draws::seeded(job.whim ^ salt.wrapping_mul(0x9E37_79B9)).next())
}

/// How the results of a task are named.
fn extension(job: &Job) -> &'static str {
    match job.gives {
        Output::Video => "mp4",
        Output::Audio => "mp3",
        Output::Text | Output::Object => "png",
        Output::Image => {
            let asked = ["output_format", "outputFormat"].map(|name| job.input[name].as_str());
            let is_jpeg = |asked: &Option<&str>| matches!(asked, Some("jpeg" | "jpg"));
            // Kontext gives JPEG unless told otherwise.
            let usual = job.route == super::route::Route::Flux && asked == [None, None];
            if usual || asked.iter().any(is_jpeg) { "jpeg" } else { "png" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Spelling;

    #[test]
    fn a_name_has_two_spellings() {
        assert_eq!(Spelling::Camel.of("stream_audio_url"), "streamAudioUrl");
        assert_eq!(Spelling::Snake.of("stream_audio_url"), "stream_audio_url");
        assert_eq!(Spelling::Camel.of("createTime"), "createTime");
    }
}
