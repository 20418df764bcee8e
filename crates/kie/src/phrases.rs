//! What KIE's sentences mean, where its codes do not say.
//!
//! A code 500 may be a broken server, a field that is missing or a model that is switched off, and
//! a 400 may be a picture that cannot be read or one that must not be made. The sentences are the
//! only way to tell these apart. They are compared without regard to case, by parts that KIE has
//! been seen to use; a sentence that says nothing known leaves the code to decide.

/// What a sentence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// A file that we named cannot be fetched.
    Input,
    /// What was asked for must not be made.
    Policy,
    /// The model is off or gone.
    Model,
    /// A field is missing or has a value that is not allowed.
    Fields,
    /// It took too long.
    Time,
}

/// What this sentence is about, as far as it says. The order decides: the more particular first.
pub(crate) fn about(sentence: &str) -> Option<About> {
    let words = sentence.to_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    let table = [
        (INPUT, About::Input),
        (POLICY, About::Policy),
        (MODEL, About::Model),
        (FIELDS, About::Fields),
        (TIME, About::Time),
    ];
    table.into_iter().find(|(parts, _)| says(parts)).map(|(_, about)| about)
}

const INPUT: &[&str] = &[
    "fetch failed",
    "failed to fetch",
    "unable to fetch",
    "cannot fetch",
    "can not fetch",
    "could not fetch",
    "failed to download",
    "unable to download",
    "cannot download",
    "download failed",
    "failed to access the image",
    "not accessible",
    "cannot be accessed",
    "failed to get the image",
];

const POLICY: &[&str] = &[
    "policy",
    "policies",
    "sensitive",
    "nsfw",
    "moderat",
    "flagged",
    "prohibited",
    "violat",
    "copyright",
    "inappropriate",
    "unsafe",
    "safety",
    "public figure",
    "prominent people",
    "matches existing work",
    "matches an existing work",
];

const MODEL: &[&str] = &[
    "temporarily paused",
    "page not published",
    "not published",
    "model not found",
    "model does not exist",
    "model is not supported",
    "model not supported",
    "has been removed",
    "no longer available",
    "feature is disabled",
    "feature disabled",
];

const FIELDS: &[&str] = &[
    "is required",
    "not within the range",
    "allowed options",
    "please enter",
    "must be",
    "cannot be empty",
    "can not be empty",
    "cannot be null",
    "can not be null",
    "cannot exceed",
    "exceeds the",
    "too long",
    "invalid param",
    "invalid value",
    "invalid field",
    "invalid type",
    "ratio error",
    "parameter error",
    "not support",
    "unsupported",
    "validation",
];

const TIME: &[&str] = &["timeout", "timed out", "time out"];

#[cfg(test)]
mod tests {
    use super::{About, about};

    #[test]
    fn known_sentences_are_told_apart() {
        let table = [
            ("This field is required", Some(About::Fields)),
            ("duration is not within the range of allowed options", Some(About::Fields)),
            ("Please enter callBackUrl", Some(About::Fields)),
            ("Ratio error", Some(About::Fields)),
            ("This interface is temporarily paused", Some(About::Model)),
            ("The page not published", Some(About::Model)),
            ("Image fetch failed", Some(About::Input)),
            ("Your prompt was flagged as violating content policies", Some(About::Policy)),
            ("SENSITIVE_WORD_ERROR", Some(About::Policy)),
            ("The uploaded audio matches existing work", Some(About::Policy)),
            ("Task timed out", Some(About::Time)),
            ("Internal Error, Please try again later.", None),
            ("Server exception", None),
            ("", None),
        ];
        for (sentence, meaning) in table {
            assert_eq!(about(sentence), meaning, "{sentence}");
        }
    }
}
