"""The application that a server runs, configured by the environment: ``hypercorn rystic_asgi.server:app``.

``RYSTIC_BOOT`` names a boot document, ``RYSTIC_SCENARIO`` a built-in scenario.
"""

from rystic_asgi.asgi.boot_file import environment_settings
from rystic_asgi.asgi.simulator import Simulator

app = Simulator(**environment_settings())
