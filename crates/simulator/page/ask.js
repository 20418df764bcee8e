// How the page speaks with the fake: commands by HTTP, files by their address.

/** Sends a command to the fake; the error is a sentence. */
export async function ask(command, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`/_fake/${command}`, options);
  const shown = await answer.json();
  if (!answer.ok) throw new Error(shown?.error ?? `status ${answer.status}`);
  return shown;
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Where the bytes of a file are. */
export const fileAddress = (id) => `/_fake/file?id=${encodeURIComponent(id)}`;

/** Where the bytes of something at hand are. */
export const sampleAddress = (name) => `/_fake/sample?name=${encodeURIComponent(name)}`;

/** Whether somebody can act here, or only watches what was recorded. */
export const isLive = true;
