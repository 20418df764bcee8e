// Text and entities of a message, as nodes. Offsets count UTF-16 units, as strings here do.
//
// Nothing is ever parsed as HTML: text becomes text nodes, entities become the few elements below.

const ELEMENTS = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};

const BLOCKS = ["pre", "blockquote", "expandable_blockquote"];

// What Telegram makes tappable by itself: addresses and commands.
const TAPPABLE = /https?:\/\/[^\s<>"]+|(?<=^|\s)\/[a-z0-9_]{1,32}(?![a-z0-9_/])/gi;

/** The nodes of a text; `say` is called with a command that was tapped. */
export function formatted(text, entities, say) {
  const order = (a, b) => a.offset - b.offset || b.length - a.length;
  return stretch(text, [...entities].sort(order), 0, text.length, say);
}

function stretch(text, entities, from, to, say) {
  const nodes = [];
  let at = from;
  let rest = entities;
  while (rest.length > 0) {
    const [first, ...others] = rest;
    const end = Math.min(first.offset + first.length, to);
    if (first.offset < at || end <= first.offset) {
      rest = others;
      continue;
    }
    const before = text.slice(at, first.offset);
    nodes.push(...plain(BLOCKS.includes(first.type) ? before.replace(/\n$/, "") : before, say));
    const inner = others.filter((entity) => entity.offset < end);
    nodes.push(wrapped(first, text, inner, end, say));
    rest = others.filter((entity) => entity.offset >= end);
    // A block begins and ends a line by itself.
    at = BLOCKS.includes(first.type) && text[end] === "\n" ? end + 1 : end;
  }
  nodes.push(...plain(text.slice(at, to), say));
  return nodes;
}

function wrapped(entity, text, inner, end, say) {
  const own = text.slice(entity.offset, end);
  if (entity.type === "bot_command") return command(own, say);
  // Inside these nothing is tappable.
  const isQuiet = ["code", "pre", "text_link"].includes(entity.type);
  const content = stretch(text, inner, entity.offset, end, isQuiet ? null : say);
  if (entity.type === "text_link") return link(entity.url, content);
  if (entity.type === "spoiler") return spoiler(content);
  if (entity.type === "expandable_blockquote") return folded(content);
  const node = document.createElement(ELEMENTS[entity.type] ?? "span");
  node.append(...content);
  return node;
}

function plain(text, say) {
  if (say === null) return [text];
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(TAPPABLE)) {
    const [word] = found;
    nodes.push(text.slice(at, found.index));
    nodes.push(word.startsWith("/") ? command(word, say) : link(word, [word]));
    at = found.index + word.length;
  }
  nodes.push(text.slice(at));
  return nodes.filter((node) => node !== "");
}

function command(word, say) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "command";
  node.textContent = word;
  if (say) node.addEventListener("click", () => say(word));
  else node.disabled = true;
  return node;
}

/** A link that leads outside, if its address is of a kind that a chat may lead to. */
export function link(address, content) {
  const isGood = /^(https?|tg|mailto):/i.test(address);
  const node = document.createElement(isGood ? "a" : "span");
  if (isGood) {
    node.href = address;
    node.target = "_blank";
    node.rel = "noopener noreferrer";
  }
  node.append(...content);
  return node;
}

/** A quotation of three lines, and more when it is asked for. */
function folded(content) {
  const node = document.createElement("blockquote");
  const inner = document.createElement("div");
  inner.className = "inner";
  inner.append(...content);
  const more = document.createElement("button");
  more.type = "button";
  more.className = "fold";
  const fold = (isFolded) => {
    node.classList.toggle("folded", isFolded);
    more.textContent = isFolded ? "more" : "less";
    more.setAttribute("aria-expanded", String(!isFolded));
  };
  more.addEventListener("click", () => fold(!node.classList.contains("folded")));
  fold(true);
  node.append(inner, more);
  return node;
}

function spoiler(content) {
  const node = document.createElement("span");
  node.className = "spoiler";
  node.tabIndex = 0;
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", "hidden text, press to show");
  const open = () => {
    node.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", open);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") open();
  });
  node.append(...content);
  return node;
}
