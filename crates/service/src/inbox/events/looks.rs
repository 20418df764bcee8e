//! How parts of a text look: Telegram's entities as the dialogue keeps them. What has no look of its own is text.

use dialogue::{Look, Span};
use telegram::update::Entity;

/// How a part of a text looks, if that is something to be kept.
pub(super) fn span(entity: &Entity) -> Option<Span> {
    let look = match entity.kind.as_str() {
        "bold" => Look::Bold,
        "italic" => Look::Italic,
        "underline" => Look::Underline,
        "strikethrough" => Look::Strike,
        "spoiler" => Look::Spoiler,
        "code" => Look::Code,
        "pre" => Look::Pre,
        "blockquote" => Look::Quote,
        "expandable_blockquote" => Look::FoldedQuote,
        "text_link" => Look::link(entity.url.as_deref()?)?,
        _ => return None,
    };
    Some(Span { from: entity.offset, to: entity.offset.checked_add(entity.length)?, look })
}
