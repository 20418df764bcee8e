//! The methods of the Bot API that this product uses, and which of them may be repeated.
//!
//! When an answer is lost nobody knows whether the call was carried out. [`Repeats`] says what
//! follows: a method that sets something to a value, or asks, is simply called again; one that
//! sends is not, unless a second message in the chat is acceptable.

/// A method of the Bot API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// `answerCallbackQuery`
    AnswerCallbackQuery,
    /// `answerPreCheckoutQuery`
    AnswerPreCheckoutQuery,
    /// `editMessageText`
    EditMessageText,
    /// `getFile`
    GetFile,
    /// `getMe`
    GetMe,
    /// `getUpdates`
    GetUpdates,
    /// `getWebhookInfo`
    GetWebhookInfo,
    /// `sendAudio`
    SendAudio,
    /// `sendDocument`
    SendDocument,
    /// `sendMediaGroup`
    SendMediaGroup,
    /// `sendMessage`
    SendMessage,
    /// `sendPhoto`
    SendPhoto,
    /// `sendVideo`
    SendVideo,
    /// `sendVoice`
    SendVoice,
    /// `setMyCommands`
    SetMyCommands,
    /// `setMyDescription`
    SetMyDescription,
    /// `setMyShortDescription`
    SetMyShortDescription,
    /// `setWebhook`
    SetWebhook,
}

/// What may be done when nobody knows whether a call was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeats {
    /// Twice is the same as once.
    Safe,
    /// Twice may be seen as two.
    Ambiguous,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::AnswerCallbackQuery,
        Self::AnswerPreCheckoutQuery,
        Self::EditMessageText,
        Self::GetFile,
        Self::GetMe,
        Self::GetUpdates,
        Self::GetWebhookInfo,
        Self::SendAudio,
        Self::SendDocument,
        Self::SendMediaGroup,
        Self::SendMessage,
        Self::SendPhoto,
        Self::SendVideo,
        Self::SendVoice,
        Self::SetMyCommands,
        Self::SetMyDescription,
        Self::SetMyShortDescription,
        Self::SetWebhook,
    ];

    /// Its name in the Bot API, in logs and in the stored form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnswerCallbackQuery => "answerCallbackQuery",
            Self::AnswerPreCheckoutQuery => "answerPreCheckoutQuery",
            Self::EditMessageText => "editMessageText",
            Self::GetFile => "getFile",
            Self::GetMe => "getMe",
            Self::GetUpdates => "getUpdates",
            Self::GetWebhookInfo => "getWebhookInfo",
            Self::SendAudio => "sendAudio",
            Self::SendDocument => "sendDocument",
            Self::SendMediaGroup => "sendMediaGroup",
            Self::SendMessage => "sendMessage",
            Self::SendPhoto => "sendPhoto",
            Self::SendVideo => "sendVideo",
            Self::SendVoice => "sendVoice",
            Self::SetMyCommands => "setMyCommands",
            Self::SetMyDescription => "setMyDescription",
            Self::SetMyShortDescription => "setMyShortDescription",
            Self::SetWebhook => "setWebhook",
        }
    }

    /// The method with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether doing it twice is the same as doing it once.
    pub const fn repeats(self) -> Repeats {
        match self {
            Self::SendAudio
            | Self::SendDocument
            | Self::SendMediaGroup
            | Self::SendMessage
            | Self::SendPhoto
            | Self::SendVideo
            | Self::SendVoice => Repeats::Ambiguous,
            Self::AnswerCallbackQuery
            | Self::AnswerPreCheckoutQuery
            | Self::EditMessageText
            | Self::GetFile
            | Self::GetMe
            | Self::GetUpdates
            | Self::GetWebhookInfo
            | Self::SetMyCommands
            | Self::SetMyDescription
            | Self::SetMyShortDescription
            | Self::SetWebhook => Repeats::Safe,
        }
    }
}
