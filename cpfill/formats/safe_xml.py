"""Reads XML from strangers into a plain tree: no document types, no entities, limited size. Knows no format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from cpfill.errors import InputError

MAX_DEPTH = 60
MAX_ELEMENTS = 200_000


@dataclass
class Element:
    """An element with its attributes; names lose their namespace. ``parts`` are texts and elements in order."""

    name: str
    attributes: dict[str, str]
    parts: list[str | Element] = field(default_factory=list)

    @property
    def children(self) -> list[Element]:
        """The elements directly inside."""
        return [part for part in self.parts if isinstance(part, Element)]

    def child(self, name: str) -> Element | None:
        """The first element of that name directly inside."""
        return next((child for child in self.children if child.name == name), None)

    def find(self, name: str) -> Element | None:
        """The first element of that name anywhere inside, or this one."""
        return next((element for element in self._walk() if element.name == name), None)

    def _walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            yield from child._walk()

    @property
    def text(self) -> str:
        """All text inside, markup dropped."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


def parse(data: bytes, source: str) -> Element:
    """The root element. Raises InputError for what is no XML, has a document type or is nested or large beyond use."""
    from xml.parsers import expat

    builder = _Builder(source)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.StartDoctypeDeclHandler = builder.refuse
    parser.EntityDeclHandler = builder.refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise InputError(f"{source}: no sound XML ({str(error)[:80]})") from None
    return builder.root.children[0]


class _Builder:
    def __init__(self, source: str) -> None:
        self.source = source
        self.root = Element("", {})
        self.open = [self.root]
        self.count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) > MAX_DEPTH or self.count > MAX_ELEMENTS:
            raise InputError(
                f"{self.source}: the XML is nested deeper than {MAX_DEPTH} or has over {MAX_ELEMENTS} elements"
            )
        element = Element(name.split(" ")[-1], {key.split(" ")[-1]: value for key, value in attributes.items()})
        self.open[-1].parts.append(element)
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def text(self, text: str) -> None:
        self.open[-1].parts.append(text)

    def refuse(self, *declaration: object) -> NoReturn:
        raise InputError(f"{self.source}: the XML declares a document type or entities, which are not read")
