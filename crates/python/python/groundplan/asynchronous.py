"""Waiting for a search in a coroutine: what `async for`, `async with` and `await` do with a `SolveHandle`.

The search is in a thread of its own, which tells the event loop when an answer set or the end is there. So the loop goes on
meanwhile, and no thread of the loop's waits. A coroutine that is cancelled leaves the search as it is: the end of the `async with`
block, or of the last reference to the handle, ends it.
"""

from __future__ import annotations

import asyncio
from typing import Callable

from ._core import Model, SolveHandle, SolveResult

__all__ = ["enter", "leave", "next_model", "result"]


async def _told(ask: Callable[[Callable[[], None]], None]) -> None:
    """Wait until the function that `ask` gets is called, in whatever thread."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def settle() -> None:
        if not ready.done():
            ready.set_result(None)

    def tell() -> None:
        try:
            loop.call_soon_threadsafe(settle)
        except RuntimeError:
            # The loop was closed: nobody waits any more.
            pass

    ask(tell)
    await ready


async def next_model(handle: SolveHandle) -> Model:
    """The next answer set; StopAsyncIteration at the end."""
    handle.resume()
    await _told(handle._launch)
    model = handle.model()
    if model is None:
        raise StopAsyncIteration
    return model


async def result(handle: SolveHandle) -> SolveResult:
    """The result at the end or, if the handle yields answer sets, at the next one."""
    await _told(handle._launch)
    return handle.get()


async def enter(handle: SolveHandle) -> SolveHandle:
    """What `async with` binds."""
    return handle


async def leave(handle: SolveHandle) -> bool:
    """Cancel the search if it has not ended, and let the control be used again."""
    try:
        await _told(handle._halt)
    finally:
        handle.__exit__(None, None, None)
    return False
