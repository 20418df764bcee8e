// The pay sheet: what is sold and for how many Stars, and what came of it. The Stars are as fake as the bank.

/** How addresses of invoices begin. */
export const LINK = "https://t.me/$";

const sheet = document.getElementById("sheet");
const part = (name) => sheet.querySelector(name);

const OUTCOMES = {
  paid: () => "Paid.",
  consented: () => "Paid.",
  refused: (words) => words,
  timed_out: () => "The bot has not answered in time. Nothing was charged.",
};

/** Whether a wallet holds enough; nobody gets more Stars here. */
const isEnough = (person, sold) => (sold.total_amount ?? 0) <= person.stars;

const price = (sold) => `${sold.total_amount} \u2b50${sold.period ? " every 30 days" : ""}`;

/** What an invoice says in its bubble. */
export function invoice(sold, element) {
  const box = element("div");
  box.append(element("div", "invoice", `${sold.title} \u00b7 ${price(sold)}`), element("div", "terms", sold.description));
  return box;
}

/** Opens the sheet of an invoice in the chat, or of one by its address, for a person. */
export async function openSheet(ask, person, what, known) {
  let sold = known;
  try {
    sold ??= await ask(`invoice?link=${encodeURIComponent(what.link)}`);
  } catch (error) {
    sold = { title: "No invoice", description: error.message };
  }
  part("h2").textContent = sold.title;
  part(".terms").textContent = sold.description;
  part(".price").textContent = sold.total_amount ? price(sold) : "";
  const isRich = isEnough(person, sold);
  part(".outcome").textContent = isRich ? "" : `There are only ${person.stars} \u2b50 in the wallet.`;
  const pay = part(".pay");
  pay.disabled = !sold.total_amount || !isRich;
  pay.onclick = () => settle(ask, { id: person.id, ...what }, pay);
  part(".close").onclick = leave;
  sheet.showModal();
  if (!pay.disabled) pay.focus();
}

/** Closes the sheet. A browser gives the focus back to where it was, and may forget that keys go there, too. */
function leave() {
  sheet.close();
  const node = document.activeElement;
  node?.blur();
  requestAnimationFrame(() => node?.focus());
}

sheet.addEventListener("cancel", (event) => {
  event.preventDefault();
  leave();
});

async function settle(ask, body, pay) {
  // A button that is disabled loses the focus; the keyboard would then write nowhere after the sheet has gone.
  part(".close").focus();
  pay.disabled = true;
  part(".outcome").textContent = "One moment\u2026";
  try {
    const { outcome, with: told } = await ask("pay", body);
    part(".outcome").textContent = OUTCOMES[outcome](told);
    pay.disabled = outcome === "paid";
  } catch (error) {
    part(".outcome").textContent = error.message;
    pay.disabled = false;
  }
}
