//! Every sentence and every label the bot says, by language, from `locales/`.
//!
//! A conversation declares what it says where it says it. A [`texts!`] is HTML and carries its arguments as
//! fields, so a sentence with a missing argument does not compile; strangers' arguments are escaped on the
//! way. A [`labels!`] is plain: a button, the answer to a tap. The files are part of the program. Tests hold
//! both languages and these lists equal, and the compiler complains about an entry that nobody says.
//!
//! The lists of the conversations that sell are long and in files of their own, one enum for each.
//!
//! A text that is missing all the same shows its id: ugly, but no crash.

use std::sync::LazyLock;

use domain::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::html::Html;

/// The files of each language.
const RUSSIAN: &[&str] = &[
    include_str!("../../../locales/ru/abuse.ftl"),
    include_str!("../../../locales/ru/admin.ftl"),
    include_str!("../../../locales/ru/balance.ftl"),
    include_str!("../../../locales/ru/desk.ftl"),
    include_str!("../../../locales/ru/broadcast.ftl"),
    include_str!("../../../locales/ru/digest.ftl"),
    include_str!("../../../locales/ru/generation.ftl"),
    include_str!("../../../locales/ru/growth.ftl"),
    include_str!("../../../locales/ru/guard.ftl"),
    include_str!("../../../locales/ru/history.ftl"),
    include_str!("../../../locales/ru/invite.ftl"),
    include_str!("../../../locales/ru/menu.ftl"),
    include_str!("../../../locales/ru/notices.ftl"),
    include_str!("../../../locales/ru/order.ftl"),
    include_str!("../../../locales/ru/own.ftl"),
    include_str!("../../../locales/ru/pages.ftl"),
    include_str!("../../../locales/ru/paying.ftl"),
    include_str!("../../../locales/ru/profile.ftl"),
    include_str!("../../../locales/ru/prompt.ftl"),
    include_str!("../../../locales/ru/refunds.ftl"),
    include_str!("../../../locales/ru/shop.ftl"),
    include_str!("../../../locales/ru/transfer.ftl"),
    include_str!("../../../locales/ru/support.ftl"),
    include_str!("../../../locales/ru/trouble.ftl"),
];
const ENGLISH: &[&str] = &[
    include_str!("../../../locales/en/abuse.ftl"),
    include_str!("../../../locales/en/admin.ftl"),
    include_str!("../../../locales/en/balance.ftl"),
    include_str!("../../../locales/en/desk.ftl"),
    include_str!("../../../locales/en/broadcast.ftl"),
    include_str!("../../../locales/en/digest.ftl"),
    include_str!("../../../locales/en/generation.ftl"),
    include_str!("../../../locales/en/growth.ftl"),
    include_str!("../../../locales/en/guard.ftl"),
    include_str!("../../../locales/en/history.ftl"),
    include_str!("../../../locales/en/invite.ftl"),
    include_str!("../../../locales/en/menu.ftl"),
    include_str!("../../../locales/en/notices.ftl"),
    include_str!("../../../locales/en/order.ftl"),
    include_str!("../../../locales/en/own.ftl"),
    include_str!("../../../locales/en/pages.ftl"),
    include_str!("../../../locales/en/paying.ftl"),
    include_str!("../../../locales/en/profile.ftl"),
    include_str!("../../../locales/en/prompt.ftl"),
    include_str!("../../../locales/en/refunds.ftl"),
    include_str!("../../../locales/en/shop.ftl"),
    include_str!("../../../locales/en/transfer.ftl"),
    include_str!("../../../locales/en/support.ftl"),
    include_str!("../../../locales/en/trouble.ftl"),
];

/// An argument with its name.
pub(crate) type Named = (&'static str, FluentValue<'static>);

type Bundle = FluentBundle<FluentResource>;

/// An argument of a text, in the form in which Fluent takes it.
pub(crate) trait Argument {
    fn value(&self) -> FluentValue<'static>;
}

impl Argument for &str {
    fn value(&self) -> FluentValue<'static> {
        Html::escaped(self).into_string().into()
    }
}

impl Argument for &Html {
    fn value(&self) -> FluentValue<'static> {
        self.as_str().to_owned().into()
    }
}

impl Argument for usize {
    fn value(&self) -> FluentValue<'static> {
        (*self).into()
    }
}

/// Declares what a conversation says: an enum of texts, each with its arguments and its id in `locales/`.
macro_rules! texts {
    ($texts:ident $(<$life:lifetime>)?;
     $($name:ident $({ $($argument:ident: $kind:ty),* })? = $id:literal,)*) => {
        /// A sentence or a page, as HTML.
        #[derive(Clone, Copy)]
        pub(crate) enum $texts $(<$life>)? {
            $($name $({ $($argument: $kind),* })?,)*
        }

        impl $(<$life>)? $texts $(<$life>)? {
            /// The HTML in a language.
            pub(crate) fn html(self, language: domain::Language) -> $crate::html::Html {
                let (id, arguments) = match self {
                    $(Self::$name $({ $($argument),* })? => {
                        let arguments: Vec<$crate::texts::Named> =
                            vec![$($((stringify!($argument), $crate::texts::Argument::value(&$argument))),*)?];
                        ($id, arguments)
                    })*
                };
                $crate::texts::html(language, id, arguments)
            }
        }

        #[cfg(test)]
        mod text_ids {
            #[test]
            fn are_in_both_languages_with_their_arguments() {
                $crate::texts::tests::check_texts(
                    &[$(($id, &[$($(stringify!($argument)),*)?]),)*],
                );
            }
        }
    };
}

/// Declares the labels of a conversation: buttons and other words without markup.
macro_rules! labels {
    ($labels:ident; $($name:ident = $id:literal,)*) => {
        /// A few words without markup.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum $labels {
            $($name,)*
        }

        impl $labels {
            /// The words in a language.
            pub(crate) fn words(self, language: domain::Language) -> String {
                let id = match self {
                    $(Self::$name => $id,)*
                };
                $crate::texts::words(language, id)
            }
        }

        #[cfg(test)]
        mod label_ids {
            #[test]
            fn are_in_both_languages_and_plain() {
                $crate::texts::tests::check_labels(&[$($id,)*]);
            }
        }
    };
}

pub(crate) use {labels, texts};

mod generations;
mod order;
mod shop;

pub(crate) use generations::{GenerationLabel, GenerationText};
pub(crate) use order::{OrderLabel, OrderPhrase, OrderText};
pub(crate) use shop::{ShopLabel, ShopText};

/// The sentence or page with this id.
pub(crate) fn html(language: Language, id: &str, arguments: Vec<Named>) -> Html {
    Html::of_own_markup(rendered(language, id, &arguments.into_iter().collect()))
}

/// The words with this id, without arguments.
pub(crate) fn words(language: Language, id: &str) -> String {
    rendered(language, id, &FluentArgs::new())
}

fn rendered(language: Language, id: &str, arguments: &FluentArgs<'_>) -> String {
    let bundle = bundle(language);
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        return id.to_owned();
    };
    // What cannot be filled in shows as its name; the tests of this module allow no such place.
    let mut faults = Vec::new();
    bundle.format_pattern(pattern, Some(arguments), &mut faults).into_owned()
}

fn bundle(language: Language) -> &'static Bundle {
    static IN_RUSSIAN: LazyLock<Bundle> = LazyLock::new(|| load(Language::Russian, RUSSIAN));
    static IN_ENGLISH: LazyLock<Bundle> = LazyLock::new(|| load(Language::English, ENGLISH));
    match language {
        Language::Russian => &IN_RUSSIAN,
        Language::English => &IN_ENGLISH,
    }
}

fn load(language: Language, files: &[&str]) -> Bundle {
    let locale = language.code().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![locale]);
    // The marks around arguments are for mixed directions, which we do not have, and they count.
    bundle.set_use_isolating(false);
    for file in files {
        // A file with a mistake keeps its good entries.
        let resource = FluentResource::try_new((*file).to_owned());
        bundle.add_resource_overriding(resource.unwrap_or_else(|(resource, _)| resource));
    }
    bundle
}

#[cfg(test)]
pub(crate) mod tests;
