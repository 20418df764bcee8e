//! Rules before and after.

use super::{Duration, Hurry};

const THIRTY: Hurry = Hurry { factor: 30, floor: Duration::from_secs(15) };

#[track_caller]
fn becomes(before: &str, after: &str) {
    assert_eq!(THIRTY.expression(before), after);
}

#[test]
fn durations_are_divided_and_keep_a_length() {
    for (long, short) in [
        ("2m", "4000ms"),
        ("1h30m", "180000ms"),
        ("15s", "500ms"),
        ("3ms", "1ms"),
        ("0s", "0ms"),
        ("1d", "2880000ms"),
    ] {
        assert_eq!(THIRTY.duration(long).as_deref(), Some(short), "{long}");
    }
    for none in ["", "m", "5", "5x", "5m-"] {
        assert_eq!(THIRTY.duration(none), None, "{none}");
    }
}

#[test]
fn ranges_steps_and_offsets_are_divided() {
    becomes("increase(a[5m]) > 3", "increase(a[10000ms]) > 3");
    becomes("max_over_time(a[1h:1m])", "max_over_time(a[120000ms:2000ms])");
    becomes("max_over_time(a[1h:])", "max_over_time(a[120000ms:])");
    becomes("a offset 30m", "a offset 60000ms");
    becomes("predict_linear(a[1h], 7200) < 0", "predict_linear(a[120000ms], 240) < 0");
}

#[test]
fn the_limit_of_an_age_is_divided_down_to_the_floor() {
    becomes("max(trt_x_age_seconds) > 3600", "max(trt_x_age_seconds) > 120");
    becomes(
        "max by (with) (trt_x_age_seconds{with=\"kie\"}) >= 60",
        "max by (with) (trt_x_age_seconds{with=\"kie\"}) >= 15",
    );
    becomes("trt_x_late_seconds > 10", "trt_x_late_seconds > 10");
    becomes("trt_x_age_seconds > 30 * 3600", "trt_x_age_seconds > 1 * 3600");
    becomes("time() - trt_x > 3600", "time() - trt_x > 120");
    becomes("a > 3600 and b_age_seconds > 3600", "a > 3600 and b_age_seconds > 120");
    becomes("b_age_seconds > 3600 and a > 3600", "b_age_seconds > 120 and a > 3600");
    becomes("(b_age_seconds) > 3600 unless (a > 3600)", "(b_age_seconds) > 120 unless (a > 3600)");
}

#[test]
fn what_is_no_age_keeps_its_numbers() {
    for same in [
        "sum(trt_leader_active) == 0",
        "a{route=\"[5m] > 60\"} > 0.5",
        "sum(a) / sum(b) > 0.2",
        "trt_leader_gap_seconds > 60",
        "a < 1e6",
    ] {
        becomes(same, same);
    }
    becomes(
        "histogram_quantile(0.99, sum by (le) (rate(a_age_seconds_bucket[5m]))) > 1",
        "histogram_quantile(0.99, sum by (le) (rate(a_age_seconds_bucket[10000ms]))) > 1",
    );
    becomes("rate(b_age_seconds[5m]) > 3600", "rate(b_age_seconds[10000ms]) > 3600");
}
