"""`async for`, `async with` and `await` on a search: the event loop goes on, and a search can be cancelled."""

import asyncio
import gc
import os
import threading
import time

import groundplan as clingo
import pytest

HARD = """
{ at(P,H) : H = 1..12 } = 1 :- P = 1..25.
:- H = 1..12, 3 { at(P,H) : P = 1..25 }.
"""


def control(text, *arguments):
    made = clingo.Control(list(arguments))
    made.add(text)
    made.ground()
    return made


def hard():
    """What takes long as long as symmetries are not looked for."""
    return control(HARD, "--symmetry=no")


@pytest.mark.parametrize("named", [{"yield_": True}, {"yield_": True, "async_": True}])
def test_answer_sets_come_one_by_one(named):
    async def main():
        made = control("{ a; b }.", "0")
        async with made.solve(**named) as handle:
            models = [str(model) async for model in handle]
            result = handle.get()
        assert result.exhausted and result.satisfiable
        # The control can be used again.
        assert made.solve().satisfiable
        return models

    assert sorted(asyncio.run(main())) == ["", "a", "a b", "b"]


def test_a_loop_without_a_block():
    async def main():
        return [model.number async for model in control("{ a; b }.", "0").solve(yield_=True)]

    assert asyncio.run(main()) == [1, 2, 3, 4]


def test_a_program_without_answer_sets():
    async def main():
        async with control(":- not a.").solve(yield_=True) as handle:
            models = [model async for model in handle]
            assert [model async for model in handle] == []
            return models, (await handle).unsatisfiable

    assert asyncio.run(main()) == ([], True)


@pytest.mark.parametrize("named", [{"yield_": True}, {"async_": True}, {"yield_": True, "async_": True}])
def test_a_result_is_waited_for(named):
    async def main():
        seen = []
        made = control("{ a }.", "0")
        result = await made.solve(on_model=lambda model: seen.append(str(model)), **named)
        assert result.satisfiable
        # With `yield_`, that is the first answer set.
        assert len(seen) == (1 if "yield_" in named else 2) and result.exhausted == ("yield_" not in named)

    asyncio.run(main())


def test_two_searches_at_once():
    async def numbers(count):
        async with control(f"{{ a(1..{count}) }}.", "0").solve(yield_=True) as handle:
            return len([model async for model in handle])

    async def main():
        return await asyncio.gather(numbers(5), numbers(6))

    assert asyncio.run(main()) == [32, 64]


def test_the_loop_goes_on_while_a_search_runs():
    async def main():
        made = hard()
        threads = threading.active_count()
        async with made.solve(yield_=True) as handle:
            waiting = asyncio.ensure_future(handle.__anext__())
            for _ in range(20):
                await asyncio.sleep(0.01)
                # No thread of Python's waits meanwhile.
                assert not waiting.done() and threading.active_count() == threads
            waiting.cancel()
            assert not handle.wait(0)
        assert made.solve(time_limit=0.1).interrupted

    asyncio.run(main())


def test_a_timeout_leaves_the_search_as_it_is():
    async def main():
        release = threading.Event()

        def held(model):
            release.wait(20)

        async with control("{ a }.", "0").solve(yield_=True, on_model=held) as handle:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(handle.__anext__(), 0.1)
            release.set()
            return [model.number async for model in handle]

    assert asyncio.run(main()) == [1, 2]


def test_a_task_is_cancelled():
    async def search(made, begun):
        async with made.solve(yield_=True, async_=True) as handle:
            begun.set()
            async for _ in handle:
                raise AssertionError("this takes long")

    async def main():
        made, begun = hard(), asyncio.Event()
        task = asyncio.create_task(search(made, begun))
        await begun.wait()
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert made.solve(time_limit=0.1).interrupted

    asyncio.run(main())


def test_a_block_that_is_left_by_an_exception_ends_the_search():
    async def main():
        made = hard()
        with pytest.raises(KeyError, match="mine"):
            async with made.solve(async_=True):
                raise KeyError("mine")
        assert made.solve(time_limit=0.1).interrupted

    asyncio.run(main())


def test_a_handle_that_nobody_holds_ends_its_search():
    async def main():
        made = hard()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(made.solve(yield_=True).__anext__(), 0.2)
        gc.collect()
        assert made.solve(time_limit=0.1).interrupted

    asyncio.run(main())


def test_what_a_callback_raises():
    def fail(model):
        raise KeyError("mine")

    async def main():
        made = control("{ a }.", "0")
        with pytest.raises(KeyError, match="mine"):
            async with made.solve(yield_=True, on_model=fail) as handle:
                async for _ in handle:
                    pass
        assert made.solve().satisfiable

    asyncio.run(main())


def test_a_search_that_is_cancelled_meanwhile():
    async def main():
        made = hard()
        async with made.solve(yield_=True) as handle:
            waiting = asyncio.ensure_future(handle.__anext__())
            await asyncio.sleep(0.2)
            handle.cancel()
            with pytest.raises(StopAsyncIteration):
                await waiting
            assert handle.get().interrupted

    asyncio.run(main())


def test_a_loop_that_ends_before_its_search():
    """What is told to a loop that was closed is told to nobody."""
    made = hard()
    handle = made.solve(yield_=True)

    async def main():
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(handle.__anext__(), 0.2)

    asyncio.run(main())
    handle.cancel()
    assert handle.get().interrupted
    handle.__exit__(None, None, None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_search_of_the_process_before_a_fork():
    made = hard()
    with made.solve(yield_=True, async_=True) as handle:
        time.sleep(0.2)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                asyncio.run(asyncio.wait_for(handle.__anext__(), 20))
            except RuntimeError as error:
                status = 0 if "fork" in str(error) else 2
            except BaseException:
                status = 3
            os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        handle.cancel()
