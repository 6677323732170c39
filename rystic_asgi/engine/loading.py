"""New baselines: what control routes do to a session. Each returns the session that follows."""

import msgspec

from rystic_asgi.script.document import Document
from rystic_asgi.script.lanes import lanes_of
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.session import Session
from rystic_asgi.validation.rules import switched_off


def start(document: Document, epoch: int = 0) -> Session:
    """A session at the baseline that ``document`` describes."""
    counts = {"file": len(document.files)} if document.files else {}
    return Session(document, switched_off(document.switches), lanes_of(document.replies), counts=counts, epoch=epoch)


def with_document(session: Session, document: Document) -> Session:
    """The baseline that ``document`` describes, after the one that ``session`` had."""
    return start(document, session.epoch + 1)


def with_script(session: Session, replies: tuple[Reply, ...], scenario: str | None = None) -> Session:
    """A new script under the same settings."""
    return with_document(session, msgspec.structs.replace(session.baseline, replies=replies, scenario=scenario))


def with_more_replies(session: Session, replies: tuple[Reply, ...]) -> Session:
    """The same play with a longer script."""
    document = msgspec.structs.replace(session.baseline, replies=session.baseline.replies + replies, scenario=None)
    used_up = {index: lane.used_up[-1] for index, lane in enumerate(session.lanes[: session.done])}
    taken = used_up | session.taken
    return msgspec.structs.replace(session, baseline=document, lanes=lanes_of(document.replies), done=0, taken=taken)


def restarted(session: Session) -> Session:
    """The session at its baseline."""
    return with_document(session, session.baseline)
