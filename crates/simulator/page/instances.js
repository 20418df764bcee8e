// The instances behind the bot: who is active, who has ended, and the buttons that change it.
//
// Only in a demo: elsewhere there is no list and the section stays hidden.

import { element } from "./bubble.js";

const GLANCE = 700;

const section = document.getElementById("instances");
const list = document.getElementById("roll");
const trouble = document.getElementById("trouble");
const ended = document.getElementById("ended");
const rows = new Map(); // by instance, those that run

/** Looks at the instances for as long as the page is open; `tell` hears whether one is active. */
export function watchInstances(ask, pause, tell, begins) {
  let active = null;
  const order = async (command, body) => {
    try {
      await ask(command, body);
      complain("");
    } catch (error) {
      complain(error.message);
    }
  };
  document.getElementById("start").addEventListener("click", () => order("start", {}));
  const watch = async () => {
    for (;;) {
      try {
        const shown = document.hidden ? undefined : await ask("instances");
        if (shown) {
          if (section.hidden) begins();
          show(shown, order);
          active = shown.instances.find((one) => one.role === "ACTIVE" && one.life !== "ended") ?? null;
          tell(active !== null);
        }
      } catch (error) {
        for (const row of rows.values()) row.unknown();
        console.warn(error);
      }
      await pause(GLANCE);
    }
  };
  watch();
  return {
    killActive: () => active ? order("kill", { instance: active.instance }) : complain("Nobody is active."),
  };
}

function complain(words) {
  trouble.textContent = words;
  trouble.hidden = words === "";
}

function show(shown, order) {
  section.hidden = false;
  const over = shown.instances.filter((instance) => instance.life === "ended");
  const left = new Set(rows.keys());
  for (const instance of shown.instances) {
    if (instance.life === "ended") continue;
    left.delete(instance.instance);
    let row = rows.get(instance.instance);
    if (!row) {
      row = new Row(instance, order);
      rows.set(instance.instance, row);
    }
    row.show(instance);
  }
  for (const gone of left) {
    rows.get(gone).item.remove();
    rows.delete(gone);
  }
  fold(over);
  const start = document.getElementById("start");
  start.textContent = shown.starting > 0 ? `starting ${shown.starting} …` : "start another";
  if (shown.trouble) complain(shown.trouble);
}

/** Those that have ended are a number; who wants to know how opens it. */
function fold(over) {
  ended.hidden = over.length === 0;
  ended.querySelector("summary").textContent = `${over.length} ${over.length === 1 ? "has" : "have"} ended`;
  const line = (one) => element("li", "", `#${one.instance + 1}: ${one.end}`);
  ended.querySelector("ul").replaceChildren(...over.map(line));
}

class Row {
  constructor(instance, order) {
    const number = instance.instance + 1;
    this.item = element("li");
    this.role = element("span", "role");
    this.fine = element("span", "fine");
    const body = { instance: instance.instance };
    this.kill = this.button("kill -9", number, () => order("kill", body));
    this.stop = this.button("stop", number, () => order("stop", body));
    const line = element("div", "line");
    line.append(element("span", "", `#${number}`), this.role);
    const bar = element("div", "bar");
    bar.append(this.kill, this.stop);
    this.item.append(line, this.fine, bar);
    list.append(this.item);
  }

  button(words, number, act) {
    const node = element("button", "plain", words);
    node.type = "button";
    node.setAttribute("aria-label", `${words} instance ${number}`);
    node.addEventListener("click", act);
    return node;
  }

  show(instance) {
    const { life, role, epoch, address, pid } = instance;
    const words = life === "running" ? (role ?? "no answer") : life;
    this.role.textContent = words;
    this.role.className = `role ${words.toLowerCase().replace(/[^a-z]+/g, "-")}`;
    this.item.className = role === "ACTIVE" ? "active" : "";
    const term = role === "ACTIVE" && epoch !== null ? `, term ${epoch}` : "";
    this.fine.textContent = `pid ${pid}, ${address}${term}`;
    this.stop.disabled = life !== "running";
  }

  unknown() {
    this.role.textContent = "unknown";
    this.role.className = "role";
  }
}
