//! What became of an update: accepted by the bot, and if it was a tap, answered.

use std::sync::Arc;
use std::time::Duration;

use super::world::{Core, Query, World};
use super::{Born, Fate};

#[derive(Debug, Clone)]
pub struct UpdateHandle {
    core: Arc<Core>,
    born: Born,
    begun: std::time::Instant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TapAnswer {
    pub within: Duration,
    pub text: Option<String>,
}

impl UpdateHandle {
    pub(crate) fn new(core: &Arc<Core>, born: Born) -> Self {
        Self { core: Arc::clone(core), born, begun: std::time::Instant::now() }
    }

    /// Its id; 0 when `allowed_updates` left it out.
    pub fn update_id(&self) -> i64 {
        self.born.update_id
    }

    /// Waits until the bot has answered it with 2xx, or confirmed it, and says how long that took.
    pub async fn accepted(&self) -> Duration {
        let (number, id) = (self.born.number, self.born.update_id);
        match self.core.soon(|world| world.updates.fate(number)).await {
            Some(Fate::Accepted(at)) => at.saturating_duration_since(self.begun),
            Some(Fate::Gone) => panic!("update {id} was given up or left out, not accepted"),
            None => panic!("update {id} was not accepted within {:?}", self.core.settings.patience),
        }
    }

    /// Waits until it was given up: its lifetime is over, or pending updates were dropped.
    pub async fn expired(&self) {
        let (number, id) = (self.born.number, self.born.update_id);
        let fate = self.core.soon(|world| world.updates.fate(number)).await;
        assert!(matches!(fate, Some(Fate::Gone)), "update {id} did not expire: {fate:?}");
    }

    pub fn is_accepted(&self) -> bool {
        let fate = self.core.look(|world| world.updates.fate(self.born.number));
        matches!(fate, Some(Fate::Accepted(_)))
    }

    pub async fn answered(&self) -> TapAnswer {
        let id = self.born.update_id;
        let answer =
            self.core.soon(|world| self.query(world).and_then(|query| query.answered.clone()));
        let Some((within, text)) = answer.await else {
            panic!("update {id} was not answered within {:?}", self.core.settings.patience);
        };
        TapAnswer { within, text }
    }

    pub fn answered_within(&self) -> Option<Duration> {
        let answered = |query: &Query| query.answered.as_ref().map(|(within, _)| *within);
        self.core.look(|world| self.query(world).and_then(answered))
    }

    fn query<'a>(&self, world: &'a World) -> Option<&'a Query> {
        world.queries.get(self.born.query.as_ref()?)
    }
}
