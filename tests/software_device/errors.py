"""How the software device ends what the real one ends less politely.

Both derive from BaseException: an ``except Exception`` in the code under test must not swallow the news that
on a real device the process would be gone.
"""

from __future__ import annotations

from typing import NoReturn

import wgpu

__all__ = ["SoftwareAbort", "SoftwareHang", "refuse"]


class SoftwareAbort(BaseException):
    """The real library would abort the Python process here (SIGABRT, no exception, no ``finally``)."""


class SoftwareHang(BaseException):
    """The real library would wait here for ever: the test holds the map that is being waited for."""


def refuse(where: str, reason: str) -> NoReturn:
    """Raise the validation error of the C function ``where``, in the library's layout."""
    raise wgpu.GPUValidationError(f"Validation Error\n\nCaused by:\n  In {where}\n    {reason}\n")
