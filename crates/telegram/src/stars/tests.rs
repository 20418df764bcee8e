//! Pages of Telegram's books, as they are and as they might be some day.

use domain::PersonId;
use proptest::prelude::{ProptestConfig, any, proptest};

use super::{Deal, Direction, NANOS_PER_STAR, Partner, StarBalance, StarPage, StarTransaction};

const PAID: &str = r#"{"id":"c1","amount":100,"date":1700000000,"source":{"type":"user",
    "transaction_type":"invoice_payment","user":{"id":7,"is_bot":false,"first_name":"Ann"},
    "invoice_payload":"plan","subscription_period":2592000}}"#;

const RETURNED: &str = r#"{"id":"c1","amount":100,"date":1700000100,"receiver":{"type":"user",
    "transaction_type":"invoice_payment","user":{"id":7,"first_name":"Ann"}}}"#;

const WITHDRAWN: &str = r#"{"id":"w","amount":1000,"nanostar_amount":5,"date":1700000200,
    "receiver":{"type":"fragment","withdrawal_state":{"type":"pending"}}}"#;

fn page(items: &[&str]) -> StarPage {
    let text = format!(r#"{{"transactions":[{}],"new":[]}}"#, items.join(","));
    StarPage::read(&text).unwrap()
}

fn partner(json: &str) -> Partner {
    let one = format!(r#"{{"id":"x","amount":1,"source":{json}}}"#);
    page(&[&one]).transactions.remove(0).partner
}

#[test]
fn a_payment_its_refund_and_a_withdrawal_are_told_apart() {
    let page = page(&[PAID, RETURNED, WITHDRAWN]);
    let [paid, returned, withdrawn] = &page.transactions[..] else { panic!("{page:?}") };

    let payer = Partner::User {
        person: PersonId::new(7),
        payload: Some("plan".into()),
        kind: Deal::InvoicePayment,
        subscription_period: Some(2_592_000),
    };
    assert_eq!(
        *paid,
        StarTransaction {
            id: "c1".into(),
            amount: 100 * NANOS_PER_STAR,
            date: 1_700_000_000,
            direction: Direction::Incoming,
            partner: payer,
        }
    );
    assert_eq!((returned.id.as_str(), returned.direction), ("c1", Direction::Outgoing));
    assert_eq!((withdrawn.amount, &withdrawn.partner), (1_000_000_000_005, &Partner::Fragment));
    assert_eq!((page.count(), page.unread), (3, 0));
}

#[test]
fn a_partner_of_an_unknown_kind_keeps_its_name() {
    assert_eq!(
        partner(r#"{"type":"affiliate_program"}"#),
        Partner::Other("affiliate_program".into())
    );
    assert_eq!(partner(r#"{"type":"user","user":{"id":"7"}}"#), Partner::Other("user".into()));
    assert_eq!(partner(r#"{"type":7}"#), Partner::Other(String::new()));
    let gift = partner(r#"{"type":"user","transaction_type":"gift_purchase","user":{"id":7}}"#);
    let Partner::User { kind, payload, .. } = gift else { panic!("{gift:?}") };
    assert_eq!((kind, payload), (Deal::Other("gift_purchase".into()), None));
}

#[test]
fn what_cannot_be_read_is_counted_and_costs_only_itself() {
    let odd = [
        "7",
        "{}",
        r#"{"id":"x","amount":1}"#,
        r#"{"id":"x","amount":1,"source":{"type":"user"},"receiver":{"type":"user"}}"#,
        r#"{"amount":1,"source":{"type":"user"}}"#,
        r#"{"id":"x","amount":1.5,"source":{"type":"user"}}"#,
        r#"{"id":"x","amount":9223372036854775807,"source":{"type":"user"}}"#,
        r#"{"id":"x","amount":1,"nanostar_amount":"half","source":{"type":"user"}}"#,
    ];
    for item in odd {
        let page = page(&[PAID, item, RETURNED]);
        assert_eq!((page.transactions.len(), page.unread, page.count()), (2, 1, 3), "{item}");
    }
    for result in ["true", "[]", "{}", r#"{"transactions":{}}"#] {
        assert_eq!(StarPage::read(result), None, "{result}");
    }
}

#[test]
fn a_balance_may_be_less_than_nothing() {
    let read = |text| StarBalance::read(text).map(|balance| balance.nanos);

    assert_eq!(read(r#"{"amount":12,"nanostar_amount":34}"#), Some(12_000_000_034));
    assert_eq!(read(r#"{"amount":-3,"nanostar_amount":-1}"#), Some(-3_000_000_001));
    assert_eq!(read(r#"{"amount":"12"}"#), None);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_can_be_looked_at(text: String, amount in any::<i64>()) {
        let _ = StarPage::read(&text);
        let _ = StarBalance::read(&text);
        let _ = StarBalance::read(&format!(r#"{{"amount":{amount},"nanostar_amount":{amount}}}"#));
    }
}
