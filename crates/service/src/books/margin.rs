//! What each model brings and costs, in dollars.
//!
//! ```text
//!   captured money ── its bought part ── : what a Star buys ── x what a Star pays out ──> brings
//!   KIE credits ── x 0.005 dollars ──> costs                             brings - costs = margin
//! ```
//!
//! Money that was given and not bought brings nothing. Everything is counted in millionths of a
//! dollar and rounded against us: what it brings down, what it costs up.

use domain::{Money, Offers};
use serde_json::{Value, json};
use store::Sales;

use crate::cli::failure::Failure;

/// What one model comes to; dollars in millionths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Margin {
    sales: Sales,
    brings: i64,
    costs: i64,
}

impl Margin {
    fn of(sales: Sales, offers: &Offers) -> Option<Self> {
        let brings = offers.net_micro_usd(sales.bought)?;
        let costs = sales.cost.micro_usd()?;
        brings.checked_sub(costs)?;
        Some(Self { sales, brings, costs })
    }

    fn margin(&self) -> i64 {
        self.brings.saturating_sub(self.costs)
    }

    fn json(&self) -> Value {
        let Sales { model, delivered, revenue, bought, cost, estimated } = &self.sales;
        json!({
            "model": model,
            "delivered": delivered,
            "revenue": revenue.get(),
            "bought": bought.get(),
            "kie_millionths": cost.get(),
            "estimated": estimated,
            "brings_micro_usd": self.brings,
            "costs_micro_usd": self.costs,
            "margin_micro_usd": self.margin(),
        })
    }
}

/// What every model comes to, the one that loses most first.
pub(crate) fn worst_first(sales: Vec<Sales>, offers: &Offers) -> Result<Vec<Margin>, Failure> {
    let margins = sales.into_iter().map(|model| Margin::of(model, offers));
    let margins: Option<Vec<Margin>> = margins.collect();
    let mut margins = margins.ok_or_else(|| Failure::other("a sum is too large to be true"))?;
    margins.sort_by(|a, b| {
        a.margin().cmp(&b.margin()).then_with(|| a.sales.model.cmp(&b.sales.model))
    });
    Ok(margins)
}

/// The table, or an array for programs.
pub(crate) fn shown(margins: &[Margin], as_json: bool) -> String {
    if as_json {
        return Value::from_iter(margins.iter().map(Margin::json)).to_string();
    }
    let header =
        ["model", "delivered", "revenue", "bought", "credits", "brings", "costs", "margin"];
    let mut table = vec![header.map(str::to_owned)];
    table.extend(margins.iter().map(cells));
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max();
    let widths: [usize; 8] = std::array::from_fn(|column| width(column).unwrap_or_default());
    let line = |row: &[String; 8]| {
        let cells = row.iter().zip(widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}"));
        let first = format!("{:<width$}", row[0], width = widths[0]);
        cells.fold(first, |line, cell| line + &cell)
    };
    let mut lines: Vec<String> = table.iter().map(line).collect();
    let estimated: i64 = margins.iter().map(|margin| margin.sales.estimated).sum();
    if estimated > 0 {
        lines.push(format!("costs that KIE has not said and the catalogue has: {estimated}"));
    }
    lines.join("\n")
}

fn cells(margin: &Margin) -> [String; 8] {
    let Sales { model, delivered, revenue, bought, cost, .. } = &margin.sales;
    let minor = |money: &Money| decimal(money.get(), 2, 2);
    let usd = |micro: i64| format!("{} USD", decimal(micro, 6, 4));
    [
        model.clone(),
        delivered.to_string(),
        minor(revenue),
        minor(bought),
        decimal(cost.get(), 6, 2),
        usd(margin.brings),
        usd(margin.costs),
        usd(margin.margin()),
    ]
}

/// A number of `scale`-th decimal places, written with `shown` of them; the rest is cut off.
fn decimal(number: i64, scale: u32, shown: u32) -> String {
    let (one, cut) = (10_u64.pow(scale), 10_u64.pow(scale - shown));
    let size = number.unsigned_abs();
    let sign = if number < 0 { "-" } else { "" };
    let width = shown as usize;
    format!("{sign}{}.{:0width$}", size / one, size % one / cut)
}

#[cfg(test)]
mod tests {
    use domain::{Credits, Money, Offers};
    use store::Sales;

    use super::{Margin, decimal, shown};

    fn sales(model: &str, revenue: i64, bought: i64, cost: &str) -> Sales {
        let (revenue, bought) = (Money::new(revenue), Money::new(bought));
        let cost = Credits::parse(cost).unwrap();
        Sales { model: model.to_owned(), delivered: 3, revenue, bought, cost, estimated: 0 }
    }

    fn worst_first(sales: Vec<Sales>) -> Vec<Margin> {
        super::worst_first(sales, &Offers::built_in().unwrap()).unwrap()
    }

    #[test]
    fn a_model_that_is_paid_for_with_gifts_loses_its_cost_and_comes_first() {
        let all = vec![sales("good", 12_000, 12_000, "100"), sales("given", 12_000, 0, "100")];

        let margins = worst_first(all);

        // 120.00 buys 100 Stars, which pay out 1.30 dollars.
        assert_eq!(
            shown(&margins, false),
            "model  delivered  revenue  bought  credits      brings       costs       margin\n\
             given          3   120.00    0.00   100.00  0.0000 USD  0.5000 USD  -0.5000 USD\n\
             good           3   120.00  120.00   100.00  1.3000 USD  0.5000 USD   0.8000 USD"
        );
    }

    #[test]
    fn a_program_gets_whole_numbers() {
        let mut one = sales("good", 12_000, 6_000, "0.8");
        one.estimated = 1;
        let margins = worst_first(vec![one]);

        let read: serde_json::Value = serde_json::from_str(&shown(&margins, true)).unwrap();

        let expected = serde_json::json!([{
            "model": "good",
            "delivered": 3,
            "revenue": 12_000,
            "bought": 6_000,
            "kie_millionths": 800_000,
            "estimated": 1,
            "brings_micro_usd": 650_000,
            "costs_micro_usd": 4_000,
            "margin_micro_usd": 646_000,
        }]);
        assert_eq!(read, expected);
        assert!(shown(&margins, false).ends_with("the catalogue has: 1"));
    }

    #[test]
    fn a_decimal_is_cut_off() {
        assert_eq!(decimal(-1_999_999, 6, 4), "-1.9999");
        assert_eq!(decimal(5, 2, 2), "0.05");
    }
}
