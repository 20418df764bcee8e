//! Fresh accounts that live on what is free, as an admin is shown them.

use dialogue::Suspect;
use store::{LeaderTx, StoreError};

/// So many are shown.
const MOST: i64 = 10;

/// Those for whom most speaks.
pub(super) async fn list(tx: &mut LeaderTx<'_>, zone: &str) -> Result<Vec<Suspect>, StoreError> {
    let number = |number: i64| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    let found = tx.upkeep().suspects(zone, MOST).await?;
    let shown = found.into_iter().map(|one| Suspect {
        person: one.person,
        score: number(one.score),
        free: number(one.free),
        refused: number(one.refused),
        days: number(one.days),
        siblings: number(one.siblings),
    });
    Ok(shown.collect())
}
