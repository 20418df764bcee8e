// What can be broken besides an instance, what makes it whole again, and the crowd.

import { element } from "./bubble.js";
import { set } from "./cards.js";

const FIRST_SIZE = 100;

export class Blows {
  constructor(order) {
    const bar = document.getElementById("blows");
    const button = (words, title, act, name = "plain") => {
      const node = element("button", name, words);
      node.type = "button";
      node.title = title;
      node.addEventListener("click", act);
      bar.append(node);
      return node;
    };
    this.deploy = button("rolling deploy", "A new instance for each that runs, one after the other", () => order("deploy"), "main");
    this.database = button("restart PostgreSQL", "Stopped as in a crash, and started again", () => order("restart_database"));
    this.kie = button("KIE outage", "KIE, which makes the pictures, does not answer", () => order("kie", { is_away: !this.is.away }));
    this.flood = button("Telegram 429", "Telegram refuses every call", () => order("flood", { is_on: !this.is.flooded }));
    this.is = { away: false, flooded: false };
    this.crowd = new Crowd(order);
  }

  show(stage) {
    const { database, kie, telegram, refused, deploy } = stage.world;
    this.is = { away: kie === "away", flooded: telegram === "429" };
    set(this.deploy, deploy ?? "rolling deploy");
    this.deploy.disabled = deploy !== null;
    set(this.database, database === "down" ? "PostgreSQL is down …" : "restart PostgreSQL");
    this.database.disabled = database === "down";
    set(this.kie, this.is.away ? "bring KIE back" : "KIE outage");
    this.kie.classList.toggle("heals", this.is.away);
    set(this.flood, this.is.flooded ? `end the 429s (${refused})` : "Telegram 429");
    this.flood.classList.toggle("heals", this.is.flooded);
    this.crowd.show(stage.crowd);
  }
}

class Crowd {
  constructor(order) {
    const box = document.getElementById("crowd");
    this.label = element("label", "", "Crowd");
    this.slider = element("input");
    Object.assign(this.slider, { type: "range", id: "crowd-size", min: 10, max: 200, step: 10, value: FIRST_SIZE });
    this.label.htmlFor = this.slider.id;
    this.size = element("output");
    this.size.htmlFor = this.slider.id;
    this.button = element("button", "plain", "start");
    this.button.type = "button";
    this.slider.addEventListener("input", () => this.tells());
    this.slider.addEventListener("change", () => {
      if (this.people > 0) order("crowd", { people: this.wanted });
    });
    this.button.addEventListener("click", () => order("crowd", { people: this.people > 0 ? 0 : this.wanted }));
    box.append(this.label, this.slider, this.size, this.button);
    this.people = 0;
    this.tells();
  }

  get wanted() {
    return Number(this.slider.value);
  }

  tells() {
    set(this.size, `${this.wanted} people`);
    this.slider.setAttribute("aria-valuetext", `${this.wanted} people`);
  }

  show({ people, most, seconds }) {
    this.people = people;
    this.slider.max = String(most);
    set(this.button, people > 0 ? `stop (${seconds} s left)` : "let them write");
    this.button.classList.toggle("heals", people > 0);
  }
}
