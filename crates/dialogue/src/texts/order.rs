//! What the wizard and the offers for files say.
//!
//! Besides sentences and labels there are phrases: a few words without markup, made from arguments. They
//! stand on buttons, or as arguments in a sentence, where they are escaped.

use domain::Language;
use fluent_bundle::FluentArgs;

use super::rendered;
use crate::html::Html;

macro_rules! phrases {
    ($phrases:ident<$life:lifetime>;
     $($name:ident { $($argument:ident: $kind:ty),* } = $id:literal,)*) => {
        /// A few words without markup, made from arguments.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum $phrases<$life> {
            $($name { $($argument: $kind),* },)*
        }

        impl $phrases<'_> {
            /// The words in a language.
            pub(crate) fn words(self, language: Language) -> String {
                let mut arguments = FluentArgs::new();
                let id = match self {
                    $(Self::$name { $($argument),* } => {
                        $(arguments.set(stringify!($argument), $argument.to_owned());)*
                        $id
                    })*
                };
                rendered(language, id, &arguments)
            }
        }

        #[cfg(test)]
        mod phrase_ids {
            #[test]
            fn are_in_both_languages_with_their_arguments() {
                $crate::texts::tests::check_texts(&[$(($id, &[$(stringify!($argument)),*]),)*]);
            }
        }
    };
}

texts! { OrderText<'a>;
    AlreadyGone = "order-already-gone",
    AskChoice { name: &'a str } = "order-ask-choice",
    AskFile { name: &'a str, kind: &'a str } = "order-ask-file",
    AskNumber { name: &'a str, min: &'a str, max: &'a str } = "order-ask-number",
    AskWords { field: &'a str, name: &'a str, most: usize } = "order-ask-words",
    Balance { amount: &'a str } = "order-balance",
    Barred { values: &'a str } = "order-barred",
    Chatter = "order-chatter",
    Closed { title: &'a str } = "order-closed",
    Confirm { title: &'a str } = "order-confirm",
    Example { number: usize, words: &'a str } = "order-example",
    FileNeeded = "order-file-needed",
    FileThere = "order-file-there",
    FilesCaption { quote: &'a Html } = "order-files-caption",
    FilesNoModel = "order-files-no-model",
    FilesOffered { kind: &'a str, count: usize } = "order-files-offered",
    FilesSoFar { count: usize, most: usize } = "order-files-so-far",
    FirstOfAlbum = "order-first-of-album",
    Discarded = "order-discarded",
    Discount { percent: usize, plan: &'a str } = "order-discount",
    FreeBudget = "order-free-budget",
    FreeDay = "order-free-day",
    FreeHour = "order-free-hour",
    Full { most: usize } = "order-full",
    GenerateForm = "order-generate-form",
    Gone = "order-gone",
    Guarded = "order-guarded",
    Impossible = "order-impossible",
    InDebt { owed: &'a str } = "order-in-debt",
    Limits { limits: &'a str } = "order-limits",
    Line { name: &'a str, value: &'a str } = "order-line",
    LineFiles { name: &'a str, count: usize } = "order-line-files",
    LineWords { name: &'a str, quote: &'a Html } = "order-line-words",
    Measured = "order-measured",
    MoreWithPlan { plan: &'a str, count: usize } = "order-more-jobs-plan",
    NearestModel { key: &'a str, meant: &'a str } = "order-nearest-model",
    NewPrice = "order-new-price",
    NoModel { key: &'a str } = "order-no-model",
    NotOffered = "order-not-offered",
    NotTogether = "order-not-together",
    NothingSaid = "order-nothing-said",
    Now { value: &'a str } = "order-now",
    NowWords { quote: &'a Html } = "order-now-words",
    NoWords = "order-no-words",
    OddFile = "order-odd-file",
    OldPrice = "order-old-price",
    OldStep = "order-old-step",
    OtherFormat { formats: &'a str } = "order-other-format",
    OtherKind { kind: &'a str } = "order-other-kind",
    OutOfRange { min: &'a str, max: &'a str } = "order-out-of-range",
    Paused = "order-paused",
    PausedFor { words: &'a str } = "order-paused-for",
    PlaysTooLong { most: usize } = "order-plays-too-long",
    Price { price: &'a str } = "order-price",
    PriceFree { count: usize } = "order-price-free",
    PurseAway = "order-purse-away",
    LimitDay { most: &'a str, wait: &'a Html } = "order-limit-day",
    LimitHour { most: &'a str, wait: &'a Html } = "order-limit-hour",
    Short { missing: &'a str } = "order-short",
    Step { title: &'a str, number: usize, count: usize } = "order-step",
    StepAlone { title: &'a str } = "order-step-alone",
    TextFile = "order-text-file",
    Time { time: &'a Html } = "order-time",
    TooDear = "order-too-dear",
    TooHeavy { most: usize } = "order-too-heavy",
    TooHeavyForTelegram = "order-too-heavy-for-telegram",
    TooLarge { most: usize } = "order-too-large",
    TooLong { count: usize, most: usize, over: usize } = "order-too-long",
    TooManyGenerations { count: usize } = "order-too-many-jobs",
    TooManyWithPlan { plan: &'a str, count: usize } = "order-too-many-jobs-plan",
    TooShort { count: usize, least: usize } = "order-too-short",
    Unmeasured = "order-unmeasured",
    Words { quote: &'a Html } = "order-words",
}

phrases! { OrderPhrase<'a>;
    Input { field: &'a str, other: &'a str } = "order-input",
    Seconds { count: usize } = "order-seconds",
    TakeExample { number: usize } = "order-take-example",
    UpToFiles { most: usize } = "order-up-to-files",
    UpToMegabytes { most: usize } = "order-up-to-megabytes",
    UpToPixels { most: usize } = "order-up-to-pixels",
    UpToSeconds { most: usize } = "order-up-to-seconds",
    Value { value: &'a str, other: &'a str } = "order-value",
}

labels! { OrderLabel;
    Animate = "order-button-animate",
    AnimateWords = "order-animate-words",
    Discard = "order-button-discard",
    Edit = "order-button-edit",
    Enough = "order-button-enough",
    Former = "order-button-former",
    Go = "order-button-go",
    GoFree = "order-button-go-free",
    MoreModels = "order-button-more-models",
    Others = "order-button-others",
    RemoveBackground = "order-button-remove-background",
    StartOver = "order-button-start-over",
    Upscale = "order-button-upscale",
    Without = "order-button-without",
}
