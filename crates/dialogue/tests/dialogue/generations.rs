//! Whatever is said about a generation, Telegram takes it.

use dialogue::generation::{
    Back, GenerationFacts, NextBest, Onward, Share, Standing, Wait, cancellable, cancelled,
    caption, failed, late, links, result, still_waiting, text, waiting, working,
};
use domain::catalogue::{Output, Value};
use domain::generation::{Brief, Delay, Failure, Pace};
use domain::{GenerationId, Language, ModelKey, Money};

use crate::person::{check, check_words};
use crate::shop::whole_shelf;
use crate::strict;

#[test]
fn every_sentence_about_a_generation_can_be_sent() {
    let prices = whole_shelf();
    let hostile = "</b> & \"<i>\u{202E}\0 слово ".repeat(500);
    let brief = Brief {
        values: vec![("prompt".to_owned(), Value::Text(hostile.clone()))],
        files: Vec::new(),
    };
    for language in Language::ALL {
        let models = prices.catalogue.models().iter().map(Some).chain([None]);
        for (model, is_free) in models.flat_map(|model| [(model, false), (model, true)]) {
            let facts = GenerationFacts {
                id: GenerationId::new(i64::MAX),
                number: i64::MAX,
                language,
                model,
                brief: &brief,
                price: Money::new(123_456_789),
                is_free,
                offers: &prices.offers,
            };
            let pace = Some(Pace { usual: 1, slow: u32::MAX });
            for pace in [None, pace] {
                check(&cancellable(waiting(&facts, pace), language, facts.id));
                check_words(&working(&facts, u32::MAX, pace));
                for delay in Delay::ALL.into_iter().map(Some).chain([None]) {
                    check(&still_waiting(&facts, Wait { number: usize::MAX, delay }, pace));
                }
            }
            check_words(&cancelled(&facts, Money::new(-5)));
            let discount = prices.offers.largest_discount();
            let standing = Standing { balance: Money::new(-5), discount };
            let next = NextBest {
                model: ModelKey::new("z-image").unwrap(),
                title: "A model with a name of more than thirty signs".to_owned(),
                price: Money::new(123_456),
            };
            for failure in Failure::ALL {
                for back in [Back::Everything, Back::Money] {
                    check(&failed(&facts, failure, back, standing, None));
                    check(&failed(&facts, failure, back, standing, Some(&next)));
                }
            }
            let link = Share::Link("https://t.me/trt_bot?start=ref_1".to_owned());
            for (share, repeat) in [(link, 123_456_789), (Share::Inline, 0)] {
                let onward = Onward { repeat: Some(Money::new(repeat)), share: Some(share) };
                for output in Output::ALL {
                    check(&result(&facts, *output, &onward));
                }
                check(&text(&facts, &hostile, &onward));
                let address = format!("https://a.example/?{}", "\"&<".repeat(9));
                check(&links(&facts, &vec![address; 99], &onward));
            }
            for html in [caption(&facts), late(&facts)] {
                let units = strict::parse(html.as_str()).unwrap().encode_utf16().count();
                assert!(units <= 1024, "{units} units");
            }
        }
    }
}
