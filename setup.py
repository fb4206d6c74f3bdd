"""Maps the top-level folders onto one import namespace: ``shade/`` is installed as ``framescope.shade``.

A top-level package called ``profile`` would shadow the standard library's, so no room is a package of
its own; see docs/architecture.md.
"""

from setuptools import find_namespace_packages, setup

ROOMS = ("shade", "profile", "scenes", "harness")
packages = [f"framescope.{room}{'.' + sub if sub else ''}" for room in ROOMS for sub in ["", *find_namespace_packages(room)]]
package_dir = {f"framescope.{room}": room for room in ROOMS} | {"framescope.inspector": "inspector"}
setup(packages=[*packages, "framescope.inspector"], package_dir=package_dir)
