// The time line of the last minute: a lane for each instance, a bar for each term, a tick for each beat, and the time
// in which nobody led between them.

import { COLOURS } from "./cards.js";
import { duration } from "./counters.js";

const SPACE = "http://www.w3.org/2000/svg";
const SPAN = 60_000;
const LANE = 34;
const TOP = 20;
const NAMES = 30;
const BEATS = 70;

/** Terms, blows and beats that are drawn at most. */
const MOST = 24;

// Smooth enough for the eye, and little work.
const FRAME = 60;
const FRAME_STILL = 1_000;

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export class Timeline {
  constructor() {
    const figure = document.getElementById("timeline");
    this.drawing = figure.querySelector("svg");
    this.words = figure.querySelector("figcaption");
    this.beats = [];
    this.stage = null;
    this.width = 0;
    new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.draw();
    }).observe(figure);
    let drawn = 0;
    const frame = (now) => {
      if (now - drawn > (isStill.matches ? FRAME_STILL : FRAME)) {
        drawn = now;
        this.draw();
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  show(stage) {
    this.stage = stage;
    this.ahead = stage.now - Date.now();
    const { beat_at: at, instance } = stage.lock;
    if (at && instance !== null && this.beats.at(-1)?.at !== at) this.beats.push({ at, instance });
    this.beats = this.beats.slice(-BEATS);
    this.tells();
  }

  /** The hand-overs as words, and the whole drawing for whoever cannot see it. */
  tells() {
    const { terms, leader } = this.stage;
    const gaps = terms.filter((term) => term.gap !== null).slice(-4);
    const words = gaps.map((term) => `#${name(term.instance)} after ${duration(term.gap)}`);
    const text = words.length > 0 ? `Hand-overs: ${words.join(" · ")}` : "A hand-over will show here, with the time in which nobody led.";
    if (this.words.textContent !== text) this.words.textContent = text;
    const now = leader === null ? "nobody leads" : `#${leader + 1} leads`;
    const label = `The terms of the last minute: ${now}, ${terms.length} terms in all. ${text}`;
    if (this.drawing.getAttribute("aria-label") !== label) this.drawing.setAttribute("aria-label", label);
  }

  draw() {
    if (!this.stage || this.width < 50) return;
    const now = Date.now() + this.ahead;
    const at = (moment) => NAMES + (this.width - NAMES - 4) * (1 - (now - moment) / SPAN);
    const lanes = this.lanes(now);
    const height = TOP + Math.max(2, lanes.size) * LANE + 14;
    this.drawing.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    this.drawing.setAttribute("height", height);
    const parts = [];
    for (const [instance, lane] of lanes) {
      const y = TOP + lane * LANE;
      parts.push(node("text", { x: 2, y: y + 21, class: "lane" }, `#${instance + 1}`));
      parts.push(node("line", { x1: NAMES, x2: this.width, y1: y + LANE - 1, y2: y + LANE - 1, class: "rule" }));
    }
    for (const ago of [60, 45, 30, 15]) {
      parts.push(node("text", { x: at(now - ago * 1000), y: height - 2, class: "axis" }, `${ago} s`));
    }
    const terms = this.stage.terms.slice(-MOST).filter((term) => (term.to ?? now) > now - SPAN);
    for (const term of terms) parts.push(...this.term(term, lanes, at, now));
    for (const { at: moment, instance } of this.beats) {
      if (moment < now - SPAN || moment > now || !lanes.has(instance)) continue;
      const y = TOP + lanes.get(instance) * LANE;
      parts.push(node("circle", { cx: at(moment), cy: y + LANE - 10, r: 2, class: `tick i${instance % COLOURS}` }));
    }
    let free = 0;
    for (const tale of this.stage.tales) {
      if (tale.at < now - SPAN || tale.at > now) continue;
      const x = at(tale.at);
      parts.push(node("line", { x1: x, x2: x, y1: 12, y2: height - 12, class: "blow" }));
      // Names that would lie on each other, or beyond the edge, are left out: the story has them all.
      if (x < free || x > this.width - 12) continue;
      const isLast = x > this.width - 60;
      parts.push(node("text", { x: isLast ? x - 3 : x + 3, y: 11, class: isLast ? "blow-name last" : "blow-name" }, tale.kind));
      free = x + 12 + tale.kind.length * 6;
    }
    this.drawing.replaceChildren(...parts);
  }

  /** A bar for a term, and the gap before it. */
  term({ instance, from, to, term, gap }, lanes, at, now) {
    if (instance === null || !lanes.has(instance)) return [];
    const y = TOP + lanes.get(instance) * LANE;
    const left = Math.max(at(from), NAMES);
    const right = Math.min(at(Math.min(to ?? now, now)), this.width - 2);
    const width = Math.max(right - left, 2);
    const colour = `i${instance % COLOURS}`;
    const parts = [
      node("rect", { x: left, y: y + 2, width, height: LANE - 5, rx: 4, class: `term ${colour} ${to === null ? "open" : ""}` }),
    ];
    if (width > 52) parts.push(node("text", { x: left + 6, y: y + 17, class: "name" }, `term ${term}`));
    if (gap !== null && at(from) > NAMES) {
      const begin = Math.max(at(from - gap), NAMES);
      parts.push(node("rect", { x: begin, y: TOP, width: Math.max(left - begin, 2), height: lanes.size * LANE, class: "gap" }));
      if (left - begin > 40) parts.push(node("text", { x: (left + begin) / 2, y: TOP + lanes.size * LANE - 8, class: "missing" }, duration(gap)));
    }
    return parts;
  }

  /** A lane for each instance that runs or has led within the last minute. */
  lanes(now) {
    const shown = new Set(this.stage.instances.filter((one) => one.life !== "ended").map((one) => one.instance));
    for (const { instance, to } of this.stage.terms) {
      if (instance !== null && (to ?? now) > now - SPAN) shown.add(instance);
    }
    const sorted = [...shown].sort((one, other) => one - other).slice(-7);
    return new Map(sorted.map((instance, lane) => [instance, lane]));
  }
}

const name = (instance) => (instance === null ? "?" : instance + 1);

function node(kind, attributes, text) {
  const made = document.createElementNS(SPACE, kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
