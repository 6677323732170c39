"""``python -m rystic_asgi`` is the command ``rystic-asgi``."""

from rystic_asgi.integrations.command import main

if __name__ == "__main__":
    raise SystemExit(main())
