"""The members of a message beside its content: what the script gives, and what the API adds where it applies."""

from typing import Any

from msgspec import UNSET

from rystic_asgi.engine.filling import Filling, fill_form
from rystic_asgi.engine.reading import Reading
from rystic_asgi.protocol.message_shapes import CONTAINER, OTHER_MEMBERS


def other_members(filling: Filling, reading: Reading | None) -> dict[str, Any]:
    """The members that apply, by name; a container where code runs in one. ``reading`` is None for a plain request."""
    given, asked = filling.reply.members, filling.request.body
    found = {name: fill_form(form, given[name], filling) for name, form in OTHER_MEMBERS.items() if name in given}
    if "container" in filling.reply.ids and "container" not in found:
        found["container"] = fill_form(CONTAINER, {}, filling)
    if reading is None:
        return found
    if asked.context_management is not None and asked.context_management.edits is not UNSET:
        found.setdefault("context_management", {"applied_edits": reading.applied_edits})
    if asked.diagnostics is not None:
        found.setdefault("diagnostics", reading.diagnosis)
    return found


def stop_sequence(filling: Filling) -> str | None:
    """The sequence that ended the reply: the first of the request's, where the script names none."""
    reply, asked = filling.reply, filling.request.body.stop_sequences
    if reply.stop_sequence is None and reply.stop_reason == "stop_sequence" and asked:
        return asked[0]
    return reply.stop_sequence
