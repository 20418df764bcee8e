//! Bad luck: faults of KIE and of Telegram, one with most orders, whomever it strikes.
//!
//! A fault waits for the next occasion of its kind. What has not struck when the storm ends is taken
//! back, so that nothing breaks afterwards.

use std::collections::BTreeMap;
use std::sync::Mutex;

use simulator::kie;
use simulator::telegram::{self, DeliveryFault};
use simulator::world::World;

use testbed::draws::Draws;

/// Of four orders so many bring bad luck.
const UNLUCKY: usize = 3;

/// What can go wrong.
#[derive(Debug, Clone, Copy)]
enum Mishap {
    /// At KIE.
    Kie(kie::Fault),
    /// With a call to Telegram.
    Call(telegram::Fault),
    /// With an update from Telegram.
    Delivery(DeliveryFault),
}

const MISHAPS: [Mishap; 28] = [
    Mishap::Kie(kie::Fault::LostResponse),
    Mishap::Kie(kie::Fault::CutBeforeMaking),
    Mishap::Kie(kie::Fault::Code(429)),
    Mishap::Kie(kie::Fault::Code(455)),
    Mishap::Kie(kie::Fault::Code(500)),
    Mishap::Kie(kie::Fault::CodeMade(500)),
    Mishap::Kie(kie::Fault::CodeMade(504)),
    Mishap::Kie(kie::Fault::LookCode(500)),
    Mishap::Kie(kie::Fault::MalformedLook),
    Mishap::Kie(kie::Fault::LookCut),
    Mishap::Kie(kie::Fault::EmptyResult),
    Mishap::Kie(kie::Fault::TaskFails(501)),
    Mishap::Kie(kie::Fault::TaskNever),
    Mishap::Kie(kie::Fault::FileGone),
    Mishap::Kie(kie::Fault::FileTruncated),
    Mishap::Kie(kie::Fault::FileSlow),
    Mishap::Kie(kie::Fault::FileWrongType),
    Mishap::Kie(kie::Fault::CallbackLost),
    Mishap::Kie(kie::Fault::CallbackEarly),
    Mishap::Kie(kie::Fault::CallbackLate),
    Mishap::Kie(kie::Fault::CallbackTwice),
    Mishap::Call(telegram::Fault::RetryAfter(1)),
    Mishap::Call(telegram::Fault::Status(502)),
    Mishap::Call(telegram::Fault::CutBefore),
    Mishap::Call(telegram::Fault::CutWithin),
    Mishap::Call(telegram::Fault::CutAfter),
    Mishap::Delivery(DeliveryFault::Duplicate),
    Mishap::Delivery(DeliveryFault::DropResponse),
];

/// A fault that waits for its occasion.
#[derive(Debug)]
enum Armed {
    Kie(kie::Armed),
    Telegram(telegram::Armed),
}

/// Where bad luck comes from.
#[derive(Debug)]
pub(super) struct Luck {
    kie: kie::Faults,
    telegram: telegram::Faults,
    armed: Mutex<Vec<(Mishap, Armed)>>,
}

impl Luck {
    pub(super) fn of(world: &World) -> Self {
        let (kie, telegram) = (world.kie.faults(), world.telegram.faults());
        Self { kie, telegram, armed: Mutex::new(Vec::new()) }
    }

    /// Draws a fault, or none.
    pub(super) fn strikes(&self, draws: &mut Draws) {
        let (mishap, lot) = (*draws.one_of(&MISHAPS), draws.below(4));
        if lot >= UNLUCKY {
            return;
        }
        let armed = match mishap {
            Mishap::Kie(fault) => Armed::Kie(self.kie.arm(fault, 1)),
            Mishap::Call(fault) => Armed::Telegram(self.telegram.next_calls(1, fault)),
            Mishap::Delivery(fault) => Armed::Telegram(self.telegram.deliveries(1, fault)),
        };
        self.armed.lock().unwrap().push((mishap, armed));
    }

    /// Nothing strikes any more. How often each kind did, those that never did as well.
    pub(super) fn ends(&self) -> BTreeMap<String, usize> {
        let mut tally: BTreeMap<String, usize> =
            MISHAPS.iter().map(|mishap| (mishap.name(), 0)).collect();
        for (mishap, armed) in self.armed.lock().unwrap().drain(..) {
            let times = match &armed {
                Armed::Kie(armed) => armed.times(),
                Armed::Telegram(armed) => armed.times(),
            };
            *tally.entry(mishap.name()).or_default() += times;
            match armed {
                _ if times > 0 => {}
                Armed::Kie(armed) => armed.disarm(),
                Armed::Telegram(armed) => armed.disarm(),
            }
        }
        tally
    }
}

impl Mishap {
    fn name(self) -> String {
        match self {
            Self::Kie(fault) => format!("{fault:?}"),
            Self::Call(fault) => format!("{fault:?}"),
            Self::Delivery(fault) => format!("{fault:?}"),
        }
    }
}
