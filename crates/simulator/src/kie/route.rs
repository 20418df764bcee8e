//! The ways a task is asked for, and the ways its record is read.
//!
//! Most models are asked for on the market. Older families have paths, bodies and records of their
//! own; several ways of asking for music share one record.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Route {
    #[default]
    Market,
    Veo,
    Runway,
    Aleph,
    Gpt4o,
    Flux,
    Suno,
    SunoExtend,
    SunoCover,
    SunoSounds,
    Lyrics,
}

/// The shape of a record and of a callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Market,
    Veo,
    Runway,
    Aleph,
    Gpt4o,
    Flux,
    Suno,
    Lyrics,
}

/// Where each is asked for, the shape of its record, and the model where the body does not name one.
const ROUTES: [(&str, Route, Family, &str); 11] = [
    ("/api/v1/jobs/createTask", Route::Market, Family::Market, ""),
    ("/api/v1/veo/generate", Route::Veo, Family::Veo, "veo3_fast"),
    ("/api/v1/runway/generate", Route::Runway, Family::Runway, "runway"),
    ("/api/v1/aleph/generate", Route::Aleph, Family::Aleph, "runway/aleph"),
    ("/api/v1/gpt4o-image/generate", Route::Gpt4o, Family::Gpt4o, "gpt4o-image"),
    ("/api/v1/flux/kontext/generate", Route::Flux, Family::Flux, "flux-kontext-pro"),
    ("/api/v1/generate", Route::Suno, Family::Suno, "suno"),
    ("/api/v1/generate/extend", Route::SunoExtend, Family::Suno, "suno/extend"),
    ("/api/v1/generate/upload-cover", Route::SunoCover, Family::Suno, "suno/upload-cover"),
    ("/api/v1/generate/sounds", Route::SunoSounds, Family::Suno, "suno/sounds"),
    ("/api/v1/lyrics", Route::Lyrics, Family::Lyrics, "suno/lyrics"),
];

impl Route {
    pub(crate) fn at(path: &str) -> Option<Self> {
        ROUTES.iter().find(|(own, ..)| *own == path).map(|(_, route, ..)| *route)
    }

    fn line(self) -> (Family, &'static str) {
        let own = ROUTES.iter().find(|(_, route, ..)| *route == self);
        own.map_or((Family::Market, ""), |(_, _, family, model)| (*family, model))
    }

    /// The model that a body of this route asks for, by its name in the table of facts.
    pub(crate) fn model(self, body: &serde_json::Value) -> Option<String> {
        let (named, (_, usual)) = (body["model"].as_str(), self.line());
        let model = match self {
            Self::Market => named?,
            Self::Veo | Self::Flux => named.unwrap_or(usual),
            _ => usual,
        };
        Some(model.to_owned())
    }

    pub(crate) fn family(self) -> Family {
        self.line().0
    }
}

impl Family {
    pub(crate) fn at(path: &str) -> Option<Self> {
        Some(match path {
            "/api/v1/jobs/recordInfo" => Self::Market,
            "/api/v1/veo/record-info" => Self::Veo,
            "/api/v1/runway/record-detail" => Self::Runway,
            "/api/v1/aleph/record-info" => Self::Aleph,
            "/api/v1/gpt4o-image/record-info" => Self::Gpt4o,
            "/api/v1/flux/kontext/record-info" => Self::Flux,
            "/api/v1/generate/record-info" => Self::Suno,
            "/api/v1/lyrics/record-info" => Self::Lyrics,
            _ => return None,
        })
    }

    /// Whether nothing is taken on without an address to call.
    pub(crate) fn needs_callback(self) -> bool {
        matches!(self, Self::Suno | Self::Lyrics)
    }
}

#[cfg(test)]
mod tests {
    use super::{Family, Route};
    use serde_json::json;

    #[test]
    fn every_route_has_a_record_to_read() {
        for (create, read) in [
            ("/api/v1/jobs/createTask", "/api/v1/jobs/recordInfo"),
            ("/api/v1/runway/generate", "/api/v1/runway/record-detail"),
            ("/api/v1/generate/sounds", "/api/v1/generate/record-info"),
            ("/api/v1/lyrics", "/api/v1/lyrics/record-info"),
        ] {
            assert_eq!(Route::at(create).map(Route::family), Family::at(read));
        }
        assert_eq!(Route::at("/api/v1/jobs/recordInfo"), None);
    }

    #[test]
    fn a_body_names_its_model_or_the_route_does() {
        assert_eq!(Route::Market.model(&json!({})), None);
        assert_eq!(Route::Veo.model(&json!({})).as_deref(), Some("veo3_fast"));
        assert_eq!(Route::Suno.model(&json!({ "model": "V5" })).as_deref(), Some("suno"));
    }
}
