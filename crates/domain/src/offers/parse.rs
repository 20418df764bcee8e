//! From the text of `offers.toml` to offers.
//!
//! Names, types and ranges are looked at here; whether what is sold brings more than it costs is in
//! [`super::loss`].

use std::num::NonZeroU32;

use super::{
    Currency, FreeUse, Limits, Losses, Offers, Pack, PackKey, Plan, PlanKey, Retention, StarRates,
    guarded, loss,
};
use crate::catalogue::Texts;
use crate::money::{Credits, Millionths, Money};
use crate::reading::{self, Table};

/// The most Stars of one payment: Telegram's limit for a subscription, and more than packs need.
const MOST_STARS: u32 = 10_000;

/// Rates beyond a million are slips of the pen, and the sums they make could not be true.
const MOST_RATE: Millionths = Millionths::new(1_000_000 * Millionths::ONE.get());

/// What a button has room for.
const LONGEST_TITLE: usize = 32;

const FIELDS: &[&str] = &[
    "currency",
    "usd_rate",
    "markup",
    "time_zone",
    "default_language",
    "free_channel",
    "star",
    "pack",
    "plan",
    "free",
    "gift",
    "referral",
    "jobs",
    "losses",
    "retention",
    "guard",
    "limits",
];

/// What all newcomers of a day are given at most, where the file does not say: 500 of the currency.
const GIFT_BUDGET: Money = Money::new(500 * 100);

/// Reads the whole file.
pub(super) fn offers(root: &Table<'_>) -> Option<Offers> {
    root.only(FIELDS);
    let currency = root.required::<Currency>("currency");
    let (usd_rate, markup) = (rate(root, "usd_rate"), rate(root, "markup"));
    let default_language = root.required("default_language");
    let (time_zone, free_channel) = (time_zone(root), free_channel(root));
    let star = root.table("star").and_then(|table| star(&table));
    let pack_tables = root.tables("pack");
    let packs: Vec<Option<Pack>> = pack_tables.iter().map(pack).collect();
    let plan_tables = root.tables("plan");
    let plans: Vec<Option<Plan>> = plan_tables.iter().map(plan).collect();
    if !root.has("pack") {
        root.note("pack", "there is no [[pack]], so nobody could pay");
    }
    let pack_keys = packs.iter().map(|pack| Some(pack.as_ref()?.key.as_str()));
    let plan_keys = plans.iter().map(|plan| Some(plan.as_ref()?.key.as_str()));
    repeated_keys(&[&pack_tables[..], &plan_tables].concat(), pack_keys.chain(plan_keys).collect());
    let free = root.table("free").and_then(|table| free_use(&table));
    let (gift, referral) = (gift(root), amount(root, "referral"));
    let losses = match root.optional_table("losses") {
        Some(table) => losses(&table),
        None => Some(Losses::DEFAULT),
    };
    let guard = guarded::lists(root);
    let limits = match root.optional_table("limits") {
        Some(table) => Limits::read(&table),
        None => Some(Limits::DEFAULT),
    };
    let retention = match root.optional_table("retention") {
        Some(table) => Retention::read(&table),
        None => Some(Retention::DEFAULT),
    };
    let jobs_per_person = root.table("jobs").and_then(|table| {
        table.only(&["per_person"]);
        table.required::<NonZeroU32>("per_person")
    });
    let (gift, gift_budget) = gift?;
    let offers = Offers {
        currency: currency?,
        usd_rate: usd_rate?,
        markup: markup?,
        star: star?,
        packs: reading::all(packs)?,
        plans: reading::all(plans)?,
        free: free?,
        gift,
        gift_budget,
        losses: losses?,
        guard: guard?,
        limits: limits?,
        retention: retention?,
        referral: referral?,
        jobs_per_person: jobs_per_person?.get(),
        time_zone: time_zone?,
        default_language: default_language?,
        free_channel,
    };
    loss::note(&offers, root, &pack_tables, &plan_tables);
    Some(offers)
}

/// A rate or factor that is more than nothing.
fn rate(table: &Table<'_>, name: &str) -> Option<Millionths> {
    let rate = table.required::<Millionths>(name)?;
    let is_possible = rate.is_positive() && rate <= MOST_RATE;
    if !is_possible {
        table.note(name, format!("`{name}` must be more than 0 and at most a million"));
    }
    is_possible.then_some(rate)
}

fn star(table: &Table<'_>) -> Option<StarRates> {
    table.only(&["buys", "pays_out"]);
    let (buys, pays_out) = (rate(table, "buys"), rate(table, "pays_out"));
    Some(StarRates { buys: buys?, pays_out: pays_out? })
}

fn pack(table: &Table<'_>) -> Option<Pack> {
    table.only(&["key", "stars", "bonus", "title"]);
    let (key, stars) = (table.required::<PackKey>("key"), stars(table));
    let bonus = if table.has("bonus") { percent(table, "bonus") } else { Some(0) };
    let title = Texts::field(table, "title", LONGEST_TITLE);
    Some(Pack { key: key?, stars: stars?, bonus: bonus?, title: title? })
}

fn plan(table: &Table<'_>) -> Option<Plan> {
    table.only(&["key", "stars", "included", "discount", "jobs", "title"]);
    let (key, stars) = (table.required::<PlanKey>("key"), stars(table));
    let included = table.required::<Money>("included");
    let discount = percent(table, "discount");
    let title = Texts::field(table, "title", LONGEST_TITLE);
    let jobs = table.optional::<NonZeroU32>("jobs").map(NonZeroU32::get);
    let (included, discount) = (included?, discount?);
    Some(Plan { key: key?, stars: stars?, included, discount, jobs, title: title? })
}

fn stars(table: &Table<'_>) -> Option<u32> {
    let stars = table.required::<NonZeroU32>("stars")?.get();
    if stars > MOST_STARS {
        table.note("stars", format!("`stars` is more than {MOST_STARS}, the most in one payment"));
    }
    Some(stars)
}

fn percent(table: &Table<'_>, name: &str) -> Option<u8> {
    let percent = u8::try_from(table.required::<u32>(name)?).ok().filter(|percent| *percent < 100);
    if percent.is_none() {
        table.note(name, format!("`{name}` must be a whole percentage from 0 to 99"));
    }
    percent
}

/// A key may be used once, whether for a pack or for a plan: payments name it.
fn repeated_keys(tables: &[Table<'_>], keys: Vec<Option<&str>>) {
    for (at, (table, key)) in tables.iter().zip(&keys).enumerate() {
        if let Some(key) = key
            && keys[..at].contains(&Some(key))
        {
            table.note("key", format!("the key \"{key}\" is used already"));
        }
    }
}

fn free_use(table: &Table<'_>) -> Option<FreeUse> {
    table.only(&["per_day", "per_hour", "daily_budget"]);
    let (per_day, per_hour) = (table.required::<u32>("per_day"), table.required::<u32>("per_hour"));
    let daily_budget = table.required::<Credits>("daily_budget");
    let (per_day, per_hour) = (per_day?, per_hour?);
    if per_hour > per_day {
        table.note("per_hour", "`per_hour` is more than `per_day`");
    }
    Some(FreeUse { per_day, per_hour, daily_budget: daily_budget? })
}

/// What a newcomer is given, and all of a day together.
fn gift(root: &Table<'_>) -> Option<(Money, Money)> {
    let table = root.table("gift")?;
    table.only(&["amount", "daily_budget"]);
    let amount = table.required::<Money>("amount");
    Some((amount?, or(&table, "daily_budget", GIFT_BUDGET)?))
}

fn losses(table: &Table<'_>) -> Option<Losses> {
    table.only(&["daily_budget", "most", "warn_usd"]);
    let usual = Losses::DEFAULT;
    let daily_budget = or(table, "daily_budget", usual.daily_budget);
    let most = or(table, "most", usual.most);
    let warn_usd = or(table, "warn_usd", usual.warn_usd);
    let (daily_budget, most) = (daily_budget?, most?);
    if daily_budget > most {
        table.note("daily_budget", "`daily_budget` is more than `most`");
    }
    Some(Losses { daily_budget, most, warn_usd: warn_usd? })
}

/// What a field says, or what counts without it.
fn or<F: reading::Field>(table: &Table<'_>, name: &str, usual: F) -> Option<F> {
    if table.has(name) { table.required(name) } else { Some(usual) }
}

/// The amount of a table that has nothing else.
fn amount(root: &Table<'_>, name: &str) -> Option<Money> {
    let table = root.table(name)?;
    table.only(&["amount"]);
    table.required("amount")
}

/// Reads a name such as `Europe/Moscow`; whether there is such a zone is for the database to know.
fn time_zone(root: &Table<'_>) -> Option<String> {
    let name = root.required::<String>("time_zone")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "_+-".contains(c);
    let is_part =
        |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic()) && part.chars().all(plain);
    let is_name = name.len() <= 64 && name.split('/').all(is_part);
    if !is_name {
        root.note("time_zone", "`time_zone` must be a name such as \"Europe/Moscow\" or \"UTC\"");
    }
    is_name.then_some(name)
}

fn free_channel(root: &Table<'_>) -> Option<String> {
    let name = root.optional::<String>("free_channel")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let own = name.strip_prefix('@').unwrap_or_default();
    let is_name = (4..=32).contains(&own.len()) && own.chars().all(plain);
    if !is_name {
        root.note("free_channel", "`free_channel` must be a public name such as \"@channel\"");
    }
    is_name.then_some(name)
}
