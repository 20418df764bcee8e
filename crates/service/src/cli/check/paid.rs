//! Whether money has ever come in: a shop that never took a payment may be unable to.

use store::checks::PaymentsSoFar;
use store::{PoolSettings, Store, StoreError};

use super::Deployment;
use super::way_in::asked_in_vain;
use crate::cli::checklist::Verdict;

/// Whether a payment ever went through, be it a test.
pub(super) async fn went_through(it: &Deployment) -> Verdict {
    match payments(it).await {
        Ok(payments) => judge(&payments, !it.config.admins.ids.is_empty()),
        Err(error) => asked_in_vain(&error),
    }
}

async fn payments(it: &Deployment) -> Result<PaymentsSoFar, StoreError> {
    let store = Store::open(&it.config.database_url, PoolSettings::default()).await?;
    let payments = store.payments_so_far().await;
    store.close().await;
    payments
}

fn judge(payments: &PaymentsSoFar, has_admins: bool) -> Verdict {
    match (&payments.last, has_admins) {
        (Some(day), _) => {
            Verdict::pass(format!("{} went through, the last one on {day}", payments.count))
        }
        (None, true) => Verdict::warn(
            "no payment ever went through, not even a test",
            "as an admin write `/admin pay test` to the bot: it takes one Star and gives it back",
        ),
        (None, false) => Verdict::warn(
            "no payment ever went through, not even a test",
            "set ADMIN_IDS, then write `/admin pay test` to the bot: it takes one Star and gives it \
             back",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{PaymentsSoFar, judge};

    #[test]
    fn a_shop_without_a_payment_is_told_how_to_try_one() {
        let line = |count, last: Option<&str>, has_admins| {
            let payments = PaymentsSoFar { count, last: last.map(str::to_owned) };
            judge(&payments, has_admins).named("payments").to_string()
        };

        assert_eq!(
            line(2, Some("2026-11-18"), false),
            "PASS payments: 2 went through, the last one on 2026-11-18"
        );
        let alone = line(0, None, true);
        assert!(alone.starts_with("WARN payments: no payment ever went through"), "{alone}");
        assert!(alone.contains("; as an admin write `/admin pay test`"), "{alone}");
        assert!(line(0, None, false).contains("; set ADMIN_IDS, then write"));
    }
}
