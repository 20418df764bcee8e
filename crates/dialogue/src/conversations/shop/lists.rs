//! The lists: all kinds, a section with its kinds, the models of a kind page by page, the best, the trending ones.

use domain::Language;
use domain::catalogue::Kind;

use super::assortment::{Assortment, PricedModel};
use super::labels::{button, kind as kind_label, line, section_of};
use super::ranking;
use crate::conversations::menu::Section;
use crate::html::Html;
use crate::screen::{Button, Screen};
use crate::tap::Tap;
use crate::texts::{OrderText, ShopLabel, ShopText};

/// Models on a page.
const PAGE: usize = 8;

/// Favourites above everything else.
const FAVOURITES: usize = 3;

/// Models that a section shows at once, where it does.
const FIRST: usize = 3;

/// The kinds of a section that have something to show.
pub(super) fn kinds(assortment: &Assortment<'_>, section: Section) -> Vec<Kind> {
    let all = Kind::ALL.iter().copied();
    all.filter(|kind| section_of(*kind) == section && assortment.has(*kind)).collect()
}

/// Every kind that has something to show.
pub(super) fn all_kinds(language: Language, assortment: &Assortment<'_>) -> Screen {
    let kinds = Kind::ALL.iter().copied().filter(|kind| assortment.has(*kind));
    let kinds: Vec<Kind> = kinds.collect();
    let words = match kinds.as_slice() {
        [] => ShopText::SectionEmpty.html(language),
        _ => ShopText::Kinds.html(language),
    };
    let screen = Screen::bare(closing(language, assortment, words));
    with_kinds(language, screen, &kinds).row(finders(language)).homeward(language)
}

/// Two kinds in a row.
fn with_kinds(language: Language, screen: Screen, kinds: &[Kind]) -> Screen {
    let button =
        |kind: &Kind| Button::new(kind_label(*kind).words(language), Tap::Models(*kind, 0));
    kinds.chunks(2).fold(screen, |screen, pair| screen.row(pair.iter().map(button)))
}

/// A section with several kinds.
pub(super) fn section(
    language: Language,
    assortment: &Assortment<'_>,
    section: Section,
    kinds: &[Kind],
) -> Screen {
    let mut favourites = assortment.favourites(kinds);
    favourites.truncate(FAVOURITES);
    // A picture is what most people come for: the first models of it are one tap away.
    let mut first = match section {
        Section::Image => ranking::first(assortment, Kind::TextToImage, FIRST),
        _ => Vec::new(),
    };
    first.retain(|entry| !favourites.contains(entry));

    let mut words = heading(section).html(language);
    if !favourites.is_empty() {
        let titles = favourites.iter().map(|entry| entry.model.title.in_language(language));
        let titles = titles.collect::<Vec<_>>().join(", ");
        words = words.then(&ShopText::Favourites { titles: &titles }.html(language));
    }
    if !first.is_empty() {
        words = words.then(&lines(language, assortment, &first));
    }
    let mut screen = Screen::bare(closing(language, assortment, words));
    for entry in &favourites {
        screen =
            screen.row([button(language, assortment, entry, Tap::Model(entry.model.key.clone()))]);
    }
    for entry in &first {
        screen =
            screen.row([button(language, assortment, entry, Tap::Order(entry.model.key.clone()))]);
    }
    with_kinds(language, screen, kinds).row(finders(language)).homeward(language)
}

/// One page of the models of a kind.
pub(super) fn page(
    language: Language,
    assortment: &Assortment<'_>,
    kind: Kind,
    page: u8,
) -> Screen {
    let entries = assortment.of_kind(kind);
    let pages = entries.len().div_ceil(PAGE).max(1);
    // A page that is no longer there is the last one that is.
    let page = usize::from(page).min(pages - 1);
    let from = page * PAGE;
    let here = &entries[from..entries.len().min(from + PAGE)];

    let name = kind_label(kind).words(language);
    let heading = if pages == 1 {
        ShopText::Kind { kind: &name }
    } else {
        ShopText::KindPage { kind: &name, page: page + 1, pages }
    };
    let words = match here {
        [] => heading.html(language).then(&ShopText::SectionEmpty.html(language)),
        here => heading.html(language).then(&lines(language, assortment, here)),
    };
    let turn = |label: ShopLabel, to: Option<usize>| {
        let to = to.and_then(|to| u8::try_from(to).ok())?;
        Some(Button::new(label.words(language), Tap::Models(kind, to)))
    };
    let next = Some(page + 1).filter(|next| *next < pages);
    let turns: Vec<Button> =
        [turn(ShopLabel::Previous, page.checked_sub(1)), turn(ShopLabel::Next, next)]
            .into_iter()
            .flatten()
            .collect();
    let mut screen = wares_screen(language, assortment, words, here);
    if !turns.is_empty() {
        screen = screen.row(turns);
    }
    let section = section_of(kind);
    if kinds(assortment, section).len() > 1 {
        screen.backward(language, Tap::Section(section))
    } else {
        // The section itself is this list.
        screen.homeward(language)
    }
}

/// The models that people choose most.
pub(super) fn best(language: Language, assortment: &Assortment<'_>) -> Screen {
    let entries = ranking::best(assortment);
    let words = match entries.as_slice() {
        [] => ShopText::SectionEmpty.html(language),
        entries => ShopText::Best.html(language).then(&lines(language, assortment, entries)),
    };
    let button = |label: ShopLabel, tap| Button::new(label.words(language), tap);
    let mut ways = vec![button(ShopLabel::Search, Tap::Search)];
    if !ranking::trending(assortment).is_empty() {
        ways.insert(0, button(ShopLabel::Trending, Tap::Trending));
    }
    wares_screen(language, assortment, words, &entries).row(ways).homeward(language)
}

/// The models that people choose more and more.
pub(super) fn trending(language: Language, assortment: &Assortment<'_>) -> Screen {
    let entries = ranking::trending(assortment);
    let words = match entries.as_slice() {
        [] => ShopText::TrendingNone.html(language),
        entries => ShopText::Trending.html(language).then(&lines(language, assortment, entries)),
    };
    wares_screen(language, assortment, words, &entries).backward(language, Tap::Best)
}

/// Words above a button for each model, without a way back so far.
pub(super) fn wares_screen(
    language: Language,
    assortment: &Assortment<'_>,
    words: Html,
    entries: &[PricedModel<'_>],
) -> Screen {
    let screen = Screen::bare(closing(language, assortment, words));
    entries.iter().fold(screen, |screen, entry| {
        screen.row([button(language, assortment, entry, Tap::Model(entry.model.key.clone()))])
    })
}

/// A line for each model.
pub(super) fn lines(
    language: Language,
    assortment: &Assortment<'_>,
    entries: &[PricedModel<'_>],
) -> Html {
    Html::lines(entries.iter().map(|entry| line(language, assortment, entry)))
}

/// The ways to find a model otherwise.
pub(super) fn finders(language: Language) -> [Button; 2] {
    [
        Button::new(ShopLabel::Best.words(language), Tap::Best),
        Button::new(ShopLabel::Search.words(language), Tap::Search),
    ]
}

/// The words of a list, and that nothing can be ordered if that is so.
pub(super) fn closing(language: Language, assortment: &Assortment<'_>, words: Html) -> Html {
    let facts = assortment.facts();
    match (facts.is_paused, facts.pause_words.as_str()) {
        (false, _) => words,
        (true, "") => words.then(&ShopText::Paused.html(language)),
        (true, why) => words.then(&OrderText::PausedFor { words: why }.html(language)),
    }
}

const fn heading(section: Section) -> ShopText<'static> {
    match section {
        Section::Video => ShopText::Video,
        Section::Sound => ShopText::Sound,
        Section::Tools => ShopText::Tools,
        // The others have pages of their own and never come here.
        Section::Image | Section::Balance | Section::History | Section::Free => ShopText::Image,
    }
}
