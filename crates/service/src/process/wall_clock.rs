//! The time of day, for people who read logs and `/health`, and for nothing else.
//!
//! A wall clock jumps: it is set by hand, by a time server, by a restored snapshot. So nothing is
//! decided by it; ages and deadlines are measured on monotonic clocks, and business time is the
//! database's. But a log line must say when it was written, in a way that can be laid beside the
//! logs of other programs. This module is the only place that asks for it.

use time::OffsetDateTime;

/// The current moment in UTC, as `2026-11-15T09:30:00.125Z`.
pub(crate) fn now() -> String {
    shown(OffsetDateTime::now_utc())
}

/// The seconds since 1970, for what others have signed with them.
pub(crate) fn unix_seconds() -> i64 {
    OffsetDateTime::now_utc().unix_timestamp()
}

/// The nanoseconds since 1970, to lay spans beside those of other programs.
pub(crate) fn unix_nanoseconds() -> u64 {
    u64::try_from(OffsetDateTime::now_utc().unix_timestamp_nanos()).unwrap_or_default()
}

pub(crate) fn shown(moment: OffsetDateTime) -> String {
    let (year, month, day) = (moment.year(), u8::from(moment.month()), moment.day());
    let (hour, minute, second) = moment.to_hms();
    let millis = moment.millisecond();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

#[cfg(test)]
mod tests {
    use super::{OffsetDateTime, shown};

    #[test]
    fn a_moment_is_written_as_rfc_3339_with_milliseconds() {
        let moment = OffsetDateTime::from_unix_timestamp_nanos(1_700_000_000_007_999_999);

        assert_eq!(shown(moment.unwrap()), "2023-11-14T22:13:20.007Z");
    }
}
