//! Every odd shape in which the old stores may come.

use domain::{Language, Money, PersonId};

use super::{Known, Sheet};

fn known(amount: Option<i64>, language: Option<Language>) -> Known {
    Known { amount: amount.map(Money::new), language }
}

fn faults(sheet: &Sheet) -> Vec<String> {
    sheet.faults.iter().map(ToString::to_string).collect()
}

fn good(sheet: &Sheet) -> Vec<(i64, Known)> {
    sheet.good().map(|(person, known)| (person.get(), known)).collect()
}

#[test]
fn a_person_is_put_together_from_all_files() {
    let mut sheet = Sheet::new(false);
    sheet.balances("b", "{\"7\": 12.5, \"8\": 0.0}");
    sheet.languages("l", "{\"7\": \"ru\", \"9\": \"en\"}");
    sheet.registry("r", "{\"10\": {\"user_id\": 10, \"username\": \"x\"}, \"11\": {}}");

    assert_eq!(faults(&sheet), [""; 0]);
    assert_eq!(
        good(&sheet),
        [
            (7, known(Some(1_250), Some(Language::Russian))),
            (8, known(Some(0), None)),
            (9, known(None, Some(Language::English))),
            (10, known(None, None)),
            (11, known(None, None)),
        ]
    );
}

#[test]
fn empty_files_and_files_kept_as_text_are_read() {
    let mut sheet = Sheet::new(false);
    for text in ["", "  \n", "{}", "\"{}\"", "\u{feff}{}"] {
        sheet.balances("b", text);
    }
    sheet.balances("b", "\"{\\\"7\\\": 5}\"");
    sheet.balances("b", "{\"8\": \"2.50\"}");

    assert_eq!(faults(&sheet), [""; 0]);
    assert_eq!(good(&sheet), [(7, known(Some(500), None)), (8, known(Some(250), None))]);
}

#[test]
fn every_mistake_is_named_with_its_place_and_person_and_others_are_read() {
    let mut sheet = Sheet::new(false);
    sheet.balances(
        "b",
        "{\"1\": 1, \"2\": -3, \"3\": 1.005, \"4\": null, \"5\": 1e30, \"6\": {\"rub\": 1}, \"7\": 1, \
          \"7\": 2, \"x8\": 1, \"-9\": 1, \"010\": 1, \"4503599627370497\": 1, \"\": 1}",
    );

    assert_eq!(
        faults(&sheet),
        [
            "b: person 2: the balance is below zero: -3",
            "b: person 3: the balance has more decimals than the currency: 1.005; --round takes the nearest amount",
            "b: person 4: the balance is no number: null",
            "b: person 5: the balance is too large to be true: 1e30",
            "b: person 6: the balance is no number: {\"rub\": 1}",
            "b: person 7: is named twice",
            "b: person \"x8\": that is no number of a person",
            "b: person \"-9\": that is no number of a person",
            "b: person \"010\": that is no number of a person",
            "b: person \"4503599627370497\": that is no number of a person",
            "b: person \"\": that is no number of a person",
        ]
    );
    assert_eq!(good(&sheet), [(1, known(Some(100), None))]);
}

#[test]
fn a_broken_file_says_where() {
    for text in ["{\"7\": 1", "[1]", "7", "{\"7\": NaN}", "\"no object\"", "{\"7\" 1}"] {
        let mut sheet = Sheet::new(false);
        sheet.balances("b.json", text);

        let faults = faults(&sheet);
        assert_eq!((faults.len(), sheet.good().count()), (1, 0), "{text}: {faults:?}");
        assert!(faults[0].starts_with("b.json: cannot be read: "), "{text}: {faults:?}");
        assert!(faults[0].contains("line 1"), "{faults:?}");
    }
}

#[test]
fn amounts_are_rounded_only_when_it_is_asked_for_and_each_is_told() {
    let mut sheet = Sheet::new(true);
    sheet.balances("b", "{\"7\": 12.569999999999999, \"8\": 3}");

    assert_eq!(faults(&sheet), [""; 0]);
    assert_eq!(sheet.remarks, ["b: person 7: 12.569999999999999 becomes 12.57 RUB"]);
    assert_eq!(sheet.people[&PersonId::new(7)], known(Some(1_257), None));
}

#[test]
fn a_language_that_is_not_spoken_is_a_remark_and_what_is_none_a_mistake() {
    let mut sheet = Sheet::new(false);
    sheet.languages("l", "{\"7\": \"de\", \"8\": 5}");

    assert_eq!(sheet.remarks, ["l: person 7: \"de\" is not spoken here: their Telegram decides"]);
    assert_eq!(faults(&sheet), ["l: person 8: the language is no text"]);
    assert_eq!(good(&sheet), [(7, known(None, None))]);
}

#[test]
fn a_registry_that_contradicts_itself_is_a_mistake() {
    let mut sheet = Sheet::new(false);
    sheet.registry("r", "{\"7\": {\"user_id\": 8}, \"9\": \"Ann\", \"10\": {\"user_id\": \"10\"}}");

    assert_eq!(
        faults(&sheet),
        ["r: person 7: its user_id is another one", "r: person 9: is no object"]
    );
    assert_eq!(good(&sheet), [(10, known(None, None))]);
}

#[test]
fn wallets_come_before_what_users_had_when_there_were_none() {
    let mut sheet = Sheet::new(false);
    sheet.wallet("{\"user_id\": 7, \"balance_rub\": 12.50, \"hold_rub\": 0.00}");
    sheet.wallet("{\"user_id\": 8, \"balance_rub\": 3.00, \"hold_rub\": 1.25}");
    sheet.wallet("{\"user_id\": 8, \"balance_rub\": 4.00}");
    sheet.wallet("{\"user_id\": 9}");
    sheet.wallet("{\"balance_rub\": 4.00}");
    sheet.user("{\"id\": 1, \"user_id\": 7, \"balance\": 0.00, \"locale\": \"en\"}", false);
    sheet.user("{\"user_id\": 10, \"balance\": 5.00}", false);
    sheet.user("{\"user_id\": 11, \"balance\": null, \"role\": \"banned\"}", false);

    assert_eq!(
        faults(&sheet),
        [
            "wallets: person 8: is named twice",
            "wallets: person 9: has no balance_rub",
            "wallets: person \"\": that is no number of a person",
            "users: person 10: has 5.00 in users.balance and no wallet: whether it is theirs is for you to say",
        ]
    );
    assert_eq!(
        good(&sheet),
        [(7, known(Some(1_250), Some(Language::English))), (11, known(None, None))]
    );
    assert!(
        sheet.remarks[0].starts_with("wallets: person 8: 1.25 was on hold"),
        "{:?}",
        sheet.remarks
    );
    assert!(
        sheet.remarks[1].starts_with("users: person 11: is banned there"),
        "{:?}",
        sheet.remarks
    );
}

#[test]
fn without_wallets_the_balance_of_users_is_theirs() {
    let mut sheet = Sheet::new(false);
    sheet.user("{\"user_id\": 7, \"balance\": 5.10, \"locale\": \"ru\"}", true);

    assert_eq!(faults(&sheet), [""; 0]);
    assert_eq!(good(&sheet), [(7, known(Some(510), Some(Language::Russian)))]);
}
