//! Records: what a look at a task says, in the shape of its family.
//!
//! The quirks are KIE's: a result is JSON in a string, empty until there is one; the request is echoed
//! as JSON in a string with its input as JSON in a string inside; nothing failed is `null`, not `""`.

use serde_json::{Value, json};

use super::{Answer, Core, Family, Fault, Place, Said, Spelling, State, View, World, ledger};
use crate::fake::http::value;

/// Of so many tasks of the market one has its result as an object instead of a string.
const ODD: u64 = 16;

pub(crate) fn record(view: &View<'_>) -> Value {
    // Both flags of a failure are seen.
    let failed = 2 + view.job.whim % 2;
    match view.job.route.family() {
        Family::Market => market(view),
        Family::Runway => runway(view),
        Family::Veo => {
            let mut response = videos(view);
            response["taskId"] = json!(view.job.id);
            let mut record = flagged(view, failed, response);
            record["fallbackFlag"] = json!(false);
            record
        }
        // Nothing but the error code tells a failed one from a running one.
        Family::Aleph => {
            let (video, cover) = (view.urls().into_iter().next(), view.cover(0));
            flagged(view, 0, json!({ "resultVideoUrl": video, "resultImageUrl": cover }))
        }
        Family::Gpt4o => gpt4o(view),
        Family::Flux => flagged(view, failed, images(view)),
        Family::Suno => suno(view),
        Family::Lyrics => lyrics(view),
    }
}

/// A record of the market; its callbacks say the same.
pub(crate) fn market(view: &View<'_>) -> Value {
    let job = view.job;
    let result = match view.state {
        State::Success if job.whim.is_multiple_of(ODD) => view.market(),
        State::Success => json!(view.market().to_string()),
        _ => json!(""),
    };
    let (code, message) = view.failure().unzip();
    let mut record = json!({
        "taskId": job.id, "model": job.model, "state": view.state, "param": param(view),
        "resultJson": result, "failCode": code, "failMsg": message,
        "costTime": null, "completeTime": null, "createTime": job.made_ms,
    });
    if view.verdict.is_some() {
        let ended = job.ended_ms().unwrap_or(job.made_ms);
        record["completeTime"] = json!(ended);
        record["costTime"] = json!((ended - job.made_ms) / 1000);
        let charged = if view.failure().is_some() && !job.charged_anyway { 0 } else { job.held };
        record["creditsConsumed"] = ledger::shown(charged);
    }
    record
}

/// The request, as JSON in a string; the input in it is JSON in a string once more.
fn param(view: &View<'_>) -> String {
    let job = view.job;
    let mut param = json!({ "input": job.input.to_string(), "model": job.model });
    if let Some(url) = &job.callback {
        param["callBackUrl"] = json!(url);
    }
    param.to_string()
}

fn runway(view: &View<'_>) -> Value {
    let state = match view.state {
        State::Waiting => json!("wait"),
        State::Queuing => json!("queueing"),
        other => json!(other),
    };
    let video = json!({
        "videoId": format!("v-{}", view.job.id), "videoUrl": view.urls().first(),
        "imageUrl": view.cover(0),
    });
    let (code, message) = view.failure().unzip();
    json!({
        "taskId": view.job.id, "state": state, "generateTime": view.job.ended_ms(),
        "videoInfo": ended(view, video), "expireFlag": 0,
        "failCode": code.and_then(|code| code.parse::<i64>().ok()).unwrap_or(0),
        "failMsg": message.unwrap_or_default(),
    })
}

fn gpt4o(view: &View<'_>) -> Value {
    let (hundredths, status) = match view.state {
        State::Success => (100, "SUCCESS"),
        State::Fail => ((view.thousandths / 10).min(99), "GENERATE_FAILED"),
        _ => ((view.thousandths / 10).min(99), "GENERATING"),
    };
    let mut record = flagged(view, 2, json!({ "resultUrls": view.urls() }));
    record["status"] = json!(status);
    record["progress"] = json!(format!("{}.{:02}", hundredths / 100, hundredths % 100));
    record
}

fn suno(view: &View<'_>) -> Value {
    let (status, tracks) = match view.state {
        State::Success => ("SUCCESS", view.urls().len()),
        State::Fail => (refused(view, "GENERATE_AUDIO_FAILED"), 0),
        _ if view.thousandths < 300 => ("PENDING", 0),
        _ if view.thousandths < 700 => ("TEXT_SUCCESS", 0),
        _ => ("FIRST_SUCCESS", 1),
    };
    let tracks = view.tracks(tracks, Spelling::Camel);
    let response = json!({ "taskId": view.job.id, "sunoData": tracks });
    let response = if status == "PENDING" { Value::Null } else { response };
    let mut record = music(view, status, "GENERATE", response);
    record["parentMusicId"] = json!("");
    record
}

fn lyrics(view: &View<'_>) -> Value {
    let status = match view.state {
        State::Success => "SUCCESS",
        State::Fail => refused(view, "GENERATE_LYRICS_FAILED"),
        _ => "PENDING",
    };
    let response = json!({ "taskId": view.job.id, "data": verses(view) });
    music(view, status, "LYRICS", ended(view, response))
}

fn music(view: &View<'_>, status: &str, kind: &str, response: Value) -> Value {
    let param = view.job.input.to_string();
    with_error(
        view,
        json!({ "param": param, "response": response, "status": status, "type": kind }),
    )
}

/// The texts that a request for words to sing gives.
pub(crate) fn verses(view: &View<'_>) -> Value {
    let verse = |number: usize| {
        let text = format!("[Verse {number}]\n{}", view.words());
        json!({ "text": text, "title": "A song", "status": "complete", "errorMessage": "" })
    };
    (1..=view.urls().len()).map(verse).collect()
}

/// The word for a failure of music.
fn refused(view: &View<'_>, usual: &'static str) -> &'static str {
    match view.failure() {
        Some(("400", _)) => "SENSITIVE_WORD_ERROR",
        _ => usual,
    }
}

pub(super) fn videos(view: &View<'_>) -> Value {
    let urls = view.urls();
    json!({ "resultUrls": urls, "originUrls": urls, "resolution": "720p" })
}

pub(super) fn images(view: &View<'_>) -> Value {
    let first = view.urls().into_iter().next();
    json!({ "originImageUrl": first, "resultImageUrl": first })
}

/// A record with a flag of its own for a failure; a response is there at the end only.
fn flagged(view: &View<'_>, failed: u64, response: Value) -> Value {
    let flag = match view.state {
        State::Success => 1,
        State::Fail => failed,
        _ => 0,
    };
    let (param, response) = (view.job.input.to_string(), ended(view, response));
    with_error(view, json!({ "paramJson": param, "response": response, "successFlag": flag }))
}

fn ended(view: &View<'_>, response: Value) -> Value {
    if view.state == State::Success { response } else { Value::Null }
}

fn with_error(view: &View<'_>, mut record: Value) -> Value {
    let (code, message) = view.failure().unzip();
    record["taskId"] = json!(view.job.id);
    record["errorCode"] = json!(code.and_then(|code| code.parse::<i64>().ok()));
    record["errorMessage"] = json!(message);
    record["createTime"] = json!(view.job.made_ms);
    record["completeTime"] = json!(view.job.ended_ms());
    record
}

pub(crate) fn serve(core: &Core, family: Family, query: &str) -> Answer {
    core.with(|world| {
        if let Err(wait) = world.reads.take(core.clock.now()) {
            return Said::too_early(wait).into();
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
