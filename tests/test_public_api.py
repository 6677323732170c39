"""What the package offers by name."""

import rystic_asgi


def test_the_public_names_are_these() -> None:
    assert rystic_asgi.__all__ == [
        "MemoryStore",
        "Request",
        "ScriptError",
        "Simulator",
        "SimulatorMiddleware",
        "Store",
        "__version__",
        "error",
        "load_boot",
        "reply",
        "text",
        "thinking",
        "tool_use",
    ]


def test_each_public_name_is_there_and_explained() -> None:
    for name in rystic_asgi.__all__:
        assert getattr(rystic_asgi, name).__doc__
