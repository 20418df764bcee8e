//! What an order looks at that is made from an earlier one.

use domain::ledger::Purse;

use super::PastOrder;

/// A generation that the person wants made anew: as it was, or by another model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reorder {
    /// The generation, and what ordering looks at for the model that is to make it.
    pub past: PastOrder,
    /// The person's accounts, locked until the step is written.
    pub purse: Purse,
}
