"""``python -m winnable``: the command line where its own command isn't on the path."""

import sys

from winnable.cli import main

sys.exit(main())
