//! The store on a real PostgreSQL: what it promises when others hold locks, die or look elsewhere.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod appliers;
mod audit;
mod audit_log;
mod bench;
mod broadcasts;
mod certificates;
mod checked;
mod conversations;
mod generations;
mod growth;
mod hosts;
mod imports;
mod inbox;
mod intake;
mod isolation;
mod leaving;
mod ledger;
mod migrations;
mod newcomers;
mod news;
mod numbers;
mod operators;
mod outbox;
mod periodic;
mod poolers;
mod promos;
mod roles;
mod sessions;
mod stocks;
mod support;
mod survey;
mod terms;
