// Files in messages: pictures, players and links; and sending one.
//
// Everything comes from the fake by the id of the file. What the fake has not kept is only named.

import { fileAddress } from "./ask.js";

/** An element that shows a file, or says what was paid. */
export function media(shown, words, element) {
  const title = shown.title ?? shown.kind;
  if (shown.file_id === undefined) return element("div", "media", `${shown.kind}: ${title}`);
  const size = bytes(shown.length);
  if (!shown.is_kept) return element("div", "media", `${title}, ${size}, not kept`);
  const address = fileAddress(shown.file_id);
  switch (shown.kind) {
    case "photo":
    case "animation":
      return picture(shown, address, words, element);
    case "sticker":
      return image(shown, "sticker", address, "sticker", element);
    case "video":
      return player("video", shown, address, title, element);
    case "audio":
    case "voice":
      return player("audio", shown, address, title, element);
    default:
      return saved(address, title, size, element);
  }
}

function image(shown, name, address, words, element) {
  const node = element("img", name);
  node.src = address;
  node.alt = words;
  if (shown.width) Object.assign(node, { width: shown.width, height: shown.height });
  return node;
}

function picture(shown, address, words, element) {
  const whole = element("button", "whole");
  whole.type = "button";
  whole.setAttribute("aria-label", "Show it large");
  whole.append(image(shown, "picture", address, words || shown.kind, element));
  whole.addEventListener("click", () => enlarge(address, words));
  return whole;
}

const large = document.getElementById("large");
large.addEventListener("click", () => large.close());

function enlarge(address, words) {
  const node = large.querySelector("img");
  node.src = address;
  node.alt = words;
  large.showModal();
}

function player(name, shown, address, title, element) {
  const box = element("div", "player");
  const node = element(name);
  const isVideo = name === "video";
  // A moving picture moves by itself, without a sound, as in the apps.
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  Object.assign(node, { src: address, controls: true, preload: "metadata" });
  if (isVideo) Object.assign(node, { muted: true, loop: true, playsInline: true, autoplay: !isStill });
  node.setAttribute("aria-label", title);
  if (isVideo && shown.width) Object.assign(node, { width: shown.width, height: shown.height });
  if (!isVideo && shown.kind === "audio") box.append(element("div", "name", title));
  if (!isVideo && shown.performer) box.append(element("div", "by", shown.performer));
  box.append(node);
  return box;
}

function saved(address, title, size, element) {
  const link = element("a", "saved");
  link.href = address;
  link.download = title;
  const words = element("span", "", title);
  words.append(element("small", "", size));
  link.append(words);
  return link;
}

function bytes(length) {
  if (length < 1000) return `${length} B`;
  if (length < 1_000_000) return `${Math.round(length / 1000)} kB`;
  return `${(length / 1_000_000).toFixed(1)} MB`;
}

/** What a browser knows of a film or a sound: its length, and its size. */
function measure(file, name) {
  return new Promise((resolve) => {
    const node = document.createElement(name);
    const done = () => {
      URL.revokeObjectURL(node.src);
      const seconds = Number.isFinite(node.duration) ? Math.max(1, Math.round(node.duration)) : 1;
      resolve({ seconds, width: node.videoWidth || 640, height: node.videoHeight || 360 });
    };
    node.onloadedmetadata = done;
    node.onerror = done;
    node.preload = "metadata";
    node.src = URL.createObjectURL(file);
  });
}

/** Sends files for a person, several photos or documents as one album; the error is a sentence. */
export async function send(person, files, caption) {
  const album = files.length > 1 ? String(Date.now()) : "";
  const kinds = files.map((file) => file.type.split("/")[0]);
  const isSame = kinds.every((kind) => kind === kinds[0]);
  let words = caption;
  for (const [place, file] of files.entries()) {
    const as = { image: "photo", video: "video", audio: "audio" }[kinds[place]];
    const kind = isSame && as ? as : "document";
    const known = kind === "video" || kind === "audio" ? await measure(file, kind) : {};
    const query = new URLSearchParams({
      id: person.id, as: kind, name: file.name, mime: file.type, caption: words, album, ...known,
    });
    const answer = await fetch(`/_fake/send?${query}`, { method: "POST", body: file });
    const shown = await answer.json();
    if (!answer.ok) throw new Error(shown?.error ?? `status ${answer.status}`);
    words = "";
  }
}
