//! Faults a test arms, and faults that come by themselves at a rate.
//!
//! ```text
//!   armed ── a request or task it concerns ──> fires ── n times ──> spent
//!   rates ── drawn at every place that can break ──> fires
//! ```
//!
//! Faults by rate are drawn from one sequence per place, so the
//! n-th creation breaks in the same way with the same seed, however often records were read.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Core, Settings};
use crate::fake::faults::{Armed, Board};
use testbed::draws::Draws;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The task is made, and the connection is cut before the answer.
    LostResponse,
    /// The task is made, and no answer comes as long as anybody waits.
    CreateHangs,
    /// The connection is cut before anything is made.
    CutBeforeMaking,
    /// A creation is answered with this code, and nothing is made.
    Code(i64),
    /// A creation is answered with this code although the task is made.
    CodeMade(i64),
    LookCode(i64),
    /// A look at a record is answered with half of its JSON.
    MalformedLook,
    LookCut,
    LookHangs,
    LinkCode(i64),
    UploadCode(i64),
    UploadHangs,
    EmptyResult,
    TaskFails(i64),
    TaskNever,
    /// A task costs so many times what its model costs.
    Charges(i64),
    /// A task is charged for, also if it fails.
    ChargedAnyway,
    FileGone,
    FileTruncated,
    /// A file comes in drops, for some seconds.
    FileSlow,
    /// A file stops in its middle and stays there as long as anybody waits.
    FileHangs,
    /// A file is announced, and not a byte of it comes as long as anybody waits.
    FileSilent,
    /// A file says that it is a page.
    FileWrongType,
    CallbackLost,
    /// A callback is sent before the creation is answered; the task ends at once.
    CallbackEarly,
    /// A callback is sent after somebody has read the end from the record, or after ten minutes.
    CallbackLate,
    CallbackTwice,
}

/// Where something can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A creation, before anything is made.
    Create,
    /// A creation, when the task is made.
    Made,
    Task,
    Charge,
    Look,
    Upload,
    File,
    Callback,
    /// A task that has an address to call and is about to be answered for.
    Early,
    Link,
}

impl Fault {
    fn place(self) -> Place {
        match self {
            Self::CutBeforeMaking | Self::Code(_) => Place::Create,
            Self::LostResponse | Self::CreateHangs | Self::CodeMade(_) => Place::Made,
            Self::EmptyResult | Self::TaskFails(_) | Self::TaskNever => Place::Task,
            Self::Charges(_) | Self::ChargedAnyway => Place::Charge,
            Self::LookCode(_) | Self::MalformedLook | Self::LookCut | Self::LookHangs => {
                Place::Look
            }
            Self::LinkCode(_) => Place::Link,
            Self::UploadCode(_) | Self::UploadHangs => Place::Upload,
            Self::FileGone
            | Self::FileTruncated
            | Self::FileSlow
            | Self::FileHangs
            | Self::FileSilent
            | Self::FileWrongType => Place::File,
            Self::CallbackLost | Self::CallbackLate | Self::CallbackTwice => Place::Callback,
            Self::CallbackEarly => Place::Early,
        }
    }
}

/// How often faults come by themselves: shares of a thousand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rates(Vec<(Fault, u32)>);

impl Rates {
    pub fn none() -> Self {
        Self::default()
    }

    /// Of a thousand things that can break in this way, so many do.
    pub fn with(mut self, fault: Fault, per_mille: u32) -> Self {
        self.0.push((fault, per_mille));
        self
    }
}

#[derive(Debug)]
pub(crate) struct FaultBoard {
    seed: u64,
    board: Board<Fault>,
    pub(crate) rates: Rates,
    draws: BTreeMap<Place, Draws>,
    drawn: usize,
}

impl FaultBoard {
    pub(crate) fn new(settings: &Settings) -> Self {
        let (board, rates) = (Board::new(settings.patience), Rates::none());
        Self { seed: settings.seed, board, rates, draws: BTreeMap::new(), drawn: 0 }
    }

    pub(crate) fn arm(&mut self, fault: Fault, times: usize) -> Armed {
        self.board.arm(fault, times)
    }

    /// The fault that fires at this place now.
    pub(crate) fn on(&mut self, place: Place) -> Option<Fault> {
        let drawn = self.draw(place);
        if let Some((fault, _)) = self.board.fire(|fault| fault.place() == place) {
            return Some(fault);
        }
        self.drawn += usize::from(drawn.is_some());
        drawn
    }

    /// One number per visit, whatever is armed: the sequence must not depend on it.
    fn draw(&mut self, place: Place) -> Option<Fault> {
        let salt = self.seed ^ (1 + place as u64).wrapping_mul(0xD1B5_4A32_D192_ED03);
        let draws = self.draws.entry(place).or_insert_with(|| Draws::seeded(salt));
        let mut number = u32::try_from(draws.below(1000)).unwrap_or_default();
        for (fault, share) in self.rates.0.iter().filter(|(fault, _)| fault.place() == place) {
            if number < *share {
                return Some(*fault);
            }
            number -= share;
        }
        None
    }

    pub(crate) fn never_fired(&self) -> Vec<String> {
        let silent = self.board.never_fired();
        silent.map(|fault| format!("the fault {fault:?} of KIE never fired")).collect()
    }
}

/// Where a test arms faults; from [`super::FakeKie::faults`].
#[derive(Debug)]
pub struct Faults {
    pub(crate) core: Arc<Core>,
}

impl Faults {
    pub fn arm(&self, fault: Fault, times: usize) -> Armed {
        self.core.with(|world| world.faults.arm(fault, times))
    }

    pub fn rates(&self, rates: Rates) {
        self.core.with(|world| world.faults.rates = rates);
    }

    pub fn drawn(&self) -> usize {
        self.core.look(|world| world.faults.drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, FaultBoard, Place, Rates, Settings};

    fn seeded(seed: u64) -> FaultBoard {
        FaultBoard::new(&Settings { seed, ..Settings::default() })
    }

    #[test]
    fn a_fault_fires_only_where_it_belongs_and_only_so_often() {
        let mut board = seeded(1);
        board.arm(Fault::LookCode(500), 2);

        assert_eq!(board.on(Place::Create), None);
        assert_eq!(board.never_fired(), ["the fault LookCode(500) of KIE never fired"]);
        assert_eq!(board.on(Place::Look), Some(Fault::LookCode(500)));
        assert_eq!(board.on(Place::Look), Some(Fault::LookCode(500)));
        assert_eq!(board.on(Place::Look), None);
        assert_eq!(board.never_fired(), [""; 0]);
    }

    #[test]
    fn rates_repeat_with_their_seed_and_do_not_depend_on_other_places() {
        let rates = Rates::none().with(Fault::Code(429), 200).with(Fault::Code(500), 100);
        let run = |looks: usize| {
            let mut board = seeded(7);
            board.rates = rates.clone();
            let creates = (0..1000).map(|_| {
                (0..looks).for_each(|_| assert_eq!(board.on(Place::Look), None));
                board.on(Place::Create)
            });
            creates.collect::<Vec<_>>()
        };

        let faults = run(0);
        assert_eq!(faults, run(3));
        let count = |wanted: Fault| faults.iter().filter(|fault| **fault == Some(wanted)).count();
        assert!((150..250).contains(&count(Fault::Code(429))), "{}", count(Fault::Code(429)));
        assert!((60..140).contains(&count(Fault::Code(500))), "{}", count(Fault::Code(500)));
    }
}
