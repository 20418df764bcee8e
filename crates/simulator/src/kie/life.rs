//! The life of a task after its creation: it waits for its moments and speaks of them.
//!
//! ```text
//!   answered ──> 30%: text ──> 70%: first track ──> end ──> callback, with retries
//!                (music only)                        ^
//!                somebody ends it before its time ───┘
//! ```
//!
//! The end itself does not happen here: whoever looks first lets it happen (see `world`). So a test
//! that moves the clock and then looks sees the end, whether or not this has been scheduled since.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Core, Family, Fault, Moment, Place, Verdict, View, callbacks};

/// A late callback waits so long at most for somebody to read the end from the record.
const LATE: Duration = Duration::from_secs(600);

/// Lets a task live, from the moment its caller has been answered.
pub(crate) fn begins(core: &Arc<Core>, id: String, answered: CancellationToken) {
    let own = Arc::clone(core);
    core.spawn(async move {
        answered.cancelled().await;
        lives(&own, &id).await;
    });
}

/// Speaks of the end of a task before its caller has been answered.
pub(crate) async fn ends_early(core: &Arc<Core>, id: &str) {
    says(core, id, Moment::End).await;
}

async fn lives(core: &Arc<Core>, id: &str) {
    let found = core.look(|world| {
        let job = world.job(id)?;
        let is_music = job.route.family() == Family::Suno && job.planned == Verdict::Success;
        let is_disordered = job.lot(1) < core.settings.callbacks.disordered;
        Some((is_music, job.made, job.ends, job.forced.clone(), is_disordered))
    });
    let Some((is_music, made, ends, forced, is_disordered)) = found else {
        return;
    };
    let at = |share: u32| ends.map(|ends| made + ends.saturating_sub(made) * share / 10);
    if is_music {
        for (moment, share) in [(Moment::Text, 3), (Moment::First, 7)] {
            let skipped = moment == Moment::First && is_disordered;
            if comes(core, at(share), &forced).await && !skipped {
                says(core, id, moment).await;
            }
        }
    }
    comes(core, ends, &forced).await;
    core.with(|world| world.catches_up(core.clock.now()));
    speaks_of_end(core, id).await;
    if is_music && is_disordered {
        says(core, id, Moment::First).await;
    }
}

/// Waits for a moment; whether it has come before somebody ended the task.
async fn comes(core: &Core, at: Option<Duration>, forced: &CancellationToken) -> bool {
    let moment = async {
        match at {
            Some(at) => core.clock.until(at).await,
            None => std::future::pending().await,
        }
    };
    forced.run_until_cancelled(moment).await.is_some()
}

async fn speaks_of_end(core: &Arc<Core>, id: &str) {
    let settings = core.settings.callbacks;
    let drawn = core.with(|world| {
        let job = world.job(id).filter(|job| job.callback.is_some() && settings.delivered)?;
        let twice = job.lot(2) < settings.twice;
        Some((world.faults.on(Place::Callback), twice))
    });
    let times = match drawn {
        None | Some((Some(Fault::CallbackLost), _)) => 0,
        Some((Some(Fault::CallbackLate), _)) => {
            is_read(core, id).await;
            1
        }
        Some((Some(Fault::CallbackTwice), _)) | Some((None, true)) => 2,
        Some(_) => 1,
    };
    for _ in 0..times {
        says(core, id, Moment::End).await;
    }
}

/// Waits until somebody has read the end from the record.
async fn is_read(core: &Core, id: &str) {
    let latest = core.clock.now() + core.settings.pace.pause(LATE);
    tokio::select! {
        () = core.when(|world| world.job(id).is_none_or(|job| job.seen).then_some(())) => {}
        () = core.clock.until(latest) => {}
    }
}

async fn says(core: &Arc<Core>, id: &str, moment: Moment) {
    let letter = core.look(|world| {
        let job = world.job(id).filter(|job| job.callback.is_some())?;
        let view = View::now(job, core.files, core.clock.now());
        let view = if moment == Moment::First { View::claimed(job, core.files) } else { view };
        callbacks::letter(core, &view, moment)
    });
    if let Some(letter) = letter
        && core.settings.callbacks.delivered
    {
        callbacks::delivers(core, letter).await;
    }
}
