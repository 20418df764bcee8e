//! The channel whose members use models for nothing: whether we may ask who is in it.

use domain::PersonId;
use serde_json::Value;
use telegram::request::Chatless;

use super::Deployment;
use super::talk::ask;
use crate::cli::checklist::{Verdict, not_looked_at};

/// What to do when we are no admin there, or cannot even look.
const CURE: &str = "make the bot an administrator of the channel (no right needs to be on), or leave free_channel out \
    of offers.toml; until then everybody is let through";

/// Whether we can tell who is in the channel, if there is one.
pub(super) async fn can_be_asked(it: &Deployment) -> Verdict {
    let Some(offers) = &it.offers else { return not_looked_at("offers") };
    let Some(channel) = offers.free_channel.as_deref() else {
        return Verdict::pass("no channel is named: everybody uses what is free");
    };
    let ourselves = PersonId::new(it.config.bot.id().get());
    match ask(&it.config, &Chatless::get_chat_member(channel, ourselves)).await {
        Ok(member) => judge(channel, &member),
        Err(verdict) => {
            Verdict::fail(format!("who is in {channel} cannot be asked: {}", verdict.found()), CURE)
        }
    }
}

fn judge(channel: &str, member: &Value) -> Verdict {
    match member["status"].as_str() {
        Some("administrator" | "creator") => Verdict::pass(format!(
            "what is free is for members of {channel}, of which the bot is an administrator"
        )),
        _ => Verdict::fail(format!("the bot is no administrator of {channel}"), CURE),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::judge;

    #[test]
    fn only_an_administrator_may_ask_who_is_in_a_channel() {
        for (status, begins) in [
            ("administrator", "PASS"),
            ("creator", "PASS"),
            ("member", "FAIL"),
            ("left", "FAIL"),
            ("kicked", "FAIL"),
        ] {
            let line = judge("@news", &json!({ "status": status })).named("x").to_string();
            assert!(line.starts_with(begins) && line.contains("@news"), "{line}");
        }
        assert!(judge("@news", &json!({})).named("x").to_string().starts_with("FAIL"));
    }
}
