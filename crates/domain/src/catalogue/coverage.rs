//! Whether every order that can be made has exactly one price.
//!
//! Only the inputs that some condition names matter, so their combinations are tried one by one.
//! Hidden inputs have their default and nothing else.

use std::collections::BTreeSet;

use super::input::{Form, Input, Value};
use super::model::{Model, When};

/// More than any real model has; a mistyped range must not keep the reader busy for ever.
const MOST_COMBINATIONS: usize = 100_000;

/// What is wrong with the price rows of a model, each with its line.
pub(super) fn gaps(model: &Model) -> Vec<(usize, String)> {
    if model.prices.is_empty() {
        return Vec::new();
    }
    let deciding = deciding(model);
    let Some(count) = combinations(&deciding) else {
        let what = format!("the prices depend on more than {MOST_COMBINATIONS} combinations");
        return vec![(model.line, what)];
    };
    let values: Vec<Vec<Value>> = deciding.iter().map(|input| values(input)).collect();
    let mut trial = Trial::new(model, &deciding);
    for number in 0..count {
        trial.run(&pick(&values, number));
    }
    trial.findings()
}

/// The inputs that the prices depend on.
fn deciding(model: &Model) -> Vec<&Input> {
    let prices = model.prices.iter().map(|price| &price.when);
    let conditions = prices.chain(model.forbidden.iter().map(|row| &row.when));
    let names: BTreeSet<&str> = conditions.flat_map(When::inputs).collect();
    model.inputs.iter().filter(|input| names.contains(input.name.as_str())).collect()
}

/// How many combinations there are, if they can be tried.
fn combinations(inputs: &[&Input]) -> Option<usize> {
    let product = inputs.iter().try_fold(1_usize, |product, input| {
        let count = match &input.form {
            _ if !input.shown => 1,
            Form::Whole(whole) => {
                let span = whole.max.checked_sub(whole.min)? / i64::from(whole.step);
                usize::try_from(span.checked_add(1)?).ok()?
            }
            Form::Choice { values, .. } => values.len(),
            Form::Switch { .. } => 2,
            Form::Text { .. } | Form::Media(_) | Form::Fixed(_) => 1,
        };
        product.checked_mul(count)
    });
    product.filter(|product| *product <= MOST_COMBINATIONS)
}

/// Every value that an order can have for an input.
fn values(input: &Input) -> Vec<Value> {
    match &input.form {
        _ if !input.shown => input.default().into_iter().collect(),
        Form::Choice { values, .. } => values.clone(),
        Form::Switch { .. } => vec![Value::Switch(false), Value::Switch(true)],
        Form::Whole(whole) => {
            let steps = usize::try_from(whole.step).unwrap_or(usize::MAX);
            (whole.min..=whole.max).step_by(steps).map(Value::Whole).collect()
        }
        Form::Text { .. } | Form::Media(_) | Form::Fixed(_) => Vec::new(),
    }
}

/// The combination with this number: one value of each list.
fn pick(values: &[Vec<Value>], mut number: usize) -> Vec<Option<&Value>> {
    let pick = |values: &Vec<Value>| {
        let at = number % values.len().max(1);
        number /= values.len().max(1);
        at
    };
    let places: Vec<usize> = values.iter().map(pick).collect();
    values.iter().zip(places).map(|(values, at)| values.get(at)).collect()
}

/// What the combinations so far have shown.
struct Trial<'m> {
    model: &'m Model,
    inputs: &'m [&'m Input],
    /// The first combination without a price, and how many there are.
    unpriced: Option<(String, usize)>,
    /// The first combination with two prices, with the line of the second.
    doubled: Option<(String, usize)>,
    /// For each price row, whether it ever applied.
    used: Vec<bool>,
}

impl<'m> Trial<'m> {
    fn new(model: &'m Model, inputs: &'m [&'m Input]) -> Self {
        let used = vec![false; model.prices.len()];
        Self { model, inputs, unpriced: None, doubled: None, used }
    }

    fn run(&mut self, values: &[Option<&Value>]) {
        let named = || self.inputs.iter().zip(values);
        let value_of = |name: &str| {
            let (_, value) = named().find(|(input, _)| input.name == name)?;
            *value
        };
        if self.model.forbidden.iter().any(|row| row.when.holds(value_of)) {
            return;
        }
        let show = || {
            let parts = named().filter_map(|(input, value)| Some((&input.name, (*value)?)));
            let parts: Vec<String> =
                parts.map(|(name, value)| format!("{name} = {value}")).collect();
            if parts.is_empty() { "any order".to_owned() } else { parts.join(", ") }
        };
        let rows = self.model.prices.iter().enumerate();
        let rows: Vec<usize> =
            rows.filter(|(_, row)| row.when.holds(value_of)).map(|(at, _)| at).collect();
        match rows.as_slice() {
            [] => {
                let (combination, count) = self.unpriced.take().unwrap_or_else(|| (show(), 0));
                self.unpriced = Some((combination, count + 1));
            }
            [_] => {}
            [_, second, ..] if self.doubled.is_none() => {
                self.doubled = Some((show(), self.model.prices[*second].line));
            }
            _ => {}
        }
        for at in rows {
            self.used[at] = true;
        }
    }

    fn findings(self) -> Vec<(usize, String)> {
        let mut findings = Vec::new();
        if let Some((combination, count)) = self.unpriced {
            let others =
                if count > 1 { format!(", and for {} more", count - 1) } else { String::new() };
            let what = format!("there is no price for {combination}{others}");
            findings.push((self.model.line, what));
        }
        if let Some((combination, line)) = self.doubled {
            findings.push((line, format!("there is a second price for {combination}")));
        }
        for (row, used) in self.model.prices.iter().zip(self.used) {
            if !used {
                findings.push((row.line, "this price never applies".to_owned()));
            }
        }
        findings
    }
}
