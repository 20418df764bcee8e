//! Pictures of numbers: drawn when the message that carries one is sent, and kept nowhere.
//!
//! ```text
//!   an admin asks ── the step's commit: what is drawn, as text ──> charts, and a message that names it
//!   the message is sent ── read ── an SVG of ours ── a thread of its own: its pixels ──> uploaded
//! ```
//!
//! The drawing is a pure function of what is kept, so a message that is sent again carries the same picture. It is
//! 1,000 pixels wide and at most 1,200 high; one is drawn at a time, away from the loops.
//!
//! On failure: a picture that is forgotten or cannot be drawn is not sent. The numbers were said in words before.

mod letters;
mod svg;

use dialogue::chart::Chart;
use futures_util::StreamExt;
use futures_util::stream;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use store::Store;
use telegram::client::Attachment;
use tokio::sync::Semaphore;

/// One at a time: each keeps a core busy for a moment.
static HANDS: Semaphore = Semaphore::const_new(1);

/// What an attachment that is drawn is called, before the number of what is drawn.
const PREFIX: &str = "chart";

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPicture {
    /// It may be there later.
    #[error("{0}")]
    Later(String),
    /// It never will.
    #[error("{0}")]
    Never(&'static str),
}

/// What the message calls the picture with this number.
pub(crate) fn name(chart: i64) -> String {
    format!("{PREFIX}{chart}")
}

/// Whether all of these are pictures that are drawn.
pub(crate) fn are_ours(names: &[String]) -> bool {
    names.iter().all(|name| number(name).is_some())
}

fn number(name: &str) -> Option<i64> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

/// Draws what a message carries.
pub(crate) async fn attachments(
    store: &Store,
    names: &[String],
) -> Result<Vec<Attachment>, NoPicture> {
    let mut attachments = Vec::new();
    for name in names {
        let number = number(name).ok_or(NoPicture::Never("no picture has that name"))?;
        let kept = store.chart(number).await;
        let kept = kept.map_err(|error| NoPicture::Later(error.to_string()))?;
        let chart = kept.as_deref().and_then(Chart::from_text);
        let chart = chart.ok_or(NoPicture::Never("what was to be drawn is forgotten"))?;
        let png = drawn(chart).await?;
        attachments.push(Attachment {
            name: name.clone(),
            file_name: format!("{name}.png"),
            mime: "image/png".to_owned(),
            length: u64::try_from(png.len()).ok(),
            body: stream::iter([Ok(png.into())]).boxed(),
        });
    }
    Ok(attachments)
}

/// The picture as a file.
async fn drawn(chart: Chart) -> Result<Vec<u8>, NoPicture> {
    let never = NoPicture::Never("it cannot be drawn");
    let Ok(_hand) = HANDS.acquire().await else { return Err(never) };
    let drawn = tokio::task::spawn_blocking(move || png(&svg::svg(&chart))).await;
    drawn.ok().flatten().ok_or(never)
}

/// The pixels of a drawing of ours.
fn png(svg: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests;
