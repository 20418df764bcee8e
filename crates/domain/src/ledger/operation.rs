//! Operations: their keys, their kinds, and who is behind them.

use std::fmt;

use crate::id::{GenerationId, HoldId, InboxId, PersonId, TransferId};

/// The key of an operation. The same cause gives the same key, and a key happens once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation(String);

impl Operation {
    /// A payment, by Telegram's name for the charge.
    pub fn purchase(charge: &str) -> Self {
        Self(format!("purchase:{charge}"))
    }

    /// Something given, once for each `cause`.
    pub fn grant(grant: Grant, cause: &str) -> Self {
        Self(format!("{}:{cause}", grant.name()))
    }

    /// What was given for this `cause` is taken back, once.
    pub fn take_back(grant: Grant, cause: &str) -> Self {
        Self(format!("un{}:{cause}", grant.name()))
    }

    /// An admin's correction, by the update that confirmed it.
    pub fn adjust(update: InboxId) -> Self {
        Self(format!("adjust:{update}"))
    }

    /// What somebody had in the bot they come from, once for each person.
    pub fn import(person: PersonId) -> Self {
        Self(format!("import:{person}"))
    }

    /// A hold for a generation.
    pub fn hold(generation: GenerationId) -> Self {
        Self(format!("hold:{generation}"))
    }

    /// The end of a hold. Capture and release share it: whichever comes first is the only one.
    pub fn settle(hold: HoldId) -> Self {
        Self(format!("settle:{hold}"))
    }

    /// A lower price for a generation, once its files were measured.
    pub fn reprice(generation: GenerationId) -> Self {
        Self(format!("reprice:{generation}"))
    }

    /// The balance's part of the decision with this number to refund a charge.
    pub fn refund(charge: &str, no: i16) -> Self {
        Self(format!("refund:{charge}{}", again(no)))
    }

    /// A refund's Stars, once Telegram gave them back.
    pub fn refunded(charge: &str, no: i16) -> Self {
        Self(format!("refunded:{charge}{}", again(no)))
    }

    /// The reversal of a refund that Telegram refused.
    pub fn unrefund(charge: &str, no: i16) -> Self {
        Self(format!("unrefund:{charge}{}", again(no)))
    }

    /// What KIE charged for an attempt, by the attempt's name.
    pub fn cost(attempt: &str) -> Self {
        Self(format!("cost:{attempt}"))
    }

    /// What KIE probably charged for an attempt that is lost.
    pub fn suspense(attempt: &str) -> Self {
        Self(format!("suspense:{attempt}"))
    }

    /// The truth about an attempt that was lost is known: what was put down for it is taken back.
    pub fn unsuspense(attempt: &str) -> Self {
        Self(format!("unsuspense:{attempt}"))
    }

    /// What is given back for a result that could not be delivered.
    pub fn compensate(generation: GenerationId) -> Self {
        Self(format!("compensate:{generation}"))
    }

    /// A bank transfer that an admin approved, by its request.
    pub fn bank_transfer(request: TransferId) -> Self {
        Self(format!("bank_transfer:{request}"))
    }

    /// A transfer between two people, by what caused it.
    pub fn transfer(cause: &str) -> Self {
        Self(format!("transfer:{cause}"))
    }

    /// Stars of Telegram's list that are no payment of ours: by their id and whether they came or went, or by
    /// where in the list what was before these books began.
    pub fn stars(what: &str) -> Self {
        Self(format!("stars:{what}"))
    }

    /// KIE credits were bought, by the reconciliation that saw it.
    pub fn top_up(reconciliation: &str) -> Self {
        Self(format!("topup:{reconciliation}"))
    }

    /// An operator put a difference right, by its number.
    pub fn put_right(difference: i64) -> Self {
        Self(format!("difference:{difference}"))
    }

    /// The key as the books have it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The end of a key: none for the first decision, its number for those after a refusal.
fn again(no: i16) -> String {
    if no > 1 { format!(":{no}") } else { String::new() }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why something is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grant {
    /// A welcome.
    Gift,
    /// Somebody they invited paid.
    Referral,
    /// A code.
    Promo,
    /// What a plan includes.
    Plan,
}

impl Grant {
    /// Its name in keys and in the books.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gift => "gift",
            Self::Referral => "referral",
            Self::Promo => "promo",
            Self::Plan => "plan",
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// What a leg is about, as the books call it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])* $name,)*
        }

        impl Kind {
            /// Every one of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its name in the books.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// The kind of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.name() == name)
            }
        }
    };
}

kinds! {
    /// Stars came in, and balance was issued for them.
    Purchase => "purchase",
    /// A part of a purchase that filled a debt.
    DebtPaid => "debt_paid",
    /// What a purchase brought on top.
    PurchaseBonus => "purchase_bonus",
    /// A welcome gift.
    Gift => "gift",
    /// A reward for inviting.
    Referral => "referral",
    /// A code.
    Promo => "promo",
    /// What a plan includes.
    Plan => "plan",
    /// An admin's correction.
    Adjust => "adjust",
    /// Money that came to our bank account, as an admin approved.
    BankTransfer => "bank_transfer",
    /// Set apart for a generation.
    Hold => "hold",
    /// A generation costs less than was set apart for it.
    Reprice => "reprice",
    /// A generation was paid for.
    Capture => "capture",
    /// A generation came to nothing, its money went back.
    Release => "release",
    /// Balance taken back for a refund, or Stars given back.
    Refund => "refund",
    /// The part of a refund that had been spent.
    RefundDebt => "refund_debt",
    /// A refund that did not happen after all.
    Unrefund => "unrefund",
    /// What KIE charged.
    Cost => "cost",
    /// What KIE probably charged for a result nobody knows.
    Suspense => "suspense",
    /// What had been put down for such a result, since the truth is known.
    Unsuspense => "unsuspense",
    /// Given back for a result that could not be delivered.
    Compensate => "compensate",
    /// From one person to another.
    Transfer => "transfer",
    /// Stars that came or went for another reason than a payment.
    Stars => "stars",
    /// KIE credits were bought.
    TopUp => "topup",
    /// A difference that an operator put right.
    PutRight => "put_right",
}

impl From<Grant> for Kind {
    fn from(grant: Grant) -> Self {
        match grant {
            Grant::Gift => Self::Gift,
            Grant::Referral => Self::Referral,
            Grant::Promo => Self::Promo,
            Grant::Plan => Self::Plan,
        }
    }
}

/// Who is behind an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The bot itself, by its rules.
    Bot,
    /// Telegram's own word.
    Telegram,
    /// The person whose money it is.
    Person(PersonId),
    /// An admin.
    Admin(PersonId),
    /// Who works at the machine the bot runs on.
    Operator,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot => f.write_str("bot"),
            Self::Telegram => f.write_str("telegram"),
            Self::Person(person) => write!(f, "person:{person}"),
            Self::Admin(person) => write!(f, "admin:{person}"),
            Self::Operator => f.write_str("operator"),
        }
    }
}
