//! The least and the most that each model takes, and every choice there is, are taken by KIE.
//!
//! A value that no order can have is found as well: it would be a button that leads nowhere.

use domain::catalogue::{Answer, Catalogue, Form, Input, Model, Order, Refusal, Upload, Value};

use super::Kie;

/// How much of what an input takes is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// Only what must be given, and as little of it as may be.
    Least,
    /// Everything, and as much of it as may be.
    Most,
}

/// What is given for one input; none leaves it out, or to its default.
fn answer(input: &Input, size: Size) -> Option<Answer> {
    if !input.shown || (size == Size::Least && !input.required) {
        return None;
    }
    let value = match (&input.form, size) {
        (Form::Text { min_length, .. }, Size::Least) => {
            Value::Text("ж".repeat((*min_length).max(1) as usize))
        }
        (Form::Text { max_length, .. }, Size::Most) => {
            Value::Text("ж".repeat(*max_length as usize))
        }
        (Form::Choice { values, .. }, Size::Least) => values.first()?.clone(),
        (Form::Choice { values, .. }, Size::Most) => values.last()?.clone(),
        (Form::Switch { .. }, size) => Value::Switch(size == Size::Most),
        (Form::Whole(whole), Size::Least) => Value::Whole(whole.min),
        (Form::Whole(whole), Size::Most) => {
            Value::Whole(whole.max - (whole.max - whole.min).rem_euclid(whole.step.into()))
        }
        (Form::Media(media), size) => {
            let least = media.min_items.max(1);
            let count = if size == Size::Least { least } else { media.max_items.max(least) };
            return Some(Answer::Files(vec![Upload::default(); count as usize]));
        }
        (Form::Fixed(_), _) => return None,
    };
    Some(Answer::Value(value))
}

/// Every value of an input that has few of them.
fn values(input: &Input) -> Vec<Value> {
    match &input.form {
        _ if !input.shown => Vec::new(),
        Form::Choice { values, .. } => values.clone(),
        Form::Switch { .. } => vec![Value::Switch(false), Value::Switch(true)],
        _ => Vec::new(),
    }
}

/// An order of this size with this one value. What is forbidden together with it is changed, one
/// input after the other, until the order is allowed.
fn order(model: &Model, size: Size, chosen: Option<(&str, &Value)>) -> Result<Order, Refusal> {
    let given: Vec<(String, Answer)> = model
        .inputs
        .iter()
        .filter_map(|input| match chosen {
            Some((name, value)) if name == input.name => {
                Some((input.name.clone(), Answer::Value(value.clone())))
            }
            _ => Some((input.name.clone(), answer(input, size)?)),
        })
        .collect();
    let first = model.order(given.clone());
    if !matches!(first, Err(Refusal::Forbidden { .. })) {
        return first;
    }
    let changeable: Vec<&Input> = model
        .inputs
        .iter()
        .filter(|input| chosen.is_none_or(|(name, _)| name != input.name))
        .filter(|input| !values(input).is_empty())
        .collect();
    let combinations: usize = changeable.iter().map(|input| values(input).len()).product();
    let allowed = (0..combinations).find_map(|mut number| {
        let mut given = given.clone();
        for input in &changeable {
            let all = values(input);
            let value = Answer::Value(all[number % all.len()].clone());
            number /= all.len();
            given.retain(|(name, _)| *name != input.name);
            given.push((input.name.clone(), value));
        }
        model.order(given).ok()
    });
    allowed.map_or(first, Ok)
}

/// Everything that is tried of one model, each with words that say what it is.
fn tried(model: &Model) -> Vec<(String, Result<Order, Refusal>)> {
    let mut all = vec![
        ("the least".to_owned(), order(model, Size::Least, None)),
        ("the most".to_owned(), order(model, Size::Most, None)),
    ];
    for input in &model.inputs {
        for value in values(input) {
            let chosen = Some((input.name.as_str(), &value));
            all.push((format!("{} = {value}", input.name), order(model, Size::Least, chosen)));
        }
    }
    all
}

#[tokio::test]
async fn kie_takes_the_least_the_most_and_every_choice_of_every_model() {
    let catalogue = Catalogue::built_in().unwrap();
    let kie = Kie::start().await;

    let (mut asked, mut problems) = (0, Vec::new());
    for model in catalogue.models().iter().filter(|model| model.on) {
        for (what, order) in tried(model) {
            let problem = match order {
                Ok(order) => kie.create(model, &order).await.err().map(|why| why.to_string()),
                Err(refusal) => Some(format!("cannot be ordered: {refusal}")),
            };
            asked += 1;
            problems.extend(problem.map(|why| format!("{}, {what}: {why}", model.key)));
        }
    }

    assert_eq!(problems, [""; 0], "{} of {asked}:\n{}", problems.len(), problems.join("\n"));
    assert!(asked > 500, "only {asked} orders were tried");
    assert_eq!(kie.fake.creates().len(), asked);
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn what_is_above_a_limit_is_refused_by_us_and_by_kie() {
    let catalogue = Catalogue::built_in().unwrap();
    let kie = Kie::start().await;
    let model = super::model(&catalogue, "z-image");
    let Form::Text { max_length, .. } = model.input("prompt").unwrap().form else { panic!() };
    let words = Value::Text("ж".repeat(max_length as usize + 1));

    let ours = order(model, Size::Least, Some(("prompt", &words)));
    assert!(matches!(ours, Err(Refusal::TooLong { .. })), "{ours:?}");

    // The same, past our own check: the guard above would notice a fake that takes everything.
    let mut fields = serde_json::Map::new();
    fields.insert("prompt".to_owned(), words.to_string().into());
    fields.insert("aspect_ratio".to_owned(), "1:1".into());
    let (route, id) = (model.route, model.id.as_str());
    let task = kie::NewTask { route, model: id, fields: &fields, callback: None };
    let theirs = kie.submit(&task).await;
    assert!(matches!(theirs, Err(kie::NotCreated::Invalid(_))), "{theirs:?}");
}
