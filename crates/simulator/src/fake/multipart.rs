//! `multipart/form-data`, split as it comes in: no more of a body is in memory than a piece of it.
//!
//! A body that is not of this form is an error, the sentence of the answer.

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use multer::{Field, Multipart};

const MOST: usize = 100;

pub(crate) struct Splitter<'b> {
    form: Multipart<'b>,
    parts: usize,
}

/// One field or file, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// There for files only.
    pub(crate) file_name: Option<String>,
    pub(crate) content: Bytes,
}

impl<'b> Splitter<'b> {
    pub(crate) fn new<E: std::error::Error + Send + Sync + 'static>(
        boundary: &str,
        body: impl Stream<Item = Result<Bytes, E>> + Send + 'b,
    ) -> Self {
        // It reads as long as something is ready, which may be all of a large body; and it takes a
        // body whose end comes at once with its beginning for one that is not complete.
        let one_by_one = stream::unfold((Box::pin(body), false), async |(mut body, is_later)| {
            if is_later {
                tokio::task::yield_now().await;
            }
            let piece = body.next().await?;
            Some((piece, (body, true)))
        });
        Self { form: Multipart::new(one_by_one, boundary), parts: 0 }
    }

    pub(crate) async fn next(&mut self) -> Result<Option<(String, Field<'b>)>, multer::Error> {
        let Some(field) = self.form.next_field().await? else { return Ok(None) };
        self.parts += 1;
        if self.parts > MOST {
            return Err(multer::Error::StreamSizeExceeded { limit: 0 });
        }
        let name = field.name().map(str::to_owned);
        let name = name.ok_or(multer::Error::UnknownField { field_name: None })?;
        Ok(Some((name, field)))
    }
}

pub(crate) async fn parts(body: Bytes, boundary: &str) -> Result<Vec<Part>, multer::Error> {
    let body = stream::iter([Ok::<_, std::convert::Infallible>(body)]);
    let mut splitter = Splitter::new(boundary, body);
    let mut parts = Vec::new();
    while let Some((name, field)) = splitter.next().await? {
        let file_name = field.file_name().map(str::to_owned);
        parts.push(Part { name, file_name, content: field.bytes().await? });
    }
    Ok(parts)
}

#[cfg(test)]
mod tests;
