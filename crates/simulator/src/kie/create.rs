//! Creations: whether a task is made, and what its caller is told.
//!
//! ```text
//!   limit ──> fault ──> input ──> magic ──> credits ──> made ──> answered
//!     429      code,      422,      code      402         └──> lost: the caller hears nothing,
//!              cut        500, 451                             or a code that says it was not made
//! ```
//!
//! Everything up to the making is one change under the lock. A request that the table of facts does not
//! allow is also a violation: the product must not send it.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{
    Answer, Core, CreateCall, Fault, Job, Life, Magic, Model, Pace, Place, Route, Said, Verdict,
    World, check, files, latency, life, media::fine,
};

/// A record cannot be read for so long at most after its task was made.
const HIDDEN: Duration = Duration::from_secs(5);

const MOST: usize = 10;

enum Decision {
    Refused(Said),
    Cut,
    Made { id: String, told: Told, early: bool },
}

/// What the caller hears of a task that was made.
#[derive(Clone, Copy)]
enum Told {
    Everything,
    Nothing,
    NothingYet,
    Code(i64),
}

struct Wish<'f> {
    name: String,
    model: &'f Model,
    input: Map<String, Value>,
    callback: Option<String>,
    magic: Magic,
}

pub(crate) async fn serve(core: &Arc<Core>, route: Route, body: &Bytes) -> Answer {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let decision = core.with(|world| {
        let decision = decide(core, world, route, &body);
        let (code, task) = match &decision {
            Decision::Refused(said) => (Some(said.code), None),
            Decision::Cut => (None, None),
            Decision::Made { id, told, .. } => (told.code(), Some(id.clone())),
        };
        let model = body["model"].as_str().unwrap_or_default().to_owned();
        world.journal.create(CreateCall { route, model, body: body.clone(), code, task });
        decision
    });
    match decision {
        Decision::Refused(said) => said.into(),
        Decision::Cut => Answer::Cut,
        Decision::Made { id, told, early } => {
            let answered = CancellationToken::new();
            if early {
                life::ends_early(core, &id).await;
            } else {
                life::begins(core, id.clone(), answered.clone());
            }
            let guard = answered.drop_guard();
            match told {
                Told::Everything => accepted(route, &id).telling(guard).into(),
                Told::Code(code) => Said::usual(code).telling(guard).into(),
                Told::Nothing => Answer::Cut,
                Told::NothingYet => Answer::Hangs,
            }
        }
    }
}

impl Told {
    fn code(self) -> Option<i64> {
        match self {
            Self::Everything => Some(200),
            Self::Code(code) => Some(code),
            Self::Nothing | Self::NothingYet => None,
        }
    }
}

fn accepted(route: Route, id: &str) -> Said {
    let mut data = serde_json::json!({ "taskId": id });
    if route == Route::Market {
        data["recordId"] = data["taskId"].clone();
    }
    Said::good(data)
}

fn decide(core: &Core, world: &mut World, route: Route, body: &Value) -> Decision {
    let now = core.clock.now();
    if let Err(wait) = world.creates.take(now) {
        return Decision::Refused(Said::too_early(wait));
    }
    match world.faults.on(Place::Create) {
        Some(Fault::Code(code)) => return Decision::Refused(Said::usual(code)),
        Some(_) => return Decision::Cut,
        None => {}
    }
    let wish = match understand(core, world, route, body) {
        Ok(wish) => wish,
        Err(said) => return Decision::Refused(*said),
    };
    if let Some(code) = wish.magic.code {
        return Decision::Refused(Said::usual(code));
    }
    if wish.model.life == Life::Paused {
        return Decision::Refused(Said::code(500, "This interface is temporarily paused"));
    }
    let charge = world.faults.on(Place::Charge);
    let times = if let Some(Fault::Charges(times)) = charge { times } else { 1 };
    let file = |url: &str| files::upload(core, world, url, now);
    let input = Value::Object(wish.input.clone());
    let listed = world.ledger.listed(&wish.name, &input, &file);
    let Some(held) = world.ledger.hold(&wish.name, listed, times) else {
        return Decision::Refused(Said::usual(402));
    };
    let (lost, calls) = (wish.magic.lost, wish.callback.is_some());
    let mut job = draw(core, world, route, wish, held);
    job.charged_anyway = charge == Some(Fault::ChargedAnyway);
    let id = job.id.clone();
    if !world.adds(job) {
        world.ledger.back(held);
        return Decision::Refused(Said::usual(500));
    }
    let told = match world.faults.on(Place::Made) {
        Some(Fault::CodeMade(code)) => Told::Code(code),
        Some(Fault::CreateHangs) => Told::NothingYet,
        Some(_) => Told::Nothing,
        None if lost => Told::Nothing,
        None => Told::Everything,
    };
    let calls = calls && core.settings.callbacks.delivered;
    let early = calls && world.faults.on(Place::Early).is_some();
    if early && let Some(job) = world.job_mut(&id) {
        (job.ends, job.visible) = (Some(now), now);
    }
    world.catches_up(now);
    Decision::Made { id, told, early }
}

/// Reads a body; what is wrong with it is an answer, and a violation.
fn understand<'f>(
    core: &'f Core,
    world: &mut World,
    route: Route,
    body: &Value,
) -> Result<Wish<'f>, Box<Said>> {
    let mut complain = |code: i64, fault: String| {
        world.journal.violation(format!("{route:?} {}: {fault}", body["model"]));
        Box::new(Said::code(code, fault))
    };
    let Some(all) = body.as_object() else {
        return Err(complain(422, "the body is not a JSON object".to_owned()));
    };
    let named = route.model(body).ok_or_else(|| complain(422, required("model")))?;
    let Some(model) = core.facts.model(&named, route) else {
        return Err(complain(404, format!("the model {named} is not known")));
    };
    let input = inputs(route, all).map_err(|fault| complain(model.refuses_with, fault))?;
    let callback = callback(all).map_err(|fault| complain(422, fault))?;
    if callback.is_none() && route.family().needs_callback() {
        return Err(complain(422, "Please enter callBackUrl".to_owned()));
    }
    let urls = check::check(&core.facts, &named, model, &input);
    let urls = urls.map_err(|fault| complain(model.refuses_with, fault))?;
    let now = core.clock.now();
    let magic = Magic::read(&Value::Object(input.clone()));
    for word in &magic.unknown {
        world.journal.violation(format!("nobody knows the magic word {word}"));
    }
    for url in &urls {
        match files::find(core, world, url, now) {
            files::Found::Here => {}
            files::Found::Gone => return Err(Box::new(Said::usual(451))),
            files::Found::Foreign => {
                world.journal.violation(format!("{named}: KIE cannot fetch {url}"));
                return Err(Box::new(Said::usual(451)));
            }
        }
    }
    Ok(Wish { name: named, model, input, callback, magic })
}

fn inputs(route: Route, all: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    if route != Route::Market {
        let own = all.iter().filter(|(name, _)| *name != "callBackUrl");
        return Ok(own.map(|(name, value)| (name.clone(), value.clone())).collect());
    }
    let known = ["model", "input", "callBackUrl"];
    if let Some(other) = all.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("The field {other} is not known"));
    }
    all.get("input").and_then(Value::as_object).cloned().ok_or_else(|| required("input"))
}

fn callback(all: &Map<String, Value>) -> Result<Option<String>, String> {
    match all.get("callBackUrl") {
        None => Ok(None),
        Some(Value::String(url)) if url.starts_with("http://") || url.starts_with("https://") => {
            Ok(Some(url.clone()))
        }
        Some(_) => Err("callBackUrl is not a valid url".to_owned()),
    }
}

fn required(field: &str) -> String {
    format!("This field is required: {field}")
}

/// Decides everything about a task when it is made. Draws the same numbers whatever was asked for, so
/// that one task does not change the next.
fn draw(core: &Core, world: &mut World, route: Route, wish: Wish<'_>, held: i64) -> Job {
    let (now, pace) = (core.clock.now(), core.settings.pace);
    let draws = &mut world.draws;
    let id = format!("{:016x}{:016x}", draws.next(), draws.next());
    let whim = draws.next();
    let takes = latency(wish.model.tempo(), draws);
    let hidden = draws.between(Duration::ZERO, HIDDEN);
    let fault = world.faults.on(Place::Task);
    let magic = &wish.magic;
    let never = magic.never || fault == Some(Fault::TaskNever);
    let ends = match (never, magic.slow, pace) {
        (true, ..) => None,
        (false, Some(slow), _) => Some(now + slow),
        (false, None, Pace::Held) => None,
        (false, None, pace) => Some(now + pace.of(takes)),
    };
    let planned = match fault {
        _ if wish.model.life == Life::Removed => Verdict::code(500),
        _ if magic.policy => Verdict::code(400),
        Some(Fault::TaskFails(code)) => Verdict::code(code),
        Some(Fault::EmptyResult) => Verdict::Empty,
        _ if magic.empty => Verdict::Empty,
        _ => magic.fails.map_or(Verdict::Success, Verdict::code),
    };
    Job {
        id,
        prompt: prompt(&wish),
        long: if core.settings.is_fine { fine::TUNE } else { 2.04 },
        results: results(wish.model, &wish.input),
        size: magic.size,
        model: wish.name,
        route,
        gives: wish.model.gives,
        input: Value::Object(wish.input),
        callback: wish.callback,
        held,
        charged_anyway: false,
        made: now,
        made_ms: core.clock.unix() * 1000,
        visible: now + pace.of(hidden),
        ends,
        planned,
        ended: None,
        whim,
        seen: false,
        forced: CancellationToken::new(),
    }
}

fn results(model: &Model, input: &Map<String, Value>) -> usize {
    let asked = model.results_in.as_ref().and_then(|field| input.get(field));
    let asked = asked.and_then(|value| match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64().and_then(|number| usize::try_from(number).ok()),
    });
    // The finer mode of Grok gives four instead of six.
    let finer = input.get("enable_pro").and_then(Value::as_bool) == Some(true);
    let usual = if finer { model.results.min(4) } else { model.results };
    asked.unwrap_or(usual).clamp(1, MOST)
}

/// What a result shows: the prompt, or whatever text there is.
fn prompt(wish: &Wish<'_>) -> String {
    let text = |name: &str| wish.input.get(name).and_then(Value::as_str);
    let named = ["prompt", "text", "title"].iter().find_map(|name| text(name));
    let first = |list: &&str| wish.input.get(*list).and_then(|turns| turns[0]["text"].as_str());
    let spoken = || ["dialogue", "dialogue_turns"].iter().find_map(first);
    let found = named.filter(|text| !text.is_empty()).or_else(spoken);
    found.unwrap_or(&wish.name).to_owned()
}
