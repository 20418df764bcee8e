// Plays a recorded run of the stage: what the page asks for is answered from the frames, round and round.

const { frames, files, samples } = JSON.parse(document.getElementById("recording").textContent);
const END = frames.at(-1).t + 4_000;

export const isLive = false;
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const fileAddress = (id) => files[id] || "data:,";
export const sampleAddress = (name) => samples[name] || "data:,";

const state = { stage: {}, at: 0, people: new Map(), bot: "", samples: [], answers: [], version: 0 };
const clock = { at: 0, was: performance.now(), isRunning: true, next: 0 };
const waiting = new Set();

/** Takes in every frame that is due; after the last one it begins anew. */
function plays() {
  const now = performance.now();
  if (clock.isRunning) clock.at += now - clock.was;
  clock.was = now;
  if (clock.at > END) goesTo(0);
  while (clock.next < frames.length && frames[clock.next].t <= clock.at) takes(frames[clock.next++]);
  progress.value = String(Math.min(clock.at, END));
  for (const wake of waiting) wake();
  waiting.clear();
}

function goesTo(at) {
  clock.at = at;
  if (at > (frames[clock.next]?.t ?? 0)) return;
  clock.next = 0;
  state.people.clear();
  state.version += 1;
}

function takes({ t, stage, view }) {
  if (stage) {
    Object.assign(state.stage, stage);
    state.at = t;
    return;
  }
  Object.assign(state, { bot: view.bot, answers: view.answers, samples: view.samples, version: state.version + 1 });
  for (const { changed, gone, ...rest } of view.people) {
    const known = state.people.get(rest.id)?.messages ?? new Map();
    for (const one of changed) known.set(one.id, one);
    for (const id of gone) known.delete(Number(id));
    state.people.set(rest.id, { rest, messages: known });
  }
}

export async function ask(command) {
  if (command === "stage") {
    while (state.stage.now === undefined) await new Promise((wake) => waiting.add(wake));
    return { ...state.stage, now: state.stage.now + (clock.at - state.at) };
  }
  if (command.startsWith("view")) {
    const seen = command.split("seen=")[1] ?? "";
    while (String(state.version) === seen || state.people.size === 0) await new Promise((wake) => waiting.add(wake));
    const people = [...state.people.values()].map(({ rest, messages }) => ({
      ...rest,
      messages: [...messages.values()].sort((one, other) => one.id - other.id),
    }));
    return { version: String(state.version), bot: state.bot, answers: state.answers, samples: state.samples, people };
  }
  throw new Error("This is a recording: ./dev demo gives you the real one, with buttons that do what they say.");
}

const lead = document.getElementById("lead");
lead.textContent = "A recorded run: nothing here is live, everything here happened. For the real one: ./dev demo";
const button = document.createElement("button");
Object.assign(button, { type: "button", className: "plain", textContent: "pause" });
button.addEventListener("click", () => {
  clock.isRunning = !clock.isRunning;
  button.textContent = clock.isRunning ? "pause" : "play";
});
const progress = document.createElement("input");
Object.assign(progress, { type: "range", min: "0", max: String(END), value: "0" });
progress.setAttribute("aria-label", "Where the recording is");
progress.addEventListener("input", () => goesTo(Number(progress.value)));
lead.after(progress, button);
setInterval(plays, 60);
