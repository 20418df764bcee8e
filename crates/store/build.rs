//! Keeps the checked queries and the embedded migrations up to date, and independent of the machine.
//!
//! The macros of sqlx would ask whatever database `DATABASE_URL` names, which on a machine that runs
//! the bot is the bot's own. So they are told to use `.sqlx`, unless `SQLX_OFFLINE_DIR` says that
//! somebody is writing it anew.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../migrations");
    println!("cargo:rerun-if-changed=../../.sqlx");
    println!("cargo:rerun-if-env-changed=SQLX_OFFLINE_DIR");
    if std::env::var_os("SQLX_OFFLINE_DIR").is_none() {
        println!("cargo:rustc-env=SQLX_OFFLINE=true");
    }
}
