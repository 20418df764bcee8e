//! What a command says: the one way to standard output and standard error, either of which may be closed.
//!
//! ```text
//!   open ── the reader has gone (`| head`) ──> closed: what is said from then on is left out
//! ```
//!
//! A reader that has seen enough is no trouble of ours. The command goes on to its end, and its exit status
//! says what it found; it neither panics, as `println!` would, nor complains. Any other failure to write, such
//! as a full disk, is one.
//!
//! On failure: what cannot be said about a failure cannot be said; the exit status is left.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use crate::cli::failure::Failure;

/// Says a line, or several, on standard output.
pub fn say(text: impl Display) -> Result<(), Failure> {
    write(&mut io::stdout().lock(), text)
}

/// Says a line on standard error, if anybody reads it.
pub fn complain(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Takes a reader that has gone for the end, and anything else for the failure it is.
pub fn unless_closed(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failure::Other(format!("the output cannot be written: {error}"))),
        Ok(()) => Ok(()),
    }
}

fn write(to: &mut impl Write, text: impl Display) -> Result<(), Failure> {
    unless_closed(writeln!(to, "{text}").and_then(|()| to.flush()))
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind, Write};

    use super::write;

    /// Somewhere that refuses everything.
    struct Refuses(ErrorKind);

    impl Write for Refuses {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_reader_that_has_gone_is_no_failure_and_a_full_disk_is() {
        let mut said = Vec::new();

        assert!(write(&mut said, "hello").is_ok());
        assert_eq!(said, b"hello\n");
        assert!(write(&mut Refuses(ErrorKind::BrokenPipe), "hello").is_ok());
        let full = write(&mut Refuses(ErrorKind::StorageFull), "hello").unwrap_err();
        assert!(full.to_string().contains("cannot be written"), "{full}");
    }
}
