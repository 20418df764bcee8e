//! Why an order is refused, or has no price.
//!
//! Each is for the one who wrote the order: a person sees a sentence of the conversation that asked,
//! `trt catalogue price` shows these as they are.

/// Why something is no order for a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is not `input=value`.
    #[error("`{text}` is not of the form input=value")]
    NotAPair {
        /// The text.
        text: String,
    },
    /// The model has no such input.
    #[error("there is no input `{input}`; there are {}", .inputs.join(", "))]
    UnknownInput {
        /// What was given.
        input: String,
        /// What could be given.
        inputs: Vec<String>,
    },
    /// The same input was given twice.
    #[error("`{input}` is given twice")]
    GivenTwice {
        /// The input.
        input: String,
    },
    /// The input is decided by the catalogue.
    #[error("`{input}` is not asked: it always has the same value")]
    NotAsked {
        /// The input.
        input: String,
    },
    /// The model refuses an order without it.
    #[error("`{input}` is missing")]
    Missing {
        /// The input.
        input: String,
    },
    /// A number for a text, a text for a number, and so on.
    #[error("`{input}` must be {expected}")]
    WrongType {
        /// The input.
        input: String,
        /// What it takes.
        expected: &'static str,
    },
    /// Not one of the values of a choice.
    #[error("`{input}` is {value}, which is not offered; it can be {}", .values.join(", "))]
    NotOffered {
        /// The input.
        input: String,
        /// What was given.
        value: String,
        /// What is offered.
        values: Vec<String>,
    },
    /// A whole number out of range or between two steps.
    #[error("`{input}` must be from {min} to {max} in steps of {step}")]
    OutOfRange {
        /// The input.
        input: String,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// From one to the next.
        step: u32,
    },
    /// A text of too few characters.
    #[error("`{input}` has {length} characters, fewer than {min_length}")]
    TooShort {
        /// The input.
        input: String,
        /// Its characters.
        length: u32,
        /// The least.
        min_length: u32,
    },
    /// A text of too many characters.
    #[error("`{input}` has {length} characters, more than {max_length}")]
    TooLong {
        /// The input.
        input: String,
        /// Its characters.
        length: u32,
        /// The most.
        max_length: u32,
    },
    /// Too few or too many files.
    #[error("`{input}` has {count} files and takes {min_items} to {max_items}")]
    WrongCount {
        /// The input.
        input: String,
        /// The files.
        count: u32,
        /// The least.
        min_items: u32,
        /// The most.
        max_items: u32,
    },
    /// A file that plays too long.
    #[error("a file of `{input}` plays longer than {max_seconds} s")]
    PlaysTooLong {
        /// The input.
        input: String,
        /// The most.
        max_seconds: u32,
    },
    /// A picture that is too large.
    #[error("a picture of `{input}` is larger than {max_side} pixels on one side")]
    TooLarge {
        /// The input.
        input: String,
        /// The most.
        max_side: u32,
    },
    /// A combination that cannot be ordered.
    #[error("{combination} cannot be ordered together")]
    Forbidden {
        /// The combination.
        combination: String,
    },
}

/// Why an order has no cost.
///
/// Of a checked catalogue only a file without its measure is to be expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unpriced {
    /// The order is for another model.
    #[error("the order is for another model")]
    OtherModel,
    /// No price row applies.
    #[error("no price is known for this order")]
    NoPrice,
    /// Several price rows apply.
    #[error("several prices are known for this order")]
    SeveralPrices,
    /// The catalogue does not say how the units are counted.
    #[error("the units of this order cannot be counted: {why}")]
    Uncountable {
        /// Why not.
        why: String,
    },
    /// The price depends on a file that was not measured.
    #[error("the price depends on `{input}`, which is not measured")]
    Unmeasured {
        /// The input.
        input: String,
    },
    /// More credits than there are.
    #[error("the cost is too large to be true")]
    TooLarge,
}
