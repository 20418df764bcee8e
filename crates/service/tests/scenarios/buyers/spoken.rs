//! The language of people whose Telegram does not tell one: the operator's.

use serde_json::json;
use simulator::telegram::Bubble;
use simulator::world::PATIENCE;

use crate::generations::studio::build;

#[tokio::test]
async fn people_whose_telegram_tells_no_language_are_spoken_to_in_the_operators() {
    let world = build().start().await;
    let nobody = world.speaker("Nemo", "");
    let from = json!({ "id": nobody.id(), "is_bot": false, "first_name": "Nemo" });
    let chat = json!({ "id": nobody.id(), "type": "private", "first_name": "Nemo" });
    let message =
        json!({ "message_id": 1, "date": 1, "from": from, "chat": chat, "text": "/help" });

    nobody.sends_raw(json!({ "message": message })).await;

    let help = nobody.waits_for(Bubble::is_from_bot, PATIENCE).await;
    assert!(help.text.contains("Как это работает"), "{}", help.text);
    world.ends_well().await;
}
