//! Planted faults: each is found at its line.

use super::{BUILT_IN, Offers};

/// Replaces the first `what` of the built-in offers; then exactly this is found, where `place` is.
#[track_caller]
fn finds(what: &str, by: &str, place: &str, expected: &str) {
    assert!(BUILT_IN.contains(what), "the offers have no {what}");
    let text = BUILT_IN.replacen(what, by, 1);
    let line = text[..text.find(place).unwrap()].matches('\n').count() + 1;
    let found = Offers::read("offers.toml", &text).unwrap_err();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, [format!("offers.toml:{line}: {expected}")]);
}

#[test]
fn a_field_that_is_missing_unknown_or_of_another_kind_is_found() {
    finds("default_language = \"ru\"", "", "# What is", "`default_language` is missing");
    let what = "`default_language` must be \"ru\" or \"en\"";
    finds("_language = \"ru\"", "_language = \"de\"", "default_language", what);
    let what = "`discounts` is not known here; is `discount` meant?";
    finds("discount = 7", "discount = 7\ndiscounts = 7", "discounts = 7", what);
    let what = "`currency` is \"RUR\", which is not known; is \"RUB\" meant?";
    finds("currency = \"RUB\"", "currency = \"RUR\"", "currency = \"RUR\"", what);
    let gift = &BUILT_IN[BUILT_IN.find("[gift]").unwrap()..BUILT_IN.find("[referral]").unwrap()];
    finds(gift, "", "# What is", "`gift` is missing");
    finds("amount = \"10\"", "", "[gift]", "`amount` is missing");
}

#[test]
fn a_number_that_makes_no_sense_is_found() {
    let what = "`markup` must be more than 0 and at most a million";
    finds("markup = \"2.0\"", "markup = \"0\"", "markup = \"0\"", what);
    let what = "`usd_rate` must be more than 0 and at most a million";
    finds("usd_rate = \"80\"", "usd_rate = \"8000000\"", "usd_rate = \"8000000\"", what);
    let what = "`stars` is more than 10000, the most in one payment";
    finds("stars = 2500", "stars = 10001", "stars = 10001", what);
    let what = "`discount` must be a whole percentage from 0 to 99";
    finds("discount = 7", "discount = 100", "discount = 100", what);
    let what = "`per_hour` is more than `per_day`";
    finds("per_hour = 3", "per_hour = 6", "per_hour = 6", what);
    let what = "`daily_budget` is more than `most`";
    finds("daily_budget = \"1000\"", "daily_budget = \"2001\"", "daily_budget = \"2001\"", what);
    let what = "`per_person` must be a whole number from 1 up, without quotes";
    finds("per_person = 3", "per_person = 0", "per_person = 0", what);
}

#[test]
fn names_of_another_form_are_found() {
    let what = "`time_zone` must be a name such as \"Europe/Moscow\" or \"UTC\"";
    for name in ["UTC+3 ", "Europe//Moscow", "+03", "Москва"] {
        finds("\"Europe/Moscow\"", &format!("\"{name}\""), "time_zone", what);
    }
    let what = "`free_channel` must be a public name such as \"@channel\"";
    for name in ["channel", "@", "https://t.me/channel"] {
        let by = format!("free_channel = \"{name}\"");
        finds("# free_channel = \"@name\"", &by, "free_channel", what);
    }
}

#[test]
fn offers_without_a_pack_are_found() {
    let (from, to) = (BUILT_IN.find("[[pack]]").unwrap(), BUILT_IN.find("[[plan]]").unwrap());
    let packs = &BUILT_IN[from..to];
    finds(packs, "", "# What is", "there is no [[pack]], so nobody could pay");
}

#[test]
fn a_key_that_is_used_again_is_found() {
    let what = "the key \"stars-50\" is used already";
    finds("key = \"stars-250\"", "key = \"stars-50\" ", "key = \"stars-50\" ", what);
    finds("key = \"pro\"", "key = \"stars-50\" ", "key = \"stars-50\" ", what);
}

#[test]
fn a_discount_with_which_prices_are_not_above_cost_is_found() {
    let at_the_limit = BUILT_IN.replacen("discount = 15", "discount = 27", 1);
    assert!(Offers::read("offers.toml", &at_the_limit).is_ok());

    let what = "with this `discount` prices are not above cost; it can be at most 27 %";
    finds("discount = 15", "discount = 28", "discount = 28", what);
    let what = "with these rates and this `markup` prices are not above cost";
    finds("markup = \"2.0\"", "markup = \"1.4\"", "markup = \"1.4\"", what);
    finds("pays_out = \"0.013\"", "pays_out = \"0.009\"", "markup =", what);
}

#[test]
fn money_on_top_with_which_we_would_sell_below_cost_is_found() {
    let what = "with this `bonus` and the largest discount of a plan we would sell below cost";
    finds("bonus = 8", "bonus = 48", "bonus = 48", what);
    let what = "`included` is so much more than the Stars buy that we would sell below cost";
    finds("included = \"358.80\"", "included = \"600\"", "included = \"600\"", what);
}

#[test]
fn wrong_syntax_is_found_at_its_line() {
    let found = Offers::read("offers.toml", "currency = \"RUB\"\nusd_rate = \n").unwrap_err();

    assert_eq!((found.len(), found[0].line), (1, 2));
}

#[test]
fn offers_of_an_earlier_release_have_the_usual_budgets() {
    let earlier = &BUILT_IN[..BUILT_IN.find("# What KIE charges").unwrap()];
    let earlier =
        earlier.replacen("daily_budget = \"500\"                # for all", "# for all", 1);

    let offers = Offers::read("offers.toml", &earlier).unwrap();

    assert_eq!(offers, Offers::built_in().unwrap());
}
