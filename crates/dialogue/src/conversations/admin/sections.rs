//! The menu of `/admin`: every section with its button, its word, and the page that it opens.
//!
//! ```text
//! /admin, [Admin]      ->  the sections, two in a row
//! /admin <word>        ->  the same page as its button
//! ```
//!
//! A new section is a line of `labels!` and a line of `sections!`. It is for admins like everything here.

use domain::Language;

use super::{
    Text as AdminText, abuse, day, growth, guard, mending, models, people, running, transfer,
};
use crate::conversations::{broadcast, support};
use crate::facts::Reply;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::{AdminTap, Tap};
use crate::texts::{labels, texts};

labels! { Label;
    Abuse = "desk-button-abuse",
    Admin = "desk-button-admin",
    Broadcasts = "desk-button-broadcasts",
    Campaigns = "growth-button-campaigns",
    Closures = "desk-button-closures",
    Commands = "desk-button-commands",
    Dead = "desk-button-dead",
    Differences = "desk-button-differences",
    Digest = "desk-button-digest",
    Guard = "desk-button-guard",
    Models = "desk-button-models",
    Pause = "desk-button-pause",
    People = "desk-button-people",
    Promos = "growth-button-promos",
    Role = "desk-button-role",
    Stats = "growth-button-stats",
    Support = "desk-button-support",
    Transfers = "desk-button-transfers",
}

texts! { Text;
    Commands = "desk-commands",
}

/// What opens a section.
type Opens = for<'a> fn(&'a Scene<'a>) -> Reply<'a>;

macro_rules! sections {
    ($($name:ident => $word:literal, $label:expr, $opens:expr;)*) => {
        /// A section of the admins' menu.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum AdminSection {
            $(
                #[doc = concat!("What `/admin ", $word, "` opens.")]
                $name,
            )*
        }

        impl AdminSection {
            /// Every one of them, in the order of the menu.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its word on a button, and as it is typed.
            pub(crate) const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            fn label(self, language: Language) -> String {
                match self {
                    $(Self::$name => $label.words(language),)*
                }
            }

            fn opens(self) -> Opens {
                match self {
                    $(Self::$name => $opens,)*
                }
            }
        }
    };
}

sections! {
    People => "people", Label::People, people::on_section;
    Support => "support", Label::Support, |scene| support::on_support_command(scene, "");
    Transfers => "transfers", Label::Transfers, transfer::on_section;
    Models => "models", Label::Models, models::on_section;
    Closures => "closures", Label::Closures, mending::on_closures;
    Dead => "dead", Label::Dead, mending::on_dead;
    Differences => "differences", Label::Differences, mending::on_differences;
    Pause => "orders", Label::Pause, running::on_pause_page;
    Role => "lock", Label::Role, running::on_role;
    Broadcasts => "broadcast", Label::Broadcasts, broadcast::on_list;
    Guard => "words", Label::Guard, guard::on_section;
    Abuse => "abuse", Label::Abuse, abuse::on_request;
    Digest => "digest", Label::Digest, day::on_request;
    Stats => "stats", Label::Stats, growth::on_stats;
    Campaigns => "campaigns", Label::Campaigns, growth::on_campaigns;
    Promos => "promos", Label::Promos, growth::on_promos;
    Commands => "commands", Label::Commands, |scene| Reply::Now(commands(scene));
}

impl AdminSection {
    /// The section of that word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|section| section.word() == word)
    }

    /// Its page.
    pub(crate) fn open<'a>(self, scene: &'a Scene<'a>) -> Reply<'a> {
        (self.opens())(scene)
    }
}

/// The page of `/admin`, with these words first.
pub(super) fn menu(scene: &Scene<'_>, words: crate::html::Html) -> Screen {
    let language = scene.language;
    let button = |section: &AdminSection| {
        Button::new(section.label(language), Tap::Admin(AdminTap::Section(*section)))
    };
    let rows = AdminSection::ALL.chunks(2).map(|pair| pair.iter().map(button).collect::<Vec<_>>());
    rows.fold(Screen::bare(words), Screen::row).homeward(language)
}

/// The way to this menu, and to what lies before a page.
pub(super) fn inward(scene: &Scene<'_>, screen: Screen, back: AdminTap) -> Screen {
    let language = scene.language;
    let admin = || Button::new(Label::Admin.words(language), Tap::Admin(AdminTap::Menu));
    if back == AdminTap::Menu {
        return screen.row([admin()]).homeward(language);
    }
    screen.row([admin()]).backward(language, Tap::Admin(back))
}

fn commands(scene: &Scene<'_>) -> Step {
    let words = Text::Commands.html(scene.language);
    scene.stay().show(inward(scene, Screen::bare(words), AdminTap::Menu))
}

/// The page itself, in place.
pub(super) fn on_menu(scene: &Scene<'_>) -> Step {
    scene.stay().show(menu(scene, AdminText::AdminPage.html(scene.language)))
}

/// Words that are all there is to say.
pub(super) fn said(scene: &Scene<'_>, words: crate::html::Html) -> Step {
    scene.stay().show(inward(scene, Screen::bare(words), AdminTap::Menu))
}
