// The chat page: two people, each with a chat with the bot, and the instances behind it.
//
// The view is asked for again as soon as it has been answered; the server answers when something
// has changed. What a person does is sent and seen in the next view, as everything else.

import { element } from "./bubble.js";
import { watchInstances } from "./instances.js";
import { Pane } from "./pane.js";

const AGAIN = 1_000;

const panes = new Map(); // by person id
const parts = []; // what can be chosen, the people first
const tabs = document.getElementById("tabs");
const notice = document.getElementById("notice");
const state = { isConnected: true, isAnybodyActive: true };

/** Sends a command to the fake; the error is a sentence. */
export async function ask(command, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`/_fake/${command}`, options);
  const shown = await answer.json();
  if (!answer.ok) throw new Error(shown?.error ?? `status ${answer.status}`);
  return shown;
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

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
  const waiting = [...panes.values()].reduce((sum, pane) => sum + pane.waiting, 0);
  const wait = `${waiting} ${waiting === 1 ? "message waits" : "messages wait"}`;
  const nobody = waiting > 0 ? `Nobody is active: ${wait}, nothing is lost.` : "Nobody is active.";
  notice.textContent = !state.isConnected
    ? "Not connected: the demo has ended, or its server is busy."
    : state.isAnybodyActive ? "" : nobody;
  notice.hidden = notice.textContent === "";
}

const instances = watchInstances(ask, pause, (isAnybodyActive) => {
  state.isAnybodyActive = isAnybodyActive;
  tell();
}, () => {
  const part = tab("Instances", document.getElementById("instances"));
  part.tab.classList.add("last");
  if (parts.length > 0) choose(parts[0]);
});

/** What a chip can do besides sending something. */
const acts = { killActive: () => instances.killActive() };

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
