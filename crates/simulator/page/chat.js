// The chat page: two people, each with a chat with the bot, and the instances behind it.
//
// The view is asked for again as soon as it has been answered; the server answers when something
// has changed. What a person does is sent and seen in the next view, as everything else.

import { draw, element } from "./bubble.js";
import { watchInstances } from "./instances.js";
import { send } from "./media.js";
import { openSheet } from "./pay.js";

// Telegram's apps stop the spinner of a tap that nobody answers after about so long.
const SPIN = 15_000;
const TOAST = 4_000;
const AGAIN = 1_000;

const panes = new Map(); // by person id
const taps = new Map(); // update id of a tap that waits -> how to end it
const notice = document.getElementById("notice");

/** Sends a command to the fake; the error is a sentence. */
export async function ask(command, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`/_fake/${command}`, options);
  const shown = await answer.json();
  if (!answer.ok) throw new Error(shown?.error ?? `status ${answer.status}`);
  return shown;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Pane {
  constructor(person) {
    this.person = person;
    this.items = new Map(); // message id -> { item, drawn }
    this.albums = new Map(); // album -> the grid of its messages
    const section = document.getElementById("chat").content.cloneNode(true).firstElementChild;
    this.section = section;
    this.bubbles = section.querySelector(".bubbles");
    this.toast = section.querySelector(".toast");
    this.language = section.querySelector(".language");
    const words = section.querySelector(".words");
    section.querySelector("h2").textContent = person.name;
    section.setAttribute("aria-label", `Chat of ${person.name}`);
    this.bubbles.setAttribute("aria-label", `Messages of ${person.name}`);
    words.setAttribute("aria-label", `Message from ${person.name}`);
    words.placeholder = "Message, or /start";
    section.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = words.value.trim();
      words.value = "";
      if (this.files.files.length > 0) this.hand(text);
      else if (text) this.say(text);
    });
    this.files = section.querySelector(".files");
    this.as = section.querySelector(".as");
    this.files.setAttribute("aria-label", `Files from ${person.name}`);
    this.files.addEventListener("change", () => {
      const isPicture = (file) => file.type.startsWith("image/");
      const files = [...this.files.files];
      this.as.hidden = files.length === 0;
      this.as.value = files.every(isPicture) ? "photo" : "document";
    });
    this.language.addEventListener("change", () => {
      const { id, name } = this.person;
      this.sends("person", { id, name, language: this.language.value });
    });
    this.acts = {
      say: (text) => this.say(text),
      tap: (message, button, node) => this.tap(message, button, node),
      pay: (what, sold) => openSheet(ask, this.person, what, sold),
    };
    document.getElementById("chats").append(section);
  }

  /** Sends the chosen files with these words below them. */
  async hand(caption) {
    const files = [...this.files.files];
    this.files.value = "";
    this.as.hidden = true;
    try {
      await send(this.person, files, this.as.value, caption);
    } catch (error) {
      this.says(error.message);
    }
  }

  /** Where a message belongs: the chat, or the grid of its album. */
  place(message) {
    if (!message.album) return this.bubbles;
    let grid = this.albums.get(message.album);
    if (!grid) {
      grid = element("div", message.from_bot ? "album" : "album mine");
      this.albums.set(message.album, grid);
      this.bubbles.append(grid);
    }
    return grid;
  }

  say(text) {
    return this.sends("say", { id: this.person.id, text });
  }

  async sends(command, body) {
    try {
      return await ask(command, body);
    } catch (error) {
      this.says(error.message);
      return null;
    }
  }

  async tap(message, button, node) {
    if (node.getAttribute("aria-busy") === "true") return;
    node.setAttribute("aria-busy", "true");
    const body = { id: this.person.id, message_id: message.id, button: button.data };
    const caused = await this.sends("tap", body);
    const end = () => node.removeAttribute("aria-busy");
    if (!caused) return end();
    taps.set(caused.update_id, (text) => {
      end();
      if (text) this.says(text);
    });
    await pause(SPIN);
    if (taps.delete(caused.update_id)) end();
  }

  async says(text) {
    this.toast.textContent = text;
    await pause(TOAST);
    if (this.toast.textContent === text) this.toast.textContent = "";
  }

  show(person) {
    this.person = person;
    if (document.activeElement !== this.language) this.language.value = person.language;
    const isAtEnd =
      this.bubbles.scrollHeight - this.bubbles.scrollTop - this.bubbles.clientHeight < 80;
    const left = new Set(this.items.keys());
    let isNew = false;
    for (const message of person.messages) {
      left.delete(message.id);
      const drawn = JSON.stringify(message);
      let known = this.items.get(message.id);
      if (!known) {
        known = { item: element("article"), drawn: "" };
        this.items.set(message.id, known);
        this.place(message).append(known.item);
        isNew = true;
      }
      if (known.drawn === drawn) continue;
      known.drawn = drawn;
      draw(known.item, message, person, this.acts);
    }
    for (const id of left) {
      this.items.get(id).item.remove();
      this.items.delete(id);
    }
    for (const [album, grid] of this.albums) {
      if (grid.childElementCount > 0) continue;
      grid.remove();
      this.albums.delete(album);
    }
    if (isNew && isAtEnd) this.bubbles.scrollTop = this.bubbles.scrollHeight;
  }
}

/** Shows one person on a narrow screen; on a wide one both are there. */
function choose(id) {
  for (const [own, pane] of panes) pane.section.classList.toggle("away", own !== id);
  for (const button of document.querySelectorAll("#people button")) {
    button.setAttribute("aria-pressed", String(button.dataset.person === String(id)));
  }
}

function meet(person) {
  const pane = new Pane(person);
  panes.set(person.id, pane);
  const button = element("button", "", person.name);
  button.type = "button";
  button.dataset.person = person.id;
  button.addEventListener("click", () => choose(person.id));
  document.getElementById("people").append(button);
  choose(panes.keys().next().value);
  return pane;
}

function show(view) {
  for (const person of view.people) {
    (panes.get(person.id) ?? meet(person)).show(person);
  }
  for (const { update_id: id, text } of view.answers) {
    const end = taps.get(id);
    taps.delete(id);
    end?.(text);
  }
}

async function follow() {
  let seen = "";
  for (;;) {
    try {
      const view = await ask(`view?seen=${seen}`);
      seen = view.version;
      notice.textContent = "";
      show(view);
    } catch (error) {
      seen = "";
      notice.textContent = "Not connected: the demo has ended, or its server is busy.";
      console.error(error);
      await pause(AGAIN);
    }
  }
}

watchInstances(ask, pause);
follow();
