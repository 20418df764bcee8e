//! What KIE is asked for: every model that is on, through our own client, against the fake's facts.
//!
//! ```text
//!   catalogue ── answers ──> Order ──> Brief ── addresses ──> kie::Client ──> the fake KIE
//!                                                                  judged by facts/kie.toml
//! ```
//!
//! The catalogue and the facts were written apart, so an order that one takes and the other refuses
//! is a mistake in one of them. No instance runs here: it is about what is said, not about when.
//!
//! | part | shows |
//! | --- | --- |
//! | [`extremes`] | the least and the most that each model takes is taken |
//! | [`examples`] | what we send means what the vendor's documents send |

mod examples;
mod extremes;

use bytes::Bytes;
use domain::ModelKey;
use domain::catalogue::{Answer, Catalogue, Form, MediaKind, Model, Order};
use domain::generation::{Brief, FileRef};
use futures_util::StreamExt;
use futures_util::stream;
use kie::{Client, NewTask, NotCreated, Rates, TaskId, Upload};
use simulator::kie::{Callbacks, FakeKie, Limits, Pace, Settings};

/// Whom KIE shall call; nobody answers there.
const BELL: &str = "https://bot.example.org/kie/0123456789abcdef";

/// A fake KIE that has files already, and our client of it.
struct Kie {
    fake: FakeKie,
    client: Client,
    /// Of each kind, addresses of files that KIE has.
    files: Vec<(MediaKind, Vec<String>)>,
}

impl Kie {
    async fn start() -> Self {
        let settings = Settings {
            limits: Limits::lifted(),
            pace: Pace::Immediate,
            callbacks: Callbacks { delivered: false, ..Callbacks::default() },
            ..Settings::default()
        };
        let fake = FakeKie::start(settings).await.unwrap();
        let rates = Rates::new(1_000_000, 1_000_000);
        let key = fake.key().to_owned().into();
        let client = Client::new(&fake.url(), &fake.upload_url(), key, rates).unwrap();
        let mut files = Vec::new();
        for (kind, mime, ending) in [
            (MediaKind::Image, "image/png", "png"),
            (MediaKind::Video, "video/mp4", "mp4"),
            (MediaKind::Audio, "audio/mpeg", "mp3"),
        ] {
            let mut addresses = Vec::new();
            for number in 0..16 {
                let bytes = Bytes::from(format!("the {kind:?} with number {number}"));
                let upload = Upload {
                    name: format!("{number}.{ending}"),
                    mime: mime.to_owned(),
                    length: Some(bytes.len() as u64),
                    body: stream::iter([Ok(bytes)]).boxed(),
                };
                addresses.push(client.upload(upload).await.unwrap());
            }
            files.push((kind, addresses));
        }
        Self { fake, client, files }
    }

    /// Addresses for the files of an order, by its inputs.
    fn addresses(&self, model: &Model, order: &Order) -> Vec<(String, Vec<String>)> {
        let wanted = order.answers().filter_map(|(name, answer)| {
            let Form::Media(media) = &model.input(name).unwrap().form else { return None };
            let Answer::Files(files) = answer else { return None };
            let (_, known) = self.files.iter().find(|(kind, _)| *kind == media.kind).unwrap();
            Some((name.to_owned(), known[..files.len()].to_vec()))
        });
        wanted.collect()
    }

    /// Asks for this task when its turn has come.
    async fn submit(&self, task: &NewTask<'_>) -> Result<TaskId, NotCreated> {
        let turn = self.client.turn().await?;
        self.client.create(turn, task, &kie::Sent::default()).await
    }

    /// Asks for this order as the product does.
    async fn create(&self, model: &Model, order: &Order) -> Result<TaskId, NotCreated> {
        let addresses = self.addresses(model, order);
        let file = |url: &String| FileRef {
            file: url.clone(),
            kind: MediaKind::Image,
            mime: None,
            bytes: None,
            milliseconds: None,
            pixels: None,
        };
        let files = addresses.iter().map(|(name, urls)| {
            let files: Vec<_> = urls.iter().map(file).collect();
            (name.clone(), files)
        });
        let brief = Brief::of(order, files.collect());
        let urls: Vec<_> = addresses.into_iter().map(|(_, urls)| urls).collect();
        let fields = brief.fields(model, &urls).unwrap();
        let (route, model) = (model.route, model.id.as_str());
        let task = NewTask { route, model, fields: &fields, callback: Some(BELL) };
        self.submit(&task).await
    }
}

/// The model with this key.
fn model<'c>(catalogue: &'c Catalogue, key: &str) -> &'c Model {
    catalogue.model(&ModelKey::new(key).unwrap()).unwrap()
}
