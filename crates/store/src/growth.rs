//! How the bot grows: what brings people, what lets them in, and what admins are shown of it.
//!
//! | module | owns |
//! | --- | --- |
//! | [`promos`] | promo codes, and who used them |
//! | `campaigns` | who came by which campaign, and what they brought |
//! | `channel` | who is in the channel whose members use models for nothing |
//! | `stats` | days and weeks in numbers |
//! | `charts` | pictures of them on their way |

mod campaigns;
mod channel;
mod charts;
pub mod promos;
mod stats;
