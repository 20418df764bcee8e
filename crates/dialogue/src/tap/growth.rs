//! The buttons about promo codes, the channel for free use, campaigns and numbers.

use domain::promo::PromoCode;
use domain::stats::Span;

use super::{Tap, decode_mark};
use crate::scene::Role;
use crate::state::Mark;

/// What such a button says to us.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GrowthTap {
    /// The person has joined the channel: make what was quoted under that mark.
    Joined(Mark),
    /// An admin wants the promo codes.
    Promos,
    /// An admin looks at one.
    Promo(PromoCode),
    /// An admin ends one.
    EndPromo(PromoCode),
    /// An admin wants the campaigns.
    Campaigns,
    /// An admin wants the numbers of the last days or weeks.
    Stats(Span),
}

impl GrowthTap {
    /// Who may tap it.
    pub(super) const fn role(&self) -> Role {
        match self {
            Self::Joined(_) => Role::Person,
            Self::Promos
            | Self::Promo(_)
            | Self::EndPromo(_)
            | Self::Campaigns
            | Self::Stats(_) => Role::Admin,
        }
    }

    pub(super) fn encode(&self) -> String {
        match self {
            Self::Joined(mark) => format!("joined:{:08x}", mark.get()),
            Self::Promos => "grow:promos".to_owned(),
            Self::Promo(code) => format!("promo:look:{code}"),
            Self::EndPromo(code) => format!("promo:end:{code}"),
            Self::Campaigns => "grow:campaigns".to_owned(),
            Self::Stats(span) => format!("stats:{}", span.word()),
        }
    }

    pub(super) fn decode(subject: &str, detail: &str) -> Option<Tap> {
        let tap = match (subject, detail) {
            ("joined", mark) => Self::Joined(decode_mark(mark)?),
            ("grow", "promos") => Self::Promos,
            ("grow", "campaigns") => Self::Campaigns,
            ("stats", span) => Self::Stats(Span::from_word(span)?),
            ("promo", wanted) => {
                let (word, code) = wanted.split_once(':')?;
                let code = PromoCode::read(code).filter(|read| read.as_str() == code)?;
                match word {
                    "look" => Self::Promo(code),
                    "end" => Self::EndPromo(code),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Tap::Growth(tap))
    }
}
