//! Why updates do not come, as Telegram tells of its last try: the cause in front of us, and its cure.
//!
//! ```text
//!   Telegram ── name ── connection ── certificate ── proxy in front ── header, path, port ──> instance
//! ```
//!
//! Telegram says one sentence about the whole way; where it breaks is known by its words.

use crate::cli::checklist::Verdict;

/// So many updates that wait are more than those on their way.
const MANY: i64 = 100;

/// Where Telegram delivers to.
const PORTS: [u16; 4] = [443, 80, 88, 8443];

/// A part of what Telegram says in small letters, what that means, and what to do.
type Known = (&'static str, &'static str, &'static str);

/// The first that fits counts: an answer of somebody before what may stand in its words.
const KNOWN: [Known; 15] = [
    (
        "401 unauthorized",
        "what stands in front takes the header X-Telegram-Bot-Api-Secret-Token away, or \
         WEBHOOK_SECRET_TOKEN was changed",
        "let the reverse proxy pass that header on; after a change keep the old secret as the second \
         of WEBHOOK_SECRET_TOKEN until the active instance has registered the new one",
    ),
    (
        "403 forbidden",
        "what stands in front turns Telegram away",
        "let POST /webhook through from 149.154.160.0/20 and 91.108.4.0/22, without a challenge for \
         browsers",
    ),
    (
        "404 not found",
        "what answers there knows no /webhook",
        "let the reverse proxy pass /webhook on with its path; WEBHOOK_BASE_URL ends before it",
    ),
    (
        "405 method",
        "what answers there takes no POST",
        "let WEBHOOK_BASE_URL lead to an instance and not to a page",
    ),
    (
        "413 ",
        "what stands in front takes no body of that size",
        "let the reverse proxy take bodies of 1 MB (nginx: client_max_body_size 1m)",
    ),
    (
        "502 bad gateway",
        "what stands in front reaches no instance",
        "point it at the PORT on which an instance listens, as [HTTP] listening says, and see that \
         one runs",
    ),
    (
        "504 gateway",
        "what stands in front gets no answer from an instance",
        "point it at the PORT on which an instance listens, and ask that instance's /live",
    ),
    (
        "503 service",
        "no instance is ready to store updates",
        "ask an instance's /ready, and cure `database` if it is not well",
    ),
    (
        "wrong response from the webhook: 3",
        "the address sends Telegram on to another one, where it does not follow",
        "set WEBHOOK_BASE_URL to the address to which it is sent",
    ),
    (
        "certificate",
        "Telegram does not trust the certificate",
        "use one of a public authority for this very host, not expired and with the certificates in \
         between (the full chain)",
    ),
    (
        "ssl error",
        "Telegram cannot speak TLS there",
        "end TLS in the reverse proxy: an instance itself speaks plain HTTP",
    ),
    (
        "resolve host",
        "the name of the address is not known",
        "correct WEBHOOK_BASE_URL or the name's entry in the DNS",
    ),
    (
        "ip address",
        "the name leads to an address that is not of the public internet",
        "let the name in WEBHOOK_BASE_URL lead to the public address of the reverse proxy",
    ),
    (
        "connection refused",
        "nobody listens at the public address",
        "start what stands in front, let it listen on the port of WEBHOOK_BASE_URL, and point it at \
         the PORT of an instance",
    ),
    (
        "timed out",
        "Telegram gets no connection or no answer",
        "open the port of WEBHOOK_BASE_URL in the firewall for 149.154.160.0/20 and 91.108.4.0/22, \
         and ask an instance's /live",
    ),
];

/// What the deliveries to the right address come to: how many updates wait, and Telegram's last complaint.
pub(super) fn judge(host: &str, pending: i64, complaint: Option<&str>) -> Verdict {
    let complaint = complaint.filter(|_| pending > 0);
    let words = complaint.unwrap_or_default().to_lowercase();
    let known = KNOWN.iter().find(|(part, _, _)| words.contains(part));
    match (complaint, known) {
        (Some(complaint), Some((_, cause, cure))) => Verdict::fail(
            format!("{pending} updates wait, and {cause} (Telegram says: {complaint})"),
            *cure,
        ),
        (Some(complaint), None) => Verdict::warn(
            format!("{pending} updates are pending and the last delivery failed: {complaint}"),
            "see that the public address leads to an instance and ask its /ready",
        ),
        (None, _) if pending >= MANY => Verdict::warn(
            format!("{pending} updates wait at Telegram, which names no error"),
            "look again in a minute: they are on their way unless the number stays; then ask /health \
             of the active instance for its queue",
        ),
        (None, _) => Verdict::pass(format!("updates go to {host}, {pending} pending")),
    }
}

/// What is wrong with the port of our public address, if Telegram would not deliver there.
pub(super) fn by_port(base: &str, is_telegrams_own: bool) -> Option<Verdict> {
    let authority = base.strip_prefix("https://")?.split('/').next()?;
    let (_, port) = authority.rsplit_once(':')?;
    let port = port.parse::<u16>().ok().filter(|port| !PORTS.contains(port))?;
    let found =
        format!("WEBHOOK_BASE_URL has port {port}, and Telegram calls 443, 80, 88 and 8443 only");
    let cure = "publish the bot on one of these, mostly 443 without writing it; PORT is where an \
                instance listens behind that";
    let verdict = Verdict::fail(found, cure);
    // A Bot API server of one's own calls any.
    Some(if is_telegrams_own { verdict } else { verdict.into_warning() })
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, by_port, judge};

    fn line(pending: i64, complaint: Option<&str>) -> String {
        judge("https://bot.example.org", pending, complaint).named("webhook").to_string()
    }

    #[test]
    fn every_complaint_of_telegram_has_its_cause_and_its_cure() {
        let table = [
            ("Wrong response from the webhook: 401 Unauthorized", "the header X-Telegram-Bot-Api-"),
            ("Wrong response from the webhook: 403 Forbidden", "turns Telegram away"),
            ("Wrong response from the webhook: 404 Not Found", "knows no /webhook"),
            ("Wrong response from the webhook: 405 Method Not Allowed", "takes no POST"),
            ("Wrong response from the webhook: 413 Request Entity Too Large", "of that size"),
            ("Wrong response from the webhook: 502 Bad Gateway", "reaches no instance"),
            ("Wrong response from the webhook: 504 Gateway Timeout", "gets no answer"),
            ("Wrong response from the webhook: 503 Service Unavailable", "ready to store"),
            ("Wrong response from the webhook: 301 Moved Permanently", "to another one"),
            (
                "SSL error {error:0A000086:SSL routines::certificate verify failed}",
                "does not trust the certificate",
            ),
            ("SSL error {error:0A00010B:SSL routines::wrong version number}", "cannot speak TLS"),
            (
                "Failed to resolve host: Name or service not known",
                "name of the address is not known",
            ),
            ("IP address 10.0.0.1 is reserved", "not of the public internet"),
            ("Connection refused", "nobody listens"),
            ("Connection timed out", "no connection or no answer"),
        ];
        assert_eq!(table.len(), KNOWN.len());
        for (complaint, cause) in table {
            let line = line(3, Some(complaint));

            assert!(line.starts_with("FAIL webhook: 3 updates wait, and "), "{line}");
            assert!(line.contains(cause) && line.contains(complaint), "{line}");
            assert_eq!(line.matches("); ").count(), 1, "a cure: {line}");
        }
    }

    #[test]
    fn what_nobody_waits_for_is_no_trouble_and_what_is_not_known_is_said_as_it_is() {
        assert_eq!(
            line(0, Some("Connection refused")),
            "PASS webhook: updates go to https://bot.example.org, 0 pending"
        );
        assert!(
            line(9, Some("odd")).starts_with("WARN webhook: 9 updates are pending and the last")
        );
        assert!(line(100, None).starts_with("WARN webhook: 100 updates wait at Telegram, "));
        assert!(line(99, None).starts_with("PASS "));
    }

    #[test]
    fn a_port_that_telegram_does_not_call_is_found() {
        let line =
            |base, own| by_port(base, own).map(|verdict| verdict.named("webhook").to_string());

        let found = line("https://bot.example.org:8080", true).unwrap();
        assert!(found.starts_with("FAIL webhook: WEBHOOK_BASE_URL has port 8080, and"), "{found}");
        assert!(line("https://bot.example.org:8080", false).unwrap().starts_with("WARN "));
        for base in ["https://bot.example.org", "https://a.b:8443/x", "http://127.0.0.1:8080"] {
            assert_eq!(line(base, true), None, "{base}");
        }
    }
}
