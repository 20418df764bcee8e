// Scrolling of a chat: it follows the newest message, unless its reader has gone up to read.

const NEAR = 60;

export class Follow {
  constructor(box, list, button) {
    Object.assign(this, { box, button, isFollowing: true, unread: 0 });
    box.addEventListener("scroll", () => this.look(), { passive: true });
    button.addEventListener("click", () => this.toEnd());
    // Whatever grows (pictures that load, bubbles that are edited, a keyboard that opens) is followed.
    const grown = new ResizeObserver(() => this.isFollowing ? this.down() : this.look());
    grown.observe(list);
    grown.observe(box);
  }

  get left() {
    return this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight;
  }

  down() {
    this.box.scrollTop = this.box.scrollHeight;
    this.look();
  }

  /** Only its reader takes a chat up: what grows or goes moves it as well, and does not count. */
  look() {
    const { scrollTop: top, scrollHeight: height, clientHeight: view } = this.box;
    const before = this.before ?? { top, height, view };
    const isTaken = top < before.top - 1 && height >= before.height && view <= before.view;
    this.before = { top, height, view };
    if (this.left < NEAR) this.isFollowing = true;
    else if (isTaken) this.isFollowing = false;
    if (this.isFollowing) this.unread = 0;
    this.tell();
  }

  tell() {
    this.button.hidden = this.isFollowing;
    this.button.querySelector("span").textContent = this.unread > 0 ? String(this.unread) : "";
  }

  toEnd() {
    this.isFollowing = true;
    this.unread = 0;
    this.down();
    this.tell();
  }

  /** A message has come. */
  count() {
    if (this.isFollowing) return;
    this.unread += 1;
    this.tell();
  }

  /** Whether the end of an item is in sight. */
  sees(item) {
    const [own, view] = [item.getBoundingClientRect(), this.box.getBoundingClientRect()];
    return own.bottom > view.top && own.bottom <= view.bottom + NEAR;
  }

  keep(item) {
    if (!this.isFollowing) item.scrollIntoView({ block: "nearest" });
  }
}
