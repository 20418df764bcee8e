"""The peer `aiogram`: its webhook on aiohttp, as its documentation shows it.

Without LEDGER the handler does nothing. With it, it works for 50 ms and then writes the update's id
into that file: what a kill loses is what was answered and is not in the file.
"""

import asyncio
import os

from aiogram import Bot, Dispatcher
from aiogram.types import Message, Update
from aiogram.webhook.aiohttp_server import SimpleRequestHandler, setup_application
from aiohttp import web

WORK = 0.05

dispatcher = Dispatcher()
ledger = os.environ.get("LEDGER")
lines = open(ledger, "ab", buffering=0) if ledger else None


@dispatcher.message()
async def handle(message: Message, event_update: Update) -> None:
    if lines is not None:
        await asyncio.sleep(WORK)
        lines.write(b"%d\n" % event_update.update_id)


async def serve() -> None:
    bot = Bot(os.environ["TELEGRAM_BOT_TOKEN"])
    app = web.Application()
    secret = os.environ["WEBHOOK_SECRET_TOKEN"]
    SimpleRequestHandler(dispatcher, bot, secret_token=secret).register(app, path="/webhook")
    setup_application(app, dispatcher, bot=bot)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    print(f"listening {host}:{port}", flush=True)
    await asyncio.Event().wait()


asyncio.run(serve())
