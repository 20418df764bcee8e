//! Paying with Stars: pay sheets, charges, what goes back, the books, and the sheet of the chat page.

use std::time::Duration;

use serde_json::{Value, json};
use simulator::telegram::{Checkout, FakeTelegram, Person, Telling};

use crate::bot::{Answer, Api, Receiver, pair};

fn terms(payload: &str, stars: i64) -> Value {
    json!({
        "title": "Top-up", "description": "Much for little", "payload": payload, "currency": "XTR",
        "provider_token": "", "prices": [{ "label": "x", "amount": stars }],
    })
}

/// Sends an invoice that cannot be paid when it is forwarded; its message.
async fn invoice(api: &Api, chat: i64, payload: &str, stars: i64) -> i64 {
    let mut call = terms(payload, stars);
    (call["chat_id"], call["start_parameter"]) = (json!(chat), json!("back"));
    api.done("sendInvoice", call).await["message_id"].as_i64().unwrap()
}

/// Answers the question that the bot was asked as its n-th update.
async fn answers(api: &Api, bot: &Receiver, number: usize, no: Option<&str>) -> u16 {
    let seen = bot.saw(number).await;
    let query = &seen[number - 1].json()["pre_checkout_query"]["id"];
    let mut call = json!({ "pre_checkout_query_id": query, "ok": no.is_none() });
    if let Some(words) = no {
        call["error_message"] = json!(words);
    }
    api.call("answerPreCheckoutQuery", call).await.status
}

async fn balance(api: &Api) -> Value {
    api.done("getMyStarBalance", json!({})).await["amount"].clone()
}

async fn cast() -> (FakeTelegram, Receiver, Api, Person) {
    let (fake, bot) = pair().await;
    let (api, ann) = (Api::of(&fake), fake.person(7, "Ann", "en"));
    (fake, bot, api, ann)
}

#[tokio::test]
async fn a_payment_is_asked_about_charged_told_and_in_the_books() {
    let (fake, bot, api, ann) = cast().await;
    let message = invoice(&api, 7, "p-1", 50).await;
    let bubble = ann.chat().remove(0);
    assert!(bubble.buttons[0][0].pay, "Telegram makes the button itself");
    assert_eq!(bubble.invoice().unwrap()["total_amount"], 50);

    let sheet = ann.opens_invoice(message).await;
    let asked = bot.saw(1).await[0].json()["pre_checkout_query"].clone();
    assert_eq!((&asked["currency"], &asked["total_amount"]), (&json!("XTR"), &json!(50)));
    assert_eq!((&asked["invoice_payload"], &asked["from"]["id"]), (&json!("p-1"), &json!(7)));
    assert_eq!((sheet.end(), balance(&api).await), (None, json!(0)), "nobody has said yes");
    assert_eq!(answers(&api, &bot, 1, None).await, 200);
    let charge = sheet.ends().await.charge();
    assert_eq!(answers(&api, &bot, 1, None).await, 400, "it is answered once");

    let told = bot.saw(2).await[1].json()["message"].clone();
    let paid = &told["successful_payment"];
    assert_eq!(
        (&paid["telegram_payment_charge_id"], &told["from"]["id"]),
        (&json!(charge), &json!(7))
    );
    assert_eq!((&paid["total_amount"], paid.get("is_recurring")), (&json!(50), None));
    assert_eq!(balance(&api).await, 50);
    let books = api.done("getStarTransactions", json!({ "offset": 0, "limit": 100 })).await;
    let one = &books["transactions"][0];
    assert_eq!((&one["id"], &one["amount"]), (&json!(charge), &json!(50)));
    assert_eq!(one["source"]["transaction_type"], "invoice_payment");
    assert_eq!(one["source"]["user"]["id"], 7);
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn nothing_is_charged_without_a_yes_in_time() {
    let (fake, bot, api, ann) = cast().await;
    let message = invoice(&api, 7, "p-1", 50).await;

    let refused = ann.opens_invoice(message).await;
    answers(&api, &bot, 1, Some("Not today")).await;
    assert_eq!(refused.ends().await, Checkout::Refused("Not today".to_owned()));
    let late = ann.opens_invoice(message).await;
    bot.saw(2).await;
    fake.advance(Duration::from_secs(11));
    assert_eq!(late.ends().await, Checkout::TimedOut);
    assert_eq!(answers(&api, &bot, 2, None).await, 400);

    assert_eq!((fake.stars().payments(), balance(&api).await), (Vec::new(), json!(0)));
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_yes_in_the_body_of_an_answer_counts() {
    let (_fake, bot, api, ann) = cast().await;
    let message = invoice(&api, 7, "p-1", 50).await;
    bot.answers([Answer::Wait]);

    let sheet = ann.opens_invoice(message).await;
    let query = bot.saw(1).await[0].json()["pre_checkout_query"]["id"].clone();
    let yes =
        json!({ "method": "answerPreCheckoutQuery", "pre_checkout_query_id": query, "ok": true });
    bot.answers([Answer::Body(yes)]);
    bot.open();
    // Whatever comes next carries the answer.
    ann.says("hi").await.accepted().await;

    sheet.ends().await.charge();
}

#[tokio::test]
async fn who_may_pay_what() {
    let (fake, bot, api, ann) = cast().await;
    let bob = fake.person(8, "Bob", "en");
    let message = invoice(&api, 7, "p-1", 50).await;

    let started = bob.opens_forwarded(&ann, message).await.unwrap_err();
    started.accepted().await;
    assert_eq!(bot.saw(1).await[0].json()["message"]["text"], "/start back");
    let mut open = terms("p-2", 5);
    open["chat_id"] = json!(7);
    let open = api.done("sendInvoice", open).await["message_id"].as_i64().unwrap();
    let copy = bob.opens_forwarded(&ann, open).await.unwrap();
    answers(&api, &bot, 2, None).await;
    copy.ends().await.charge();
    let link = api.done("createInvoiceLink", terms("p-3", 6)).await;
    let sheet = bob.opens_link(link.as_str().unwrap()).await;
    bot.saw(4).await;
    answers(&api, &bot, 4, Some("Not yours")).await;
    assert_eq!(sheet.ends().await.refusal(), "Not yours");

    let forged = bob.forges("p-1", 1, "USD").await;
    assert_eq!(bot.saw(5).await[4].json()["pre_checkout_query"]["currency"], "USD");
    answers(&api, &bot, 5, None).await;
    assert_eq!((forged.ends().await, fake.stars().balance()), (Checkout::Consented, 5));
}

#[tokio::test]
async fn an_invoice_that_telegram_does_not_take_is_refused() {
    let (fake, _bot, api, _ann) = cast().await;
    let tries = [
        ("title", json!("")),
        ("title", json!("x".repeat(33))),
        ("payload", json!("\u{436}".repeat(65))),
        ("currency", json!("USD")),
        ("prices", json!([])),
        ("prices", json!([{ "label": "x", "amount": 1 }, { "label": "y", "amount": 1 }])),
        ("prices", json!([{ "label": "x", "amount": 0 }])),
        ("subscription_period", json!(86_400)),
    ];
    for (field, value) in &tries {
        let mut call = terms("p", 5);
        call[field] = value.clone();
        assert_eq!(api.call("createInvoiceLink", call).await.status, 400, "{field} {value}");
    }
    let mut dear = terms("p", 10_001);
    dear["subscription_period"] = json!(2_592_000);
    assert_eq!(api.call("createInvoiceLink", dear).await.status, 400);
    let mut unpayable = terms("p", 5);
    unpayable["chat_id"] = json!(7);
    unpayable["reply_markup"] =
        json!({ "inline_keyboard": [[{ "text": "a", "callback_data": "b" }]] });
    assert_eq!(api.call("sendInvoice", unpayable).await.status, 400);
    assert_eq!(fake.violations().len(), tries.len() + 2, "all of them are mistakes of the bot");
}

#[tokio::test]
async fn a_payment_goes_back_once_and_shares_its_id() {
    let (fake, bot, api, ann) = cast().await;
    let charge = fake.stars().charges(&ann, "p-1", 50).await;
    let refund = async |person: i64, charge: &str| {
        let call = json!({ "user_id": person, "telegram_payment_charge_id": charge });
        api.call("refundStarPayment", call).await
    };

    assert!(refund(8, &charge).await.description().contains("CHARGE_NOT_FOUND"));
    assert_eq!(refund(7, &charge).await.status, 200);
    assert!(refund(7, &charge).await.description().contains("CHARGE_ALREADY_REFUNDED"));

    let told = bot.saw(2).await[1].json()["message"].clone();
    assert_eq!(told["refunded_payment"]["telegram_payment_charge_id"], charge);
    assert_eq!((&told["from"]["is_bot"], &told["chat"]["id"]), (&json!(true), &json!(7)));
    let page = api.done("getStarTransactions", json!({ "offset": 1, "limit": 1 })).await;
    let back = &page["transactions"][0];
    assert_eq!((&back["id"], &back["receiver"]["user"]["id"]), (&json!(charge), &json!(7)));
    assert_eq!((balance(&api).await, back.get("source")), (json!(0), None));
    fake.stars().withdraws(3);
    fake.stars().gives(&ann, 2);
    let page = api.done("getStarTransactions", json!({ "offset": 2 })).await;
    let kinds: Vec<_> =
        [0, 1].map(|at| page["transactions"][at]["receiver"]["type"].clone()).into();
    assert_eq!((kinds, balance(&api).await), (vec![json!("fragment"), json!("user")], json!(-5)));
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn an_event_can_be_lost_late_or_repeated() {
    let (fake, bot, _api, ann) = cast().await;
    let stars = fake.stars();
    stars.next_events(1, Telling::Lost);
    stars.next_events(1, Telling::Late);
    let charges = [
        stars.charges(&ann, "p", 1).await,
        stars.charges(&ann, "p", 2).await,
        stars.charges(&ann, "p", 3).await,
    ];

    let told = |number: usize, seen: &[crate::bot::Seen]| {
        let paid = &seen[number].json()["message"]["successful_payment"];
        paid["telegram_payment_charge_id"].as_str().unwrap().to_owned()
    };
    assert_eq!(told(0, &bot.saw(1).await), charges[2]);
    stars.tells_late().await[0].accepted().await;
    stars.repeats(&charges[2]).await.accepted().await;

    let seen = bot.saw(3).await;
    assert_eq!([told(1, &seen), told(2, &seen)], [charges[1].clone(), charges[2].clone()]);
    assert_eq!((seen.len(), stars.payments().len(), stars.balance()), (3, 3, 6));
}

#[tokio::test]
async fn who_is_in_a_channel_is_told_by_its_name() {
    let (fake, _bot, api, ann) = cast().await;
    fake.channel(-100, "news");
    let status = async |chat: &str| {
        let call = json!({ "chat_id": chat, "user_id": 7 });
        api.call("getChatMember", call).await.body["result"]["status"].clone()
    };

    assert_eq!(status("@news").await, "left");
    ann.is_in(-100, true);
    assert_eq!([status("@news").await, status("-100").await], ["member", "member"]);
    assert_eq!(status("@olds").await, Value::Null);
    let bot_id: i64 = fake.token().split_once(':').unwrap().0.parse().unwrap();
    let us = json!({ "chat_id": "@news", "user_id": bot_id });
    let own = async || api.call("getChatMember", us.clone()).await.body["result"]["status"].clone();
    assert_eq!(own().await, "administrator");
    fake.administers(-100, false);
    assert_eq!((own().await, status("@news").await), (json!("left"), Value::Null));
}

#[tokio::test]
async fn the_chat_page_pays_invoices_and_opens_links() {
    let (fake, bot, api, _ann) = cast().await;
    let base = format!("{}/_fake", fake.url());
    api.post(&format!("{base}/view"), "", "").await.unwrap();
    let message = invoice(&api, 501, "p-1", 50).await;
    let view = api.post(&format!("{base}/view"), "", "").await.unwrap().body;
    let shown = &view["people"][0]["messages"][0];
    assert_eq!(
        (&shown["invoice"]["title"], &shown["buttons"][0][0]["pay"]),
        (&json!("Top-up"), &json!(true))
    );

    let body = json!({ "id": 501, "message_id": message }).to_string();
    let url = format!("{base}/pay");
    let (paid, _) = tokio::join!(api.post(&url, "text/plain", body), answers(&api, &bot, 1, None));
    let paid = paid.unwrap().body;
    assert_eq!(paid, json!({ "outcome": "paid", "with": fake.stars().payments()[0].id }));
    let view = api.post(&format!("{base}/view"), "", "").await.unwrap().body;
    let shown = &view["people"][0]["messages"][1]["media"];
    assert_eq!(shown, &json!({ "kind": "paid", "title": "50 \u{2b50}" }));

    let mut plan = terms("p-2", 299);
    plan["subscription_period"] = json!(2_592_000);
    let link = api.done("createInvoiceLink", plan).await.as_str().unwrap().to_owned();
    let sold = api.post(&format!("{base}/invoice?link={link}"), "", "").await.unwrap().body;
    assert_eq!((&sold["total_amount"], &sold["period"]), (&json!(299), &json!(2_592_000)));
    let body = json!({ "id": 501, "link": link }).to_string();
    let (refused, _) =
        tokio::join!(api.post(&url, "text/plain", body), answers(&api, &bot, 3, Some("No")));
    assert_eq!(refused.unwrap().body, json!({ "outcome": "refused", "with": "No" }));
    let nothing = json!({ "id": 501, "link": "https://t.me/$gone" }).to_string();
    assert_eq!(api.post(&url, "text/plain", nothing).await.unwrap().status, 400);
}
