"""Maps the top-level folders onto one import namespace: ``shade/`` is installed as ``framescope.shade``.

A top-level package called ``profile`` would shadow the standard library's, so no room is a package of
its own; see docs/architecture.md. Folders are found, not listed, so that a new one is never forgotten.
"""

from setuptools import find_namespace_packages, setup

ROOMS = ("shade", "profile", "scenes", "harness")


def packages_of(room: str) -> list[str]:
    """The room and every folder below it, as import names."""
    return [f"framescope.{room}", *(f"framescope.{room}.{sub}" for sub in find_namespace_packages(room))]


setup(
    packages=[*(name for room in ROOMS for name in packages_of(room)), "framescope.inspector"],
    package_dir={f"framescope.{room}": room for room in (*ROOMS, "inspector")},
)
