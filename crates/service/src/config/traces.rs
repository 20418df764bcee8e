//! Where traces are sent, if anywhere: the standard variables of OpenTelemetry that we honour.
//!
//! Without an endpoint nothing is traced, whatever the others say; they are checked all the same. The
//! headers hold keys of whoever collects, so that their values are secrets.

use secrecy::SecretString;

use super::problems::Values;
use super::{address, values, variables};

const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
const HEADERS: &str = "OTEL_EXPORTER_OTLP_HEADERS";
const SERVICE: &str = "OTEL_SERVICE_NAME";
const SHARE: &str = "OTEL_TRACES_SAMPLER_ARG";

/// Where OTLP over HTTP takes traces, below the endpoint.
const PATH: &str = "/v1/traces";

/// How traces are sent.
#[derive(Debug, Clone)]
pub struct TraceSettings {
    /// Where batches are posted.
    pub(crate) url: String,
    /// What each request carries besides, by name.
    pub(crate) headers: Vec<(String, SecretString)>,
    /// What we are called there.
    pub(crate) service: String,
    pub(crate) share: Share,
}

/// How many of all traces are kept, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share(u32);

impl Share {
    const WHOLE: u32 = 1_000_000;

    /// Reads a number from 0 to 1 with up to six decimals.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(decimals) || decimals.len() > 6 {
            return None;
        }
        let decimals: u32 = format!("{decimals:0<6}").parse().ok()?;
        let millionths = whole.parse::<u32>().ok()?.checked_mul(Self::WHOLE)?;
        let share = millionths.checked_add(decimals)?;
        (share <= Self::WHOLE).then_some(Self(share))
    }

    /// Whether a trace is kept that has drawn this number of all that there are: the same everywhere.
    pub(crate) fn keeps(self, drawn: u64) -> bool {
        let scaled = u128::from(drawn) * u128::from(Self::WHOLE);
        scaled < u128::from(self.0) << 64
    }
}

pub(super) fn read(values: &mut Values) -> Option<TraceSettings> {
    let headers = read_headers(values);
    let service = values.optional(SERVICE);
    let service = service.unwrap_or_else(|| variables::default(SERVICE).to_owned());
    let cure = "give a number from 0 to 1, with up to six decimals";
    let share = values::read(values, SHARE, Share::parse, ("is no share", cure));
    values.optional(ENDPOINT)?;
    let url = address::read(values, ENDPOINT).join(PATH);
    Some(TraceSettings { url, headers, service, share: share.unwrap_or(Share(Share::WHOLE)) })
}

fn read_headers(values: &mut Values) -> Vec<(String, SecretString)> {
    let Some(text) = values.optional(HEADERS) else { return Vec::new() };
    let headers: Option<Vec<_>> = text.split(',').map(header).collect();
    headers.unwrap_or_else(|| {
        let cure = "give name=value, separated by comma, with %20 for a space in a value";
        values.problem(HEADERS, "is no list of headers", cure);
        Vec::new()
    })
}

/// One `name=value`, the value with its `%` resolved.
fn header(text: &str) -> Option<(String, SecretString)> {
    let (name, value) = text.split_once('=')?;
    let (name, value) = (name.trim(), unescaped(value.trim())?);
    let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$&'*+-.^_`|~".contains(&b);
    let is_fine = !name.is_empty() && name.bytes().all(is_token);
    let is_value = value.bytes().all(|b| b == b' ' || b.is_ascii_graphic());
    (is_fine && is_value).then(|| (name.to_ascii_lowercase(), SecretString::from(value)))
}

fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(part.get(2..)?.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::{Share, TraceSettings, Values, read};

    fn settings(set: &[(&str, &str)]) -> (Option<TraceSettings>, Vec<String>) {
        let set: Vec<_> = set.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let mut values = Values::new(&set);
        let read = read(&mut values);
        let problems = values.into_problems();
        (read, problems.iter().map(ToString::to_string).collect())
    }

    const ENDPOINT: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/");

    #[test]
    fn without_an_endpoint_nothing_is_traced_and_with_one_there_are_defaults() {
        assert!(settings(&[("OTEL_SERVICE_NAME", "x")]).0.is_none());
        let (read, problems) = settings(&[ENDPOINT]);
        let read = read.unwrap();
        assert_eq!(read.url, "http://collector:4318/v1/traces");
        assert_eq!((read.service.as_str(), read.headers.len()), ("trt", 0));
        assert!(read.share.keeps(u64::MAX) && problems.is_empty());
    }

    #[test]
    fn headers_are_read_as_the_standard_says_and_never_shown() {
        let given = "Authorization=Bearer%20canary-1, x-scope = canary=2";
        let (read, _) = settings(&[ENDPOINT, ("OTEL_EXPORTER_OTLP_HEADERS", given)]);
        let read = read.unwrap();
        let shown = format!("{read:?} {read:#?}");
        let headers = read.headers.iter().map(|(n, v)| (n.as_str(), v.expose_secret()));
        let headers: Vec<_> = headers.collect();
        assert_eq!(headers, [("authorization", "Bearer canary-1"), ("x-scope", "canary=2")]);
        assert!(!shown.contains("canary"), "{shown}");

        for wrong in ["canary", "=canary", "a b=canary", "a=canary%2", "a=canary%0a"] {
            let (_, problems) = settings(&[("OTEL_EXPORTER_OTLP_HEADERS", wrong)]);
            assert_eq!(problems.len(), 1, "{wrong}");
            assert!(!problems[0].contains("canary"), "{}", problems[0]);
        }
    }

    #[test]
    fn a_share_keeps_its_part_of_all_numbers() {
        let keeps = |text: &str, drawn| Share::parse(text).unwrap().keeps(drawn);
        assert!(keeps("1", u64::MAX) && keeps("1.0", 0) && !keeps("0", 0));
        assert!(keeps("0.25", u64::MAX / 4) && !keeps("0.25", u64::MAX / 4 + 1_000));
        assert!(keeps("0.000001", 0) && !keeps("0.000001", u64::MAX / 100_000));
        for wrong in ["", "2", "1.000001", "-1", ".5", "0.1234567", "half"] {
            assert_eq!(Share::parse(wrong), None, "{wrong}");
        }
    }
}
