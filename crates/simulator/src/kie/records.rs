//! Records: what a look at a task says, in the shape of its family.
//!
//! The quirks are KIE's: a result is JSON in a string, empty until there is one; the request is echoed
//! as JSON in a string with its input as JSON in a string inside; nothing failed is `null`, not `""`.

use serde_json::{Value, json};

use super::{Family, Spelling, State, View, ledger};

/// Of so many tasks of the market one has its result as an object instead of a string.
const ODD: u64 = 16;

pub(crate) fn record(view: &View<'_>) -> Value {
    match view.job.route.family() {
        Family::Market => market(view),
        Family::Veo => veo(view),
        Family::Runway => runway(view),
        Family::Aleph => aleph(view),
        Family::Gpt4o => gpt4o(view),
        Family::Flux => flux(view),
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
    let mut record = json!({
        "taskId": job.id,
        "model": job.model,
        "state": view.state.word(),
        "param": param(view),
        "resultJson": result,
        "failCode": view.failure().map(|(code, _)| code),
        "failMsg": view.failure().map(|(_, message)| message),
        "costTime": Value::Null,
        "completeTime": Value::Null,
        "createTime": job.made_ms,
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

fn veo(view: &View<'_>) -> Value {
    let flag = match view.state {
        State::Success => 1,
        // Both are seen.
        State::Fail => 2 + view.job.whim % 2,
        _ => 0,
    };
    with_error(
        view,
        json!({
            "taskId": view.job.id,
            "paramJson": view.job.input.to_string(),
            "response": ended(view, json!({
                "taskId": view.job.id,
                "resultUrls": view.urls(),
                "originUrls": view.urls(),
                "resolution": "720p",
            })),
            "successFlag": flag,
            "fallbackFlag": false,
        }),
    )
}

fn runway(view: &View<'_>) -> Value {
    let state = match view.state {
        State::Waiting => "wait",
        State::Queuing => "queueing",
        other => other.word(),
    };
    let video = json!({
        "videoId": format!("v-{}", view.job.id),
        "videoUrl": view.urls().first(),
        "imageUrl": view.cover(0),
    });
    json!({
        "taskId": view.job.id,
        "state": state,
        "generateTime": view.job.ended_ms(),
        "videoInfo": ended(view, video),
        "expireFlag": 0,
        "failCode": view.failure().and_then(|(code, _)| code.parse::<i64>().ok()).unwrap_or(0),
        "failMsg": view.failure().map_or("", |(_, message)| message),
    })
}

fn aleph(view: &View<'_>) -> Value {
    // Nothing but the error code tells a failed one from a running one.
    let flag = u8::from(view.state == State::Success);
    with_error(
        view,
        json!({
            "taskId": view.job.id,
            "paramJson": view.job.input.to_string(),
            "response": ended(view, json!({
                "resultVideoUrl": view.urls().first(),
                "resultImageUrl": view.cover(0),
            })),
            "successFlag": flag,
        }),
    )
}

fn gpt4o(view: &View<'_>) -> Value {
    let (flag, status) = match view.state {
        State::Success => (1, "SUCCESS"),
        State::Fail => (2, "GENERATE_FAILED"),
        _ => (0, "GENERATING"),
    };
    let hundredths = if flag == 1 { 100 } else { (view.thousandths / 10).min(99) };
    with_error(
        view,
        json!({
            "taskId": view.job.id,
            "paramJson": view.job.input.to_string(),
            "response": ended(view, json!({ "resultUrls": view.urls() })),
            "successFlag": flag,
            "status": status,
            "progress": format!("{}.{:02}", hundredths / 100, hundredths % 100),
        }),
    )
}

fn flux(view: &View<'_>) -> Value {
    let flag = match view.state {
        State::Success => 1,
        State::Fail => 2 + view.job.whim % 2,
        _ => 0,
    };
    with_error(
        view,
        json!({
            "taskId": view.job.id,
            "paramJson": view.job.input.to_string(),
            "response": ended(view, json!({
                "originImageUrl": view.urls().first(),
                "resultImageUrl": view.urls().first(),
            })),
            "successFlag": flag,
        }),
    )
}

fn suno(view: &View<'_>) -> Value {
    let (status, tracks) = match view.state {
        State::Success => ("SUCCESS", view.urls().len()),
        State::Fail => (refused(view, "GENERATE_AUDIO_FAILED"), 0),
        _ if view.thousandths < 300 => ("PENDING", 0),
        _ if view.thousandths < 700 => ("TEXT_SUCCESS", 0),
        _ => ("FIRST_SUCCESS", 1),
    };
    let response = json!({
        "taskId": view.job.id,
        "sunoData": view.tracks(tracks, Spelling::Camel),
    });
    let response = if status == "PENDING" { Value::Null } else { response };
    with_error(
        view,
        json!({
            "taskId": view.job.id,
            "parentMusicId": "",
            "param": view.job.input.to_string(),
            "response": response,
            "status": status,
            "type": "GENERATE",
        }),
    )
}

fn lyrics(view: &View<'_>) -> Value {
    let status = match view.state {
        State::Success => "SUCCESS",
        State::Fail => refused(view, "GENERATE_LYRICS_FAILED"),
        _ => "PENDING",
    };
    with_error(
        view,
        json!({
            "taskId": view.job.id,
            "param": view.job.input.to_string(),
            "response": ended(view, json!({ "taskId": view.job.id, "data": verses(view) })),
            "status": status,
            "type": "LYRICS",
        }),
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

/// A response is there at the end only.
fn ended(view: &View<'_>, response: Value) -> Value {
    if view.state == State::Success { response } else { Value::Null }
}

fn with_error(view: &View<'_>, mut record: Value) -> Value {
    let failure = view.failure();
    record["errorCode"] = json!(failure.and_then(|(code, _)| code.parse::<i64>().ok()));
    record["errorMessage"] = json!(failure.map(|(_, message)| message));
    record["createTime"] = json!(view.job.made_ms);
    record["completeTime"] = json!(view.job.ended_ms());
    record
}
