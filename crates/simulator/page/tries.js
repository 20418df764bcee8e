// "Try this": what a newcomer can do next, by one click.

import { sampleAddress } from "./ask.js";
import { element } from "./bubble.js";

const WORDS = {
  en: [
    { words: "a cat on the moon", say: "a cat on the moon" },
    { words: "send this photo", sample: "photo-2" },
    { words: "a song about the sea", say: "a song about the sea" },
    { words: "/best", say: "/best" },
    { words: "/balance", say: "/balance" },
    { words: "kill the active one", act: "killActive" },
  ],
  ru: [
    { words: "кот на луне", say: "кот на луне" },
    { words: "отправить это фото", sample: "photo-1" },
    { words: "песня о море", say: "песня о море" },
    { words: "/best", say: "/best" },
    { words: "/balance", say: "/balance" },
    { words: "убить активный", act: "killActive" },
  ],
};

/** The chips of a chat, in the language of its person. */
export function tries(box, pane, language) {
  if (box.dataset.language === language) return;
  box.dataset.language = language;
  box.replaceChildren(...(WORDS[language] ?? WORDS.en).map((one) => chip(one, pane)));
}

function chip({ words, say, sample, act }, pane) {
  const node = element("button", act ? "danger" : "");
  node.type = "button";
  if (sample) {
    const small = element("img");
    small.src = sampleAddress(sample);
    small.alt = "";
    node.append(small);
  }
  node.append(words);
  node.addEventListener("click", () => {
    if (say) pane.say(say);
    else if (sample) pane.sample(sample);
    else pane.more[act]();
  });
  return node;
}
