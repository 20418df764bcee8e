//! An order: values for a model's inputs, checked, with every default written out.
//!
//! ```text
//! answers of a person ──┐
//!                       ├── Model::order ──> Order ── Model::cost ──> credits
//! input=value texts ────┘        └──> Refusal             └──> Unpriced
//! ```
//!
//! What stands in an [`Order`] is what KIE is sent: hidden and fixed inputs are in it, an optional
//! input that nobody answered is not. A draft is an order that can be priced and not yet be sent: what
//! does not count for its price may still be missing.

use super::answer::Answer;
use super::input::{Form, Input, Value};
use super::model::{Model, ModelKey, Price};
use super::refusal::Refusal;

/// A checked order for one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    model: ModelKey,
    answers: Vec<(String, Answer)>,
}

impl Order {
    /// The model it is for.
    pub fn model(&self) -> &ModelKey {
        &self.model
    }

    /// Everything in it, in the model's order of asking.
    pub fn answers(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.answers.iter().map(|(input, answer)| (input.as_str(), answer))
    }

    /// What it has for one input.
    pub fn answer(&self, input: &str) -> Option<&Answer> {
        self.answers().find(|(name, _)| *name == input).map(|(_, answer)| answer)
    }

    /// The value it has for one input that takes no files.
    pub fn value(&self, input: &str) -> Option<&Value> {
        match self.answer(input)? {
            Answer::Value(value) => Some(value),
            Answer::Files(_) => None,
        }
    }
}

impl Model {
    /// Makes an order of these answers; the first thing that is wrong refuses it.
    pub fn order(&self, given: Vec<(String, Answer)>) -> Result<Order, Refusal> {
        self.put_together(given, |_| false)
    }

    /// Makes an order that can be priced of these answers: words and files may still be missing, where
    /// they do not count for the price.
    pub fn draft(&self, given: Vec<(String, Answer)>) -> Result<Order, Refusal> {
        self.put_together(given, |input| {
            let counts = |price: &Price| price.measure.as_deref() == Some(input.name.as_str());
            matches!(input.form, Form::Text { .. } | Form::Media(_))
                && !self.prices.iter().any(counts)
        })
    }

    fn put_together(
        &self,
        given: Vec<(String, Answer)>,
        can_wait: impl Fn(&Input) -> bool,
    ) -> Result<Order, Refusal> {
        for (at, (name, _)) in given.iter().enumerate() {
            let input = || name.clone();
            if self.input(name).is_none() {
                let asked = self.inputs.iter().filter(|input| input.shown);
                let inputs = asked.map(|input| input.name.clone()).collect();
                return Err(Refusal::UnknownInput { input: input(), inputs });
            }
            if given[..at].iter().any(|(earlier, _)| earlier == name) {
                return Err(Refusal::GivenTwice { input: input() });
            }
        }
        let mut answers = Vec::new();
        for input in &self.inputs {
            let given = given.iter().find(|(name, _)| *name == input.name);
            if let Some((_, answer)) = given {
                input.takes(answer)?;
                answers.push((input.name.clone(), answer.clone()));
            } else if let Some(default) = input.default() {
                answers.push((input.name.clone(), Answer::Value(default)));
            } else if input.required && !can_wait(input) {
                return Err(Refusal::Missing { input: input.name.clone() });
            }
        }
        let order = Order { model: self.key.clone(), answers };
        let forbidden = self.forbidden.iter().find(|row| row.when.holds(|name| order.value(name)));
        match forbidden {
            Some(row) => Err(Refusal::Forbidden { combination: row.when.to_string() }),
            None => Ok(order),
        }
    }

    /// Makes an order of texts such as `duration=5`, `audio_url=37s` or `image_urls=3`.
    #[cfg(test)]
    pub(crate) fn order_from_text<'t>(
        &self,
        pairs: impl IntoIterator<Item = &'t str>,
    ) -> Result<Order, Refusal> {
        self.order(self.answers_from_text(pairs)?)
    }

    /// Makes a draft of such texts.
    pub fn draft_from_text<'t>(
        &self,
        pairs: impl IntoIterator<Item = &'t str>,
    ) -> Result<Order, Refusal> {
        self.draft(self.answers_from_text(pairs)?)
    }

    fn answers_from_text<'t>(
        &self,
        pairs: impl IntoIterator<Item = &'t str>,
    ) -> Result<Vec<(String, Answer)>, Refusal> {
        let mut given = Vec::new();
        for pair in pairs {
            let not_a_pair = || Refusal::NotAPair { text: pair.to_owned() };
            let (name, text) = pair.split_once('=').ok_or_else(not_a_pair)?;
            let answer = match self.input(name) {
                Some(input) => input.read_answer(text)?,
                // What it would be is unknown; the name is refused together with all others.
                None => Answer::Files(Vec::new()),
            };
            given.push((name.to_owned(), answer));
        }
        Ok(given)
    }
}
