// A card for each instance: its role, its term, its heart, what it has in hand, and what can be done to it.

import { element } from "./bubble.js";

const HEART = "M12 20.500C5 15.500 2.500 12 2.500 8.300A5 5 0 0 1 12 6.200a5 5 0 0 1 9.500 2.100c0 3.700-2.500 7.200-9.500 12.200z";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** How many colours there are for instances. */
export const COLOURS = 6;

export class Cards {
  constructor(order) {
    this.order = order;
    this.list = document.getElementById("roll");
    this.cards = new Map(); // by instance, those that run
    this.start = element("button", "plain", "start another");
    Object.assign(this.start, { type: "button", id: "start", title: "One more instance, PASSIVE until it is needed" });
    this.start.addEventListener("click", () => order("start"));
    this.last = element("li", "ghost");
    this.last.append(this.start);
    this.list.append(this.last);
  }

  show(stage) {
    const left = new Set(this.cards.keys());
    for (const instance of stage.instances) {
      if (instance.life === "ended") continue;
      left.delete(instance.instance);
      let card = this.cards.get(instance.instance);
      if (!card) {
        card = new Card(instance.instance, this.order);
        this.cards.set(instance.instance, card);
        this.last.before(card.item);
      }
      card.show(instance, stage);
    }
    for (const gone of left) this.remove(gone);
    const rest = this.cards.size < 2 ? "start another: nobody else waits" : "start another";
    const words = stage.starting > 0 ? `starting ${stage.starting} …` : rest;
    set(this.start, this.cards.size === 0 && stage.starting === 0 ? "start one: none runs" : words);
    this.last.classList.toggle("wanted", this.cards.size < 2);
  }

  /** A card that goes hands its focus on: whoever uses the keyboard is not sent to the top of the page. */
  remove(gone) {
    const card = this.cards.get(gone);
    const hadFocus = card.item.contains(document.activeElement);
    card.item.remove();
    this.cards.delete(gone);
    if (hadFocus) this.list.querySelector("button")?.focus();
  }
}

class Card {
  constructor(place, order) {
    this.place = place;
    const number = place + 1;
    this.item = element("li", `card i${place % COLOURS}`);
    this.role = element("span", "role");
    this.heart = heart();
    this.beat = element("span", "beat");
    this.term = element("p", "fine");
    this.work = element("p", "fine");
    const line = element("div", "line");
    line.append(element("span", "number", `#${number}`), this.role, this.beat, this.heart);
    const body = { instance: place };
    const button = (words, command, of) => {
      const node = element("button", "plain", words);
      node.type = "button";
      node.setAttribute("aria-label", `${words} instance ${number}`);
      node.addEventListener("click", () => order(of?.() ?? command, body));
      return node;
    };
    this.kill = button("kill -9", "kill");
    this.kill.classList.add("danger");
    this.stop = button("stop", "stop");
    this.freeze = button("freeze", "freeze", () => (this.is.frozen ? "thaw" : "freeze"));
    this.cut = button("cut off", "cut", () => (this.is.cut ? "heal" : "cut"));
    this.kill.title = "Ends the process at once, as a machine that fails does";
    this.stop.title = "SIGTERM, as a deploy does";
    this.freeze.title = "SIGSTOP: it hangs, keeps its connections, and knows nothing of it";
    this.cut.title = "Nothing passes between it and PostgreSQL any more";
    const bar = element("div", "bar");
    bar.append(this.kill, this.stop, this.freeze, this.cut);
    this.item.append(line, this.term, this.work, bar);
    this.is = { frozen: false, cut: false };
  }

  show(instance, stage) {
    const number = this.place + 1;
    this.is = { frozen: instance.is_frozen, cut: instance.is_cut };
    const isLeader = stage.leader === this.place;
    const words = instance.life === "stopping" ? "stopping"
      : this.is.frozen ? "FROZEN" : this.is.cut ? "CUT OFF" : (instance.role ?? "no answer");
    set(this.role, words);
    this.role.className = `role ${words.toLowerCase().replace(/[^a-z]+/g, "-")}`;
    this.item.classList.toggle("active", isLeader);
    this.item.classList.toggle("broken", this.is.frozen || this.is.cut);
    const term = instance.term === null || !isLeader ? "" : `term ${instance.term} · epoch ${instance.epoch} · `;
    set(this.term, `${term}pid ${instance.pid}`);
    const hand = isLeader ? `${stage.count.waiting} in hand · ` : "";
    set(this.work, `${hand}${instance.took ?? "–"} stored · ${instance.handled ?? "–"} done`);
    this.beats(isLeader, stage);
    relabel(this.freeze, this.is.frozen ? "thaw" : "freeze", number, this.is.frozen);
    relabel(this.cut, this.is.cut ? "heal" : "cut off", number, this.is.cut);
    this.stop.disabled = instance.life !== "running";
  }

  /** A beat of the heart for every beat in the database. */
  beats(isLeader, { lock, now }) {
    this.heart.classList.toggle("quiet", !isLeader);
    set(this.beat, isLeader && lock.beat_at ? `${Math.max(0, (now - lock.beat_at) / 1000).toFixed(1)} s` : "");
    if (isLeader && this.last !== lock.beat && this.last !== undefined && !isStill.matches) {
      this.heart.animate([{ transform: "scale(1)" }, { transform: "scale(1.450)", offset: 0.2 }, { transform: "scale(1)" }], 620);
      this.item.animate([{ boxShadow: "0 0 0 0 var(--beat)" }, { boxShadow: "0 0 0 0.500rem transparent" }], 720);
    }
    this.last = isLeader ? lock.beat : undefined;
  }
}

function heart() {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "heart quiet");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", HEART);
  drawing.append(path);
  return drawing;
}

/** A button that heals what it broke says so. */
function relabel(node, words, number, isHealing) {
  if (node.textContent === words) return;
  node.textContent = words;
  node.classList.toggle("heals", isHealing);
  node.setAttribute("aria-label", `${words} instance ${number}`);
}

/** Sets a text, unless it is there already. */
export function set(node, words) {
  if (node.textContent !== words) node.textContent = words;
}
