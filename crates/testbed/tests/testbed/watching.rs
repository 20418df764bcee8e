//! A Prometheus of a test's own reads who it is told to read, and judges the rules it was given.

use std::time::Duration;

use testbed::loopback::Loopback;
use testbed::prometheus::{Prometheus, Watch};
use testbed::{Error, SOON, skip, wait};

const RULES: &str = "groups:\n- name: a\n  rules:\n  - alert: Hot\n    expr: degrees > 30\n";

fn watch(rules: &str) -> Watch {
    let every = Duration::from_millis(200);
    Watch { rules: rules.to_owned(), every, lookback: 10 * every, token: None }
}

/// One that reads nobody yet; none where there is no Prometheus.
async fn started() -> Option<Prometheus> {
    match Prometheus::start(&watch(RULES), &[]).await {
        Err(missing @ Error::NoProgram { .. }) => {
            skip::because(missing);
            None
        }
        started => Some(started.unwrap()),
    }
}

#[tokio::test]
async fn what_instances_say_makes_an_alert_fire_that_ends_when_nobody_is_read() {
    let Some(prometheus) = started().await else { return };
    let kind = "content-type: text/plain; version=0.0.4\r\n";
    let instance = Loopback::answering(200, kind, "degrees 31\n").await;
    let address = instance.base.trim_start_matches("http://").parse().unwrap();
    assert!(!prometheus.alerts().await.unwrap().contains("Hot"));

    prometheus.reads(&[address]).unwrap();

    let fires = async |fires: bool| {
        let what = format!("an alert: {fires}");
        let seen = wait::until(&what, SOON, async || {
            (prometheus.alerts().await.unwrap().contains("Hot") == fires).then_some(())
        });
        seen.await.unwrap();
    };
    fires(true).await;
    let (status, text) = prometheus.query("degrees{job=\"trt\"} + 1").await.unwrap();
    assert!(status == 200 && text.contains("\"32\""), "{text}");
    prometheus.reads(&[]).unwrap();
    fires(false).await;
}

#[tokio::test]
async fn an_expression_that_is_none_is_refused_and_so_are_rules_that_are_none() {
    let Some(prometheus) = started().await else { return };

    let (status, text) = prometheus.query("sum(").await.unwrap();
    assert!(status == 400 && text.contains("\"error\""), "{text}");

    let refused = Prometheus::start(&watch("groups: [{name: a, rules: [{alert: B}]}]"), &[]).await;
    assert!(matches!(refused, Err(Error::DidNotStart { .. })), "{refused:?}");
}
