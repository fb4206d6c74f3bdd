"""``python -m framescope.harness`` is the command line."""

import sys

from framescope.harness.cli import main

sys.exit(main())
