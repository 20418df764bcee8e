//! Requests about Stars: what is sold, what goes back, and what Telegram's books say.
//!
//! ```text
//!   sendInvoice ─────────> a message with a pay button, for one payment
//!   createInvoiceLink ───> a link that anybody may open; the only way to a subscription
//!   refundStarPayment ───> the Stars go back; a second time is refused in words
//! ```
//!
//! Currency and provider are fixed: Stars have the currency `XTR`, no provider and exactly one price.
//! A copy of an invoice that somebody forwards opens the chat with us and does not pay.

use std::time::Duration;

use domain::{ChatId, PersonId};
use serde_json::{Map, Value, json};

use super::{Chatless, Keyboard, Method, Request};

const STARS: &str = "XTR";

/// A word behind `/start` has no more characters.
const LONGEST_START: usize = 64;

/// What is sold, in the words of the person and in ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    /// Its name, 1 to 32 characters.
    pub title: String,
    /// What the person gets, 1 to 255 characters.
    pub description: String,
    /// What comes back with the payment, 1 to 128 bytes; the person does not see it.
    pub payload: String,
    /// What stands beside the price.
    pub label: String,
    /// The price.
    pub stars: u32,
}

impl Request {
    /// An invoice in a chat. If it has a keyboard, the first button of it has to be the one that
    /// [pays](super::Press::Pay); without a keyboard Telegram makes that button itself.
    pub fn send_invoice(chat: ChatId, invoice: &Invoice, keyboard: &Keyboard) -> Self {
        let request = Self::to(Method::SendInvoice, chat);
        let request = invoice
            .params()
            .into_iter()
            .fold(request, |request, (name, value)| request.with(&name, value));
        // Without this a forwarded copy could be paid by others, with the payload of this person.
        request.with("start_parameter", start(&invoice.payload)).with_keyboard(keyboard)
    }
}

impl Chatless {
    /// A link that shows an invoice to whoever opens it, for one payment or for one every period.
    /// Telegram takes a period of 30 days only.
    pub fn create_invoice_link(invoice: &Invoice, subscription: Option<Duration>) -> Self {
        let request = Self::new(Method::CreateInvoiceLink);
        let request = invoice
            .params()
            .into_iter()
            .fold(request, |request, (name, value)| request.with(&name, value));
        match subscription {
            Some(period) => request.with("subscription_period", period.as_secs()),
            None => request,
        }
    }

    /// Gives the Stars of a payment back. The second time it is refused with
    /// `CHARGE_ALREADY_REFUNDED`, which means that it is done.
    pub fn refund_star_payment(user: PersonId, charge: &str) -> Self {
        Self::about_charge(Method::RefundStarPayment, user, charge)
    }

    /// Stops a subscription, or lets the person resume it. The charge is that of its first payment.
    pub fn edit_user_star_subscription(user: PersonId, charge: &str, is_canceled: bool) -> Self {
        Self::about_charge(Method::EditUserStarSubscription, user, charge)
            .with("is_canceled", is_canceled)
    }

    /// A page of the bot's Stars, oldest first: this many from there on, 1 to 100.
    pub fn get_star_transactions(offset: u64, limit: u8) -> Self {
        Self::new(Method::GetStarTransactions).with("offset", offset).with("limit", limit)
    }

    /// How many Stars the bot has.
    pub fn get_my_star_balance() -> Self {
        Self::new(Method::GetMyStarBalance)
    }

    /// How a person stands in a chat, which is named by its id or by `@` and its name.
    pub fn get_chat_member(chat: &str, user: PersonId) -> Self {
        Self::new(Method::GetChatMember).with("chat_id", chat).with("user_id", user.get())
    }

    fn about_charge(method: Method, user: PersonId, charge: &str) -> Self {
        Self::new(method).with("user_id", user.get()).with("telegram_payment_charge_id", charge)
    }
}

impl Invoice {
    fn params(&self) -> Map<String, Value> {
        let params = json!({
            "title": self.title,
            "description": self.description,
            "payload": self.payload,
            "provider_token": "",
            "currency": STARS,
            "prices": [{ "label": self.label, "amount": self.stars }],
        });
        match params {
            Value::Object(params) => params,
            _ => Map::new(),
        }
    }
}

/// The payload as a word behind `/start`, which has letters, digits, `_` and `-` only.
fn start(payload: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    payload.chars().map(|c| if fits(c) { c } else { '-' }).take(LONGEST_START).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use domain::{ChatId, PersonId};
    use serde_json::{Value, json};

    use super::Invoice;
    use crate::request::{Button, Chatless, Keyboard, Repeats, Request};

    fn body(request: &Request) -> Value {
        serde_json::from_slice(&request.to_response_body()).unwrap()
    }

    fn invoice() -> Invoice {
        Invoice {
            title: "100 Stars".into(),
            description: "For your pictures".into(),
            payload: "top:7:a b".into(),
            label: "Top-up".into(),
            stars: 100,
        }
    }

    #[test]
    fn an_invoice_says_what_telegram_expects_and_cannot_be_paid_when_forwarded() {
        let keys = Keyboard::new(vec![vec![Button::pay("Pay")], vec![Button::data("Back", "b")]]);
        let sent = Request::send_invoice(ChatId::new(5), &invoice(), &keys);

        assert_eq!(
            body(&sent),
            json!({ "method": "sendInvoice", "chat_id": 5, "title": "100 Stars",
                "description": "For your pictures", "payload": "top:7:a b", "provider_token": "",
                "currency": "XTR", "prices": [{ "label": "Top-up", "amount": 100 }],
                "start_parameter": "top-7-a-b", "reply_markup": { "inline_keyboard": [
                    [{ "text": "Pay", "pay": true }], [{ "text": "Back", "callback_data": "b" }],
                ] } })
        );
        assert_eq!(sent.repeats(), Repeats::Ambiguous);
        assert_eq!(Request::from_bytes(&sent.to_bytes()).unwrap(), sent);
        let bare = Request::send_invoice(ChatId::new(5), &invoice(), &Keyboard::NONE);
        assert!(body(&bare).get("reply_markup").is_none());
    }

    #[test]
    fn a_link_is_for_one_payment_or_for_a_subscription() {
        let once = body(Chatless::create_invoice_link(&invoice(), None).request());
        let month = Duration::from_secs(2_592_000);
        let monthly = body(Chatless::create_invoice_link(&invoice(), Some(month)).request());

        assert_eq!(once["payload"], "top:7:a b");
        assert_eq!(once.get("subscription_period"), None);
        assert_eq!(monthly["method"], "createInvoiceLink");
        assert_eq!(monthly["subscription_period"], 2_592_000);
        assert_eq!(once.get("start_parameter"), None);
    }

    #[test]
    fn questions_about_stars_say_what_telegram_expects() {
        let user = PersonId::new(7);
        let table = [
            (
                Chatless::refund_star_payment(user, "c"),
                json!({ "method": "refundStarPayment", "user_id": 7,
                    "telegram_payment_charge_id": "c" }),
            ),
            (
                Chatless::edit_user_star_subscription(user, "c", true),
                json!({ "method": "editUserStarSubscription", "user_id": 7,
                    "telegram_payment_charge_id": "c", "is_canceled": true }),
            ),
            (
                Chatless::get_star_transactions(200, 100),
                json!({ "method": "getStarTransactions", "offset": 200, "limit": 100 }),
            ),
            (Chatless::get_my_star_balance(), json!({ "method": "getMyStarBalance" })),
            (
                Chatless::get_chat_member("@news", user),
                json!({ "method": "getChatMember", "chat_id": "@news", "user_id": 7 }),
            ),
        ];
        for (request, expected) in table {
            assert_eq!(body(request.request()), expected);
            assert_eq!(request.request().repeats(), Repeats::Safe);
            assert_eq!(request.request().chat(), None, "it needs no turn");
        }
    }
}
