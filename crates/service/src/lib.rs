//! The service `trt`: what stands around the rooms that do the work.
//!
//! | module | owns |
//! | --- | --- |
//! | [`serve`] | `trt serve`, from the first line to the exit status |
//! | `role` | the database made ready, the elector, what it reports; what a term works with, from activation to its end |
//! | `http` | the listener, its limits and its routes |
//! | `arrivals` | updates on their way in, by webhook or by polling: stored, many in one commit; what an instance without the role does for people |
//! | `inbox` | stored updates handled, in order for each person: what a person did, the decision, its rows |
//! | `outbox` | what was decided said to Telegram, in order for each chat |
//! | `leaving` | people who are deleted: at once, or when what is made for them is done |
//! | `generations` | orders that are paid for: brought to KIE, looked after, delivered or paid back |
//! | `payments` | money that Telegram tells of: payments, plans, refunds, and what Telegram is asked about them |
//! | `operators` | what operators are told, and where |
//! | `pictures` | numbers as pictures, drawn when they are sent |
//! | `render` | screens as requests to Telegram, and as rows of the outbox |
//! | `books` | the ledger audited, exported, read for its margin |
//! | `requests` | what operators ask of the active instance |
//! | `upkeep` | what is done again and again: transfers sealed, old rows forgotten, all instances looked at |
//! | [`cli`] | the command line, its commands, what they say and how they end |
//! | `config` | the environment: all values, all problems at once, no secret printed |
//! | `settings` | the files in `SETTINGS_DIR`, or those that are part of the program |
//! | `logging` | one JSON object per line, without tokens, repeats counted |
//! | `status` | the board that health, readiness and metrics are read from |
//! | `metrics` | what is counted |
//! | `traces` | updates and orders followed across instances, sent to a collector |
//! | `process` | this process: its name, its tasks, its clock, the signs to stop |

#![expect(unreachable_pub, reason = "its one caller is the program: what nobody calls is found")]

pub mod cli;
pub mod serve;

mod arrivals;
mod books;
mod broadcasting;
mod config;
mod generations;
mod http;
mod inbox;
mod leaving;
mod logging;
mod metrics;
mod operators;
mod outbox;
mod payments;
mod pictures;
mod process;
mod render;
mod requests;
mod role;
mod settings;
mod status;
mod traces;
mod upkeep;
