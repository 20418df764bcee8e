//! A ledger of the plainest kind: every account a row, both rows locked in the order of their ids,
//! both balances kept, two entries for each transfer. One call is one transaction.

use std::time::{Duration, Instant};

use anyhow::Result;
use testbed::server::Server;
use tokio::task::JoinSet;
use tokio_postgres::Client;

use super::{Plan, Tally};
use crate::load::histogram::Histogram;

const DATABASE: &str = "naive";
/// The account of revenue; a person's are 2 n and 2 n + 1.
const REVENUE: i64 = 1;

const SCHEMA: &str = "
    create table accounts (
        id bigint primary key,
        balance bigint not null check (balance >= 0),
        version bigint not null default 0
    );
    create table transfers (
        id bigint generated always as identity primary key,
        debit_id bigint not null references accounts (id),
        credit_id bigint not null references accounts (id),
        amount bigint not null,
        at timestamptz not null default now()
    );
    create table entries (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts (id),
        transfer_id bigint not null references transfers (id),
        amount bigint not null,
        balance bigint not null,
        version bigint not null
    );
    create index entries_account on entries (account_id, id);
    create function transfer(debit bigint, credit bigint, amount bigint) returns bigint
    language plpgsql as $$
    declare
        made bigint;
    begin
        perform from accounts where id in (debit, credit) order by id for update;
        insert into transfers (debit_id, credit_id, amount)
        values (debit, credit, transfer.amount) returning id into made;
        with changed as (
            update accounts
            set balance = balance + case when id = credit then transfer.amount else -transfer.amount end,
                version = version + 1
            where id in (debit, credit)
            returning id, balance, version
        )
        insert into entries (account_id, transfer_id, amount, balance, version)
        select id, made, case when id = credit then transfer.amount else -transfer.amount end,
            balance, version
        from changed;
        return made;
    end
    $$";
const FILL: &str = "insert into accounts (id, balance)
    select id, 1000000000000 from generate_series(1, 2 * $1::bigint + 1) as id";
const TRANSFER: &str = "select transfer($1, $2, 64)";

/// The plain ledger.
pub(super) struct Books<'s> {
    server: &'s Server,
    plan: Plan,
}

impl<'s> Books<'s> {
    pub(super) async fn open(server: &'s Server, plan: Plan) -> Result<Self> {
        server.connect("postgres").await?.batch_execute("create database naive").await?;
        let client = server.connect(DATABASE).await?;
        client.batch_execute(SCHEMA).await?;
        client.execute(FILL, &[&i64::from(plan.people)]).await?;
        Ok(Self { server, plan })
    }

    /// Moves money of people apart for this long; whose, by client.
    pub(super) async fn holds(&self, length: Duration) -> Result<(Tally, Vec<Vec<i64>>)> {
        let clients = self.clients().await?;
        let began = Instant::now();
        let mut workers = JoinSet::new();
        for (client, number) in clients.into_iter().zip(0..) {
            let plan = self.plan;
            workers.spawn(async move {
                let transfer = client.prepare(TRANSFER).await?;
                let (mut latency, mut open, mut turn) = (Histogram::default(), Vec::new(), 0_u32);
                while began.elapsed() < length {
                    let person = i64::from((turn * plan.clients + number) % plan.people) + 1;
                    let at = Instant::now();
                    client.execute(&transfer, &[&(2 * person), &(2 * person + 1)]).await?;
                    latency.record(at.elapsed());
                    open.push(person);
                    turn += 1;
                }
                Ok::<_, anyhow::Error>((latency, open))
            });
        }
        let mut done = Vec::new();
        while let Some(worker) = workers.join_next().await {
            done.push(worker??);
        }
        let (latencies, open): (Vec<_>, Vec<_>) = done.into_iter().unzip();
        Ok((Tally::of(latencies, began), open))
    }

    /// Earns what was moved apart.
    pub(super) async fn captures(&self, open: Vec<Vec<i64>>) -> Result<Tally> {
        let clients = self.clients().await?;
        let began = Instant::now();
        let mut workers = JoinSet::new();
        for (client, people) in clients.into_iter().zip(open) {
            workers.spawn(async move {
                let transfer = client.prepare(TRANSFER).await?;
                let mut latency = Histogram::default();
                for person in people {
                    let at = Instant::now();
                    client.execute(&transfer, &[&(2 * person + 1), &REVENUE]).await?;
                    latency.record(at.elapsed());
                }
                Ok::<_, anyhow::Error>(latency)
            });
        }
        let mut latencies = Vec::new();
        while let Some(worker) = workers.join_next().await {
            latencies.push(worker??);
        }
        Ok(Tally::of(latencies, began))
    }

    async fn clients(&self) -> Result<Vec<Client>> {
        let mut clients = Vec::new();
        for _ in 0..self.plan.clients {
            clients.push(self.server.connect(DATABASE).await?);
        }
        Ok(clients)
    }
}
