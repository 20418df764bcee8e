// What a person writes and attaches: words, files of their own, files that are at hand.

import { sampleAddress } from "./ask.js";
import { element } from "./bubble.js";
import { send } from "./media.js";

const PLACEHOLDER = { ru: "Сообщение", en: "Message" };

export class Composer {
  constructor(section, pane, samples) {
    this.pane = pane;
    const part = (name) => section.querySelector(name);
    Object.assign(this, {
      form: part("form"), words: part(".words"), files: part(".files"), tray: part(".tray"),
      openers: [part(".attach"), part(".stickers")],
    });
    this.words.setAttribute("aria-label", `Message from ${pane.person.name}`);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.words.value.trim();
      this.words.value = "";
      if (text) pane.say(text);
      this.words.focus();
    });
    const isSticker = (sample) => sample.kind === "sticker";
    const own = () => [this.own("photo or video", "image/*,video/*"), this.own("sound", "audio/*"), this.own("file", "")];
    const ready = samples.filter((sample) => !isSticker(sample) && sample.kind !== "voice");
    this.opens(part(".attach"), () => [...own(), ...ready.map((sample) => this.ready(sample))]);
    this.opens(part(".stickers"), () => samples.filter(isSticker).map((sample) => this.ready(sample)));
    part(".voice").addEventListener("click", () => pane.sample("voice"));
    this.files.addEventListener("change", () => this.hand([...this.files.files]));
    section.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.tray.hidden) this.close();
    });
  }

  speaks(language) {
    this.words.placeholder = PLACEHOLDER[language] ?? PLACEHOLDER.en;
  }

  /** Lets a button open the tray with these things in it, or close it. */
  opens(button, things) {
    button.addEventListener("click", () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      this.close();
      if (isOpen) return;
      this.tray.replaceChildren(...things());
      this.tray.hidden = false;
      button.setAttribute("aria-expanded", "true");
      this.tray.querySelector("button")?.focus();
    });
  }

  close() {
    this.tray.hidden = true;
    this.tray.replaceChildren();
    for (const opener of this.openers) opener.setAttribute("aria-expanded", "false");
  }

  /** A file of the person's own. */
  own(name, accept) {
    const node = element("button", "word", `your ${name}`);
    node.type = "button";
    node.addEventListener("click", () => {
      this.files.accept = accept;
      this.files.click();
    });
    return node;
  }

  /** A file that is at hand; what is written already goes below it. */
  ready({ name, kind }) {
    const node = element("button", kind);
    node.type = "button";
    const address = sampleAddress(name);
    if (kind === "photo" || kind === "sticker") {
      const image = element("img");
      Object.assign(image, { src: address, alt: name });
      node.append(image);
    } else if (kind === "video") {
      const video = element("video");
      Object.assign(video, { src: `${address}#t=1`, preload: "metadata", muted: true });
      node.append(video);
    }
    node.append(element("span", "", kind));
    node.addEventListener("click", () => {
      const caption = kind === "sticker" ? "" : this.words.value.trim();
      if (kind !== "sticker") this.words.value = "";
      this.close();
      this.pane.sample(name, caption);
      this.words.focus();
    });
    return node;
  }

  /** Sends chosen files with the words that are written below them. */
  async hand(files) {
    this.files.value = "";
    if (files.length === 0) return;
    const caption = this.words.value.trim();
    this.words.value = "";
    this.close();
    this.pane.follow.toEnd();
    try {
      await send(this.pane.person, files, caption);
    } catch (error) {
      this.pane.says(error.message);
    }
  }
}
