//! How parts of a text look: bold, a link, a quotation, as whoever wrote it saw it.
//!
//! ```text
//!   a text and its spans, counted in UTF-16 units ── tidied ──> the text that is kept, the spans moved with it
//!   kept ── html ──> markup that nests, whatever the spans do
//! ```
//!
//! Spans may nest, touch and overlap; markup may only nest, so what overlaps is closed and opened again. Inside of code
//! nothing else counts, and of links and quotations inside of one another the outer one. What has no look of its own
//! here (a mention, a hashtag, a custom emoji) is text.

use std::cmp::Reverse;
use std::fmt::Write;

use crate::html::{Html, clean};

/// Telegram takes no more in one message.
const MOST: usize = 100;

/// The longest address that is kept, in bytes.
const MAX_ADDRESS: usize = 512;

/// A part of a text, from one UTF-16 unit to before another, and its look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub from: usize,
    /// Where it is over.
    pub to: usize,
    /// How it looks.
    pub look: Look,
}

/// How a part of a text looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    /// Bold.
    Bold,
    /// Italic.
    Italic,
    /// Underlined.
    Underline,
    /// Struck through.
    Strike,
    /// Hidden until it is tapped.
    Spoiler,
    /// Of one width.
    Code,
    /// A block of one width.
    Pre,
    /// A quotation.
    Quote,
    /// A quotation that is folded.
    FoldedQuote,
    /// Opens this address.
    Link(String),
}

impl Look {
    const PLAIN: [Self; 9] = [
        Self::Bold,
        Self::Italic,
        Self::Underline,
        Self::Strike,
        Self::Spoiler,
        Self::Code,
        Self::Pre,
        Self::Quote,
        Self::FoldedQuote,
    ];

    /// A link to an address that Telegram opens; none to anything else.
    pub fn link(address: &str) -> Option<Self> {
        let schemes = ["https://", "http://", "tg://"];
        let is_known = schemes.iter().any(|scheme| address.starts_with(scheme));
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
        (is_known && address.len() <= MAX_ADDRESS && address.chars().all(is_plain))
            .then(|| Self::Link(address.to_owned()))
    }

    /// Its word in a stored form.
    const fn word(&self) -> &'static str {
        match self {
            Self::Bold => "bold",
            Self::Italic => "italic",
            Self::Underline => "underline",
            Self::Strike => "strike",
            Self::Spoiler => "spoiler",
            Self::Code => "code",
            Self::Pre => "pre",
            Self::Quote => "quote",
            Self::FoldedQuote => "folded-quote",
            Self::Link(_) => "link",
        }
    }

    /// What stands outside of what: a quotation is never cut in two, a link only by a quotation or by code.
    const fn rank(&self) -> u8 {
        match self {
            Self::Quote | Self::FoldedQuote => 0,
            Self::Link(_) => 1,
            Self::Code | Self::Pre => 3,
            _ => 2,
        }
    }

    fn opened(&self) -> String {
        match self {
            Self::FoldedQuote => "<blockquote expandable>".to_owned(),
            Self::Link(address) => format!("<a href=\"{}\">", Html::escaped(address).into_string()),
            look => format!("<{}>", look.tag()),
        }
    }

    fn closed(&self) -> String {
        format!("</{}>", self.tag())
    }

    const fn tag(&self) -> &'static str {
        match self {
            Self::Bold => "b",
            Self::Italic => "i",
            Self::Underline => "u",
            Self::Strike => "s",
            Self::Spoiler => "tg-spoiler",
            Self::Code => "code",
            Self::Pre => "pre",
            Self::Quote | Self::FoldedQuote => "blockquote",
            Self::Link(_) => "a",
        }
    }
}

/// The spans of a text where they are in what was kept of it: cleaned, cut at its end, without the space around it.
pub(crate) fn tidied(text: &str, kept: &str, spans: &[Span]) -> Vec<Span> {
    let whole: String = clean(text).collect();
    let lead = units(&whole) - units(whole.trim_start());
    let end = units(kept);
    let place = |unit: usize| {
        let mut passed = 0;
        let before = text.chars().take_while(|c| {
            passed += c.len_utf16();
            passed <= unit
        });
        let before: String = before.collect();
        clean(&before).map(char::len_utf16).sum::<usize>().saturating_sub(lead).min(end)
    };
    let moved = spans.iter().take(MOST).map(|span| Span {
        from: place(span.from),
        to: place(span.to),
        look: span.look.clone(),
    });
    moved.filter(|span| span.from < span.to).collect()
}

/// The stored form: a span on a line.
pub(crate) fn to_text(spans: &[Span]) -> String {
    let mut text = String::new();
    for Span { from, to, look } in spans {
        let address = if let Look::Link(address) = look { address } else { "" };
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{} {from} {to} {address}", look.word());
    }
    text
}

/// The spans of a stored form; what an earlier release stored and this one cannot read is left out.
fn from_text(text: &str) -> Vec<Span> {
    let span = |line: &str| {
        let mut words = line.splitn(4, ' ');
        let (word, from, to) =
            (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let look = match word {
            "link" => Look::link(words.next()?)?,
            word => Look::PLAIN.into_iter().find(|look| look.word() == word)?,
        };
        Some(Span { from, to, look })
    };
    text.lines().filter_map(span).take(MOST).collect()
}

/// A text as it looks with what was stored of its spans.
pub(crate) fn html(text: &str, stored: &str) -> Html {
    styled(text, from_text(stored))
}

fn styled(text: &str, mut spans: Vec<Span>) -> Html {
    spans.sort_by_key(|span| (span.look.rank(), span.from, Reverse(span.to)));
    let (mut markup, mut open, mut unit) = (String::new(), Vec::<&Look>::new(), 0);
    for c in clean(text) {
        let wanted = looks(&spans, unit);
        let same = open.iter().zip(&wanted).take_while(|(one, other)| one == other).count();
        close(&mut markup, &mut open, same);
        for look in &wanted[same..] {
            markup.push_str(&look.opened());
            open.push(look);
        }
        let mut sign = [0; 4];
        markup.push_str(Html::escaped(c.encode_utf8(&mut sign)).as_str());
        unit += c.len_utf16();
    }
    close(&mut markup, &mut open, 0);
    Html::of_own_markup(markup)
}

/// How the sign that begins at a unit looks, from the outside to the inside.
fn looks(spans: &[Span], unit: usize) -> Vec<&Look> {
    let mut looks: Vec<&Look> = Vec::new();
    for Span { from, to, look } in spans {
        let is_there = looks.iter().any(|one| one.tag() == look.tag());
        if (*from..*to).contains(&unit) && !is_there {
            looks.push(look);
        }
    }
    if let Some(code) = looks.iter().copied().find(|look| look.rank() == 3) {
        looks.retain(|look| look.rank() == 0);
        looks.push(code);
    }
    looks
}

fn close(markup: &mut String, open: &mut Vec<&Look>, left: usize) {
    for look in open.drain(left..).rev() {
        markup.push_str(&look.closed());
    }
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests;
