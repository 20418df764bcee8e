//! What lists, cards and greetings look at besides orders: what was used last, what is used most, samples.
//!
//! What this release cannot read, or no longer knows, is left out.

use dialogue::{FreeModelUsed, GenerationStatus, LastUsed, ModelUse, Sample, SampleKind, Showable};
use domain::generation::Brief;
use domain::{GenerationId, ModelKey};
use store::usage::FreeModel;
use store::usage::popularity::Popularity;
use store::{LeaderTx, StoreError, StoredSample};

use crate::generations::showing::{self, Way};

/// What a person ordered last of a kind.
pub(super) fn last_used((model, settings): &(String, String)) -> Option<LastUsed> {
    let settings = Brief::from_text(settings)?.values;
    Some(LastUsed { model: ModelKey::new(model)?, settings })
}

pub(super) fn free_model(used: &FreeModel) -> Option<FreeModelUsed> {
    let FreeModel { model, today, hour } = used;
    Some(FreeModelUsed { model: ModelKey::new(model)?, today: *today, hour: *hour })
}

/// How much each model is used.
pub(super) async fn uses(tx: &mut LeaderTx<'_>) -> Result<Vec<ModelUse>, StoreError> {
    let uses = |found: Popularity| {
        let Popularity { model, people, repeats, keepers, week, earlier } = found;
        Some(ModelUse { model: ModelKey::new(&model)?, people, repeats, keepers, week, earlier })
    };
    Ok(tx.generations().popularity().await?.into_iter().filter_map(uses).collect())
}

/// The samples of a model, the newest first.
pub(super) async fn samples(
    tx: &mut LeaderTx<'_>,
    model: &ModelKey,
) -> Result<Vec<Sample>, StoreError> {
    let samples = tx.generations().samples(model.as_str()).await?;
    Ok(samples.into_iter().filter_map(|stored| Some(sample(stored)?.1)).collect())
}

/// What somebody new sees first.
pub(super) async fn album(tx: &mut LeaderTx<'_>) -> Result<Vec<Sample>, StoreError> {
    let samples = tx.generations().newest_samples().await?;
    if samples.is_empty() {
        return Ok(Vec::new());
    }
    let uses = uses(tx).await?;
    Ok(dialogue::album(samples.into_iter().filter_map(sample).collect(), &uses))
}

/// Whether everybody can be shown what a generation made: the first of its files, if Telegram shows it.
pub(super) async fn showable(
    tx: &mut LeaderTx<'_>,
    generation: GenerationId,
    status: GenerationStatus,
) -> Result<Showable, StoreError> {
    if status != GenerationStatus::Delivered {
        return Ok(Showable::Not);
    }
    if tx.generations().is_sample(generation).await? {
        return Ok(Showable::Is);
    }
    let files = tx.generations().result_files(generation).await?;
    let kind = match showing::ways(&files).first() {
        Some(Way::Photo) => SampleKind::Photo,
        Some(Way::Video) => SampleKind::Video,
        Some(Way::Audio) => SampleKind::Audio,
        Some(Way::Voice | Way::Document) | None => return Ok(Showable::Not),
    };
    let file = files.into_iter().next().and_then(|file| file.file_id);
    Ok(file.map_or(Showable::Not, |file| Showable::Can(Sample { kind, file })))
}

fn sample(stored: StoredSample) -> Option<(ModelKey, Sample)> {
    let kind = SampleKind::from_word(&stored.kind)?;
    Some((ModelKey::new(&stored.model)?, Sample { kind, file: stored.file }))
}
