//! The proxy between us and Telegram: how far one gets with it.
//!
//! Nothing secret goes through: Telegram's first page is asked for, and whatever it answers will do.

use telegram::client::{NoSign, Proxy, ProxyTrouble};

use super::Deployment;
use super::talk::{client, host};
use crate::cli::checklist::Verdict;

/// Whether Telegram can be reached through the proxy, if there is one.
pub(super) async fn leads_on(it: &Deployment) -> Verdict {
    let Some(proxy) = &it.config.telegram.proxy else {
        return Verdict::pass("none is set: Telegram is asked directly");
    };
    let telegram = host(it.config.telegram.api.as_str());
    match client(&it.config) {
        Err(verdict) => verdict,
        Ok(client) => match client.sign_of_life().await {
            Ok(_) => Verdict::pass(format!("{telegram} answers through {proxy}")),
            Err(no_sign) => judge(proxy, &telegram, &no_sign),
        },
    }
}

fn judge(proxy: &Proxy, telegram: &str, no_sign: &NoSign) -> Verdict {
    let NoSign { trouble, reason } = no_sign;
    match trouble {
        Some(ProxyTrouble::Away) => Verdict::fail(
            format!("{proxy} cannot be reached: {reason}"),
            "see that the proxy runs and that this machine may connect to it, and correct host and \
             port in TELEGRAM_PROXY",
        ),
        Some(ProxyTrouble::Login) if proxy.has_login() => Verdict::fail(
            format!("{proxy} refuses the user or the password"),
            "correct them in TELEGRAM_PROXY; %40 stands for an @, %3A for a colon and %2F for a slash",
        ),
        Some(ProxyTrouble::Login) => Verdict::fail(
            format!("{proxy} wants a user and a password"),
            "write them into TELEGRAM_PROXY, as user:password@ before the host",
        ),
        Some(ProxyTrouble::NoWayOn) => Verdict::fail(
            format!("{proxy} takes us in and does not reach {telegram}: {reason}"),
            "use a proxy in a place where Telegram can be reached, and see that it may connect to \
             port 443",
        ),
        Some(ProxyTrouble::Garbled) => Verdict::fail(
            format!("{proxy} hangs up or is no such proxy: {reason}"),
            "see that TELEGRAM_PROXY begins as the proxy is: socks5h:// for SOCKS5, http:// for HTTP",
        ),
        None => Verdict::fail(
            format!("somebody else than {telegram} answers through {proxy}: {reason}"),
            "use another proxy; nothing secret was sent, and nothing is while this is so",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{NoSign, Proxy, ProxyTrouble, judge};

    #[test]
    fn how_far_one_gets_is_told_apart_and_the_login_is_not_shown() {
        let line = |address: &str, trouble| {
            let no_sign = NoSign { trouble, reason: "so".to_owned() };
            let proxy = Proxy::parse(address).unwrap();
            judge(&proxy, "https://api.telegram.org", &no_sign).named("proxy").to_string()
        };
        let (with, without) = ("socks5h://u:canary@p:1", "http://p:1");
        let table = [
            (with, Some(ProxyTrouble::Away), "socks5h://p:1 cannot be reached: so; see that"),
            (with, Some(ProxyTrouble::Login), "p:1 refuses the user or the password; correct"),
            (without, Some(ProxyTrouble::Login), "p:1 wants a user and a password; write them"),
            (with, Some(ProxyTrouble::NoWayOn), "does not reach https://api.telegram.org: so; use"),
            (with, Some(ProxyTrouble::Garbled), "is no such proxy: so; see that TELEGRAM_PROXY"),
            (with, None, "somebody else than https://api.telegram.org answers"),
        ];
        for (address, trouble, expected) in table {
            let line = line(address, trouble);
            assert!(line.starts_with("FAIL proxy: ") && line.contains(expected), "{line}");
            assert!(!line.contains("canary"), "{line}");
        }
    }
}
