//! Random operations against a model so simple that it is right by looking at it.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use domain::{GenerationId, PersonId};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use store::{Posted, Settlement};

use super::Clerk;
use crate::bench::Active;

/// What can be done; people and orders are numbers into what there is.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Pay { who: usize, amount: i64, repeat: bool },
    Give { who: usize, amount: i64 },
    Adjust { who: usize, amount: i64 },
    Move { from: usize, amount: i64 },
    Order { who: usize, price: i64 },
    End { which: usize, capture: bool },
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let (who, amount) = (0_usize..2, 1_i64..60);
    let deed = prop_oneof![
        1 => (who.clone(), amount.clone(), any::<bool>())
            .prop_map(|(who, amount, repeat)| Deed::Pay { who, amount, repeat }),
        1 => (who.clone(), amount.clone()).prop_map(|(who, amount)| Deed::Give { who, amount }),
        1 => (who.clone(), -60_i64..60).prop_map(|(who, amount)| Deed::Adjust { who, amount }),
        1 => (who.clone(), amount.clone()).prop_map(|(from, amount)| Deed::Move { from, amount }),
        3 => (who, amount).prop_map(|(who, price)| Deed::Order { who, price }),
        3 => (0_usize..8, any::<bool>()).prop_map(|(which, capture)| Deed::End { which, capture }),
    ];
    prop::collection::vec(deed, 1..40)
}

/// A purse of the model: paid and bonus, and what is held of each by order.
#[derive(Debug, Default, Clone)]
struct Simple {
    paid: i64,
    bonus: i64,
    held: i64,
}

/// An order of the model that is still open.
struct Open {
    who: usize,
    generation: GenerationId,
    bonus: i64,
    paid: i64,
}

/// The books and the model side by side.
struct Twin<'a> {
    clerk: &'a Clerk<'a>,
    people: [PersonId; 2],
    purses: [Simple; 2],
    open: Vec<Open>,
    causes: i64,
}

impl Twin<'_> {
    async fn does(&mut self, deed: Deed) {
        self.causes += 1;
        let cause = format!("{}-{}", self.people[0], self.causes);
        match deed {
            Deed::Pay { who, amount, repeat } => {
                self.clerk.is_paid(self.people[who], &cause, amount).await;
                self.purses[who].paid += amount;
                if repeat {
                    let again = self.clerk.is_paid(self.people[who], &cause, amount).await;
                    assert_eq!(again, Posted::Already);
                }
            }
            Deed::Give { who, amount } => {
                self.clerk.gives(self.people[who], &cause, amount).await;
                self.purses[who].bonus += amount;
            }
            Deed::Adjust { who, amount } => self.adjust(who, amount).await,
            Deed::Move { from, amount } => {
                let (payer, payee) = (self.people[from], self.people[1 - from]);
                let moved = self.clerk.moves(payer, payee, &cause, amount).await;
                assert_eq!(moved.is_some(), amount <= self.purses[from].paid);
                if moved.is_some() {
                    self.purses[from].paid -= amount;
                    self.purses[1 - from].paid += amount;
                }
            }
            Deed::Order { who, price } => self.order(who, price).await,
            Deed::End { which, capture } => self.end(which, capture).await,
        }
    }

    async fn adjust(&mut self, who: usize, amount: i64) {
        // Updates are numbered across all cases, since an update corrects once.
        let update = self.people[0].get() * 1_000 + self.causes;
        let adjusted = self.clerk.adjusts(self.people[who], update, amount).await;
        let purse = &mut self.purses[who];
        let allowed = amount != 0 && -amount <= purse.paid + purse.bonus;
        assert_eq!(adjusted.is_some(), allowed, "{amount} of {purse:?}");
        if allowed {
            let from_paid = amount.max(-purse.paid);
            purse.paid += from_paid;
            purse.bonus += amount - from_paid;
        }
    }

    async fn order(&mut self, who: usize, price: i64) {
        let order = self.clerk.orders(self.people[who], price).await;
        let purse = &mut self.purses[who];
        assert_eq!(order.is_some(), price <= purse.paid + purse.bonus, "{price} of {purse:?}");
        if let Some(generation) = order {
            let bonus = price.min(purse.bonus);
            let paid = price - bonus;
            purse.bonus -= bonus;
            purse.paid -= paid;
            purse.held += price;
            self.open.push(Open { who, generation, bonus, paid });
        }
    }

    async fn end(&mut self, which: usize, capture: bool) {
        if self.open.is_empty() {
            return;
        }
        let Open { who, generation, bonus, paid } = self.open.remove(which % self.open.len());
        let settlement = if capture { Settlement::Capture } else { Settlement::Release };
        self.clerk.ends(self.people[who], generation, settlement).await.unwrap();
        let purse = &mut self.purses[who];
        purse.held -= bonus + paid;
        if !capture {
            purse.bonus += bonus;
            purse.paid += paid;
        }
    }

    async fn agrees(&self) {
        for (person, Simple { paid, bonus, held }) in self.people.iter().zip(&self.purses) {
            assert_eq!(self.clerk.balance(*person).await, [*paid, *bonus, *held, 0], "{person}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_books_agree_with_a_model_after_any_sequence_of_operations() {
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SEED={seed}");
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let config = Config {
        cases: 24,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    };
    let next = std::cell::Cell::new(100);

    tokio::task::block_in_place(|| {
        TestRunner::new(config).run(&deeds(), |deeds| {
            // Two strangers for each case: the books are those of all cases together.
            let people = [next.get(), next.get() + 1].map(PersonId::new);
            next.set(next.get() + 2);
            tokio::runtime::Handle::current().block_on(async {
                clerk.meets(&people).await;
                let mut twin = Twin {
                    clerk: &clerk,
                    people,
                    purses: Default::default(),
                    open: Vec::new(),
                    causes: 0,
                };
                for deed in deeds {
                    twin.does(deed).await;
                }
                twin.agrees().await;
            });
            Ok(())
        })
    })
    .unwrap();

    active.books_are_in_order().await;
}
