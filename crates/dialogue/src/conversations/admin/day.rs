//! The day so far, for an admin who asks.
//!
//! ```text
//! /admin digest   ->  what today has come to [Main menu]
//! ```
//!
//! Nothing is changed here.

use crate::digest::digest;
use crate::facts::{DayFacts, Reply};
use crate::scene::Scene;

/// An admin looks at the day.
pub(super) fn on_request<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let page = |day: &DayFacts| {
        let screen = digest(scene.language, &scene.prices.offers, day);
        scene.stay().show(screen.homeward(scene.language))
    };
    Reply::WithDay(Box::new(page))
}
