//! The methods of the Bot API that this product uses, and which of them may be repeated.
//!
//! When an answer is lost it is not known whether the call was carried out. [`Repeats`] says what
//! follows: a method that sets something to a value, or asks, is simply called again; one that
//! sends is not, unless a second message in the chat is acceptable.

/// What may be done when it is not known whether a call was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeats {
    /// Twice is the same as once.
    Safe,
    /// Twice may be seen as two.
    Ambiguous,
}

/// Makes the type of a table: what a method is called here and there, and whether it may be repeated.
macro_rules! methods {
    ($($method:ident $name:literal $repeats:ident,)*) => {
        /// A method of the Bot API.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Method {
            $(#[doc = concat!("`", $name, "`")] $method,)*
        }

        impl Method {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$method,)*];

            /// Its name in the Bot API, in logs and in the stored form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$method => $name,)*
                }
            }

            /// The method with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|method| method.name() == name)
            }

            /// Whether doing it twice is the same as doing it once.
            pub const fn repeats(self) -> Repeats {
                match self {
                    $(Self::$method => Repeats::$repeats,)*
                }
            }
        }
    };
}

methods! {
    AnswerCallbackQuery "answerCallbackQuery" Safe,
    AnswerInlineQuery "answerInlineQuery" Safe,
    AnswerPreCheckoutQuery "answerPreCheckoutQuery" Safe,
    CreateInvoiceLink "createInvoiceLink" Safe,
    DeleteMessage "deleteMessage" Safe,
    EditMessageText "editMessageText" Safe,
    EditUserStarSubscription "editUserStarSubscription" Safe,
    GetChatMember "getChatMember" Safe,
    GetFile "getFile" Safe,
    GetMe "getMe" Safe,
    GetMyStarBalance "getMyStarBalance" Safe,
    GetStarTransactions "getStarTransactions" Safe,
    GetUpdates "getUpdates" Safe,
    GetWebhookInfo "getWebhookInfo" Safe,
    RefundStarPayment "refundStarPayment" Safe,
    SendAudio "sendAudio" Ambiguous,
    SendChatAction "sendChatAction" Safe,
    SendDocument "sendDocument" Ambiguous,
    SendInvoice "sendInvoice" Ambiguous,
    SendMediaGroup "sendMediaGroup" Ambiguous,
    SendMessage "sendMessage" Ambiguous,
    SendPhoto "sendPhoto" Ambiguous,
    SendVideo "sendVideo" Ambiguous,
    SendVoice "sendVoice" Ambiguous,
    SetMyCommands "setMyCommands" Safe,
    SetMyDescription "setMyDescription" Safe,
    SetMyShortDescription "setMyShortDescription" Safe,
    SetWebhook "setWebhook" Safe,
}
