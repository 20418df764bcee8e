//! Who orders, and how: honestly, in a hurry, and with bad intentions.

use std::time::Duration;

use domain::Catalogue;
use domain::catalogue::ModelKey;
use simulator::footage::{self, Container, Lie};
use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};

use testbed::draws::Draws;

/// Who gives people money.
pub(super) const ADMIN: i64 = 7;

/// What everybody gets, in roubles.
const ROUBLES: i64 = 30_000;

/// How long somebody waits for a price; a busy machine has thirty of them at once.
const LONG: Duration = PATIENCE.saturating_mul(2);

/// One picture, also for nothing; one picture; six of them; a film; two songs.
const MODELS: [&str; 5] = ["z-image", "imagen-4", "grok-image", "grok-video-t2v", "suno-song"];

/// How somebody goes about an order.
#[derive(Debug, Clone, Copy)]
enum Mood {
    /// Taps once.
    Plain,
    /// Taps twenty times.
    Impatient,
    /// Takes it back at once.
    Fickle,
    /// Blocks the bot as soon as the work has begun, and comes back with the next order.
    Hurt,
    /// Sends a film that claims a second and plays for many.
    Lying,
}

/// Of fourteen so many are of each mood.
const MOODS: [(Mood, usize); 5] =
    [(Mood::Plain, 9), (Mood::Impatient, 1), (Mood::Fickle, 2), (Mood::Hurt, 1), (Mood::Lying, 1)];

/// What liars want, as we and as KIE call it, and how long their films truly are.
const ENHANCED: &str = "topaz-video";
pub(super) const ENHANCER: &str = "topaz/video-upscale";
const SECONDS: u32 = 20;

/// Somebody who orders.
#[derive(Debug)]
pub(super) struct Customer {
    person: Person,
    draws: Draws,
    orders: usize,
}

/// KIE charges what its list says.
pub(super) fn prices_are_the_catalogues(world: &World) {
    let catalogue = Catalogue::built_in().unwrap();
    for key in MODELS {
        let model = catalogue.model(&ModelKey::new(key).unwrap()).unwrap();
        let order = model.draft(Vec::new()).unwrap();
        world.kie.set_price(&model.id, model.cost(&order).unwrap().get());
    }
    // What a lie that is believed would cost: eight credits a second.
    world.kie.set_price(ENHANCER, i64::from(SECONDS) * 8_000_000);
}

impl Customer {
    /// Somebody who gets money, and no gift as whoever says `/start`.
    pub(super) async fn joins(world: &World, draws: Draws) -> Self {
        let person = world.person("Ann");
        person.says("/menu").await;
        person.waits_for(Bubble::is_from_bot, PATIENCE).await;
        let admin = world.telegram.person(ADMIN, "Ada", "en");
        let before = admin.newest();
        admin.says(&format!("/admin adjust {} {ROUBLES} for a season", person.id())).await;
        let asks = |bubble: &Bubble| data(bubble, "Confirm").is_some();
        let question = admin.waits_for_after(before, asks, PATIENCE).await;
        admin.taps_on(question.message_id, &data(&question, "Confirm").unwrap()).await;
        person.waits_for(|bubble| bubble.text.contains("Support added"), PATIENCE).await;
        Self { person, draws, orders: 0 }
    }

    pub(super) fn id(&self) -> i64 {
        self.person.id()
    }

    /// Wants so many things, one after the other; what came of each.
    pub(super) async fn spends_the_day(mut self, wishes: usize) -> (Self, Vec<&'static str>) {
        let mut outcomes = Vec::with_capacity(wishes);
        for _ in 0..wishes {
            let (model, mood) = (*self.draws.one_of(&MODELS), self.mood());
            outcomes.push(match mood {
                Mood::Lying => self.lies().await,
                _ => self.orders(model, mood).await,
            });
        }
        (self, outcomes)
    }

    fn mood(&mut self) -> Mood {
        let moods: Vec<Mood> = MOODS.iter().flat_map(|(mood, share)| vec![*mood; *share]).collect();
        *self.draws.one_of(&moods)
    }

    /// Orders a second's worth for a film of many, and is told what it truly costs.
    async fn lies(&mut self) -> &'static str {
        let before = self.person.newest();
        self.person.says(&format!("/generate {ENHANCED}")).await;
        let asked = self.person.waits_for_after(before, Bubble::is_from_bot, LONG).await;
        if is_refused(&asked) {
            return "refused";
        }
        let film = footage::make(Container::Mp4, SECONDS, Lie::Header);
        self.person.sends_video(&film, 1, footage::SIDES, None).await;
        let is_offer = |bubble: &Bubble| go(bubble).is_some();
        let offer = self.person.waits_for_after(asked.message_id, is_offer, LONG).await;
        self.person.taps_on(offer.message_id, &go(&offer).unwrap()).await.accepted().await;
        let is_told = |bubble: &Bubble| bubble.text.contains("longer than your app told me");
        let told = |bubble: &Bubble| is_told(bubble) || is_refused(bubble);
        let told = self.person.waits_for_after(asked.message_id, told, LONG).await;
        if is_told(&told) { "lied" } else { "refused" }
    }

    async fn orders(&mut self, model: &str, mood: Mood) -> &'static str {
        self.orders += 1;
        let (word, before) = (format!("fox-{}-{}-", self.id(), self.orders), self.person.newest());
        self.person.says(&format!("/generate {model} a {word} in the snow")).await;
        let is_offer = |bubble: &Bubble| bubble.text.contains(&word) && go(bubble).is_some();
        let answer = |bubble: &Bubble| is_offer(bubble) || is_refused(bubble);
        let answer = self.person.waits_for_after(before, answer, LONG).await;
        let Some(go) = go(&answer) else { return "refused" };
        let taps = if matches!(mood, Mood::Impatient) { 20 } else { 1 };
        let mut handles = Vec::with_capacity(taps);
        for _ in 0..taps {
            handles.push(self.person.taps_on(answer.message_id, &go).await);
        }
        for handle in handles {
            handle.accepted().await;
        }
        let (place, is_told) = (answer.message_id, |bubble: &Bubble| go_is_gone(bubble, &word));
        let told = |bubble: &Bubble| bubble.message_id == place && is_told(bubble);
        let told = self.person.waits_for_after(place - 1, told, LONG).await;
        match mood {
            Mood::Plain | Mood::Impatient | Mood::Lying => "ordered",
            Mood::Fickle => {
                if let Some(cancel) = data(&told, "Cancel") {
                    self.person.taps_on(place, &cancel).await.accepted().await;
                }
                "taken back"
            }
            Mood::Hurt => {
                self.person.blocks().await.accepted().await;
                "blocked"
            }
        }
    }
}

/// Whether a confirmation has become something else: the message that tells how it goes, or the same with the
/// reason why not.
fn go_is_gone(bubble: &Bubble, word: &str) -> bool {
    go(bubble).is_none() || (bubble.text.contains(word) && is_refused(bubble))
}

fn is_refused(bubble: &Bubble) -> bool {
    const REASONS: [&str; 4] = [
        "takes no orders right now",
        "the most I take at once",
        "The price has changed",
        "on a break right now",
    ];
    bubble.is_from_bot() && REASONS.iter().any(|reason| bubble.text.contains(reason))
}

fn go(bubble: &Bubble) -> Option<String> {
    data(bubble, "\u{2728} Create")
}

/// The data of the button that begins with these words.
fn data(bubble: &Bubble, label: &str) -> Option<String> {
    let mut buttons = bubble.buttons.iter().flatten();
    buttons.find(|button| button.text.starts_with(label)).and_then(|button| button.data.clone())
}
