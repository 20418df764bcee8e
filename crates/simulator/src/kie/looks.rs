//! Looks: the record of a task, the credits that are left.

use super::{Answer, Core, Family, Fault, Place, Said, View, World, ledger, record};
use crate::fake::http::value;

pub(crate) fn serve(core: &Core, family: Family, query: &str) -> Answer {
    core.with(|world| {
        if let Err(wait) = world.reads.take(core.clock.now()) {
            return Said::usual(429).after(wait.as_secs() + 1).into();
        }
        let said = look(core, world, family, query);
        match world.faults.on(Place::Look) {
            Some(Fault::LookCode(code)) => Said::usual(code).into(),
            Some(Fault::MalformedLook) => said.half(),
            Some(Fault::LookHangs) => Answer::Hangs,
            Some(_) => Answer::Cut,
            None => {
                // Only what reaches the caller has been seen.
                if let Some(job) = value(query, "taskId").and_then(|id| world.job_mut(&id)) {
                    job.seen |= said.code == 200 && job.ended.is_some();
                }
                said.into()
            }
        }
    })
}

fn look(core: &Core, world: &mut World, family: Family, query: &str) -> Said {
    let now = core.clock.now();
    world.catches_up(now);
    let Some(id) = value(query, "taskId") else {
        world.journal.violation(format!("a look without a taskId: {query}"));
        return Said::code(422, "taskId is required");
    };
    let job = world.job(&id).filter(|job| job.route.family() == family && job.visible <= now);
    match (job, family) {
        (Some(job), _) => Said::good(record(&View::now(job, core.files, now))),
        // Music answers for what it does not know with nothing.
        (None, Family::Suno | Family::Lyrics) => Said::code(200, "success"),
        (None, Family::Market) => Said::usual(422),
        (None, _) => Said::code(422, "record is null"),
    }
}

pub(crate) fn credits(core: &Core) -> Answer {
    core.with(|world| {
        world.catches_up(core.clock.now());
        Said::good(ledger::shown(world.ledger.credits())).into()
    })
}
