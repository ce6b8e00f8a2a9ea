"""What the schema says of an element and of an attribute.

The schema is data: the .toml files beside this module, one for each section of MJCF. A table is an element:

    [joint]                         the name of the declaration, also its tag unless `tag` says otherwise
    children = "body* inertial?"    what may stand in it: any number, or at most one
    class = "joint"                 takes part in default classes, under this name
    use = "orientation"             attributes of [groups.orientation] of the same file
    alternatives = ["quat euler"]   at most one of these; one that is written replaces one that is inherited
    exclusive = ["a b+c"]           at most one of a and (b or c)
    together = ["a b"]              both or none
    oneof = ["a b+c"]               at least a, or b and c
    bars = ["a child"]              with the attribute a, no such child

    [joint.attributes]
    range = "real[2] = 0 0; nodefault"

A child of another file is named `file:declaration`; a bare name that the file does not declare is the file of
that name. An attribute is `type[count] = default; facet; facet`:

    types   real, int, bool, keyword(a b), keywords(a b), chars(abc), string, file, bytes, name KIND,
            ref KIND, ref @ATTRIBUTE (the kind of the referred object is the value of that attribute)
    count   [3] exactly, [1..3] a range, [] any number, nothing: a single value
    facets  required, nodefault (not in default classes), min X, max X, above X, nonzero (not all zero),
            nonempty, spread (one number stands for all), gathered (repeated sections add to it),
            fromfile (a name that is not written is that of the file)
"""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple


class Attribute(NamedTuple):
    """One attribute: its type, how many values it has and what it is when nobody writes it."""

    name: str
    type: str
    single: bool = True
    least: int = 1
    most: int | None = 1
    words: tuple[str, ...] = ()
    kind: str | None = None
    default: Any = None
    required: bool = False
    nodefault: bool = False
    min: float | None = None
    max: float | None = None
    above: float | None = None
    nonzero: bool = False
    nonempty: bool = False
    spread: bool = False
    gathered: bool = False
    fromfile: bool = False


class Child(NamedTuple):
    """A place for an element inside another: where its declaration is found, and whether it may repeat."""

    path: str
    many: bool


@dataclass(frozen=True, slots=True)
class Declaration:
    """One element of the schema.

    `path` is `file:name`. `required`, `references` and `partial` (arrays that need not be written to their
    end) list attributes, `defaults` says what they are when nobody writes them. `limits` holds, of the attributes that
    corten does not fully honour yet, the values that it takes: an empty tuple where it takes none. `remembered` has
    values by attribute and text, for those who read them: most elements of a large model say the same as others.
    """

    path: str
    tag: str
    attributes: dict[str, Attribute]
    children: dict[str, Child]
    class_kind: str | None = None
    class_children: dict[str, Child] = field(default_factory=dict)
    alternatives: tuple[tuple[str, ...], ...] = ()
    exclusive: tuple[tuple[tuple[str, ...], ...], ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    oneof: tuple[tuple[tuple[str, ...], ...], ...] = ()
    bars: tuple[tuple[str, ...], ...] = ()
    required: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    partial: frozenset[str] = frozenset()
    supported: bool = True
    limits: dict[str, tuple] = field(default_factory=dict)
    defaults: dict[str, Any] = field(init=False)
    remembered: dict[tuple[str, str], Any] = field(init=False, default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        defaults = {name: attribute.default for name, attribute in self.attributes.items()}
        object.__setattr__(self, "defaults", defaults)

    def projection(self) -> "Declaration":
        """Return the declaration as it stands in a default class, without what belongs to one element."""
        attributes = {
            name: attribute._replace(required=False) if attribute.required else attribute
            for name, attribute in self.attributes.items()
            if name not in ("name", "class") and not attribute.nodefault
        }
        return replace(
            self,
            path=f"default:{self.path}",
            attributes=attributes,
            children=self.class_children,
            exclusive=tuple(rule for rule in self.exclusive if all(a in attributes for b in rule for a in b)),
            together=(),
            oneof=(),
            required=(),
            references=tuple(name for name in self.references if name in attributes),
            partial=self.partial.intersection(attributes),
            supported=True,
            limits={},
        )
