//! Why a database will not do for the lock, with the cure in words of our variables and commands.
//!
//! The leadership room serves any program, and knows neither.

use leadership::Refusal;

/// The sentence for the log, the checks and the end of the process.
pub(crate) fn in_our_words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Pooler => {
            "the lock connection goes through a pooler in transaction mode, where no \
             session lock holds: set LOCK_DATABASE_URL to the direct address of the same database"
                .to_owned()
        }
        Refusal::NoSchema => {
            "the database has no leadership schema: apply the migrations first (`trt migrate`)"
                .to_owned()
        }
        Refusal::Owned { owner, name } => format!(
            "the database belongs to {owner}, and {name} would work on what is not its own: set \
             DATABASE_URL to a database that {name} has for itself"
        ),
        Refusal::Standby | Refusal::TooOld { .. } => refusal.to_string(),
    }
}
