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

impl Route {
    pub(crate) fn at(path: &str) -> Option<Self> {
        Some(match path {
            "/api/v1/jobs/createTask" => Self::Market,
            "/api/v1/veo/generate" => Self::Veo,
            "/api/v1/runway/generate" => Self::Runway,
            "/api/v1/aleph/generate" => Self::Aleph,
            "/api/v1/gpt4o-image/generate" => Self::Gpt4o,
            "/api/v1/flux/kontext/generate" => Self::Flux,
            "/api/v1/generate" => Self::Suno,
            "/api/v1/generate/extend" => Self::SunoExtend,
            "/api/v1/generate/upload-cover" => Self::SunoCover,
            "/api/v1/generate/sounds" => Self::SunoSounds,
            "/api/v1/lyrics" => Self::Lyrics,
            _ => return None,
        })
    }

    /// The model that a body of this route asks for, by its name in the table of facts.
    pub(crate) fn model(self, body: &serde_json::Value) -> Option<String> {
        let named = body["model"].as_str();
        Some(match self {
            Self::Market => named?.to_owned(),
            Self::Veo => named.unwrap_or("veo3_fast").to_owned(),
            Self::Flux => named.unwrap_or("flux-kontext-pro").to_owned(),
            Self::Runway => "runway".to_owned(),
            Self::Aleph => "runway/aleph".to_owned(),
            Self::Gpt4o => "gpt4o-image".to_owned(),
            Self::Suno => "suno".to_owned(),
            Self::SunoExtend => "suno/extend".to_owned(),
            Self::SunoCover => "suno/upload-cover".to_owned(),
            Self::SunoSounds => "suno/sounds".to_owned(),
            Self::Lyrics => "suno/lyrics".to_owned(),
        })
    }

    pub(crate) fn family(self) -> Family {
        match self {
            Self::Market => Family::Market,
            Self::Veo => Family::Veo,
            Self::Runway => Family::Runway,
            Self::Aleph => Family::Aleph,
            Self::Gpt4o => Family::Gpt4o,
            Self::Flux => Family::Flux,
            Self::Suno | Self::SunoExtend | Self::SunoCover | Self::SunoSounds => Family::Suno,
            Self::Lyrics => Family::Lyrics,
        }
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
