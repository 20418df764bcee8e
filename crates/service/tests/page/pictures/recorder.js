// Notes down every answer about the stage and the chats that the page gets, as far as it is news: put into the page.

window.recording = (() => {
  const began = performance.now();
  const [frames, files, samples] = [[], {}, {}];
  const last = { stage: {}, people: {} };
  const real = window.fetch;
  const text = JSON.stringify;

  const stage = (shown) => {
    const news = Object.entries(shown).filter(([key, value]) => last.stage[key] !== text(value));
    for (const [key, value] of news) last.stage[key] = text(value);
    return Object.fromEntries(news);
  };
  const person = ({ messages, ...rest }) => {
    const known = (last.people[rest.id] ??= {});
    const changed = messages.filter((one) => known[one.id] !== text(one));
    const left = new Set(messages.map((one) => String(one.id)));
    const gone = Object.keys(known).filter((id) => !left.has(id));
    for (const one of changed) known[one.id] = text(one);
    for (const id of gone) delete known[id];
    for (const one of changed) keep(one.media);
    return { ...rest, changed, gone };
  };
  const note = (command, shown) => {
    const t = Math.round(performance.now() - began);
    if (command === "stage") frames.push({ t, stage: stage(shown) });
    else frames.push({ t, view: { bot: shown.bot, answers: shown.answers, samples: shown.samples, people: shown.people.map(person) } });
  };

  /** A picture as it is shown, small enough to be carried along. */
  const small = async (address, side) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(1, side / image.naturalWidth);
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/jpeg", 0.75);
  };
  const keeping = [];
  const keep = (media) => {
    if (media?.kind !== "photo" || !media.is_kept || files[media.file_id] !== undefined) return;
    files[media.file_id] = "";
    const kept = small(`/_fake/file?id=${encodeURIComponent(media.file_id)}`, 420);
    keeping.push(kept.then((bytes) => { files[media.file_id] = bytes; }));
  };

  window.fetch = async (address, options) => {
    const answer = await real(address, options);
    const [, command] = /_fake\/(stage|view)/.exec(address) ?? [];
    if (command && answer.ok && !options?.method) answer.clone().json().then((shown) => note(command, shown));
    return answer;
  };
  // The page waits for news of the chats: what they are to begin with is asked for here.
  fetch("/_fake/view");
  for (const name of ["photo-1", "photo-2"]) {
    keeping.push(small(`/_fake/sample?name=${name}`, 48).then((bytes) => { samples[name] = bytes; }));
  }
  return {
    async ends() {
      window.fetch = real;
      await Promise.all(keeping);
      return { frames, files, samples };
    },
  };
})();
