//! Every sentence and every label the bot says, by language, from `locales/`.
//!
//! A [`Text`] is HTML and carries its arguments as fields, so a sentence with a missing argument
//! does not compile; strangers' arguments are escaped on the way. A [`Label`] is plain: a button,
//! the answer to a tap, the description of a command. The files are part of the program. A test
//! holds both languages and these lists equal, and the compiler complains about an entry that
//! nobody says.
//!
//! The lists of the conversations that sell are in files of their own, one enum for each.
//!
//! A text that is missing all the same shows its id: ugly, but no crash.

use std::sync::LazyLock;

use domain::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::html::Html;

/// The files of each language.
const RUSSIAN: &[&str] = &[
    include_str!("../../../locales/ru/admin.ftl"),
    include_str!("../../../locales/ru/balance.ftl"),
    include_str!("../../../locales/ru/generation.ftl"),
    include_str!("../../../locales/ru/history.ftl"),
    include_str!("../../../locales/ru/menu.ftl"),
    include_str!("../../../locales/ru/order.ftl"),
    include_str!("../../../locales/ru/pages.ftl"),
    include_str!("../../../locales/ru/profile.ftl"),
    include_str!("../../../locales/ru/prompt.ftl"),
    include_str!("../../../locales/ru/shop.ftl"),
    include_str!("../../../locales/ru/trouble.ftl"),
];
const ENGLISH: &[&str] = &[
    include_str!("../../../locales/en/admin.ftl"),
    include_str!("../../../locales/en/balance.ftl"),
    include_str!("../../../locales/en/generation.ftl"),
    include_str!("../../../locales/en/history.ftl"),
    include_str!("../../../locales/en/menu.ftl"),
    include_str!("../../../locales/en/order.ftl"),
    include_str!("../../../locales/en/pages.ftl"),
    include_str!("../../../locales/en/profile.ftl"),
    include_str!("../../../locales/en/prompt.ftl"),
    include_str!("../../../locales/en/shop.ftl"),
    include_str!("../../../locales/en/trouble.ftl"),
];

type Bundle = FluentBundle<FluentResource>;

/// An argument of a text, in the form in which Fluent takes it.
trait Argument {
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

macro_rules! texts {
    ($texts:ident, $list:ident, $life:lifetime;
     $($name:ident $({ $($argument:ident: $kind:ty),* })? = $id:literal,)*) => {
        /// A sentence or a page, as HTML.
        #[derive(Clone, Copy)]
        pub(crate) enum $texts<$life> {
            $($name $({ $($argument: $kind),* })?,)*
        }

        impl $texts<'_> {
            /// The HTML in a language.
            pub(crate) fn html(self, language: Language) -> Html {
                let mut arguments = FluentArgs::new();
                let id = match self {
                    $(Self::$name $({ $($argument),* })? => {
                        $($(arguments.set(stringify!($argument), $argument.value());)*)?
                        $id
                    })*
                };
                Html::of_own_markup(rendered(language, id, &arguments))
            }
        }

        /// Each id with the arguments it is given.
        #[cfg(test)]
        pub(super) const $list: &[(&str, &[&str])] =
            &[$(($id, &[$($(stringify!($argument)),*)?]),)*];
    };
}

macro_rules! labels {
    ($labels:ident, $list:ident; $($name:ident = $id:literal,)*) => {
        /// A few words without markup.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum $labels {
            $($name,)*
        }

        impl $labels {
            /// The words in a language.
            pub(crate) fn words(self, language: Language) -> String {
                let id = match self {
                    $(Self::$name => $id,)*
                };
                rendered(language, id, &FluentArgs::new())
            }
        }

        #[cfg(test)]
        pub(super) const $list: &[&str] = &[$($id,)*];
    };
}

mod jobs;
mod order;
mod shop;

pub(crate) use jobs::{JobLabel, JobText};
pub(crate) use order::{OrderLabel, OrderPhrase, OrderText};
pub(crate) use shop::{ShopLabel, ShopText};

texts! { Text, TEXTS, 'a;
    AdjustCancelled = "admin-adjust-cancelled",
    AdjustDone { person: &'a str, amount: &'a str, after: &'a Html } = "admin-adjust-done",
    AdjustForm = "admin-adjust-form",
    AdjustGone = "admin-adjust-gone",
    AdjustImpossible { person: &'a str } = "admin-adjust-impossible",
    AdjustNoAmount = "admin-adjust-no-amount",
    AdjustNoPerson = "admin-adjust-no-person",
    AdjustNoReason = "admin-adjust-no-reason",
    AdjustNoticeAdded { amount: &'a str, after: &'a Html, reason: &'a Html } = "admin-notice-added",
    AdjustNoticeTaken { amount: &'a str, after: &'a Html, reason: &'a Html } = "admin-notice-taken",
    AdjustOlder = "admin-adjust-older",
    AdjustQuestion {
        person: &'a str,
        reach: &'a str,
        amount: &'a str,
        before: &'a Html,
        after: &'a Html,
        reason: &'a Html
    } = "admin-adjust-question",
    AdjustShort { person: &'a str, there: &'a str } = "admin-adjust-short",
    AdjustStranger { person: &'a str } = "admin-adjust-stranger",
    AdjustTooMuch { most: &'a str } = "admin-adjust-too-much",
    AdminPage = "admin-page",
    AdminUnknown = "admin-unknown",
    Apology { reference: &'a str } = "trouble-apology",
    BalanceAvailable { amount: &'a str } = "balance-available",
    BalanceHeld { amount: &'a str } = "balance-held",
    BalanceMovement { at: &'a str, what: &'a str, change: &'a str } = "balance-movement",
    BalanceMovements = "balance-movements",
    BalanceNoMovements = "balance-no-movements",
    BalanceNoTopUp = "balance-no-top-up",
    BalanceOwed { amount: &'a str } = "balance-owed",
    BalanceSum { available: &'a str } = "balance-sum",
    BalanceSumOwed { available: &'a str, owed: &'a str } = "balance-sum-owed",
    Cancelled = "menu-cancelled",
    CreditsLow { left: usize, daily: usize } = "trouble-credits-low",
    DearClosed { above: usize } = "trouble-dear-closed",
    DearOpened = "trouble-dear-opened",
    LossesSpent { lost: usize, budget: usize } = "trouble-losses-spent",
    EverythingClosed { cause: &'a str } = "trouble-everything-closed",
    EverythingOpened = "trouble-everything-opened",
    GroupLine { link: &'a str } = "trouble-group-line",
    Help = "pages-help",
    GenerateForm = "order-generate-form",
    Hello { name: &'a str } = "menu-hello",
    HelloStranger = "menu-hello-stranger",
    LanguageChoice = "pages-language",
    LanguageChosen = "pages-language-chosen",
    LaterCommand { command: &'a str } = "trouble-later-command",
    ModelClosed { subject: &'a str, cause: &'a str } = "trouble-model-closed",
    ModelOpened { subject: &'a str } = "trouble-model-opened",
    Menu = "menu-home",
    NothingToCancel = "menu-nothing-to-cancel",
    OfferedCaption { kind: &'a str, quote: &'a Html } = "prompt-offer-caption",
    OfferedPrompt { quote: &'a Html } = "prompt-offer",
    OfferedShortened { quote: &'a Html, count: usize } = "prompt-offer-shortened",
    OldButton = "trouble-old-button",
    OldOffer { quote: &'a Html } = "prompt-old-offer",
    OrderDiscarded = "order-discarded",
    OrderGone = "order-gone",
    OrderImpossible = "order-impossible",
    Privacy = "pages-privacy",
    PromptGone = "prompt-gone",
    PromptImage { quote: &'a Html } = "prompt-image",
    PromptNoModel { quote: &'a Html } = "prompt-no-model",
    PromptSound { quote: &'a Html } = "prompt-sound",
    PromptVideo { quote: &'a Html } = "prompt-video",
    ResultGone = "trouble-result-gone",
    ResultLater = "trouble-result-later",
    SentMedia { kind: &'a str } = "prompt-media",
    Settings { language: &'a str } = "pages-settings",
    SettingsFilesOff = "pages-settings-files-off",
    SettingsFilesOn = "pages-settings-files-on",
    Support { contact: &'a str, number: &'a str } = "pages-support",
    SupportUnknown = "pages-support-unknown",
    PaySupport = "pages-paysupport",
    Terms = "pages-terms",
    UnknownCommand = "trouble-unknown-command",
    UnknownKind = "trouble-unknown-kind",
    Updating = "trouble-updating",
}

labels! { Label, LABELS;
    AdjustCancel = "admin-button-cancel",
    AdjustConfirm = "admin-button-confirm",
    Back = "menu-button-back",
    Balance = "menu-button-balance",
    Description = "profile-description",
    FilesOff = "pages-button-files-off",
    FilesOn = "pages-button-files-on",
    Free = "menu-button-free",
    Help = "menu-button-help",
    History = "menu-button-history",
    Home = "menu-button-home",
    Image = "menu-button-image",
    Language = "pages-button-language",
    LanguageName = "pages-language-name",
    MovedAdjust = "balance-moved-adjust",
    MovedCapture = "balance-moved-capture",
    MovedCompensate = "balance-moved-compensate",
    MovedGift = "balance-moved-gift",
    MovedHold = "balance-moved-hold",
    MovedOther = "balance-moved-other",
    MovedPlan = "balance-moved-plan",
    MovedPromo = "balance-moved-promo",
    MovedPurchase = "balance-moved-purchase",
    MovedReferral = "balance-moved-referral",
    MovedRefund = "balance-moved-refund",
    MovedRelease = "balance-moved-release",
    MovedReprice = "balance-moved-reprice",
    MovedTransfer = "balance-moved-transfer",
    MovedUnrefund = "balance-moved-unrefund",
    OfferImage = "prompt-button-image",
    OfferSound = "prompt-button-sound",
    OfferVideo = "prompt-button-video",
    PayingNotYet = "trouble-paying-not-yet",
    Privacy = "pages-button-privacy",
    Settings = "pages-button-settings",
    ShortDescription = "profile-short-description",
    Sound = "menu-button-sound",
    Support = "pages-button-support",
    Terms = "pages-button-terms",
    Tools = "menu-button-tools",
    UpdatingTap = "trouble-updating-tap",
    Video = "menu-button-video",
    WriteToSupport = "pages-button-write-to-support",
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
mod tests;
