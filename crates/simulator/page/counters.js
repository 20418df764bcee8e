// The counters that matter. Lost and doubled are counted from the journal of the fake Telegram.

import { element } from "./bubble.js";
import { set } from "./cards.js";

const ALL = [
  ["accepted", "accepted", "Updates that an instance has answered with 200, after storing them"],
  ["handled", "handled", "Those that have their reply"],
  ["lost", "lost", "Accepted, and without a reply after 45 seconds of calm; counted by Telegram"],
  ["doubled", "doubled", "Replies that came twice; counted by Telegram"],
  ["gap", "leaderless", "How long nobody led at the last hand-over"],
  ["books", "books", "Invariants of the ledger, audited by trt books audit after each blow"],
];

export class Counters {
  constructor() {
    this.values = {};
    const list = document.getElementById("counters");
    for (const [name, words, title] of ALL) {
      const tile = element("div", `tile ${name}`);
      tile.title = title;
      this.values[name] = element("dd", "", "–");
      tile.append(element("dt", "", words), this.values[name]);
      list.append(tile);
    }
  }

  show(stage) {
    const { accepted, handled, lost, doubled } = stage.count;
    for (const [name, value] of Object.entries({ accepted, handled, lost, doubled })) {
      set(this.values[name], value.toLocaleString("en"));
    }
    const gaps = stage.terms.map((term) => term.gap).filter((gap) => gap !== null);
    set(this.values.gap, gaps.length > 0 ? duration(gaps.at(-1)) : "–");
    const { state, invariants, broken } = stage.books;
    set(this.values.books, state === "unknown" ? "–" : broken.length > 0 ? `${broken.length} broken` : `${invariants} / ${invariants}`);
    this.judge("lost", lost === 0);
    this.judge("doubled", doubled === 0);
    this.judge("books", state === "balanced", state === "unknown");
  }

  judge(name, isGood, isUnknown = false) {
    const tile = this.values[name].parentElement;
    tile.classList.toggle("good", isGood && !isUnknown);
    tile.classList.toggle("bad", !isGood && !isUnknown);
  }
}

/** Milliseconds as people read them. */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}
