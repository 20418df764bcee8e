//! The parts of a draft: asked for, read, and kept in its row.
//!
//! ```text
//! text     words, or a photo, video, sound or file with words below it
//! to whom  [All] [Paid] ..., or typed: quiet 30, language ru, campaign spring, plan light
//! buttons  "Text | address or section", one on a line
//! when     [At once] [In 1 h] ..., or typed: 2026-10-01 18:00 in the zone of the offers
//! ```
//!
//! What cannot be read is said with the form, and still waited for.

use domain::BroadcastId;
use domain::broadcast::{BroadcastState, Segment};

use super::{Label, Text, button, idle, letter, pages, waiting};
use crate::conversations::support::{passed, passed_file};
use crate::conversations::unknown;
use crate::event::Sent;
use crate::facts::{BroadcastFacts, Reply, TalkReply};
use crate::html::{Html, MESSAGE_UNITS, shown_units};
use crate::sample::CAPTION_UNITS;
use crate::scene::{Role, Scene};
use crate::screen::{Button, Screen};
use crate::state::BroadcastPart;
use crate::step::{Effect, Passed, StartAt, Step, TalkDeed};
use crate::styles;
use crate::tap::BroadcastTap;

/// The quiet that is offered, in days.
const QUIET: [u16; 3] = [7, 30, 90];

/// The hours from now that are offered.
const HOURS: [u16; 3] = [1, 3, 12];

/// Asks for a part, after what was wrong with the last try.
pub(super) fn ask(
    scene: &Scene<'_>,
    id: BroadcastId,
    part: BroadcastPart,
    wrong: Option<Text<'_>>,
) -> Step {
    let language = scene.language;
    let words = match part {
        BroadcastPart::Words => Text::AskWords,
        BroadcastPart::Segment => Text::AskSegment,
        BroadcastPart::Buttons => Text::AskButtons,
        BroadcastPart::Start => Text::AskStart,
    };
    let words = words.html(language);
    let words = match wrong {
        Some(wrong) => wrong.html(language).then(&words),
        None => words,
    };
    let one = |label, tap| button(language, label, id, tap);
    let screen = Screen::bare(words);
    let screen = match part {
        BroadcastPart::Words => screen,
        BroadcastPart::Segment => offered(scene).into_iter().fold(screen, |screen, pair| {
            screen.row(pair.into_iter().map(|segment| to_button(scene, id, segment)))
        }),
        BroadcastPart::Buttons => screen.row([one(Label::Bare, BroadcastTap::NoButtons)]),
        BroadcastPart::Start => {
            let hours = HOURS.map(|hours| Button {
                text: format!("+{hours} h"),
                ..one(Label::When, BroadcastTap::In(hours * 60))
            });
            screen.row([one(Label::AtOnce, BroadcastTap::In(0))]).row(hours)
        }
    };
    let back = one(Label::Back, BroadcastTap::Look);
    Step::to(waiting(id, part)).show(pages::placed(scene, screen.row([back])))
}

/// The segments that need no typing, two in a row.
fn offered(scene: &Scene<'_>) -> Vec<Vec<Segment>> {
    let plans = scene.prices.offers.plans.iter().take(4);
    let segments: Vec<Segment> = [Segment::All, Segment::Paid, Segment::NeverPaid]
        .into_iter()
        .chain(QUIET.map(Segment::Quiet))
        .chain(domain::Language::ALL.map(Segment::Language))
        .chain(plans.map(|plan| Segment::Plan(plan.key.clone())))
        .collect();
    segments.chunks(2).map(<[Segment]>::to_vec).collect()
}

fn to_button(scene: &Scene<'_>, id: BroadcastId, segment: Segment) -> Button {
    let words = format!("{} {}", segment.kind(), segment.detail());
    let text = words.trim().to_owned();
    Button { text, ..button(scene.language, Label::Segment, id, BroadcastTap::To(segment)) }
}

/// An admin typed a part.
pub(crate) fn on_words<'a>(
    scene: &'a Scene<'a>,
    id: BroadcastId,
    part: BroadcastPart,
    text: &'a str,
) -> Reply<'a> {
    match part {
        BroadcastPart::Words => say(scene, id, text, passed(text, None)),
        BroadcastPart::Segment => match Segment::read(text) {
            Some(segment) => {
                let to = Some(segment.clone());
                drafted(scene, id, to, move |found| for_segment(scene, found, segment))
            }
            None => again(scene, id, part, Text::BadSegment),
        },
        BroadcastPart::Buttons => match letter::read(text) {
            Ok(stored) => drafted(scene, id, None, move |found| with_buttons(scene, found, stored)),
            Err(line) => again(scene, id, part, Text::BadButtons { line }),
        },
        BroadcastPart::Start => match read_moment(text) {
            Some(at) => {
                drafted(scene, id, None, move |found| self::at(scene, found, StartAt::At(at)))
            }
            None => again(scene, id, part, Text::BadStart),
        },
    }
}

/// An admin sent a file: it is what the broadcast shows.
pub(crate) fn on_file<'a>(
    scene: &'a Scene<'a>,
    id: BroadcastId,
    part: BroadcastPart,
    sent: &Sent,
) -> Reply<'a> {
    match part {
        BroadcastPart::Words => {
            let caption = sent.caption.as_deref().unwrap_or_default();
            say(scene, id, caption, passed_file(sent))
        }
        part => on_kind(scene, id, part),
    }
}

/// An admin sent what is no part.
pub(crate) fn on_kind<'a>(scene: &'a Scene<'a>, id: BroadcastId, part: BroadcastPart) -> Reply<'a> {
    let wrong = match part {
        BroadcastPart::Words => Text::BadWords,
        BroadcastPart::Segment => Text::BadSegment,
        BroadcastPart::Buttons => Text::BadButtons { line: 1 },
        BroadcastPart::Start => Text::BadStart,
    };
    match scene.role {
        Role::Admin => again(scene, id, part, wrong),
        Role::Person | Role::Banned => Reply::Now(unknown::on_kind(scene)),
    }
}

fn again<'a>(
    scene: &'a Scene<'a>,
    id: BroadcastId,
    part: BroadcastPart,
    wrong: Text<'a>,
) -> Reply<'a> {
    Reply::Now(ask(scene, id, part, Some(wrong)))
}

/// Keeps what it says, and how that looked where it was written.
fn say<'a>(
    scene: &'a Scene<'a>,
    id: BroadcastId,
    written: &str,
    passed: Option<Passed>,
) -> Reply<'a> {
    let fits = |passed: &Passed| {
        let most = if passed.file.is_some() { CAPTION_UNITS } else { MESSAGE_UNITS };
        shown_units(&passed.words) <= most
    };
    let Some(passed) = passed.filter(fits) else {
        return again(scene, id, BroadcastPart::Words, Text::BadWords);
    };
    let styles = styles::to_text(&styles::tidied(written, &passed.words, &scene.event.styles));
    drafted(scene, id, None, move |found| {
        let (words, file) = (passed.words.clone(), passed.file.clone());
        let after = BroadcastFacts { words, file, styles: styles.clone(), ..found.clone() };
        kept(scene, &after, TalkDeed::Say(id, passed, styles), None)
    })
}

/// It is for these people; they were counted.
pub(super) fn for_segment(scene: &Scene<'_>, found: &BroadcastFacts, segment: Segment) -> Step {
    let after = BroadcastFacts { segment: segment.clone(), ..found.clone() };
    kept(scene, &after, TalkDeed::To(found.id, segment), None)
}

/// These buttons stand below it.
pub(super) fn with_buttons(scene: &Scene<'_>, found: &BroadcastFacts, stored: String) -> Step {
    let after = BroadcastFacts { buttons: stored.clone(), ..found.clone() };
    kept(scene, &after, TalkDeed::Buttons(found.id, stored), None)
}

/// It begins then.
pub(super) fn at(scene: &Scene<'_>, found: &BroadcastFacts, start: StartAt) -> Step {
    let (starts, note) = match &start {
        StartAt::In(0) => (None, None),
        StartAt::In(minutes) => {
            let minutes = usize::from(*minutes);
            (found.starts.clone(), Some(Text::StartsIn { minutes }.html(scene.language)))
        }
        StartAt::At(at) => (Some(at.clone()), None),
    };
    let after = BroadcastFacts { starts, ..found.clone() };
    kept(scene, &after, TalkDeed::Start(found.id, start), note)
}

fn kept(scene: &Scene<'_>, after: &BroadcastFacts, deed: TalkDeed, note: Option<Html>) -> Step {
    idle().and(Effect::Talk(deed)).show(pages::page(scene, after, note))
}

/// Changes a draft; what is none any more is shown as it stands.
fn drafted<'a>(
    scene: &'a Scene<'a>,
    id: BroadcastId,
    segment: Option<Segment>,
    then: impl FnOnce(&BroadcastFacts) -> Step + Send + 'a,
) -> Reply<'a> {
    let then = move |found: &Option<BroadcastFacts>| match found {
        Some(found) if found.state == BroadcastState::Draft => then(found),
        Some(found) => idle().show(pages::page(scene, found, None)),
        None => {
            let screen = Screen::bare(Text::Unknown.html(scene.language));
            idle().show(pages::placed(scene, screen))
        }
    };
    Reply::Talk(TalkReply::WithBroadcast(id, segment, Box::new(then)))
}

/// `2026-10-01 18:00`, or `01.10.2026 18:00`: a day that exists, as the first of the two.
fn read_moment(text: &str) -> Option<String> {
    let (day, time) = text.trim().split_once(' ')?;
    let parts = |text: &str, by: char| -> Option<Vec<u32>> {
        let digits =
            |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        text.split(by).map(|part| part.parse().ok().filter(|_| digits(part))).collect()
    };
    let (year, month, day) = match (parts(day, '-').as_deref(), parts(day, '.').as_deref()) {
        (Some([year, month, day]), _) | (_, Some([day, month, year])) => (*year, *month, *day),
        _ => return None,
    };
    let [hour, minute] = parts(time.trim(), ':')?[..] else { return None };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    let exists = (2020..2100).contains(&year) && (1..=days).contains(&day);
    (exists && hour < 24 && minute < 60)
        .then(|| format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"))
}

#[cfg(test)]
mod tests {
    use super::read_moment;

    #[test]
    fn a_moment_is_a_day_that_exists() {
        let same = Some("2026-10-01 08:05".to_owned());
        assert_eq!(read_moment(" 2026-10-01 08:05 "), same);
        assert_eq!(read_moment("1.10.2026 8:05"), same);
        assert_eq!(read_moment("29.02.2028 0:00"), Some("2028-02-29 00:00".to_owned()));
        for text in [
            "",
            "tomorrow",
            "2026-10-01",
            "29.02.2027 10:00",
            "31.04.2026 10:00",
            "1.13.2026 10:00",
            "1.10.2026 24:00",
            "1.10.2026 10:60",
            "1.10.26 10:00",
            "+1.10.2026 10:00",
            "0.1.2026 1:00",
        ] {
            assert_eq!(read_moment(text), None, "{text}");
        }
    }
}
