"""Ctrl-C: the first one asks, the second one insists."""

from __future__ import annotations

import signal
import threading

import pytest

from framescope.harness.interrupt import Interruptible


def test_the_first_interrupt_only_asks() -> None:
    """A frame that is being encoded is left whole."""
    with Interruptible() as interrupt:
        signal.raise_signal(signal.SIGINT)
        assert interrupt.requested


def test_the_second_interrupt_is_an_interrupt() -> None:
    """Somebody who insists is not made to wait."""
    with Interruptible():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_the_handler_that_was_there_comes_back() -> None:
    """Whatever the block did, the program's own handler answers afterwards."""
    before = signal.getsignal(signal.SIGINT)
    with Interruptible():
        signal.raise_signal(signal.SIGINT)
    with Interruptible():
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_can_record_too() -> None:
    """Python allows signal handlers in the main thread alone; elsewhere nothing is installed."""
    seen: list[bool] = []

    def work() -> None:
        with Interruptible() as interrupt:
            seen.append(interrupt.requested)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]


def test_an_ignored_interrupt_stays_ignored() -> None:
    """A background job does not end because Ctrl-C was meant for the one in front."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Interruptible() as interrupt:
            signal.raise_signal(signal.SIGINT)
            assert not interrupt.requested
    finally:
        signal.signal(signal.SIGINT, before)


def test_nothing_is_raised_into_a_callback_of_the_library() -> None:
    """C prints and swallows what a callback raises, and the readback with it; the next one that insists is heard."""
    callback = eval("lambda: signal.raise_signal(2)", {"__name__": "framescope.shade.native", "signal": signal})
    with Interruptible():
        signal.raise_signal(signal.SIGINT)
        callback()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
