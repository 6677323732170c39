"""New baselines: what control routes do to a session. Each returns the session that follows."""

import msgspec

from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.session import Session
from rystic_asgi.validation.rules import switched_off


def start(document: Document) -> Session:
    """A session at the baseline that ``document`` describes."""
    return Session(document, switched_off(dict(document.rules)))


def with_script(session: Session, replies: tuple[Reply, ...], scenario: str | None = None) -> Session:
    """A new script under the same settings."""
    return start(msgspec.structs.replace(session.baseline, replies=replies, scenario=scenario))


def with_more_replies(session: Session, replies: tuple[Reply, ...]) -> Session:
    """The same play with a longer script."""
    document = msgspec.structs.replace(session.baseline, replies=session.baseline.replies + replies, scenario=None)
    return msgspec.structs.replace(session, baseline=document)


def restarted(session: Session) -> Session:
    """The session at its baseline."""
    return start(session.baseline)
