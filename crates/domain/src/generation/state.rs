//! The life of a generation and of an attempt to make it: their states, and what may follow each.
//!
//! ```text
//!   generation   requested <──> submitting ──> submitted ──┬──> succeeded ──> delivered
//!                    │              │              │       ├──> failed
//!                    ├──────────────┴──────────────┴───────┴──> lost
//!                    └──> cancelled
//!
//!   attempt      submitting ──┬──> submitted ──┬──> succeeded
//!                     │       │        ▲       ├──> failed <─────┐
//!                     │       │        │       ├──> rejected <───┼── known after all
//!                     │       └──> ambiguous ──┴──> lost ────────┘
//!                     └──> any end
//! ```
//!
//! An attempt is *ambiguous* while nobody knows whether KIE began it, and *lost* when it was given up: KIE may
//! still tell what became of it. The words are those of the tables, whose constraints know the same ones.

/// Where a generation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GenerationState {
    /// Ordered; KIE is not asked yet, or is to be asked again.
    Requested,
    /// KIE is being asked, or may have been.
    Submitting,
    /// KIE is at it.
    Submitted,
    /// There is a result, on its way to its person.
    Succeeded,
    /// The result reached its person.
    Delivered,
    /// It came to nothing.
    Failed,
    /// Nobody will ever know.
    Lost,
    /// The person took it back in time.
    Cancelled,
}

/// Where an attempt stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttemptState {
    /// KIE is being asked.
    Submitting,
    /// KIE has taken it.
    Submitted,
    /// Nobody knows whether KIE has taken it.
    Ambiguous,
    /// Surely not made.
    Rejected,
    /// KIE made it.
    Succeeded,
    /// KIE failed.
    Failed,
    /// Given up.
    Lost,
}

impl GenerationState {
    /// Every one of them.
    pub const ALL: [Self; 8] = [
        Self::Requested,
        Self::Submitting,
        Self::Submitted,
        Self::Succeeded,
        Self::Delivered,
        Self::Failed,
        Self::Lost,
        Self::Cancelled,
    ];

    /// The word under which it is kept.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Submitting => "submitting",
            Self::Submitted => "submitted",
            Self::Succeeded => "succeeded",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::Lost => "lost",
            Self::Cancelled => "cancelled",
        }
    }

    /// The one with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// What may follow.
    pub const fn next(self) -> &'static [Self] {
        match self {
            Self::Requested => {
                &[Self::Submitting, Self::Succeeded, Self::Failed, Self::Lost, Self::Cancelled]
            }
            Self::Submitting => {
                &[Self::Requested, Self::Submitted, Self::Succeeded, Self::Failed, Self::Lost]
            }
            Self::Submitted => &[Self::Succeeded, Self::Failed, Self::Lost],
            Self::Succeeded => &[Self::Delivered],
            Self::Delivered | Self::Failed | Self::Lost | Self::Cancelled => &[],
        }
    }

    /// The words of all that this one may follow.
    pub fn words_before(self) -> Vec<String> {
        let before = Self::ALL.into_iter().filter(|state| state.next().contains(&self));
        before.map(|state| state.word().to_owned()).collect()
    }
}

impl AttemptState {
    /// Every one of them.
    pub const ALL: [Self; 7] = [
        Self::Submitting,
        Self::Submitted,
        Self::Ambiguous,
        Self::Rejected,
        Self::Succeeded,
        Self::Failed,
        Self::Lost,
    ];

    /// The word under which it is kept.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Submitting => "submitting",
            Self::Submitted => "submitted",
            Self::Ambiguous => "ambiguous",
            Self::Rejected => "rejected",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Lost => "lost",
        }
    }

    /// The one with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// What may follow. Lost may follow itself: then only the time of the next look changes.
    pub const fn next(self) -> &'static [Self] {
        match self {
            Self::Submitting => &[
                Self::Submitted,
                Self::Ambiguous,
                Self::Rejected,
                Self::Succeeded,
                Self::Failed,
                Self::Lost,
            ],
            Self::Ambiguous => {
                &[Self::Submitted, Self::Rejected, Self::Succeeded, Self::Failed, Self::Lost]
            }
            Self::Submitted | Self::Lost => {
                &[Self::Rejected, Self::Succeeded, Self::Failed, Self::Lost]
            }
            Self::Rejected | Self::Succeeded | Self::Failed => &[],
        }
    }

    /// The words of all that this one may follow.
    pub fn words_before(self) -> Vec<String> {
        let before = Self::ALL.into_iter().filter(|state| state.next().contains(&self));
        before.map(|state| state.word().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{AttemptState, GenerationState};

    #[test]
    fn a_word_leads_back_to_its_state() {
        for state in GenerationState::ALL {
            assert_eq!(GenerationState::from_word(state.word()), Some(state));
        }
        for state in AttemptState::ALL {
            assert_eq!(AttemptState::from_word(state.word()), Some(state));
        }
        assert_eq!(GenerationState::from_word("ambiguous"), None);
        assert_eq!(AttemptState::from_word("delivered"), None);
    }

    /// Every step there is; what is not here must not happen.
    #[test]
    fn a_life_takes_these_steps_and_no_others() {
        let generations = "requested-submitting requested-succeeded requested-failed \
            requested-lost requested-cancelled submitting-requested submitting-submitted \
            submitting-succeeded submitting-failed submitting-lost submitted-succeeded \
            submitted-failed submitted-lost succeeded-delivered";
        let attempts = "submitting-submitted submitting-ambiguous submitting-rejected \
            submitting-succeeded submitting-failed submitting-lost submitted-rejected \
            submitted-succeeded submitted-failed submitted-lost ambiguous-submitted \
            ambiguous-rejected ambiguous-succeeded ambiguous-failed ambiguous-lost \
            lost-rejected lost-succeeded lost-failed lost-lost";

        let steps = GenerationState::ALL.into_iter().flat_map(|state| {
            state.next().iter().map(move |next| format!("{}-{}", state.word(), next.word()))
        });
        assert_eq!(steps.collect::<Vec<_>>().join(" "), generations);
        let steps = AttemptState::ALL.into_iter().flat_map(|state| {
            state.next().iter().map(move |next| format!("{}-{}", state.word(), next.word()))
        });
        assert_eq!(steps.collect::<Vec<_>>().join(" "), attempts);
    }

    #[test]
    fn whoever_is_asked_what_came_before_says_what_may_follow() {
        for state in GenerationState::ALL {
            for before in GenerationState::ALL {
                let named = state.words_before().contains(&before.word().to_owned());
                assert_eq!(named, before.next().contains(&state), "{before:?} {state:?}");
            }
        }
        assert_eq!(GenerationState::Cancelled.words_before(), ["requested"]);
        let open = ["submitting", "submitted", "ambiguous", "lost"];
        assert_eq!(AttemptState::Succeeded.words_before(), open);
    }
}
