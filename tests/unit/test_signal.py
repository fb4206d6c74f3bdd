"""Signals: who is called, and what a handler that raises does to the others."""

from __future__ import annotations

import logging

import pytest

from framescope.shade.signal import Signal


def test_handlers_get_what_was_sent_in_order_of_adding() -> None:
    """Every handler is called with the arguments, first added first."""
    signal = Signal("s")
    seen: list[tuple[str, int]] = []
    signal.add(lambda value: seen.append(("a", value)))
    signal.add(lambda value: seen.append(("b", value)))

    signal.send(7)

    assert seen == [("a", 7), ("b", 7)]


def test_nobody_listens_until_somebody_does() -> None:
    """``has_handlers`` follows add and remove."""
    signal = Signal()
    handler = print
    before = signal.has_handlers
    signal.add(handler)
    during = signal.has_handlers
    signal.remove(handler)

    assert [before, during, signal.has_handlers] == [False, True, False]


def test_removing_a_stranger_raises() -> None:
    """A handler that does not listen cannot be removed silently."""
    with pytest.raises(ValueError, match="is no handler of signal 's'"):
        Signal("s").remove(print)


def test_a_raising_handler_is_removed_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """A handler that raises is called once, logged once, and the others go on."""
    signal = Signal("s")
    calls: list[str] = []

    def bad() -> None:
        calls.append("bad")
        raise RuntimeError("handler fault")

    signal.add(bad)
    signal.add(lambda: calls.append("good"))
    with caplog.at_level(logging.ERROR, logger="framescope.signal"):
        signal.send()
        signal.send()

    assert calls == ["bad", "good", "good"]
    assert [record.name for record in caplog.records] == ["framescope.signal"]


@pytest.mark.usefixtures("caplog")
def test_a_removed_handler_is_told_why() -> None:
    """``on_error`` gets the exception of the handler it was added with."""
    signal = Signal()
    fault = RuntimeError("handler fault")
    told: list[Exception] = []

    def bad() -> None:
        raise fault

    signal.add(bad, on_error=told.append)
    signal.send()

    assert [fault] == told


def test_an_on_error_that_raises_ends_here(caplog: pytest.LogCaptureFixture) -> None:
    """The frame survives a listener whose error handler fails too."""
    signal = Signal("s")

    def bad(*_: object) -> None:
        raise RuntimeError("handler fault")

    signal.add(bad, on_error=bad)
    signal.send()

    assert len(caplog.records) == 2
    assert not signal.has_handlers


def test_interrupts_pass_through() -> None:
    """KeyboardInterrupt is no fault of a handler and reaches the caller."""
    signal = Signal()

    def interrupted() -> None:
        raise KeyboardInterrupt

    signal.add(interrupted)

    with pytest.raises(KeyboardInterrupt):
        signal.send()


def test_a_send_keeps_the_handlers_it_started_with() -> None:
    """A handler that removes another during a send does not take this send away from it."""
    signal = Signal()
    calls: list[str] = []

    def second() -> None:
        calls.append("second")

    signal.add(lambda: signal.remove(second))
    signal.add(second)
    signal.send()

    assert calls == ["second"]


def test_of_equal_handlers_one_is_removed_at_a_time() -> None:
    """Adding twice calls twice, removing once leaves one."""
    signal = Signal()
    calls: list[int] = []
    signal.add(calls.append)
    signal.add(calls.append)
    signal.remove(calls.append)

    signal.send(1)

    assert calls == [1]
