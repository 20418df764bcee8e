//! What KIE does on a day: one kind of trouble, at a rate.

use simulator::kie::{Fault, Rates};

/// The weather of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weather {
    /// Nothing is wrong.
    Fair,
    /// Tasks take longer than anybody waits.
    Slow,
    /// Tasks fail, and are charged for.
    Failing,
    /// Tasks cost ten times what they should.
    Greedy,
    /// Answers and callbacks get lost, also of tasks that were made.
    Lossy,
    /// Results are gone when somebody fetches them, or are empty.
    Forgetful,
    /// It is being repaired, or breaks; after "busy" we would wait ten seconds by the clock on the wall.
    Busy,
    /// A little of everything.
    Mixed,
}

impl Weather {
    pub(super) const ALL: [Self; 8] = [
        Self::Fair,
        Self::Slow,
        Self::Failing,
        Self::Greedy,
        Self::Lossy,
        Self::Forgetful,
        Self::Busy,
        Self::Mixed,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::Slow => "slow",
            Self::Failing => "failing",
            Self::Greedy => "greedy",
            Self::Lossy => "lossy",
            Self::Forgetful => "forgetful",
            Self::Busy => "busy",
            Self::Mixed => "mixed",
        }
    }

    /// Whether KIE charges more than its list on such a day.
    pub(super) const fn overcharges(self) -> bool {
        matches!(self, Self::Greedy | Self::Mixed)
    }

    /// How often what goes wrong, of a thousand.
    pub(super) fn rates(self) -> Rates {
        let table: &[(Fault, u32)] = match self {
            Self::Fair => &[],
            Self::Slow => &[(Fault::TaskNever, 500), (Fault::CallbackLost, 300)],
            Self::Failing => &[
                (Fault::TaskFails(501), 300),
                (Fault::TaskFails(500), 100),
                (Fault::ChargedAnyway, 500),
            ],
            Self::Greedy => &[(Fault::Charges(10), 150)],
            Self::Lossy => &[
                (Fault::LostResponse, 150),
                (Fault::CodeMade(500), 100),
                (Fault::CutBeforeMaking, 100),
                (Fault::CallbackLost, 300),
                (Fault::LookCut, 100),
                (Fault::MalformedLook, 100),
            ],
            Self::Forgetful => &[(Fault::FileGone, 250), (Fault::EmptyResult, 150)],
            Self::Busy => {
                &[(Fault::Code(455), 250), (Fault::Code(500), 100), (Fault::LookCode(500), 200)]
            }
            Self::Mixed => &[
                (Fault::TaskNever, 80),
                (Fault::TaskFails(501), 80),
                (Fault::ChargedAnyway, 100),
                (Fault::Charges(10), 30),
                (Fault::LostResponse, 50),
                (Fault::Code(455), 80),
                (Fault::FileGone, 60),
                (Fault::CallbackLost, 100),
                (Fault::CallbackTwice, 100),
            ],
        };
        table.iter().fold(Rates::none(), |rates, (fault, share)| rates.with(*fault, *share))
    }
}
