//! The house rules of this tree, as tests.
