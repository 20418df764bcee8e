// Files in messages: pictures, players and links; and sending one.
//
// Everything comes from the fake by the id of the file. What the fake has not kept is only named.

/** An element that shows a file, or says what was paid. */
export function media(shown, words, element) {
  const title = shown.title ?? shown.kind;
  if (shown.file_id === undefined) return element("div", "media", `${shown.kind}: ${title}`);
  const size = bytes(shown.length);
  if (!shown.is_kept) return element("div", "media", `${title}, ${size}, not kept`);
  const address = `/_fake/file?id=${encodeURIComponent(shown.file_id)}`;
  switch (shown.kind) {
    case "photo":
    case "animation":
      return picture(shown, address, words, element);
    case "video":
      return player("video", shown, address, title, element);
    case "audio":
    case "voice":
      return player("audio", shown, address, title, element);
    default:
      return saved(address, title, size, element);
  }
}

function picture(shown, address, words, element) {
  const node = element("img", "picture");
  node.src = address;
  node.alt = words || shown.title || shown.kind;
  if (shown.width) {
    node.width = shown.width;
    node.height = shown.height;
  }
  const whole = element("a");
  whole.href = address;
  whole.target = "_blank";
  whole.rel = "noopener";
  whole.append(node);
  return whole;
}

function player(name, shown, address, title, element) {
  const box = element("div", "player");
  const node = element(name);
  node.src = address;
  node.controls = true;
  node.preload = "metadata";
  node.setAttribute("aria-label", title);
  if (name === "video" && shown.width) {
    node.width = shown.width;
    node.height = shown.height;
  }
  box.append(node);
  if (name === "audio") box.append(element("div", "name", title));
  return box;
}

function saved(address, title, size, element) {
  const link = element("a", "saved", `${title}, ${size}`);
  link.href = address;
  link.download = title;
  return link;
}

function bytes(length) {
  if (length < 1000) return `${length} B`;
  if (length < 1_000_000) return `${Math.round(length / 1000)} kB`;
  return `${(length / 1_000_000).toFixed(1)} MB`;
}

/** Sends files for a person, several photos or documents as one album; the error is a sentence. */
export async function send(person, files, as, caption) {
  const album = files.length > 1 ? String(Date.now()) : "";
  let words = caption;
  for (const file of files) {
    const query = new URLSearchParams({
      id: person.id, as, name: file.name, mime: file.type, caption: words, album,
    });
    const answer = await fetch(`/_fake/send?${query}`, { method: "POST", body: file });
    const shown = await answer.json();
    if (!answer.ok) throw new Error(shown?.error ?? `status ${answer.status}`);
    words = "";
  }
}
