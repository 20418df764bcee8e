// The page: two people, each with a chat with the bot, and the stage with the instances behind it.
//
// The view is asked for again as soon as it has been answered; the server answers when something
// has changed. What a person does is sent and seen in the next view, as everything else.

import { ask, pause } from "./ask.js";
import { element } from "./bubble.js";
import { Pane } from "./pane.js";
import { watchStage } from "./stage.js";
import { Tour } from "./tour.js";

const AGAIN = 1_000;

const panes = new Map(); // by person id
const parts = []; // what can be chosen, the people first
const tabs = document.getElementById("tabs");
const notice = document.getElementById("notice");
const state = { isConnected: true, stage: null };

// A hand-over that is over before anybody could read of it is not told.
const MOMENT = 300;

/** Shows one part on a narrow screen; on a wide one all are there. */
function choose(part) {
  for (const own of document.querySelectorAll(".pane")) own.classList.toggle("away", own !== part.pane);
  for (const button of tabs.children) button.setAttribute("aria-pressed", String(button === part.tab));
}

function tab(name, pane) {
  const button = element("button", "", name);
  button.type = "button";
  const part = { pane, tab: button };
  button.addEventListener("click", () => choose(part));
  tabs.append(button);
  return part;
}

function show(view) {
  for (const person of view.people) {
    let pane = panes.get(person.id);
    if (!pane) {
      pane = new Pane(person, view, acts);
      panes.set(person.id, pane);
      const part = tab(person.name, pane.section);
      tabs.insertBefore(part.tab, tabs.querySelector(".last"));
      parts.push(part);
      choose(parts[0]);
    }
    pane.show(person);
  }
  for (const { update_id: id, text } of view.answers) {
    for (const pane of panes.values()) pane.answered(id, text);
  }
  tell();
}

/** Says above everything what a person has to know to understand what they see. */
function tell() {
  const words = state.isConnected ? nobody(state.stage) : ["Not connected: the demo has ended, or its server is busy.", ""];
  notice.hidden = words === null;
  const [main, more] = words ?? ["", ""];
  // What changes all the time is not read out all the time.
  if (notice.firstElementChild.textContent !== main) notice.firstElementChild.textContent = main;
  notice.lastElementChild.textContent = more;
}

/** That nobody is active, for how long, and who waits; null when somebody is. */
function nobody(stage) {
  if (!stage || stage.leaderless === null) return null;
  const ago = stage.now - stage.leaderless;
  if (ago < MOMENT) return null;
  const { waiting, people } = stage.count;
  const messages = `${waiting} ${waiting === 1 ? "message" : "messages"} of ${people} ${people === 1 ? "person" : "people"}`;
  const wait = `${messages} ${waiting === 1 ? "waits" : "wait"}, nothing is lost`;
  return ["Nobody is ACTIVE.", ` For ${(ago / 1000).toFixed(1)} s${waiting > 0 ? `: ${wait}` : ""}.`];
}

const stage = watchStage((shown, isFirst) => {
  state.stage = shown;
  if (isFirst) {
    const part = tab("Stage", document.getElementById("stage"));
    part.tab.classList.add("last");
    parts.push(part);
    choose(parts[0]);
    tour.offers();
  }
  tell();
});

/** What a chip can do besides sending something. */
const acts = { killActive: () => stage.killActive() };

const tour = new Tour({
  chat: () => panes.get([...panes.keys()].at(-1)),
  shows: (pane) => choose(parts.find((part) => part.pane === pane) ?? parts[0]),
  stage,
});

async function follow() {
  let seen = "";
  for (;;) {
    try {
      const view = await ask(`view?seen=${seen}`);
      seen = view.version;
      state.isConnected = true;
      show(view);
    } catch (error) {
      seen = "";
      state.isConnected = false;
      tell();
      console.warn(error);
      await pause(AGAIN);
    }
  }
}

follow();
