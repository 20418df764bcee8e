//! What is said in passing: thanks, a greeting, a smile. It is answered, and never taken for a description.
//!
//! Only what is nothing else counts: "thanks, now a dog" is a wish.

/// What people say besides wishing, in both languages.
const SAID: &[&str] = &[
    "thanks",
    "thank",
    "you",
    "thx",
    "ty",
    "ok",
    "okay",
    "cool",
    "nice",
    "great",
    "wow",
    "hi",
    "hello",
    "hey",
    "yes",
    "no",
    "good",
    "super",
    "awesome",
    "perfect",
    "lol",
    "haha",
    "please",
    "bye",
    "so",
    "much",
    "very",
    "well",
    "спасибо",
    "спс",
    "благодарю",
    "пожалуйста",
    "ок",
    "окей",
    "хорошо",
    "класс",
    "классно",
    "круто",
    "супер",
    "вау",
    "привет",
    "здравствуйте",
    "здравствуй",
    "да",
    "нет",
    "ага",
    "угу",
    "отлично",
    "прекрасно",
    "здорово",
    "ого",
    "хаха",
    "пока",
    "понял",
    "поняла",
    "понятно",
    "ясно",
    "большое",
    "огромное",
    "очень",
    "добрый",
    "день",
    "вечер",
];

/// The longest thing that is only said in passing, in words.
const MOST: usize = 4;

/// Whether a text describes nothing.
pub(crate) fn is_chatter(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_said = |word: &str| SAID.contains(&word.to_lowercase().as_str());
    words.by_ref().take(MOST).all(is_said) && words.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::is_chatter;

    #[test]
    fn thanks_greetings_and_smiles_describe_nothing() {
        for said in [
            "Спасибо!",
            "спасибо большое",
            "\u{1F44D}",
            "\u{2764}\u{FE0F}\u{1F525}",
            "ok",
            "OK!!!",
            "Thank you so much",
            "привет",
            "...",
            "?",
            "Да",
            "добрый вечер",
        ] {
            assert!(is_chatter(said), "{said}");
        }
    }

    #[test]
    fn a_wish_is_a_wish_however_short_or_polite() {
        for wish in [
            "кот",
            "a cat",
            "thanks, now a dog",
            "спасибо, а теперь собаку",
            "закат",
            "очень большой дом",
            "2",
            "好",
            "thank you card with flowers",
            "please please please please please",
        ] {
            assert!(!is_chatter(wish), "{wish}");
        }
    }
}
