//! What is written for each platform, and what is to be done then.
//!
//! The recipes are those of `deploy/`, as they are: what somebody reads there is what they get.

use super::platform::{Machine, Platform};
use super::values::Values;

const UNIT: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/systemd/trt@.service"));
const CADDYFILE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/Caddyfile"));
const COMPOSE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/compose.yaml"));
const COMPOSE_POLLING: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/compose.polling.yaml"));

/// Where the units listen unless something else does.
const PORTS: [u16; 2] = [8081, 8082];

/// So many ports are tried.
const TRIED: u16 = 100;

/// A file beside the environment file; everybody may read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recipe {
    pub(super) path: &'static str,
    pub(super) text: String,
}

/// The files of a platform, but its environment file.
pub(super) fn files(platform: Platform, values: &Values, ports: [u16; 2]) -> Vec<Recipe> {
    let file = |path, text: &str| Recipe { path, text: text.to_owned() };
    let unit = || file("/etc/systemd/system/trt@.service", UNIT);
    match platform {
        Platform::Systemd => vec![
            unit(),
            file("/etc/trt/Caddyfile", CADDYFILE),
            file("/etc/systemd/system/caddy.service.d/trt.conf", &caddy_unit(values, ports)),
        ],
        Platform::SystemdPolling => vec![unit()],
        Platform::Compose => {
            vec![file("/opt/trt/compose.yaml", COMPOSE), file("/opt/trt/Caddyfile", CADDYFILE)]
        }
        Platform::ComposePolling => vec![file("/opt/trt/compose.yaml", COMPOSE_POLLING)],
    }
}

/// Caddy as a service of the machine, with our Caddyfile.
fn caddy_unit(values: &Values, ports: [u16; 2]) -> String {
    let base = values.get("WEBHOOK_BASE_URL").unwrap_or_default();
    let [first, second] = ports;
    format!(
        "# Caddy in front of TRT. Where it serves other sites too, take the site of /etc/trt/Caddyfile into its own\n\
         # Caddyfile and leave the Exec lines out.\n\
         [Service]\n\
         Environment=WEBHOOK_BASE_URL={base}\n\
         Environment=\"UPSTREAMS=127.0.0.1:{first} 127.0.0.1:{second}\"\n\
         ExecStart=\n\
         ExecStart=/usr/bin/caddy run --config /etc/trt/Caddyfile\n\
         ExecReload=\n\
         ExecReload=/usr/bin/caddy reload --config /etc/trt/Caddyfile --force\n"
    )
}

/// Variables that compose's file hands on to the bot or uses itself.
pub(super) fn is_handed_on(platform: Platform, name: &str) -> bool {
    let text = if platform.polls() { COMPOSE_POLLING } else { COMPOSE };
    [":", "}"].iter().any(|end| text.contains(&format!("${{{name}{end}")))
}

/// The ports of the two units: those of units that are enabled, else the first that are free.
pub(super) fn ports(enabled: &[u16], is_free: impl Fn(u16) -> bool) -> [u16; 2] {
    let mut ports = enabled.to_vec();
    ports.sort_unstable();
    let [first, ..] = PORTS;
    for port in first..first + TRIED {
        if ports.len() < 2 && !ports.contains(&port) && is_free(port) {
            ports.push(port);
        }
    }
    match ports.as_slice() {
        [first, second, ..] => [*first, *second],
        _ => PORTS,
    }
}

/// What is to be typed when the files are there.
pub(super) fn commands(
    platform: Platform,
    machine: Machine,
    [first, second]: [u16; 2],
) -> Vec<String> {
    let mut commands = Vec::new();
    let mut line = |text: &str| commands.push(text.to_owned());
    if platform.is_compose() {
        line("./dev image                 # or name a ready one: TRT_IMAGE in /opt/trt/.env");
        line("docker compose --project-directory /opt/trt up --detach --wait");
        line("docker compose --project-directory /opt/trt exec trt-1 /usr/local/bin/trt check");
        return commands;
    }
    if !machine.has_program {
        line("install -m 0755 \"$(command -v trt)\" /usr/local/bin/trt");
    }
    if !platform.polls() && !machine.has_caddy {
        line("apt-get install --yes caddy");
    }
    line("systemctl daemon-reload");
    line(&format!("systemctl enable --now trt@{first} trt@{second}"));
    if !platform.polls() {
        line("systemctl restart caddy");
    }
    line("(set -a; . /etc/trt/env; trt check)");
    commands
}

#[cfg(test)]
mod tests {
    use super::{Platform, is_handed_on, ports};

    #[test]
    fn ports_are_those_in_use_already_or_the_first_that_are_free() {
        assert_eq!(ports(&[], |_| true), [8081, 8082]);
        assert_eq!(ports(&[], |port| port != 8081), [8082, 8083]);
        assert_eq!(ports(&[8091, 8090], |_| false), [8090, 8091]);
        assert_eq!(ports(&[8082], |_| true), [8082, 8081]);
        assert_eq!(
            ports(&[], |_| false),
            [8081, 8082],
            "nothing is free: it is said when it starts"
        );
    }

    #[test]
    fn compose_says_itself_what_it_hands_on() {
        for name in ["TELEGRAM_BOT_TOKEN", "KIE_API_KEY", "POSTGRES_PASSWORD", "ADMIN_IDS"] {
            assert!(is_handed_on(Platform::Compose, name), "{name}");
            assert!(is_handed_on(Platform::ComposePolling, name), "{name}");
        }
        assert!(!is_handed_on(Platform::Compose, "LOCK_WAIT_SECONDS"));
        assert!(!is_handed_on(Platform::ComposePolling, "WEBHOOK_BASE_URL"));
    }
}
