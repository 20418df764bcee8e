//! When something happened, as people read it: never without the zone it is told in.
//!
//! ```text
//! 15.11 14:02   ->  "15.11 14:02 МСК" in Russian, "15.11 14:02 MSK" in English
//!                   "15.11 14:02 Berlin" where the offers name that city
//! ```

use domain::Language;
use domain::offers::Offers;

use crate::texts::labels;

labels! { Label;
    Moscow = "menu-zone-moscow",
}

/// The zone with a name that people know.
const MOSCOW: &str = "Europe/Moscow";

/// A day and a time of day in the zone of the offers.
pub(crate) fn moment(language: Language, offers: &Offers, at: &str) -> String {
    let zone = offers.time_zone.as_str();
    if zone == MOSCOW {
        return format!("{at} {}", Label::Moscow.words(language));
    }
    // The city is what people call the others by.
    let city = zone.rsplit('/').next().unwrap_or(zone).replace('_', " ");
    format!("{at} {city}")
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::moment;
    use crate::example::prices;

    #[test]
    fn a_time_is_told_with_its_zone() {
        let prices = prices();
        assert_eq!(moment(Language::Russian, &prices.offers, "15.11 14:02"), "15.11 14:02 МСК");
        assert_eq!(moment(Language::English, &prices.offers, "15.11 14:02"), "15.11 14:02 MSK");

        let mut offers = prices.offers.clone();
        offers.time_zone = "America/New_York".to_owned();
        assert_eq!(moment(Language::English, &offers, "15.11 14:02"), "15.11 14:02 New York");
    }
}
