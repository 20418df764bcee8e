//! The invariants: what must be true of the books at any moment.
//!
//! Their numbers are known outside, in reports and runbooks: a new one gets the next number, and none
//! is ever given to another.

use std::fmt;

macro_rules! invariants {
    ($count:literal: $($(#[$doc:meta])* $name:ident = $number:literal => $title:literal,)*) => {
        /// Something that must be true of the books.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Invariant {
            $($(#[$doc])* $name,)*
        }

        impl Invariant {
            /// Every one of them, by number.
            pub const ALL: [Self; $count] = [$(Self::$name,)*];

            /// Its number.
            pub const fn number(self) -> u8 {
                match self {
                    $(Self::$name => $number,)*
                }
            }

            /// The one with this number, as it is written: `I7` or `7`.
            pub fn named(name: &str) -> Option<Self> {
                let digits = name.strip_prefix(['I', 'i']).unwrap_or(name);
                Self::ALL.into_iter().find(|one| one.number().to_string() == digits)
            }

            /// What it says, as one plain sentence.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }
        }
    };
}

invariants! {
    29:
    /// A kept balance is what came in less what went out, and what the last transfer left.
    BalanceIsPostings = 1 => "every balance is the sum of its postings",
    /// Both accounts of a transfer have its unit.
    OneUnit = 2 => "a transfer and its two accounts have one unit",
    /// A debt is at most zero, everything else at least zero.
    SideOfZero = 3 => "no balance is on the wrong side of zero",
    /// What is set apart for a person is what their open holds say.
    HeldIsOpenHolds = 4 => "held is the sum of open holds",
    /// A live generation with a price has an open hold, and an open hold a live generation.
    HoldLivesWithGeneration = 5 => "a hold is open as long as its generation is alive",
    /// What was captured has a result that was delivered, is on its way, or was paid back.
    CaptureHasResult = 6 => "whatever was paid for has a result",
    /// No live generation is long past its deadline; see the parent's doc.
    NothingOverdue = 7 => "no generation is five minutes past its deadline",
    /// A payment has its Stars and its money, and every purchase a payment.
    PaymentHasLegs = 8 => "every payment has exactly its legs",
    /// A hold was captured or released or neither, as its state says.
    HoldEndsOnce = 9 => "every hold ended once, as its state says",
    /// The version of a kept account is how many transfers touched it.
    VersionCounts = 10 => "every version is the number of transfers",
    /// In the order of transfers no epoch is lower than the one before.
    EpochsRise = 11 => "epochs never go backwards",
    /// No update and no quote has two generations, no update two dead letters.
    UpdateDoneOnce = 12 => "no update was done twice",
    /// No update waits for long; see the parent's doc.
    UpdatesFlow = 13 => "no update waits for more than a minute",
    /// No result lies about for long; see the parent's doc.
    ResultsArrive = 14 => "every result arrives, is parked or is paid back in ten minutes",
    /// Every seal continues the one before and fits its transfers, and none lies beside them.
    SealsHold = 15 => "the chain of seals is whole",
    /// What a person used for nothing, and what a day of it cost, is what its generations say.
    FreeUseCounts = 16 => "free use is the number of free generations",
    /// No call is under way for long; see the parent's doc.
    CallsEnd = 17 => "no call takes longer than it may",
    /// The legs of a refund are what the state of its payment says.
    RefundHasLegs = 18 => "every refund has exactly its legs",
    /// The cost of an attempt is a transfer, that of a lost one suspense, and every such transfer has one.
    ChargeIsBooked = 19 => "every charge of KIE is in the books",
    /// Whatever Telegram told of a payment or its return is in the books.
    PaymentIsBooked = 20 => "every payment that was told of is booked",
    /// What went back for a result that reached nobody is exactly what was captured for it.
    CompensationHasCause = 21 => "only undelivered results were paid back, once",
    /// Every correction of a balance is in the audit log, and every one of those is a correction.
    AdjustmentIsLogged = 22 => "every correction is in the audit log",
    /// A gift is its newcomer's and of its day; a reward is for a first payment, and goes back with it.
    GiftHasCause = 23 => "every gift and reward has its cause",
    /// What of Telegram's list is settled is in the books in its size, and no other Stars are.
    StarsAreListed = 24 => "Stars are booked as Telegram's list has them",
    /// A payment that was learned from Telegram's list is in it.
    ImportIsListed = 25 => "every imported payment is in Telegram's list",
    /// Whatever was credited for a bank transfer was approved by an admin, once, and every approval is credited.
    TransferIsApproved = 26 => "every approved bank transfer is credited once, and logged",
    /// Every refund that an admin decided is in the audit log, and every one of those is a refund.
    RefundIsLogged = 27 => "every refund by an admin is in the audit log",
    /// A code has as many uses as it counts, each given what it brings, once; what admins do with it is logged.
    PromoHasUse = 28 => "every use of a promo code is one grant, within its limit",
    /// Who was taken over got what they had, once, as the audit log has it; nobody else got anything that way.
    ImportIsLogged = 29 => "every imported balance is one correction, and logged",
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "I{}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::Invariant;

    #[test]
    fn the_invariants_are_numbered_from_one_in_their_order() {
        let numbers: Vec<u8> = Invariant::ALL.iter().map(|one| one.number()).collect();

        assert_eq!(numbers, (1..=29).collect::<Vec<u8>>());
        assert_eq!(Invariant::HeldIsOpenHolds.to_string(), "I4");
    }

    #[test]
    fn every_title_is_a_sentence_of_its_own() {
        let mut titles: Vec<&str> = Invariant::ALL.iter().map(|one| one.title()).collect();
        titles.sort_unstable();
        titles.dedup();

        assert_eq!(titles.len(), Invariant::ALL.len());
        assert!(titles.iter().all(|title| !title.ends_with('.')));
    }
}
