// One message: its text, what is more than text, and the buttons under it.
//
// A bubble is drawn anew only when its message has changed, in its place. Focus inside it stays on
// the button in the same position, or on the bubble when that button is gone.

import { formatted, link } from "./formatting.js";
import { media } from "./media.js";
import { LINK, invoice } from "./pay.js";

/** Draws a message into its article; `acts` has `say(text)`, `tap(message, button, node)` and `pay(what, sold)`. */
export function draw(item, message, person, acts) {
  const focused = position(item);
  const isMine = !message.from_bot;
  item.className = isMine ? "bubble mine" : "bubble";
  item.classList.toggle("bare", message.media?.kind === "sticker");
  const paper = element("div", "paper");
  item.setAttribute("aria-label", isMine ? person.name : "Bot");
  if (message.media) paper.append(media(message.media, message.text, element));
  if (message.invoice) paper.append(invoice(message.invoice, element));
  const text = element("div", "text");
  text.dir = "auto";
  text.append(...formatted(message.text, message.entities, acts.say));
  paper.append(text, when(message));
  item.replaceChildren(paper);
  if (message.buttons.length > 0) item.append(keys(message, acts));
  if (focused !== null) refocus(item, focused);
}

function when(message) {
  const moment = new Date(message.date * 1000);
  const time = element("time", "when");
  time.dateTime = moment.toISOString();
  const clock = moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  time.textContent = message.is_edited ? `edited ${clock}` : clock;
  return time;
}

function keys(message, acts) {
  const all = element("div", "keys");
  for (const row of message.buttons) {
    const line = element("div");
    line.append(...row.map((button) => key(message, button, acts)));
    all.append(line);
  }
  return all;
}

function key(message, button, acts) {
  const isInvoice = button.url?.startsWith(LINK);
  if (button.url && !isInvoice) return link(button.url, [button.text]);
  const node = element("button", button.pay ? "success" : (button.style ?? ""), button.text);
  node.type = "button";
  // What neither sends nor leads anywhere is only shown.
  if (button.pay) node.addEventListener("click", () => acts.pay({ message_id: message.id }, message.invoice));
  else if (isInvoice) node.addEventListener("click", () => acts.pay({ link: button.url }));
  else if (button.data === null) node.disabled = true;
  else node.addEventListener("click", () => acts.tap(message, button, node));
  return node;
}

const tappable = (item) => [...item.querySelectorAll("button, a")];

/** Which button of the item has the focus; -1: the item itself; null: none. */
function position(item) {
  if (!item.contains(document.activeElement)) return null;
  return tappable(item).indexOf(document.activeElement);
}

function refocus(item, at) {
  item.tabIndex = -1;
  (tappable(item)[at] ?? item).focus({ preventScroll: true });
}

/** An element with a class and a text. */
export function element(name, className = "", text = "") {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}
