//! What a person does who has come to buy: a picture that survives the death of who makes it, Stars, a plan.

use super::eyes::{JOHN, Look, Person};
use super::{DESK, ends, opened};

#[tokio::test(flavor = "multi_thread")]
async fn a_person_makes_a_picture_while_the_active_one_is_killed_and_pays_and_subscribes() {
    let Some((_browser, demo, person)) = opened(5).await else { return };
    person.looks(Look { sides: DESK, is_dark: true }).await;
    person.cards(2).await;
    person.sees("money", "return eyes.after(1, 0).text.includes('1,0')").await;

    let begun = person.writes("a lighthouse in a storm").await;
    person.orders(begun).await;
    person.presses(".card.active .danger").await;
    let made = format!("return eyes.after({JOHN}, {begun}).made.includes('IMG')");
    person.sees("the picture all the same", &made).await;
    person.reads(&[" took over in ", " ms, 0 lost", ", books balanced"]).await;

    person.buys("/topup", &["50\u{a0}", "Pay"]).await;
    person
        .sees(
            "a wallet with less",
            "return eyes.chat(1).querySelector('.stars').textContent.startsWith('2,450')",
        )
        .await;
    person.buys("/subscribe", &["Light", "Subscribe"]).await;
    person
        .sees(
            "a wallet with less",
            "return eyes.chat(1).querySelector('.stars').textContent.startsWith('2,151')",
        )
        .await;

    person.loses_nothing().await;
    assert_eq!(person.text(".tile.doubled dd").await, "0");
    assert_eq!(person.text(".tile.books dd").await, "29 / 29");
    ends(demo, person).await;
}

impl Person {
    /// Taps the green button of what can be made, and sees that the bot is at it.
    async fn orders(&self, begun: u64) {
        let page = self.settles(begun, "IMG", None).await;
        self.taps(page.step(&["Image"]).key).await;
        let working = format!(
            "const busy = eyes.chat({JOHN}).querySelector('.state').textContent; \
             return busy.includes('photo') || eyes.after({JOHN}, {begun}).keys.every(([, style]) => style !== 'success')"
        );
        self.sees("the bot at work", &working).await;
    }

    /// Asks for a list, taps through these buttons, and pays in the sheet that opens.
    async fn buys(&self, command: &str, buttons: &[&str]) {
        self.writes(command).await;
        for words in buttons {
            let key = format!(
                "[...eyes.chat({JOHN}).querySelectorAll('.keys button')].filter((one) => one.textContent.startsWith('{words}')).at(-1)"
            );
            self.sees(words, &format!("return {key} !== undefined")).await;
            self.value(&format!("{key}.click()")).await;
        }
        self.presses("#sheet .pay").await;
        let paid = "return document.querySelector('#sheet .outcome').textContent === 'Paid.'";
        self.sees("that it is paid", paid).await;
        self.presses("#sheet .close").await;
    }
}
