//! What `trt closures` asks for, done by the active instance: it knows the catalogue that is sold from.
//!
//! ```text
//!   open SUBJECT ──> open, whatever closed it; what waited goes on
//!   close SUBJECT ──> closed until an operator opens it; what waits goes on waiting
//!   unknown, or nothing to change ──> refused with the cure
//! ```

use domain::Catalogue;
use domain::generation::Cause;
use domain::spelling::{distance, nearest};
use store::closures::{Closing, DEAR, EVERYTHING};
use store::operators::{Answer, Asked};
use store::{LeaderTx, StoreError};

/// How `*` may be written, for a shell makes something else of that.
const IN_WORDS: &str = "everything";

pub(super) async fn open(
    catalogue: &Catalogue,
    tx: &mut LeaderTx<'_>,
    asked: &Asked,
) -> Result<Answer, StoreError> {
    let subject = in_full(&asked.subject);
    if tx.closures().open_subject(subject).await? {
        return Ok(Answer::Done(format!("{subject} is open")));
    }
    Ok(Answer::Refused(match unknown(catalogue, subject) {
        Some(why) => why,
        None => format!("{subject} is not closed: see `trt closures list`"),
    }))
}

/// Closes a subject until an operator opens it.
pub(super) async fn close(
    catalogue: &Catalogue,
    tx: &mut LeaderTx<'_>,
    asked: &Asked,
) -> Result<Answer, StoreError> {
    let subject = in_full(&asked.subject);
    if subject == DEAR {
        return Ok(Answer::Refused("the balance alone closes by cost: name a model".to_owned()));
    }
    if let Some(why) = unknown(catalogue, subject) {
        return Ok(Answer::Refused(why));
    }
    let by = format!("operator:{}", asked.by);
    let closing = Closing {
        subject,
        pause: None,
        cause: Cause::Operator.word(),
        by: &by,
        note: &asked.reason,
    };
    tx.closures().close_subject(closing).await?;
    Ok(Answer::Done(format!("{subject} is closed until an operator opens it")))
}

fn in_full(subject: &str) -> &str {
    if subject == IN_WORDS { EVERYTHING } else { subject }
}

/// Why a subject is none, with the one that may be meant.
fn unknown(catalogue: &Catalogue, subject: &str) -> Option<String> {
    let models = catalogue.models().iter();
    let variants = models.clone().flat_map(|m| m.prices.iter().map(|price| m.variant(price)));
    let keys = models.clone().map(|model| model.key.as_str().to_owned());
    let mut known: Vec<String> = [EVERYTHING, DEAR, IN_WORDS].map(str::to_owned).to_vec();
    known.extend(keys.chain(variants));
    if known.iter().any(|known| known == subject) {
        return None;
    }
    // Of a variant at least the model may be right.
    let model = subject.split(' ').next().map(|key| format!("{key} ")).unwrap_or_default();
    let of_model = known.iter().filter(|known| known.starts_with(&model));
    let of_model = of_model.min_by_key(|known| distance(subject, known)).map(String::as_str);
    let meant = || nearest(subject, known.iter().map(String::as_str));
    Some(match of_model.or_else(meant) {
        Some(meant) => format!("there is no {subject:?}: did you mean {meant:?}?"),
        None => format!("there is no {subject:?}: see `trt catalogue list` for the keys"),
    })
}

#[cfg(test)]
mod tests {
    use domain::Catalogue;

    use super::unknown;

    #[test]
    fn what_is_not_known_is_refused_with_the_nearest_that_is() {
        let catalogue = Catalogue::built_in().unwrap();
        let known = ["*", "everything", "cost", "z-image", "kling-3-turbo-t2v"];
        for subject in known {
            assert_eq!(unknown(&catalogue, subject), None, "{subject}");
        }
        let model = catalogue.models().iter().find(|model| model.prices.len() > 1).unwrap();
        let variant = model.variant(&model.prices[0]);
        assert_eq!(unknown(&catalogue, &variant), None);

        let said = |subject: &str| unknown(&catalogue, subject).unwrap();
        assert!(said("z-imgae").contains("did you mean \"z-image\"?"));
        assert!(said(&format!("{variant}x")).contains(&format!("did you mean {variant:?}?")));
        let of_another_world = format!("{} duration = 9000, mode = magic", model.key);
        assert!(said(&of_another_world).contains(&format!("did you mean \"{} ", model.key)));
        assert!(said("nothing like it").contains("see `trt catalogue list`"));
    }

    #[test]
    fn no_model_has_a_name_that_means_something_else() {
        let catalogue = Catalogue::built_in().unwrap();
        let taken = |name: &str| catalogue.models().iter().any(|model| model.key.as_str() == name);
        assert!(!taken("cost") && !taken("everything"));
    }
}
