//! What an example finds of payments, of growth, and of what admins look at.

use domain::stats::Stats;

use super::{Somebody, talks};
use crate::facts::{DayFacts, Growth, Reply};
use crate::step::Step;

impl Somebody {
    /// What follows once it is looked up: of payments and of what admins look at.
    pub(super) fn told_of_payments(&self, reply: Reply<'_>) -> Step {
        if let Reply::WithTransferDesk(_, then) = reply {
            return then(&self.desk);
        }
        if let Reply::WithTransferCase(id, then) = reply {
            return then(&self.request.clone().filter(|case| case.request.id == id));
        }
        if let Reply::WithTransfers(then) = reply {
            return then(&self.transfers);
        }
        if let Reply::WithPayment(charge, then) = reply {
            let payment = self.payment.clone().filter(|found| found.payment.charge == charge);
            return then(&payment);
        }
        if let Reply::WithPayments(_, then) = reply {
            return then(&self.payments);
        }
        if let Reply::WithCase(number, then) = reply {
            return then(&self.case.filter(|case| case.number == number));
        }
        if let Reply::WithDesk(look) = reply {
            return self.office.answers(look);
        }
        if let Reply::Talk(reply) = reply {
            return talks::told(reply, self.case);
        }
        if let Reply::WithUnanswered(then) = reply {
            return then(&self.unanswered);
        }
        if let Reply::WithSuspects(then) = reply {
            return then(&self.suspects);
        }
        if let Reply::WithDay(then) = reply {
            return then(&DayFacts::default());
        }
        self.told_of_growth(reply)
    }

    fn told_of_growth(&self, reply: Reply<'_>) -> Step {
        let Reply::WithGrowth(growth) = reply else {
            panic!("there is no example of what is looked up")
        };
        let promo = || self.promo.as_ref().map(|facts| facts.promo.clone());
        match growth {
            Growth::Promo(_, then) => then(&self.promo),
            Growth::PromoCard(_, then) => then(&promo()),
            Growth::Promos(then) => then(&self.promos),
            Growth::Campaigns(then) => then(&self.campaigns),
            Growth::Stats(span, _, then) => {
                let none = Stats { span, periods: Vec::new(), failing: Vec::new() };
                then(self.stats.as_ref().unwrap_or(&none))
            }
        }
    }
}
