//! The hard cases of a generation: what breaks, and how it ends all the same.
//!
//! ```text
//!   delivered ── the file came, the price was taken once, KIE was asked as often as said
//!   returned ─── the reason was told, everything is back, nothing is held
//! ```
//!
//! | part | breaks |
//! | --- | --- |
//! | [`kills`] | the active instance, in the moments that matter |
//! | [`doubt`] | the answer of KIE to a creation |
//! | [`bells`], [`forgeries`] | the callbacks of KIE |
//! | [`codes`], [`closing`] | what KIE says to a creation, for one order and for all |
//! | [`losing`] | the budget of a day for what KIE charges without income |
//! | [`looks`], [`results`] | what KIE says about a task, and what it made |
//! | [`delivery`], [`unreachable`] | the way from KIE to the person |
//! | [`gone`] | the files of a result, before it was delivered |
//! | [`lines`] | one of the two lines of a chat, while the other goes on |
//! | [`outages`] | a deploy, a frozen instance, a database that is away |
//! | [`handovers`] | a deploy while the outside takes its time |

mod bells;
mod closing;
mod codes;
mod delivery;
mod doubt;
mod forgeries;
mod gate;
mod gone;
mod handovers;
mod kills;
mod lines;
mod looks;
mod losing;
mod outages;
mod results;
mod unreachable;

use simulator::kie::Pace;
use simulator::telegram::{Bubble, Person};
use simulator::world::{Builder, PATIENCE, World};

use super::studio::{Books, Sums, build, files, newest, says, status_is_gone};

/// What everybody begins with, in roubles and in kopecks.
const RICH: u32 = 100;
const KOPECKS: i64 = 10_000;

/// The attempt has its task.
const SUBMITTED: &str = "exists (select from attempts where state = 'submitted')";

/// Nobody knows whether the attempt has a task.
const DOUBTFUL: &str = "exists (select from attempts where state = 'ambiguous')";

/// An order waits to be tried again.
const PAUSED: &str =
    "exists (select from generations where state = 'requested' and not_before > trt_now())";

/// A world in which tasks end when the test says so.
fn held() -> Builder {
    build().kie(|kie| kie.pace = Pace::Held)
}

/// A world in which KIE never rings.
fn silent() -> Builder {
    build().kie(|kie| kie.callbacks.delivered = false)
}

/// The only task there is.
fn the_task(world: &World) -> String {
    let tasks = world.kie.tasks();
    assert_eq!(tasks.len(), 1, "{tasks:#?}");
    tasks[0].id.clone()
}

/// Ends with one generation that was delivered once and paid for once, after so many creations.
async fn is_delivered(world: &World, books: &Books, person: &Person, creates: usize) {
    super::studio::gets_file(person).await;
    status_is_gone(person).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(files(person), 1, "{:#?}", person.chat());
    is_paid(books).await;
    assert_eq!(world.kie.creates().len(), creates, "{:#?}", world.kie.creates());
}

/// The only generation was delivered, and its price was taken once.
async fn is_paid(books: &Books) {
    let price = books.number("select sum(price)::bigint from generations").await;
    assert!(price > 0);
    let states = vec!["delivered 1".to_owned()];
    let paid = Sums { states, available: KOPECKS - price, held: 0, revenue: price };
    assert_eq!(books.sums().await, paid);
}

/// Waits for a message from after this one that says so.
async fn hears(person: &Person, after: i64, words: &str) -> Bubble {
    let said = says(words);
    person.waits_for(|bubble| bubble.message_id > after && said(bubble), PATIENCE).await
}

/// Ends with one generation that came to nothing: the person was told why, and has everything back.
async fn is_returned(world: &World, books: &Books, person: &Person, state: &str, why: &str) {
    let told = hears(person, 0, why).await;
    let text = told.text.replace('\u{A0}', " ");
    assert!(text.contains("Your balance: 100 ₽"), "{text}");
    status_is_gone(person).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(files(person), 0, "{:#?}", person.chat());
    is_free_of_charge(books, state).await;
}

/// Nothing was taken and nothing is held.
async fn is_free_of_charge(books: &Books, state: &str) {
    let states = vec![state.to_owned()];
    let nothing = Sums { states, available: KOPECKS, held: 0, revenue: 0 };
    assert_eq!(books.sums().await, nothing);
}

/// The newest message, so that what comes later can be told apart.
fn so_far(person: &Person) -> i64 {
    newest(person)
}
