// The stage: the instances behind the bot, what can be done to them, and what came of it.
//
// Only in a demo: elsewhere there is no stage and the section stays hidden. It is asked for again and again, since a
// heart beats on it; everything that is drawn comes from what was answered last.

import { ask, isLive, pause } from "./ask.js";
import { Blows } from "./blows.js";
import { Cards } from "./cards.js";
import { Counters } from "./counters.js";
import { Story } from "./story.js";
import { Timeline } from "./timeline.js";

const GLANCE = 250;

const section = document.getElementById("stage");
const trouble = document.getElementById("trouble");

/** Looks at the stage for as long as the page is open; `tell` hears what it looks like, and whether for the first time. */
export function watchStage(tell) {
  let last = null;
  const order = async (command, body = {}) => {
    try {
      await ask(command, body);
      complain("");
    } catch (error) {
      complain(error.message);
    }
  };
  const parts = [new Counters(), new Timeline(), new Cards(order), new Blows(order), new Story()];
  const watch = async () => {
    for (;;) {
      try {
        const shown = document.hidden && isLive ? null : await ask("stage");
        if (shown) {
          const isFirst = last === null;
          last = shown;
          section.hidden = false;
          for (const part of parts) part.show(shown);
          if (shown.trouble) complain(shown.trouble);
          tell(shown, isFirst);
        }
      } catch (error) {
        console.warn(error);
      }
      await pause(GLANCE);
    }
  };
  watch();
  return {
    order,
    killActive: () =>
      last?.leader === null ? complain("Nobody is active.") : order("kill", { instance: last.leader }),
  };
}

function complain(words) {
  trouble.textContent = words;
  trouble.hidden = words === "";
}
