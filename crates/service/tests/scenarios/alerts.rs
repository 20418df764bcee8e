//! `deploy/prometheus/`: each alert is sound, tried, and leads to a page that an operator can follow.
//!
//! ```text
//!   alerts.yaml ──┬── promtool: sound, and tried by tests/*.yaml with the real durations
//!                 ├── its metrics are in docs/metrics.md, its line of `trt check` and its notice in their pages
//!                 ├── docs/runbooks/*.md: one for each, made alike (the commands in them: `runbooks`)
//!                 └── docs/faults.md: written from all of it
//! ```
//!
//! | file | holds |
//! | --- | --- |
//! | `rules` | what the file says of each alert |
//! | `sound` | names, labels, annotations, metrics |
//! | `tried` | promtool has nothing to say, and each alert has series that fire it and that do not |
//! | `pages` | each alert has its page, each page its alert, and all are made alike |
//! | `faults` | the table of faults is what alerts, checks and notices say |
//! | `lock_lines` | the lines about the lock are quoted as the program writes them |

mod faults;
mod lock_lines;
mod pages;
pub(crate) mod rules;
mod sound;
mod tried;
