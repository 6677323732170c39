"""The application that a server runs, configured by the environment: ``hypercorn rystic_asgi.server:app``.

``RYSTIC_BOOT`` names a boot document, ``RYSTIC_SCENARIO`` a built-in scenario.
"""

import os

from rystic_asgi.asgi.simulator import Simulator

app = Simulator(boot=os.environ.get("RYSTIC_BOOT") or None, scenario=os.environ.get("RYSTIC_SCENARIO") or None)
