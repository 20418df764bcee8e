//! Payloads: what a callback says, in the shape of its family.
//!
//! | family | the id is called | what comes |
//! | --- | --- | --- |
//! | market | `data.taskId` | the record |
//! | Veo, 4o, Kontext | `data.taskId` | `data.info` |
//! | Runway | `data.task_id` | flat fields |
//! | Aleph | `taskId`, at the root | `data.result_video_url` |
//! | Suno | `data.task_id` | `data.callbackType`, three times |
//! | lyrics | `data.taskId` | `data.data` |

use serde_json::{Value, json};

use super::{Family, Spelling, View, records};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The words of a piece of music are there.
    Text,
    /// Its first track is.
    First,
    End,
}

pub(crate) fn payload(view: &View<'_>, moment: Moment) -> Value {
    let id = &view.job.id;
    let failed = view.failure();
    let code = failed.map_or(200, |(code, _)| code.parse::<i64>().unwrap_or(500));
    let message = failed.map_or("success", |(_, message)| message);
    let info = |info: Value| if failed.is_some() { Value::Null } else { info };
    let data = match view.job.route.family() {
        Family::Market => {
            let mut record = records::market(view);
            record["updateTime"] = record["completeTime"].clone();
            let said = failed.map_or("Playground task completed successfully.", |(_, text)| text);
            return json!({ "code": code, "msg": said, "data": record });
        }
        Family::Veo => {
            let mut videos = records::videos(view);
            videos["resultUrls"] = odd_list(view);
            let asked = view.job.input.to_string();
            json!({
                "taskId": id, "promptJson": asked, "info": info(videos), "fallbackFlag": false,
            })
        }
        Family::Gpt4o => {
            json!({ "taskId": id, "info": info(json!({ "result_urls": view.urls() })) })
        }
        Family::Flux => json!({ "taskId": id, "info": info(records::images(view)) }),
        Family::Runway => json!({
            "task_id": id, "video_id": format!("v-{id}"), "video_url": view.urls().first(),
            "image_url": view.cover(0),
        }),
        Family::Aleph => info(json!({
            "result_video_url": view.urls().first(), "result_image_url": view.cover(0),
        })),
        Family::Suno => music(view, moment),
        Family::Lyrics => json!({
            "taskId": id, "callbackType": if failed.is_some() { "error" } else { "complete" },
            "data": records::verses(view),
        }),
    };
    let mut body = json!({ "code": code, "msg": message, "data": data });
    if view.job.route.family() == Family::Aleph {
        body["taskId"] = json!(id);
    }
    body
}

/// A list, or the JSON of it in a string: the vendor shows one and parses the other.
fn odd_list(view: &View<'_>) -> Value {
    let urls = json!(view.urls());
    if view.job.whim.is_multiple_of(3) { json!(urls.to_string()) } else { urls }
}

fn music(view: &View<'_>, moment: Moment) -> Value {
    let id = &view.job.id;
    let (kind, tracks) = match moment {
        _ if view.failure().is_some() => {
            return json!({ "callbackType": "error", "task_id": id, "data": null });
        }
        Moment::Text => ("text", 0),
        Moment::First => ("first", 1),
        Moment::End => ("complete", view.urls().len()),
    };
    let tracks = view.tracks(tracks, Spelling::Snake);
    json!({ "callbackType": kind, "task_id": id, "data": tracks })
}
