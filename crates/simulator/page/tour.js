// A tour of five steps for whoever wants one: what to look at, and what to try.

const STEPS = [
  {
    where: "chat",
    title: "Be a person",
    words: "This is a chat with the bot, as Telegram shows it. Ask for a picture and tap the green button: it takes a few seconds.",
    act: ["write a wish", ({ chat }) => chat().say("a lighthouse in a storm")],
  },
  {
    where: "roll",
    title: "See who answers",
    words: "Two real processes of trt serve. One is ACTIVE: its heart beats in the database. The other one stores what it gets, and waits.",
  },
  {
    where: "roll",
    title: "Kill it in the middle of its work",
    words: "kill -9, as a machine that fails. The other one takes over before you have moved the mouse, and the picture still arrives.",
    act: ["kill the active one", ({ stage }) => stage.killActive()],
  },
  {
    where: "counters",
    title: "Count what was lost",
    words: "Telegram counts here, not the bot: what was accepted and never answered, and what was said twice. The books are audited after each blow.",
  },
  {
    where: "blows",
    title: "Now with two hundred people",
    words: "Let a crowd write, then deploy, freeze, cut, restart PostgreSQL, in any order. Each blow gets one sentence that says what came of it.",
    act: ["let 200 write", ({ stage }) => stage.order("crowd", { people: 200 })],
  },
];

export class Tour {
  constructor(scene) {
    this.scene = scene;
    this.box = document.getElementById("tour");
    const part = (name) => this.box.querySelector(name);
    Object.assign(this, { title: part("h2"), words: part("p"), back: part(".back"), act: part(".act"), next: part(".next") });
    this.opener = document.getElementById("take-tour");
    this.opener.addEventListener("click", () => this.goes(0));
    part(".close").addEventListener("click", () => this.ends());
    this.back.addEventListener("click", () => this.goes(this.step - 1));
    this.next.addEventListener("click", () => (this.step + 1 < STEPS.length ? this.goes(this.step + 1) : this.ends()));
    this.act.addEventListener("click", () => STEPS[this.step].act[1](this.scene));
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.ends();
    });
  }

  /** There is something to show. */
  offers() {
    this.opener.hidden = false;
  }

  goes(step) {
    this.step = step;
    const { where, title, words, act } = STEPS[step];
    this.box.hidden = false;
    this.title.textContent = `${step + 1} of ${STEPS.length}: ${title}`;
    this.words.textContent = words;
    this.back.disabled = step === 0;
    this.act.hidden = act === undefined;
    this.act.textContent = act?.[0] ?? "";
    this.next.textContent = step + 1 < STEPS.length ? "Next" : "Done";
    const target = where === "chat" ? this.scene.chat().section : document.getElementById(where);
    this.scene.shows(target.closest(".pane"));
    this.points(target);
    target.scrollIntoView({ block: "nearest" });
    this.title.focus();
  }

  points(target) {
    document.querySelector(".pointed")?.classList.remove("pointed");
    target?.classList.add("pointed");
  }

  ends() {
    this.box.hidden = true;
    this.points(null);
    this.opener.focus();
  }
}
