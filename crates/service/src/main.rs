//! The program `trt`: reads the command line, runs the command, turns its end into an exit status.

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use trt::cli::command::{Arguments, Command};
use trt::cli::failure::Failure;
use trt::cli::{
    books, catalogue, check, closures, dead, health, import, lock, logcheck, migrate, output,
    setup, smoke,
};
use trt::serve;

/// Every update is a handful of small, short allocations made in one thread and freed in another,
/// which the allocator of the C library serialises: this one is worth a sixth of the intake's rate.
/// How eagerly it gives memory back is set at build time, in `.cargo/config.toml`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long threads may take to notice that everything is over.
const LAST_MOMENT: Duration = Duration::from_millis(200);

fn main() -> ExitCode {
    // Before anything that could open a TLS connection: without a provider that panics. It can only
    // be refused because there is one already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let arguments = Arguments::parse();
    let outcome = match tokio::runtime::Runtime::new() {
        Err(error) => Err(Failure::other(error)),
        Ok(runtime) => {
            let outcome = runtime.block_on(Box::pin(run(arguments.command)));
            runtime.shutdown_timeout(LAST_MOMENT);
            outcome
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(format_args!("trt: {failure}"));
            failure.exit_code()
        }
    }
}

async fn run(command: Command) -> Result<(), Failure> {
    // A value that is not UTF-8 is none of ours; it must not end the process all the same.
    let variables = std::env::vars_os().map(|(name, value)| {
        (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
    });
    let variables = &variables.collect::<Vec<_>>();
    match command {
        Command::Serve { no_migrate } => serve::run(variables, no_migrate).await,
        Command::Migrate { plan } => migrate::run(variables, plan).await,
        Command::Check { json } => check::run(variables, json).await,
        Command::Health { url, wait } => health::run(variables, url, wait).await,
        Command::Smoke { urls, commit, json } => smoke::run(variables, &urls, commit, json).await,
        Command::Logcheck { file, minutes, urls, up } => {
            logcheck::run(file, minutes, &urls, Duration::from_secs(up)).await
        }
        Command::Dead { action } => dead::run(variables, action).await,
        Command::Closures { action } => closures::run(variables, action).await,
        Command::Lock { action } => lock::run(variables, action).await,
        Command::Catalogue { action } => catalogue::run(variables, action).await,
        Command::Books { action } => books::run(variables, action).await,
        Command::Setup(wanted) => setup::run(variables, wanted).await,
        Command::Import(wanted) => import::run(variables, wanted).await,
    }
}
