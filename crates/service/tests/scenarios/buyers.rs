//! The buyer's way: from a wish to a picture by one tap, and what taps that come late may do.
//!
//! ```text
//!   words, a photo ──> the newest message ──> its first green button ──> the result
//!                                                │ too little money
//!                                                └──> pay ──> the result, by itself
//! ```
//!
//! | part | shows |
//! | --- | --- |
//! | [`green`] | somebody who reads only the newest message and taps its first green button |
//! | [`late`] | taps that come late or again: no message of their own |
//! | [`talks`] | whole talks, as they are read |
//! | [`spoken`] | the language of people whose Telegram does not tell one |

mod green;
mod late;
mod spoken;
mod talks;

use simulator::telegram::{Bubble, Button};

/// The first green button of a message, unless it only leads out of Telegram.
pub(crate) fn green(bubble: &Bubble) -> Option<&Button> {
    let mut buttons = bubble.buttons.iter().flatten();
    buttons.find(|button| button.style.as_deref() == Some("success"))
}
