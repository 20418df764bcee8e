//! What keeps us out of the database, or from working in it: the cure for each cause.

use store::migrations::MigrateError;
use store::{Cause, StoreError};

use crate::cli::checklist::Verdict;

/// The way that this variable describes leads nowhere.
pub(super) fn unreached(name: &str, error: &MigrateError) -> Verdict {
    let cause = match error {
        MigrateError::Store(error) => error.cause(),
        _ => None,
    };
    let cure = match (cause, error) {
        (Some(cause), _) => cure(cause, name),
        (None, MigrateError::Store(StoreError::Refused(_))) => {
            format!("correct the user, the password or the database in {name}")
        }
        (None, _) => format!("see that the server runs and that host and port in {name} are right"),
    };
    Verdict::fail(format!("{name}: {error}"), cure)
}

/// It let us in and did not do what it was asked.
pub(super) fn asked_in_vain(error: &StoreError) -> Verdict {
    let cure = error.cause().map(|cause| cure(cause, "DATABASE_URL"));
    let cure = cure.unwrap_or_else(|| "see that the database answers".to_owned());
    Verdict::fail(error.to_string(), cure)
}

/// What to do about it, for the address in this variable.
fn cure(cause: Cause, name: &str) -> String {
    match cause {
        Cause::Name => format!(
            "correct the host in {name}; between containers it is the name of the service, and both \
             must be in one network"
        ),
        Cause::Closed => format!(
            "see that the server runs and that host and port in {name} are right; in a container \
             localhost is the container itself"
        ),
        Cause::Silent => format!(
            "let this machine through the firewall or onto the database's list of addresses, and see \
             that host and port in {name} are right"
        ),
        Cause::Plain => format!(
            "turn encryption on at the server, or write sslmode=disable into {name} if nobody else \
             can listen on the way there"
        ),
        Cause::Wanted => format!(
            "write sslmode=require into {name}, since the server may let in nobody unencrypted; if \
             that changes nothing let this machine in, by its pg_hba.conf or its host's list of \
             addresses"
        ),
        Cause::Certificate => format!(
            "give the authority's certificate in {name} as sslrootcert, and the host by the name that \
             is in the server's certificate"
        ),
        Cause::Login => format!(
            "correct the user and the password in {name}; a data volume keeps the password of its \
             first start, whatever POSTGRES_PASSWORD says now: use that one, or set the new one there \
             with `alter role ... password ...`"
        ),
        Cause::NotAllowedIn => {
            "let this machine in: by a line in the server's pg_hba.conf, or on its host's list of \
             addresses"
                .to_owned()
        }
        Cause::NoRole => format!("make that role at the server, or correct the user in {name}"),
        Cause::NoDatabase => format!(
            "make it with `create database`, or correct the database in {name}; a data volume has \
             the databases of its first start, whatever POSTGRES_DB says now"
        ),
        Cause::Full => "end what else is connected, use a smaller number of instances, or raise \
                        max_connections or the limit of the role; a pooler is no cure for the lock"
            .to_owned(),
        Cause::DiskFull => "give the database's disk more room: until then nothing is stored and \
                            Telegram keeps what it cannot deliver, for a day"
            .to_owned(),
        Cause::MemoryFull => "give the database's machine more memory, or the server smaller \
                              settings"
            .to_owned(),
        Cause::Starting => "wait until the server has started, then look again".to_owned(),
        Cause::ReadOnly => format!(
            "point {name} at the primary, or take default_transaction_read_only from its role and \
             database"
        ),
        Cause::NoPrimary => format!(
            "see which server is the primary (`patronictl list`, or the provider's page), and name every \
             host that can be it in {name}"
        ),
        Cause::NotAllowed => "run `trt migrate` as the owner of the tables, then \
                              deploy/postgres/roles.sql, which gives the bot's role its rights"
            .to_owned(),
    }
}
