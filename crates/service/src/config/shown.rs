//! The configuration as an operator may see it: what was chosen, and no secret.

use serde_json::{Value, json};

use super::{BotMode, Config, LockMode, PassiveMode};

impl Config {
    /// What was chosen, without secrets and without addresses that could hold one.
    pub fn shown(&self) -> Value {
        let timing = &self.lock.timing;
        json!({
            "bot": self.bot.id().get(),
            "port": self.port,
            "bot_mode": match self.bot_mode {
                BotMode::Webhook(_) => "webhook",
                BotMode::Polling => "polling",
            },
            "passive_mode": match self.passive_mode {
                PassiveMode::Hold => "HOLD",
                PassiveMode::Reject => "REJECT",
            },
            "lock_mode": match self.lock.mode {
                LockMode::WaitThenPassive => "wait_then_passive",
                LockMode::WaitThenHandover => "wait_then_handover",
            },
            "lock_seconds": {
                "heartbeat": timing.heartbeat().as_secs_f64(),
                "trust": timing.trust().as_secs_f64(),
                "call": timing.call().as_secs_f64(),
                "stale": timing.stale().as_secs_f64(),
            },
            "drain_seconds": self.drain.as_secs_f64(),
            "webhook_secrets": self.webhook_secrets.accepted().len(),
            "traces": self.traces.is_some(),
            "telegram_proxy": self.telegram.proxy.is_some(),
            "trusted_proxies": self.trusted_proxies.len(),
            "telegram_rate": self.telegram.rate.per_second(),
            "telegram_chat_rate": self.telegram.chat_rate.per_second(),
            "person_rate": self.telegram.person_rate.per_second(),
        })
    }
}
