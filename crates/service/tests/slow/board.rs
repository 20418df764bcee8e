//! The board on a living bot: every expression means something, and its picture is drawn from the same numbers.
//!
//! ```text
//!   crowd, orders, payments, a deploy ──> two instances <── every second ── Prometheus
//!   deploy/grafana/board.toml ── each expression ──> evaluated: success, and numbers where numbers must be
//!                                     └── BLESS=1: as it went ──> docs/pictures/board.png
//! ```

#[expect(dead_code, reason = "what is made of it is tried with the scenarios")]
#[path = "../scenarios/board/description.rs"]
pub(crate) mod description;
mod drawing;
#[path = "../../src/pictures/letters.rs"]
mod letters;
mod series;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use description::{Board, asked, path};
use drawing::{Moment, Shown};
use simulator::kie::Pace;
use simulator::telegram::{Bubble, Person};
use simulator::world::crowd::Crowd;
use simulator::world::{PATIENCE, World};
use testbed::prometheus::{Prometheus, Watch};
use testbed::{Error, SOON, skip, wait};

use crate::program;
use crate::studio::{ADMIN, go, newest, says};

const PICTURE: &str = "docs/pictures/board.png";

/// It may be looked at by whoever reads the documentation on a slow line.
const LARGEST: usize = 300_000;

const EVERY: Duration = Duration::from_secs(1);

/// What Grafana fills in for this pace.
const RANGE: &str = "15s";

/// Rounds of people who order and pay, and what the crowd writes in each.
const ROUNDS: usize = 24;
const WRITES: usize = 40;
const A_SECOND: u32 = 8;

#[tokio::test]
async fn every_expression_of_the_board_means_something_on_a_living_bot() {
    let rules = "groups: []".to_owned();
    let watch = Watch { rules, every: EVERY, lookback: 30 * EVERY, token: None };
    let prometheus = match Prometheus::start(&watch, &[]).await {
        Err(missing @ Error::NoProgram { .. }) => return skip::because(missing),
        started => started.unwrap(),
    };
    let world = World::build(program()).patient_lock().kie(|kie| kie.pace = Pace::Scaled(10));
    let mut world = world.variable("ADMIN_IDS", &ADMIN.to_string()).start().await;
    reads(&prometheus, &world);
    let began = now();
    let (crowd, deployed) = lives(&mut world, &prometheus).await;
    let until = now();

    let board = Board::read().await;
    let mut silent = Vec::new();
    for line in board.panels().flat_map(|panel| &panel.lines) {
        let expression = asked(&line.expression, "trt", RANGE);
        let (status, answer) = prometheus.query(&expression).await.unwrap();
        assert_eq!(status, 200, "{expression}: {answer}");
        if !line.is_rare && !series::has_numbers(&answer) {
            silent.push(expression);
        }
    }
    let span = (began, until);
    let picture = drawn(&board, &prometheus, span, deployed).await;
    if std::env::var_os("BLESS").is_some() {
        tokio::fs::create_dir_all(path("docs/pictures")).await.unwrap();
        tokio::fs::write(path(PICTURE), &picture).await.unwrap();
    }
    world.ends(crowd.stops().await).await;
    assert!(silent.is_empty(), "nothing to show: {silent:#?}");
    assert!(picture.len() < LARGEST, "the picture has {} bytes", picture.len());
}

/// Some minutes of an ordinary life, with a deploy after a half; when that was.
async fn lives(world: &mut World, prometheus: &Prometheus) -> (Crowd, f64) {
    let mut crowd = world.crowd(30, A_SECOND).await;
    let payer = world.person("Payer");
    payer.starts("").await;
    payer.waits_for(Bubble::is_from_bot, PATIENCE).await;
    let mut deployed = 0.0;
    for round in 0..ROUNDS {
        if round == ROUNDS / 2 {
            deployed = now();
            deploy(world, prometheus, &mut crowd).await;
        }
        for _ in 0..=round % 3 {
            orders(world).await;
        }
        if round % 3 == 2 {
            pays(&payer, 50 + 25 * u32::try_from(round % 4).unwrap()).await;
        }
        crowd.writes(WRITES).await;
    }
    (crowd, deployed)
}

async fn deploy(world: &mut World, prometheus: &Prometheus, crowd: &mut Crowd) {
    let active = world.active().await;
    let passive = world.passive().await;
    world.starts_one().await;
    world.starts_one().await;
    reads(prometheus, world);
    crowd.writes(WRITES).await;
    world.stops(passive).await;
    world.stops(active).await;
    reads(prometheus, world);
}

/// Somebody new orders what newcomers are given.
async fn orders(world: &World) {
    let buyer = world.person("Newcomer");
    buyer.starts("").await;
    buyer.waits_for(Bubble::is_from_bot, PATIENCE).await;
    let before = newest(&buyer);
    buyer.says("a ginger cat on the Moon").await;
    let offer = buyer.waits_for_after(before, |bubble| go(bubble).is_some(), PATIENCE).await;
    buyer.taps_on(offer.message_id, &go(&offer).unwrap()).await;
}

async fn pays(payer: &Person, stars: u32) {
    let before = payer.newest();
    payer.says(&format!("/topup {stars}")).await;
    let is_invoice = |bubble: &Bubble| bubble.invoice().is_some();
    let invoice = payer.waits_for_after(before, is_invoice, PATIENCE).await;
    payer.pays(invoice.message_id).await.charge();
    payer.waits_for_after(before, says("Thank you!"), PATIENCE).await;
}

fn reads(prometheus: &Prometheus, world: &World) {
    let running = world.instances().iter();
    let running = running.filter(|instance| instance.process.status().is_none());
    prometheus.reads(&running.map(|instance| instance.address()).collect::<Vec<_>>()).unwrap();
}

/// The Unix time in seconds, which is that of Prometheus.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

/// The picture of the board, from what Prometheus has of that time.
async fn drawn(
    board: &Board,
    prometheus: &Prometheus,
    (began, until): (f64, f64),
    deployed: f64,
) -> Vec<u8> {
    // The newest reading may not be there yet.
    let until = until - 2.0 * EVERY.as_secs_f64();
    let mut names = series::Names::default();
    let mut panels = Vec::new();
    for panel in board.panels().filter(|panel| panel.in_picture) {
        let mut rows = Vec::new();
        for line in &panel.lines {
            let expression = asked(&line.expression, "trt", RANGE);
            let answer = wait::until("numbers over time", SOON, async || {
                prometheus.query_range(&expression, (began, until), EVERY * 2).await.ok()
            });
            rows.extend(series::read(&answer.await.unwrap().1, &line.legend, &mut names));
        }
        panels.push(Shown { panel, rows });
    }
    let moment = Moment { began, until, deployed };
    drawing::png(&drawing::svg(&panels, &moment))
}
