// One person's chat: what they see, and what they do.

import { ask, pause } from "./ask.js";
import { draw, element } from "./bubble.js";
import { Composer } from "./compose.js";
import { openSheet } from "./pay.js";
import { Follow } from "./scroll.js";
import { tries } from "./tries.js";

// Telegram's apps stop the spinner of a tap that nobody answers after about so long.
const SPIN = 15_000;
const TOAST = 4_000;

// They show what a bot says that it does for so long.
const BUSY = 5_000;

const DOING = {
  typing: "typing…",
  upload_photo: "sending a photo…",
  upload_video: "sending a video…",
  record_video: "recording a video…",
  upload_voice: "sending a sound…",
  record_voice: "recording a voice…",
  upload_document: "sending a file…",
  choose_sticker: "choosing a sticker…",
};

export class Pane {
  constructor(person, view, acts) {
    this.person = person;
    this.items = new Map(); // message id -> { item, drawn }
    this.albums = new Map(); // album -> the grid of its messages
    this.taps = new Map(); // update id of a tap that waits -> how to end it
    const section = document.getElementById("chat").content.cloneNode(true).firstElementChild;
    const part = (name) => section.querySelector(name);
    Object.assign(this, {
      section, list: part(".list"), toast: part(".toast"), state: part(".state"),
      stars: part(".stars"), language: part(".language"), tries: part(".tries"),
    });
    this.bot = view.bot;
    part("h2").textContent = person.name;
    part(".face").textContent = person.name.slice(0, 1);
    section.setAttribute("aria-label", `Chat of ${person.name}`);
    part(".bubbles").setAttribute("aria-label", `Messages of ${person.name}`);
    this.follow = new Follow(part(".bubbles"), this.list, part(".down"));
    this.composer = new Composer(section, this, view.samples);
    this.language.addEventListener("change", () => {
      const { id, name } = this.person;
      this.sends("person", { id, name, language: this.language.value });
    });
    this.acts = {
      say: (text) => this.say(text),
      tap: (message, button, node) => this.tap(message, button, node),
      pay: (what, sold) => openSheet(ask, this.person, what, sold),
    };
    this.more = acts;
    const all = document.getElementById("all");
    all.insertBefore(section, document.getElementById("stage"));
  }

  say(text) {
    return this.sends("say", { id: this.person.id, text });
  }

  /** Sends a file that is at hand. */
  sample(name, caption = "") {
    return this.sends("sample", { id: this.person.id, name, caption });
  }

  async sends(command, body) {
    this.follow.toEnd();
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
    this.taps.set(caused.update_id, (text) => {
      end();
      if (text) this.says(text);
    });
    await pause(SPIN);
    if (this.taps.delete(caused.update_id)) end();
  }

  /** The bot has answered a tap; what it says is shown for a moment. */
  answered(id, text) {
    const end = this.taps.get(id);
    this.taps.delete(id);
    end?.(text);
  }

  async says(text) {
    this.toast.textContent = text;
    await pause(TOAST);
    if (this.toast.textContent === text) this.toast.textContent = "";
  }

  /** Where a message belongs: the chat, or the grid of its album. */
  place(message) {
    if (!message.album) return this.list;
    let grid = this.albums.get(message.album);
    if (!grid) {
      const isSeen = ["photo", "video", "animation"].includes(message.media?.kind);
      const name = isSeen ? "album" : "album rows";
      grid = element("div", message.from_bot ? name : `${name} mine`);
      this.albums.set(message.album, grid);
      this.list.append(grid);
    }
    return grid;
  }

  show(person) {
    this.person = person;
    if (document.activeElement !== this.language) this.language.value = person.language;
    this.stars.textContent = `${person.stars.toLocaleString("en")} \u2b50`;
    this.composer.speaks(person.language);
    tries(this.tries, this, person.language);
    this.doing(person.action);
    const isFirst = this.items.size === 0;
    const left = new Set(this.items.keys());
    for (const message of person.messages) {
      left.delete(message.id);
      const drawn = JSON.stringify(message);
      let known = this.items.get(message.id);
      const isNew = !known;
      if (isNew) {
        known = { item: element("article"), drawn: "" };
        this.items.set(message.id, known);
        this.place(message).append(known.item);
        if (message.from_bot) this.follow.count();
      }
      if (known.drawn === drawn) continue;
      known.drawn = drawn;
      const wasSeen = !isNew && this.follow.sees(known.item);
      draw(known.item, message, person, this.acts);
      if (isNew && !isFirst) known.item.classList.add("new");
      // What has grown under the eyes of its reader keeps its buttons in sight.
      if (wasSeen) this.follow.keep(known.item);
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
  }

  /** Shows what the bot says that it is doing, until it has done it or said nothing for long. */
  doing(action) {
    const words = action && (DOING[action.word] ?? "busy…");
    const until = action ? action.at * 1000 + BUSY : 0;
    clearTimeout(this.quiet);
    const isBusy = until > Date.now();
    const role = this.person.is_admin ? "an admin of" : "writes with";
    this.state.textContent = isBusy ? `${this.bot} is ${words}` : `${role} ${this.bot}`;
    this.state.classList.toggle("busy", isBusy);
    if (isBusy) this.quiet = setTimeout(() => this.doing(null), until - Date.now());
  }
}
