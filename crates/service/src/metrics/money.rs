//! What is counted about money: what came in, went back and moved, and whether the books are in order.

use domain::ledger::{Kind, Unit};
use domain::offers::Limit;
use store::PaidFor;

use super::table::{Active, Label, Metric, Own, Shared};
use super::{known, rows, seconds};
use crate::status::Readings;

const PAYMENTS: &str = "trt_payments_total";
const STARS: &str = "trt_stars_received_total";
const REFUNDS: &str = "trt_refunds_total";
const PRE_CHECKOUTS: &str = "trt_pre_checkouts_total";
const MOVED: &str = "trt_money_moved_total";
const LIMITS: &str = "trt_limits_reached_total";
const FINDINGS: &str = "trt_books_findings";
const AUDIT_AGE: &str = "trt_books_audit_age_seconds";
const DIFFERENCES: &str = "trt_books_differences";
const RECONCILED_AGE: &str = "trt_books_reconciled_age_seconds";
const HOLDS: &str = "trt_holds_open";
const HOLDS_OLDEST: &str = "trt_holds_oldest_age_seconds";
const UNBOOKED: &str = "trt_unbooked_payments";

const UNITS: [Unit; 3] = [Unit::Wallet, Unit::Stars, Unit::Kie];

pub(super) const METRICS: &[Metric] = &[
    Metric::counter(
        PAYMENTS,
        &[Label::of("kind", || PaidFor::ALL.map(PaidFor::word).to_vec())],
        Active,
        "payments credited; `other` fits no invoice of ours",
    ),
    Metric::counter(STARS, &[], Active, "Stars credited"),
    Metric::counter(
        REFUNDS,
        &[Label::these("by", &["admin", "telegram"])],
        Active,
        "payments that went back: decided by an admin, or by the bot for a test; or in Telegram's own tools",
    ),
    Metric::counter(
        PRE_CHECKOUTS,
        &[Label::these("answer", &["yes", "no", "away"])],
        Own,
        "pre-checkout queries; `away`: a no, since nobody could look",
    ),
    Metric::counter(
        MOVED,
        &[
            Label::of("operation", || Kind::ALL.iter().map(|kind| kind.name()).collect()),
            Label::of("unit", || UNITS.map(Unit::name).to_vec()),
        ],
        Active,
        "what transfers of the books moved: `wallet` in minor units, `stars` in nano-Stars, `kie` in millionths of \
         a credit",
    ),
    Metric::counter(
        LIMITS,
        &[Label::these(
            "limit",
            &["spend_per_hour", "spend_per_day", "refunds_per_person", "refunds_per_admin"],
        )],
        Active,
        "times that money would have gone faster than it may",
    ),
    Metric::gauge(
        FINDINGS,
        &[],
        Shared,
        "invariants of the books that two audits in a row found broken, a minute apart, and that still are",
    ),
    Metric::gauge(
        AUDIT_AGE,
        &[],
        Shared,
        "since the last audit that came to its end; not known before the first",
    ),
    Metric::gauge(DIFFERENCES, &[], Shared, "differences that are open and shown to operators"),
    Metric::gauge(
        RECONCILED_AGE,
        &[Label::these("with", &["telegram", "kie"])],
        Shared,
        "since the last reconciliation in which Telegram's side was looked at in full, and in which KIE's was as \
         well; not known before the first",
    ),
    Metric::gauge(HOLDS, &[], Shared, "holds that have not ended, counted up to 10,001"),
    Metric::gauge(
        HOLDS_OLDEST,
        &[],
        Shared,
        "age of the oldest of those counted; 0 when there is none",
    ),
    Metric::gauge(
        UNBOOKED,
        &[],
        Shared,
        "payments and refunds that Telegram told of and that nothing has booked",
    ),
];

pub(super) fn paid(what: PaidFor, stars: i64) {
    metrics::counter!(PAYMENTS, "kind" => what.word()).increment(1);
    metrics::counter!(STARS).increment(u64::try_from(stars).unwrap_or_default());
}

pub(super) fn went_back(by_us: bool) {
    let by = if by_us { "admin" } else { "telegram" };
    metrics::counter!(REFUNDS, "by" => by).increment(1);
}

pub(super) fn moved(kind: Kind, unit: Unit, amount: i64) {
    let (operation, unit) = (kind.name(), unit.name());
    metrics::counter!(MOVED, "operation" => operation, "unit" => unit)
        .increment(amount.unsigned_abs());
}

/// Somebody wanted to pay, and was answered so.
pub(crate) fn pre_checkout(answer: &'static str) {
    metrics::counter!(PRE_CHECKOUTS, "answer" => answer).increment(1);
}

/// Counts that money would have gone faster than it may.
pub(crate) fn limit_reached(limit: Limit) {
    let limit = match limit {
        Limit::SpendPerHour => "spend_per_hour",
        Limit::SpendPerDay => "spend_per_day",
        Limit::RefundsPerPerson => "refunds_per_person",
        Limit::RefundsPerAdmin => "refunds_per_admin",
    };
    metrics::counter!(LIMITS, "limit" => limit).increment(1);
}

pub(super) fn show(read: &Readings) {
    let stocks = read.stocks.as_ref();
    metrics::gauge!(FINDINGS).set(rows(stocks.map(|stocks| stocks.findings)));
    metrics::gauge!(DIFFERENCES).set(rows(stocks.map(|stocks| stocks.differences)));
    metrics::gauge!(HOLDS).set(rows(stocks.map(|stocks| stocks.holds.rows)));
    let oldest = stocks.map(|stocks| read.aged(stocks.holds.oldest).unwrap_or_default());
    metrics::gauge!(HOLDS_OLDEST).set(seconds(oldest));
    let age = |age| seconds(read.aged(age));
    metrics::gauge!(AUDIT_AGE).set(age(stocks.and_then(|stocks| stocks.audited)));
    let with_telegram = stocks.and_then(|stocks| stocks.reconciled_telegram);
    metrics::gauge!(RECONCILED_AGE, "with" => "telegram").set(age(with_telegram));
    let with_kie = stocks.and_then(|stocks| stocks.reconciled_kie);
    metrics::gauge!(RECONCILED_AGE, "with" => "kie").set(age(with_kie));
    metrics::gauge!(UNBOOKED).set(known(read.unbooked().map(|rows| rows as f64)));
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    pre_checkout("yes");
    limit_reached(Limit::SpendPerHour);
}
