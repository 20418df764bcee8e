// The peer `grammY`: its webhook on Node's own server, as its documentation shows it.
//
// Without LEDGER the handler does nothing. With it, it works for 50 ms and then writes the update's
// id into that file: what a kill loses is what was answered and is not in the file.

import { openSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Bot, webhookCallback } from "grammy";

const WORK = 50;
const { LEDGER, TELEGRAM_BOT_TOKEN, WEBHOOK_SECRET_TOKEN } = process.env;

// Told who it is, it does not ask Telegram.
const botInfo = {
  id: Number(TELEGRAM_BOT_TOKEN.split(":")[0]),
  is_bot: true,
  first_name: "Bench",
  username: "bench_bot",
  can_join_groups: false,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
};
const bot = new Bot(TELEGRAM_BOT_TOKEN, { botInfo });
const lines = LEDGER === undefined ? undefined : openSync(LEDGER, "a");

bot.on("message", async (ctx) => {
  if (lines !== undefined) {
    await setTimeout(WORK);
    writeSync(lines, `${ctx.update.update_id}\n`);
  }
});

const server = createServer(webhookCallback(bot, "http", { secretToken: WEBHOOK_SECRET_TOKEN }));
server.listen(0, "127.0.0.1", () => {
  const { address, port } = server.address();
  console.log(`listening ${address}:${port}`);
});
