// The instances behind the bot: who is active, who has ended, and the buttons that change it.
//
// Only in a demo: elsewhere there is no list and the section stays hidden.

import { element } from "./bubble.js";

const GLANCE = 700;

const section = document.getElementById("instances");
const list = document.getElementById("roll");
const trouble = document.getElementById("trouble");
const rows = new Map(); // by instance

/** Looks at the instances for as long as the page is open. */
export async function watchInstances(ask, pause) {
  const order = async (command, body) => {
    try {
      await ask(command, body);
      tell("");
    } catch (error) {
      tell(error.message);
    }
  };
  document.getElementById("start").addEventListener("click", () => order("start", {}));
  for (;;) {
    try {
      const shown = document.hidden ? undefined : await ask("instances");
      if (shown) show(shown, order);
    } catch (error) {
      for (const row of rows.values()) row.unknown();
      console.error(error);
    }
    await pause(GLANCE);
  }
}

function tell(words) {
  trouble.textContent = words;
  trouble.hidden = words === "";
}

function show(shown, order) {
  section.hidden = false;
  const left = new Set(rows.keys());
  for (const instance of shown.instances) {
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
  const start = document.getElementById("start");
  start.textContent = shown.starting > 0 ? `starting ${shown.starting} ...` : "start another";
  if (shown.trouble) tell(shown.trouble);
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
    this.item.append(element("span", "", `#${number}`), this.role, this.fine, this.kill, this.stop);
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
    const { life, role, epoch, address, pid, end } = instance;
    const words = life === "running" ? (role ?? "no answer") : life;
    this.role.textContent = words;
    this.role.className = `role ${words.toLowerCase().replace(/[^a-z]+/g, "-")}`;
    const term = role === "ACTIVE" && epoch !== null ? `, term ${epoch}` : "";
    this.fine.textContent = life === "ended" ? end : `pid ${pid}, ${address}${term}`;
    this.kill.disabled = life === "ended";
    this.stop.disabled = life !== "running";
  }

  unknown() {
    this.role.textContent = "unknown";
    this.role.className = "role ended";
  }
}
