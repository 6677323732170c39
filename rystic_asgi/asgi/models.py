"""Requests for models."""

from typing import Any, Final

import msgspec

from rystic_asgi.asgi.answering import Secrets
from rystic_asgi.asgi.resources import Asked, answer_resource
from rystic_asgi.asgi.responses import Answer
from rystic_asgi.engine.pages import page_body, page_by_id
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.model_info import ModelInfo
from rystic_asgi.protocol.models import resolve_model
from rystic_asgi.state.journal import Received
from rystic_asgi.state.store import Store
from rystic_asgi.validation.queries import read_id_page, read_lifecycles

_FALLBACKS: Final = "server-side-fallback"
"""Source: https://platform.claude.com/docs/en/api/beta/models/list."""
_COMPACTION: Final = "compact-2026-09-04"
"""Source: anthropic 2.14.0, types/beta/beta_model_capabilities.py; the beta is that of the parameter."""


def answer_models(store: Store, received: Received, secrets: Secrets) -> Answer:
    """The answer to a request for the list of models."""
    return answer_resource(store, received, secrets, _list_models)


def answer_model(store: Store, received: Received, secrets: Secrets, name: str) -> Answer:
    """The answer to a request for the model of this id or alias."""
    return answer_resource(store, received, secrets, _get_model, name)


def _list_models(asked: Asked) -> dict[str, Any]:
    page, stages = read_id_page(asked.query), read_lifecycles(asked.query)
    models = [model for model in asked.baseline.models.models if model.lifecycle in stages]
    found, has_more = page_by_id(models, _id, page)
    return page_body([_shown(model, asked) for model in found], [model.id for model in found], has_more=has_more)


def _get_model(asked: Asked, name: str) -> dict[str, Any]:
    models = {model.id: model for model in asked.baseline.models.models}
    found = models.get(name) or models.get(resolve_model(name))
    if found is None:
        raise ApiError(f"model: {name}", status=404)
    return _shown(found, asked)


def _shown(model: ModelInfo, asked: Asked) -> dict[str, Any]:
    """The model without what belongs to a beta that the request does not name."""
    shown: dict[str, Any] = msgspec.to_builtins(model)
    if _FALLBACKS not in asked.headers.brought:
        del shown["allowed_fallback_models"]
    if model.capabilities is not None and _COMPACTION not in asked.headers.brought:
        del shown["capabilities"]["compaction"]
    return shown


def _id(model: ModelInfo) -> str:
    return model.id
