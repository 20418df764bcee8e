//! What is done again and again beside the walks: by rows of the business, or by each instance.

pub(crate) mod asking;
pub(crate) mod introduction;
pub(crate) mod periodic;
pub(crate) mod survey;
