"""A message streamed as a script wants it: from events to steps, made one at a time."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Final

from msgspec import UNSET

from rystic_asgi.encoding.chunks import Chunks
from rystic_asgi.encoding.cuts import Cut, cut, every
from rystic_asgi.encoding.events import events
from rystic_asgi.encoding.faults import Item, Streamed, broken
from rystic_asgi.encoding.frames import frame, frames_one_by_one, padded
from rystic_asgi.encoding.steps import Pause, Raw
from rystic_asgi.script.stream_fault import StreamFault
from rystic_asgi.script.stream_shape import Places, StreamShape
from rystic_asgi.validation.prompt_tokens import CHARACTERS_A_TOKEN

COMMENT: Final = Raw(b": keep-alive\n\n")
DONE: Final = Raw(b"event: done\ndata: [DONE]\n\n")
_PING: Final = {"type": "ping"}

Make = Callable[[], Iterator[Item]]
"""Makes the stream so far from its beginning: it is made once more to find the place of a fault."""


class FaultBeyondError(ValueError):
    """A fault is set to happen at a place that the stream does not have."""


def shaped(streamed: Streamed, shape: StreamShape) -> Chunks:
    """The steps of a stream, made one by one. Raises FaultBeyondError."""
    chunks = "event" if shape.chunks is UNSET else shape.chunks
    if not _IN_BETWEEN.intersection(shape.given):
        return Chunks(frames_one_by_one(streamed.message, _cut(shape)), chunks)
    make: Make = lambda: _events(streamed, shape)  # noqa: E731  # each stage wraps the one before
    for fault in shape.faults:
        if fault.event is not None:
            make = _broken_at_event(make, fault, streamed)
    if shape.first_token_s or shape.between_events_s or shape.tokens_per_second:
        make = _paced(make, shape)
    make = _framed(make, shape)
    for fault in shape.faults:
        if fault.byte is not None:
            make = _broken_at_byte(make, fault, streamed)
    return Chunks(make(), chunks)


_IN_BETWEEN: Final = frozenset(StreamShape.__struct_fields__) - {"cut", "chunks", "posted"}
"""What changes a stream in more than its cuts."""


def _cut(shape: StreamShape) -> Cut:
    return cut if shape.cut is UNSET else every(shape.cut)


def seconds_of(streamed: Streamed, shape: StreamShape) -> float:
    """How long the whole reply takes by its shape, faults apart."""
    items = _paced(lambda: _events(streamed, shape), shape)()
    return sum(item.seconds for item in items if type(item) is Pause)


def _events(streamed: Streamed, shape: StreamShape) -> Iterator[Item]:
    made: Iterator[Item] = events(streamed.message, _cut(shape))
    if shape.pings is not UNSET and shape.pings is not True:
        made = _after((event for event in made if event != _PING), shape.pings, _PING)
    if shape.comments is not UNSET:
        made = _after(made, 1 if shape.comments is True else shape.comments, COMMENT)
    return made


def _after(items: Iterable[Item], places: Places, brought: Item) -> Iterator[Item]:
    """``brought`` after each event that ``places`` name."""
    if places is False:
        yield from items
        return
    is_place = set(places).__contains__ if isinstance(places, tuple) else lambda number: (number + 1) % places == 0
    for number, item in enumerate(items):
        yield item
        if is_place(number):
            yield brought


def _broken_at_event(make: Make, fault: StreamFault, streamed: Streamed) -> Make:
    place = _place_of_event(fault, [item["type"] for item in make() if type(item) is dict])

    def make_broken() -> Iterator[Item]:
        items, left = make(), place
        while left:
            item = next(items)
            left -= type(item) is dict
            yield item
        yield from broken(fault, items, streamed)

    return make_broken


def _place_of_event(fault: StreamFault, types: list[str]) -> int:
    wanted = fault.event
    if isinstance(wanted, str):
        if wanted not in types:
            raise FaultBeyondError(f"the stream has no event {wanted!r}")
        return types.index(wanted)
    assert wanted is not None
    place = wanted if wanted >= 0 else len(types) + wanted
    if not 0 <= place <= len(types):
        raise FaultBeyondError(f"the stream has {len(types)} events, and none of the number {wanted}")
    return place


def _paced(make: Make, shape: StreamShape) -> Make:
    first, between = shape.first_token_s or 0.0, shape.between_events_s or 0.0
    a_character = 1 / (CHARACTERS_A_TOKEN * shape.tokens_per_second) if shape.tokens_per_second else 0.0

    def make_paced() -> Iterator[Item]:
        wait = first
        for item in make():
            seconds = wait + a_character * _characters(item)
            if seconds:
                yield Pause(seconds)
            yield item
            wait = between

    return make_paced


def _characters(item: Item) -> int:
    """The characters that a delta brings."""
    if type(item) is not dict or item["type"] != "content_block_delta":
        return 0
    return sum(len(value) for key, value in item["delta"].items() if key != "type" and isinstance(value, str))


def _framed(make: Make, shape: StreamShape) -> Make:
    as_bytes = padded if shape.padding is True else frame
    stages = [_OF_THE_WHOLE[fault.kind] for fault in shape.faults if fault.kind in _OF_THE_WHOLE]

    def make_framed() -> Iterator[Item]:
        items: Iterable[Item] = (as_bytes(item) if type(item) is dict else item for item in make())
        for stage in stages:
            items = stage(items)
        return iter(items)

    return make_framed


def _unnamed(items: Iterable[Item]) -> Iterator[Item]:
    return _mapped(items, lambda data: data[data.find(b"data: ") :] if data.startswith(b"event: ") else data)


def _ending_in(line_end: bytes, items: Iterable[Item]) -> Iterator[Item]:
    return _mapped(items, lambda data: data.replace(b"\n", line_end))


def _mapped(items: Iterable[Item], change: Callable[[bytes], bytes]) -> Iterator[Item]:
    for item in items:
        if type(item) is bytes:
            yield change(item)
        else:
            yield Raw(change(item.data)) if type(item) is Raw else item


_OF_THE_WHOLE: Final[dict[str, Callable[[Iterable[Item]], Iterable[Item]]]] = {
    "done": lambda items: chain(items, (DONE,)),
    "unnamed": _unnamed,
    "crlf": partial(_ending_in, b"\r\n"),
    "cr": partial(_ending_in, b"\r"),
}
"""Faults of the whole stream: what each makes of its frames."""


def _broken_at_byte(make: Make, fault: StreamFault, streamed: Streamed) -> Make:
    place = fault.byte or 0
    size = sum(map(_size, make()))
    if place > size:
        raise FaultBeyondError(f"the stream has {size} bytes, and none of the number {place}")

    def make_broken() -> Iterator[Item]:
        items, left = make(), place
        while left:
            item = next(items)
            if _size(item) > left:
                item, rest = _cut_at(item, left)
                items = chain((rest,), items)
            left -= _size(item)
            yield item
        yield from (frame(item) if type(item) is dict else item for item in broken(fault, items, streamed))

    return make_broken


def _cut_at(item: Item, place: int) -> tuple[Raw, Item]:
    """An event is whole with its rest: what comes before is no event."""
    if type(item) is Raw:
        return Raw(item.data[:place]), Raw(item.data[place:])
    return Raw(item[:place]), item[place:]


def _size(item: Item) -> int:
    if type(item) is bytes:
        return len(item)
    return len(item.data) if type(item) is Raw else 0
