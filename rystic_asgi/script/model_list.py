"""The models that a boot document lists in place of the table's."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from rystic_asgi.protocol.model_info import LISTED, Capabilities, ModelInfo, named_info
from rystic_asgi.script.fault import ScriptError, check_keys, check_type

MODEL_KEYS: Final = ModelInfo.__struct_fields__


class ModelList(Struct, frozen=True):
    """What ``/v1/models`` lists, first ones first; ``posted`` is what was given, None for the table."""

    models: tuple[ModelInfo, ...] = LISTED
    posted: tuple[Any, ...] | None = None


def read_models(value: Any, place: str) -> ModelList:
    """Models by id or alias, or as objects: what is left out comes from the table. Raises ScriptError."""
    check_type(value, list, place)
    models = tuple(_read_model(item, f"{place}.{index}") for index, item in enumerate(value))
    ids = [model.id for model in models]
    for index, name in enumerate(ids):
        if name in ids[:index]:
            raise ScriptError(f"{place}.{index}", f"the model {name!r} is listed twice")
    return ModelList(models, tuple(value))


def _read_model(value: Any, place: str) -> ModelInfo:
    check_type(value, (str, dict), place)
    given = {"id": value} if isinstance(value, str) else value
    check_keys(given, MODEL_KEYS, place)
    if "id" not in given:
        raise ScriptError(place, "a model has at least an id")
    check_type(given["id"], str, f"{place}.id")
    known = msgspec.to_builtins(named_info(given["id"]))
    if isinstance(given.get("capabilities"), dict):
        known["capabilities"] = known["capabilities"] or _NOTHING
    return _converted(_over(known, {**given, "id": known["id"]}), place)


def _over(known: Any, given: Any) -> Any:
    """``given``, and what it leaves out of the objects in ``known``."""
    if not isinstance(known, dict) or not isinstance(given, dict):
        return given
    return known | {key: _over(known.get(key), member) for key, member in given.items()}


def _converted(value: Any, place: str) -> ModelInfo:
    try:
        return msgspec.convert(value, ModelInfo)
    except msgspec.ValidationError as error:
        said, _, at = str(error).partition(" - at `$")
        where = at.rstrip("`").replace("[", ".").replace("]", "")
        raise ScriptError(place + where, said) from error


def _refused(kind: Any) -> Any:
    """An object of capabilities none of which is there."""
    members = msgspec.structs.fields(kind)
    return {member.name: False if member.type is bool else _refused(member.type) for member in members}


_NOTHING: Final = _refused(Capabilities)
