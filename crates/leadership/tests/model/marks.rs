//! What a move can bring about: the invariants it broke, and the rare things that must happen.
//!
//! Marks live in a state until the next move, so that they do not multiply the states after it.

/// An epoch was given twice.
pub(crate) const BROKE_I2: u32 = 1 << 0;
/// A transaction committed in a term that was not the newest any more.
pub(crate) const BROKE_I3: u32 = 1 << 1;
/// A term acted longer than it may where the overlap cannot be avoided.
pub(crate) const BROKE_I4_BOUND: u32 = 1 << 2;
/// Work or a call began in a sealed term, or the lock was released before the seal.
pub(crate) const BROKE_I8: u32 = 1 << 3;
/// Somebody became active who had no business to, or sat on the lock.
pub(crate) const BROKE_I9: u32 = 1 << 4;
/// A process was aborted although its work ends when it is told to.
pub(crate) const BROKE_ABORT: u32 = 1 << 5;
/// A process began a term before its last one was over.
pub(crate) const BROKE_ONE_TERM: u32 = 1 << 6;
/// Something was due, and doing it changed nothing: time could never pass again.
pub(crate) const BROKE_PROGRESS: u32 = 1 << 7;

/// A term was claimed after the server had ended a silent session.
pub(crate) const TOOK_OVER: u32 = 1 << 8;
/// The fence, or the end of its session, refused a transaction.
pub(crate) const REFUSED: u32 = 1 << 9;
/// A term was sealed because somebody asked for the role.
pub(crate) const HANDED_OVER: u32 = 1 << 10;
/// A process claimed a second time.
pub(crate) const AGAIN: u32 = 1 << 11;
/// A claim had to wait for a transaction of the old term.
pub(crate) const STRAGGLER: u32 = 1 << 12;
/// A process that led has stopped in order, its term sealed.
pub(crate) const STOPPED: u32 = 1 << 13;
/// A process that slept too long with work in hand was aborted.
pub(crate) const ABORTED: u32 = 1 << 14;
/// A claim of a process that was gone has been recorded.
pub(crate) const GHOST: u32 = 1 << 15;
/// A call of the last term was still under way when the next one was claimed, within its bound.
pub(crate) const OVERLAP: u32 = 1 << 16;
