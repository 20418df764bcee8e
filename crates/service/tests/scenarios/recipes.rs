//! What `deploy/` says about the program is true: each recipe is read as its platform reads it, and held against
//! the binary.
//!
//! | file | holds |
//! | --- | --- |
//! | `reading` | what a recipe says: documents, variables, durations |
//! | `variables` | every variable of a recipe is known, and together they are enough to start |
//! | `agreement` | ports, paths, two instances, enough time to stop, no more privileges than needed |
//! | `kubernetes` | the manifests fit together |
//! | `units` | what systemd itself says about the unit |
//! | `caddy` | the recipe of a server, started by hand: Caddy, two instances, a deploy under load |

mod agreement;
mod caddy;
mod kubernetes;
pub(crate) mod reading;
mod units;
mod variables;
