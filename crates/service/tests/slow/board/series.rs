//! Rows of numbers, out of the answers of Prometheus.

use serde_json::Value;

/// A row of numbers over time.
pub(super) struct Series {
    pub(super) name: String,
    /// The second of the Unix time, and the number; what is not known is left out.
    pub(super) points: Vec<(f64, f64)>,
}

/// Instances in the order in which they were seen: an address of a test means nothing to a reader.
#[derive(Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    fn of(&mut self, instance: &str) -> String {
        let place = self.0.iter().position(|known| known == instance);
        let place = place.unwrap_or_else(|| {
            self.0.push(instance.to_owned());
            self.0.len() - 1
        });
        format!("instance {}", place + 1)
    }
}

/// Whether an answer has a number.
pub(super) fn has_numbers(answer: &str) -> bool {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let result = answer["data"]["result"].as_array().unwrap();
    result.iter().any(|series| number(&series["value"]).is_some())
}

/// The rows of an answer over time, with names as the legend makes them.
pub(super) fn read(answer: &str, legend: &str, names: &mut Names) -> Vec<Series> {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let result = answer["data"]["result"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let row = |series: &Value| {
        let points = series["values"].as_array().unwrap().iter();
        let points = points.filter_map(|pair| Some((pair[0].as_f64()?, number(pair)?)));
        Series { name: named(legend, &series["metric"], names), points: points.collect() }
    };
    // Who was there first is the first.
    let mut result: Vec<&Value> = result.iter().collect();
    let begins = |series: &Value| series["values"][0][0].as_f64().unwrap_or_default();
    result.sort_by(|one, other| begins(one).total_cmp(&begins(other)));
    result.into_iter().map(row).collect()
}

fn number(pair: &Value) -> Option<f64> {
    let number: f64 = pair[1].as_str()?.parse().ok()?;
    number.is_finite().then_some(number)
}

fn named(legend: &str, labels: &Value, names: &mut Names) -> String {
    let mut name = legend.to_owned();
    for (label, value) in labels.as_object().into_iter().flatten() {
        let value = value.as_str().unwrap_or_default();
        let word = if label == "instance" { names.of(value) } else { value.to_owned() };
        name = name.replace(&format!("{{{{{label}}}}}"), &word);
    }
    name
}

#[test]
fn a_legend_gets_its_words_and_what_is_not_a_number_is_left_out() {
    let answer = r#"{"data":{"result":[{"metric":{"instance":"127.0.0.1:1","pool":"work"},
        "values":[[1,"2"],[2,"NaN"],[3,"+Inf"],[4,"0.5"]]}]}}"#;

    let rows = read(answer, "{{pool}} of {{instance}}", &mut Names::default());

    assert_eq!(rows[0].name, "work of instance 1");
    assert_eq!(rows[0].points, [(1.0, 2.0), (4.0, 0.5)]);
}
