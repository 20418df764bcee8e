// What a person sees of the page, as numbers: put into the page by the test.

window.eyes = (() => {
  const isSeen = (node) => {
    const style = getComputedStyle(node);
    return node.getClientRects().length > 0 && style.visibility === "visible";
  };
  const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([red, green, blue]) => {
    const part = (value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const over = (front, back) => {
    const [red, green, blue, alpha = 1] = front;
    return [red, green, blue].map((value, place) => value * alpha + back[place] * (1 - alpha));
  };
  /** Every colour that can be behind a node: one, or the stops of a gradient. */
  const behind = (node) => {
    const glass = [];
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const stops = style.backgroundImage.match(/rgba?\([^)]+\)/g);
      if (stops) return stops.map((stop) => glass.reduceRight((back, front) => over(front, back), parts(stop)));
      const colour = parts(style.backgroundColor);
      if ((colour[3] ?? 1) === 0) continue;
      glass.push(colour);
      if ((colour[3] ?? 1) === 1) break;
    }
    return [glass.reduceRight((back, front) => over(front, back), [255, 255, 255])];
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const contrast = (colour, node) => Math.min(...behind(node).map((back) => ratio(over(parts(colour), back), back)));

  return {
    /** Texts that are hard to read: less than 4.5 against what is behind them. */
    pale() {
      const found = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      let count = 0;
      while (texts.nextNode()) {
        const node = texts.currentNode.parentElement;
        const words = texts.currentNode.textContent.trim();
        if (!words || ["SCRIPT", "NOSCRIPT", "OPTION"].includes(node.tagName) || !isSeen(node)) continue;
        count += 1;
        const value = contrast(getComputedStyle(node).color, node);
        if (value < 4.5) found.push(`${value.toFixed(2)}: ${words.slice(0, 40)} (${node.className})`);
      }
      for (const node of document.querySelectorAll("input[placeholder], select")) {
        if (!isSeen(node)) continue;
        const colour = getComputedStyle(node, node.placeholder ? "::placeholder" : null).color;
        if (contrast(colour, node) < 4.5) found.push(`${node.className}`);
      }
      return { found, count };
    },
    /** What is wider than the window, or cut off by its edges. */
    wide() {
      const root = document.documentElement;
      const found = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth}`] : [];
      for (const node of document.querySelectorAll(".paper, .keys > div, form, .top, #stage, .tile, .card, .card button, #blows button, #crowd, #tabs")) {
        const box = node.getBoundingClientRect();
        if (isSeen(node) && (box.left < 0 || box.right > root.clientWidth + 0.5)) found.push(`${node.className} ${node.id}`);
      }
      return found;
    },
    chat: (place) => document.querySelectorAll(".chat")[place],
    /** The bot's messages of a chat from after so many on: what is in them, and the buttons of the newest. */
    after(place, count) {
      const all = [...this.chat(place).querySelectorAll("article:not(.mine)")];
      const made = all.slice(count).flatMap((item) => [...item.querySelectorAll("img.picture, video, audio")]);
      const last = all.at(-1);
      return {
        count: all.length,
        text: last?.querySelector(".text")?.textContent ?? "",
        keys: [...(last?.querySelectorAll(".keys button") ?? [])].map((key) => [key.textContent, key.className]),
        made: made.map((node) => node.tagName),
        ready: made.map((node) => ({
          IMG: () => node.complete && node.naturalWidth > 0,
          VIDEO: () => node.readyState >= 2 && node.videoWidth > 0,
          AUDIO: () => Number.isFinite(node.duration) && node.duration > 1,
        })[node.tagName]()),
      };
    },
    key(place, at) {
      const last = [...this.chat(place).querySelectorAll("article:not(.mine)")].at(-1);
      return last.querySelectorAll(".keys button")[at];
    },
    /** Whether a whole node is inside its chat's window and the browser's. */
    inSight(node) {
      const box = node.getBoundingClientRect();
      const view = node.closest(".bubbles").getBoundingClientRect();
      return box.top >= view.top - 1 && box.bottom <= view.bottom + 1 && box.right <= innerWidth && box.bottom <= innerHeight;
    },
  };
})();
