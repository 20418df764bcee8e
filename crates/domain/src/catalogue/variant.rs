//! The variants of a model: what one row of its prices covers, under a name that can be closed.

use super::model::{Model, Price};

/// The longest name of a variant.
const MAX_NAME: usize = 200;

impl Model {
    /// The name of the variant that a price row covers: the model's key and the row's condition.
    pub fn variant(&self, price: &Price) -> String {
        let name = format!("{} {}", self.key, price.when);
        name.trim_end().chars().take(MAX_NAME).collect()
    }

    /// The price row of a variant.
    pub fn price_of_variant(&self, name: &str) -> Option<&Price> {
        self.prices.iter().find(|price| self.variant(price) == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::catalogue::Catalogue;

    #[test]
    fn every_price_row_has_a_name_of_its_own_that_leads_back_to_it() {
        let catalogue = Catalogue::built_in().unwrap();
        let mut names = HashSet::new();
        for model in catalogue.models() {
            for price in &model.prices {
                let name = model.variant(price);
                assert!(name.starts_with(model.key.as_str()), "{name}");
                assert_eq!(model.price_of_variant(&name), Some(price));
                assert!(names.insert(name));
            }
        }
    }
}
