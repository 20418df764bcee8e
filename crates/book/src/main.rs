//! The command behind `./dev docs`: binds both books into a folder and says where they are.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

fn main() -> ExitCode {
    match run(std::env::args_os().nth(1).map(PathBuf::from)) {
        Ok(said) => {
            // A reader that has closed the pipe does not need the words.
            let _ = writeln!(std::io::stdout(), "{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("book: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(out: Option<PathBuf>) -> Result<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = out.unwrap_or_else(|| root.join("target/book"));
    let pages = book::binding::bind(&root, &out)?;
    let start = std::path::absolute(out.join("index.html"))?;
    let start = start.canonicalize().unwrap_or(start);
    let russian = start.with_file_name("ru").join("index.html");
    Ok(format!("{pages} pages\n{}\n{}", start.display(), russian.display()))
}
