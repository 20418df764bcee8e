//! How the books are shown to those who keep them: `trt books`.
//!
//! | part | owns |
//! | --- | --- |
//! | [`audit`] | the invariants, one line each |
//! | [`export`] | the transfers as CSV, between balances that tie |
//! | [`margin`] | what each model brings and costs, in dollars |
//!
//! What is in the books is read by `store::audit`; here it is put into words and columns.

pub(crate) mod audit;
pub(crate) mod export;
pub(crate) mod margin;
