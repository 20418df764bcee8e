//! Promises of the product: one that is broken fails the whole run, whatever a second try says.
//!
//! A scenario that fails is tried once more, since a machine that stood still for a second is no fault of
//! the product. That must not hide a message lost or a kopeck invented, which may well happen one time in a
//! hundred: what is checked under a [`Promise`] is written down when it does not hold, in the file named by
//! `TRT_BROKEN`, and `./dev test` fails if there is a line in it.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: one line of a file")]

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// The variable that names the file of broken promises.
pub const FILE: &str = "TRT_BROKEN";

/// Whether the test of this process breaks promises to see that they are missed.
static ON_PURPOSE: AtomicBool = AtomicBool::new(false);

/// Says that this test breaks a promise on purpose: from here on none is written down.
pub fn is_broken_on_purpose() {
    ON_PURPOSE.store(true, Ordering::Relaxed);
}

/// A promise that is being checked: kept when it is dropped, unless by a panic.
#[must_use = "a promise is checked while it is held"]
#[derive(Debug)]
pub struct Promise {
    what: &'static str,
    file: Option<OsString>,
}

impl Promise {
    /// Begins to check a promise.
    pub fn that(what: &'static str) -> Self {
        Self { what, file: std::env::var_os(FILE) }
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        if std::thread::panicking() && !ON_PURPOSE.load(Ordering::Relaxed) {
            let thread = std::thread::current();
            let test = thread.name().unwrap_or("a test");
            add_line(self.file.take(), &format!("broken in {test}: {}", self.what));
        }
    }
}

/// Adds a line to a file of the whole test run, if there is one.
pub(crate) fn add_line(file: Option<OsString>, line: &str) {
    if let Some(path) = file
        && let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path)
    {
        // One write per line, so that lines of several processes do not mix.
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::Promise;

    #[test]
    fn a_promise_that_is_broken_is_written_down_and_one_that_is_kept_is_not() {
        let file = std::env::temp_dir().join(format!("trt-broken-{}", std::process::id()));
        let promise = |what| Promise { what, file: Some(file.clone().into()) };

        drop(promise("it is kept"));
        assert!(!file.exists());

        catch_unwind(|| {
            let _kept = promise("it is broken");
            panic!("as the test wants it");
        })
        .unwrap_err();
        let written = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(written.ends_with(": it is broken\n"), "{written}");
    }
}
