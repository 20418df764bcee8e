//! The records of all routes: where each says how far it is, and where its result is.
//!
//! | route | how far | result |
//! | --- | --- | --- |
//! | market | `state` success, fail | `resultJson` |
//! | veo | `successFlag` 1; 2, 3 | `response.resultUrls` |
//! | runway | `state` | `videoInfo.videoUrl`, unless `expireFlag` |
//! | aleph | `successFlag` 1; an error beside 0 | `response.resultVideoUrl` |
//! | 4o | `successFlag`, `status` | `response.resultUrls` |
//! | flux | `successFlag` 1; 2, 3 | `response.resultImageUrl` |
//! | suno | `status` | `response.sunoData[].audioUrl` |
//! | lyrics | `status` | `response.data[].text` |
//!
//! Suno has several successes on its way; only `SUCCESS` is the end. `CALLBACK_EXCEPTION` says that
//! KIE's call was not answered, which is what an address that leads nowhere does: if every track is
//! there the task is done, and if not it goes on.

use domain::catalogue::Route;
use wire::json::Object;

use super::output::{TaskOutput, first_of, from_result, lyrics, tracks};
use super::{Stage, failed};

/// What a record says; `None` when it says nothing about how far its task is.
pub(super) fn stage(
    route: Route,
    record: &Object<'_>,
    clean: &impl Fn(&str) -> String,
) -> Option<Stage> {
    let end = match route {
        Route::Market => by_state(record)?,
        Route::Runway => by_state(record)?,
        Route::Veo | Route::FluxKontext => by_flag(record)?,
        Route::Aleph => match by_flag(record)? {
            End::None if has_error(record) => End::Failure,
            end => end,
        },
        Route::Gpt4o => by_flag_and_status(record)?,
        Route::Suno | Route::SunoCover | Route::SunoSounds | Route::SunoLyrics => {
            by_status(record)?
        }
    };
    let stage = match end {
        End::None => Stage::Working,
        End::Success => output(route, record).map_or(Stage::Empty, Stage::Done),
        End::Uncalled => output(route, record).map_or(Stage::Working, Stage::Done),
        End::Failure => failure(record, clean),
    };
    Some(stage)
}

/// Which end a record names.
enum End {
    None,
    Success,
    Failure,
    /// It ended, or will, but the call was not answered.
    Uncalled,
}

fn by_state(record: &Object<'_>) -> Option<End> {
    Some(match record.text("state")?.to_lowercase().as_str() {
        "success" => End::Success,
        "fail" => End::Failure,
        _ => End::None,
    })
}

fn by_flag(record: &Object<'_>) -> Option<End> {
    Some(match record.spelled_integer("successFlag")? {
        1 => End::Success,
        2 | 3 => End::Failure,
        _ => End::None,
    })
}

fn by_flag_and_status(record: &Object<'_>) -> Option<End> {
    let status = record.text("status").unwrap_or_default();
    match (by_flag(record), status.as_str()) {
        (Some(End::None) | None, "CREATE_TASK_FAILED" | "GENERATE_FAILED") => Some(End::Failure),
        (None, "SUCCESS") => Some(End::Success),
        (None, "") => None,
        (None, _) => Some(End::None),
        (flag, _) => flag,
    }
}

fn by_status(record: &Object<'_>) -> Option<End> {
    Some(match record.text("status")?.as_str() {
        "SUCCESS" => End::Success,
        "CALLBACK_EXCEPTION" => End::Uncalled,
        "CREATE_TASK_FAILED"
        | "GENERATE_AUDIO_FAILED"
        | "GENERATE_LYRICS_FAILED"
        | "SENSITIVE_WORD_ERROR" => End::Failure,
        _ => End::None,
    })
}

/// Aleph's flag is 0 both on the way and after a failure; the error beside it tells them apart.
fn has_error(record: &Object<'_>) -> bool {
    let code = record.word("errorCode").unwrap_or_default();
    let message = record.text("errorMessage").unwrap_or_default();
    !matches!(code.trim(), "" | "0" | "200") || !message.trim().is_empty()
}

fn output(route: Route, record: &Object<'_>) -> Option<TaskOutput> {
    let inner = |name| record.json(name);
    match route {
        Route::Market => from_result(&inner("resultJson")?),
        Route::Runway if record.spelled_integer("expireFlag") == Some(1) => None,
        Route::Runway => first_of(&inner("videoInfo")?, &["videoUrl", "video_url"]),
        Route::Veo | Route::Gpt4o => {
            first_of(&inner("response")?, &["resultUrls", "result_urls", "resultUrl", "originUrls"])
        }
        Route::Aleph => {
            let names = ["resultVideoUrl", "result_video_url", "resultImageUrl"];
            first_of(&inner("response")?, &names)
        }
        Route::FluxKontext => {
            first_of(&inner("response")?, &["resultImageUrl", "result_image_url"])
        }
        Route::Suno | Route::SunoCover | Route::SunoSounds => {
            // A song without all its tracks is one that is still being made.
            let is_whole = record.text("status").as_deref() == Some("SUCCESS");
            tracks(&inner("response")?, is_whole)
        }
        Route::SunoLyrics => lyrics(&inner("response")?),
    }
}

/// The failure that a record tells of, whatever its fields are called.
fn failure(record: &Object<'_>, clean: &impl Fn(&str) -> String) -> Stage {
    let code = record.spelled_integer("failCode").or_else(|| record.spelled_integer("errorCode"));
    let said = ["failMsg", "errorMessage", "failureReason"];
    let said = said.iter().find_map(|name| record.text(name).filter(|text| !text.is_empty()));
    // Suno says why in its status, and often nowhere else.
    let said = said.or_else(|| record.text("status")).unwrap_or_default();
    match record.text("status").as_deref() {
        Some("SENSITIVE_WORD_ERROR") => {
            Stage::Failed { why: super::Why::Policy, message: clean(&said) }
        }
        _ => failed(code, &said, clean(&said)),
    }
}
