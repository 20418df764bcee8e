//! The page without a mouse and without motion: every button of the stage is reached by Tab, shows that it has the
//! focus, and the tour goes from its first step to its last by Enter and ends by Escape.

use serde_json::json;
use thirtyfour::Key;

use super::eyes::{Look, Person};
use super::{DESK, PHONE, ends, opened};

#[tokio::test(flavor = "multi_thread")]
async fn the_stage_and_its_tour_need_neither_a_mouse_nor_motion() {
    let Some((_browser, demo, person)) = opened(10).await else { return };
    person.looks(Look { sides: DESK, is_dark: false }).await;
    person.cards(2).await;

    person.reaches_every_button().await;
    person.takes_the_tour().await;
    person.beats_without_motion().await;
    person.looks(Look { sides: PHONE, is_dark: true }).await;
    person.takes_the_tour().await;
    person.picks_tab("Stage").await;
    person.is_at_ease().await;
    ends(demo, person).await;
}

impl Person {
    /// Goes through the page by Tab until it comes round, and counts what of the stage had the focus to be seen.
    async fn reaches_every_button(&self) {
        self.value("document.querySelector('#take-tour').focus()").await;
        let all = self
            .value("return document.querySelectorAll('#stage :is(button:not(:disabled), input)').length")
            .await;
        let all = all.as_u64().unwrap();
        assert!(
            all >= 13,
            "two cards of four buttons, four blows, the crowd and another one: {all}"
        );
        self.value("window.reached = new Set(); window.unseen = []").await;
        for _ in 0..120 {
            self.types(Key::Tab).await;
            self.value(
                "const node = document.activeElement; if (!node.closest('#stage')) return; \
                 if (node.matches('button, input')) reached.add(node); \
                 if (getComputedStyle(node).outlineStyle !== 'solid') unseen.push(node.outerHTML)",
            )
            .await;
            if self.value("return reached.size").await == json!(all) {
                break;
            }
        }
        assert_eq!(self.value("return reached.size").await, json!(all), "reached by Tab");
        assert_eq!(self.value("return unseen").await, json!([]), "focus that is not to be seen");
    }

    /// Opens the tour, goes through its steps and ends it, by the keyboard alone.
    async fn takes_the_tour(&self) {
        self.value("document.querySelector('#take-tour').focus()").await;
        self.types(Key::Enter).await;
        for step in 1..=5 {
            let there = format!(
                "return document.getElementById('tour-title').textContent.startsWith('{step} of 5') \
                 && document.activeElement.id === 'tour-title' && document.querySelector('.pointed') !== null"
            );
            self.sees(&format!("step {step}"), &there).await;
            if step < 5 {
                self.value("document.querySelector('#tour .next').focus()").await;
                self.types(Key::Enter).await;
            }
        }
        self.types(Key::Escape).await;
        let over = "return document.getElementById('tour').hidden && document.activeElement.id === 'take-tour' \
                    && document.querySelector('.pointed') === null";
        self.sees("the end of the tour, and the focus where it began", over).await;
    }

    /// The heart goes on beating in numbers, and nothing moves.
    async fn beats_without_motion(&self) {
        self.wants_stillness().await;
        let moves = "return document.getAnimations().length > 0";
        let before = self.value("return performance.now()").await;
        let beat = "return document.querySelector('.card.active .beat').textContent";
        let seen = self.value(beat).await;
        self.sees("another number", &format!("{beat} !== {seen}")).await;
        self.sees(
            "an end of all motion",
            &format!("{} === false", moves.replace("return ", "return (").replace("> 0", "> 0)")),
        )
        .await;
        assert!(before.as_f64().is_some());
    }
}
