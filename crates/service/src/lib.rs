//! The service `trt`: what stands around the rooms that do the work.
//!
//! | module | owns |
//! | --- | --- |
//! | [`command`] | the command line |
//! | [`serve`] | `trt serve`, from the first line to the exit status |
//! | [`migrate_command`], [`lock_command`] | the commands for operators on the database |
//! | [`dead_command`], [`closures_command`], `requests` | `trt dead`, `trt closures`; what operators ask of the active instance |
//! | [`books_command`], `books` | `trt books`: the ledger audited, exported, read for its margin |
//! | [`catalogue_command`], `catalogue` | `trt catalogue`: models checked, listed and priced |
//! | [`check_command`], `check` | `trt check`: whether a deployment is ready |
//! | [`smoke_command`], `smoke` | `trt smoke`: running instances tried from outside |
//! | [`logcheck_command`], [`logcheck`] | `trt logcheck`: trouble found in a deploy's log |
//! | [`examination`], `scratch` | lists of named checks with their cures; the lock rehearsed |
//! | [`role`] | the database made ready, the elector, what it reports |
//! | [`accept`] | updates stored, many in one commit |
//! | `term_work`, `active` | what begins with an activation and ends with it |
//! | `inbox_loop` | stored updates handled, in order for each person |
//! | `events`, `effects` | from what Telegram sent to what a person did; from a step to rows |
//! | `outbox_loop` | what was decided said to Telegram, in order for each chat |
//! | `registration`, `polling`, `asking` | Telegram told where we are, or asked what is new |
//! | `periodic` | what is done again and again: transfers sealed, old rows forgotten |
//! | `introduction`, `survey`, `credits` | the bot's own name, what all instances show, what KIE has left |
//! | [`passive`] | what an instance without the role does for people |
//! | [`supervision`] | background tasks: named, restarted, visible |
//! | [`wake`], `pauses` | hints that something new is there; pauses between tries |
//! | `settings` | the files in `SETTINGS_DIR`, or those that are part of the program |
//! | [`config`] | the environment: all values, all problems at once, no secret printed |
//! | [`logging`] | one JSON object per line, without tokens, repeats counted |
//! | [`instance`] | the name of this process |
//! | [`status`] | the board that health, readiness and metrics are read from |
//! | [`metrics`] | what is counted |
//! | [`http`] | the listener, its limits and its routes |
//! | [`signals`] | the signs to stop |
//! | [`output`], [`failure`] | what a command says; how it ends when it does not succeed |

pub mod accept;
pub mod books_command;
pub mod catalogue_command;
pub mod check_command;
pub mod closures_command;
pub mod command;
pub mod config;
pub mod dead_command;
pub mod examination;
pub mod failure;
pub mod http;
pub mod instance;
pub mod lock_command;
pub mod logcheck;
pub mod logcheck_command;
pub mod logging;
pub mod metrics;
pub mod migrate_command;
pub mod output;
pub mod passive;
pub mod role;
pub mod serve;
pub mod signals;
pub mod smoke_command;
pub mod status;
pub mod supervision;
pub mod wake;

mod active;
mod asking;
mod books;
mod catalogue;
mod check;
mod credits;
mod effects;
mod events;
mod generation_loop;
mod inbox_loop;
mod introduction;
mod outbox_loop;
mod pauses;
mod periodic;
mod polling;
mod registration;
mod requests;
mod scratch;
mod settings;
mod smoke;
mod survey;
mod term_work;
mod wall_clock;
