//! S2 and what of S3 is asked of the database: a row kept, a stale term taken over, the schema whole.

use leadership::Reason;
use store::{PoolSettings, Store};
use uuid::Uuid;

use super::Site;
use crate::cli::check;
use crate::cli::checklist::Verdict;
use crate::cli::rehearsal::{Before, rehearse};

/// Whether a row that is committed can be read back.
pub(super) async fn keeps(site: &Site) -> Verdict {
    let kept = match Store::open(&site.config.database_url, PoolSettings::default()).await {
        Ok(store) => {
            let kept = store.round_trip(Uuid::new_v4()).await;
            store.close().await;
            kept
        }
        Err(error) => Err(error),
    };
    match kept {
        Ok(true) => Verdict::pass("a row was written, read back and removed"),
        Ok(false) => Verdict::fail(
            "a row that was committed is not there",
            "see that DATABASE_URL leads to one primary and to no standby",
        ),
        Err(error) => Verdict::fail(
            error.to_string(),
            "see that DATABASE_URL leads to a writable primary; `trt check` says more",
        ),
    }
}

/// Whether a term whose holder says nothing is taken over.
pub(super) async fn taken_over(site: &Site) -> Verdict {
    let cure = "`trt check` says what is wrong with the lock connection";
    match rehearse(site.ways(), Before::SilentHolder).await {
        Ok(done) if done.reason == Reason::HolderSilent => {
            let millis = done.took.as_millis();
            Verdict::pass(format!("a silent holder of a scratch lock was replaced in {millis} ms"))
        }
        Ok(done) => {
            let reason = done.reason.as_str();
            Verdict::fail(format!("a silent holder was taken for another one ({reason})"), cure)
        }
        Err(problem) => Verdict::fail(problem, cure),
    }
}

/// Whether the schema is the one this binary knows.
pub(super) async fn migrated(site: &Site) -> Verdict {
    check::migrations_at(site.lock_url()).await
}
