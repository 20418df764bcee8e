// What happened, in sentences: the newest one large, the older ones below.

import { element } from "./bubble.js";
import { set } from "./cards.js";

export class Story {
  constructor() {
    this.sentence = document.getElementById("sentence");
    this.list = document.getElementById("story");
    this.items = new Map(); // by number
    this.nothing = element("li", "fine", "Nothing was broken yet. Ask the bot for a picture, and kill the active instance while it works.");
    this.list.append(this.nothing);
  }

  show({ tales }) {
    const newest = tales.at(-1);
    if (newest) {
      set(this.sentence, newest.words);
      this.sentence.classList.toggle("open", !newest.is_closed);
    }
    const left = new Set(this.items.keys());
    for (const tale of tales.slice(0, -1)) {
      left.delete(tale.number);
      let item = this.items.get(tale.number);
      if (!item) {
        item = element("li");
        const time = element("time");
        const moment = new Date(tale.at);
        time.dateTime = moment.toISOString();
        time.textContent = moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
        item.append(time, element("span"));
        this.items.set(tale.number, item);
        this.list.prepend(item);
      }
      set(item.lastElementChild, tale.words);
    }
    for (const gone of left) {
      this.items.get(gone).remove();
      this.items.delete(gone);
    }
    this.nothing.hidden = newest !== undefined;
    this.list.hidden = newest !== undefined && this.items.size === 0;
  }
}
