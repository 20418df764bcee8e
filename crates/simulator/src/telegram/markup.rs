//! Keyboards: what Telegram accepts as `reply_markup`.
//!
//! A button of an inline keyboard does exactly one thing; its data has 1 to 64 bytes; a pay
//! button comes first. The error is the sentence after "Bad Request: ".

use serde_json::{Map, Value};

/// The things an inline button can do.
const ACTIONS: &str = "url callback_data web_app login_url switch_inline_query \
                       switch_inline_query_current_chat switch_inline_query_chosen_chat copy_text \
                       callback_game pay disabled";

/// What a button may carry besides its text and its action.
const DRESS: &[&str] = &["text", "style", "icon_custom_emoji_id"];

/// How a button may look.
const STYLES: &[&str] = &["danger", "success", "primary"];

const MOST: usize = 100;

pub(crate) fn check_inline(markup: &Value) -> Result<(), String> {
    let rows = markup.get("inline_keyboard").and_then(Value::as_array);
    let rows = rows.ok_or("object expected as reply markup with the field inline_keyboard")?;
    let mut count = 0;
    for row in rows {
        let row = row.as_array().ok_or("can't parse inline keyboard: expected an array of rows")?;
        for button in row {
            let button = button.as_object().ok_or("can't parse inline keyboard button")?;
            check_button(button, count == 0)?;
            count += 1;
        }
    }
    if count > MOST {
        return Err(format!("reply markup is too long: {count} buttons"));
    }
    Ok(())
}

pub(crate) fn check_any(markup: &Value) -> Result<(), String> {
    let has = |field: &str| markup.get(field).is_some();
    if has("inline_keyboard") {
        return check_inline(markup);
    }
    if has("remove_keyboard") || has("force_reply") {
        return Ok(());
    }
    let rows = markup.get("keyboard").and_then(Value::as_array);
    let rows = rows.ok_or("object expected as reply markup")?;
    let labelled = |button: &Value| button.is_string() || button["text"].is_string();
    let good = |row: &Value| row.as_array().is_some_and(|row| row.iter().all(labelled));
    if rows.iter().all(good) { Ok(()) } else { Err("can't parse keyboard button".to_owned()) }
}

fn check_button(button: &Map<String, Value>, first: bool) -> Result<(), String> {
    let text = button.get("text").and_then(Value::as_str).unwrap_or_default();
    if text.trim().is_empty() {
        return Err("text of an inline keyboard button must be non-empty".to_owned());
    }
    let is_action = |field: &&String| ACTIONS.split(' ').any(|action| action == *field);
    let is_unknown = |field: &&String| !is_action(field) && !DRESS.contains(&field.as_str());
    if let Some(stranger) = button.keys().find(is_unknown) {
        return Err(format!("inline keyboard button \"{text}\" has the unknown field {stranger}"));
    }
    if let Some(style) = button.get("style")
        && !style.as_str().is_some_and(|style| STYLES.contains(&style))
    {
        return Err(format!("inline keyboard button \"{text}\" has an unknown style"));
    }
    let actions: Vec<_> = button.keys().filter(is_action).collect();
    let [action] = actions.as_slice() else {
        return Err(format!(
            "inline keyboard button \"{text}\" must have exactly one action, it has {}",
            actions.len()
        ));
    };
    let value = &button[action.as_str()];
    match action.as_str() {
        "callback_data" => match value.as_str().map(str::len) {
            Some(1..=64) => Ok(()),
            _ => Err("BUTTON_DATA_INVALID".to_owned()),
        },
        "url" => match value.as_str() {
            Some(url) if url.contains("://") || url.starts_with("t.me/") => Ok(()),
            _ => Err(format!("inline keyboard button URL of \"{text}\" is invalid")),
        },
        "pay" if !first => Err("BUTTON_POS_INVALID".to_owned()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{check_any, check_inline};
    use serde_json::{Value, json};

    fn one(button: Value) -> Result<(), String> {
        check_inline(&json!({ "inline_keyboard": [[button]] }))
    }

    #[test]
    fn a_button_does_exactly_one_thing() {
        assert_eq!(one(json!({ "text": "a", "callback_data": "x" })), Ok(()));
        assert!(one(json!({ "text": "a" })).unwrap_err().contains("it has 0"));
        let both = json!({ "text": "a", "callback_data": "x", "url": "https://a.b" });
        assert!(one(both).unwrap_err().contains("it has 2"));
        assert!(one(json!({ "text": "a", "calback_data": "x" })).unwrap_err().contains("unknown"));
        let styled =
            |style: &str| one(json!({ "text": "a", "callback_data": "x", "style": style }));
        assert_eq!(styled("success"), Ok(()));
        assert!(styled("green").unwrap_err().contains("unknown style"));
    }

    #[test]
    fn data_is_measured_in_bytes() {
        let data = |data: &str| one(json!({ "text": "a", "callback_data": data }));

        assert_eq!(data(&"x".repeat(64)), Ok(()));
        assert_eq!(data(&"\u{436}".repeat(33)).unwrap_err(), "BUTTON_DATA_INVALID");
        assert_eq!(data("").unwrap_err(), "BUTTON_DATA_INVALID");
    }

    #[test]
    fn a_pay_button_comes_first() {
        let pay = json!({ "text": "pay", "pay": true });
        let other = json!({ "text": "a", "callback_data": "x" });

        assert_eq!(check_inline(&json!({ "inline_keyboard": [[pay, other]] })), Ok(()));
        assert!(check_inline(&json!({ "inline_keyboard": [[other, pay]] })).is_err());
    }

    #[test]
    fn other_keyboards_are_known_too() {
        assert_eq!(check_any(&json!({ "keyboard": [["a", { "text": "b" }]] })), Ok(()));
        assert_eq!(check_any(&json!({ "remove_keyboard": true })), Ok(()));
        assert!(check_any(&json!({ "keyboard": [[1]] })).is_err());
        assert!(check_any(&json!({ "keybord": [] })).is_err());
    }
}
