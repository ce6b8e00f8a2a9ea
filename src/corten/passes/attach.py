"""Attach: a part of one tree comes into another, with all that belongs to it, under names of its own.

    source                                       root
      default ----- renamed, in front ---------->  default
      asset ------- all -------------------------> asset
      worldbody                                    worldbody
        part ------ prefix + name + suffix ------>   holder / part
      actuator, sensor, ... what names the part -> actuator, sensor, ...
      keyframe ---- split by joint and actuator -> keyframe

Options, units and paths of files become those of the root first (`conventions`).
"""

from typing import TYPE_CHECKING, Union

from corten.mjcf.schema import declaration
from corten.passes.attached_keyframes import SplitKeyframe, preserve_keyframes, split_keyframes, write_keyframes
from corten.passes.conventions import adopt_conventions, body_settings, move_files, resolve_conflicts
from corten.spec.defaults import MAIN, DefaultClasses, root_section
from corten.spec.element import Element
from corten.spec.names import NAMING_SECTIONS, WORLD, Names, collect_names, name_key, named_object, refers_into, rename

if TYPE_CHECKING:
    from corten.spec.spec import Spec

# kinds of names that stay as they are when a model is attached to itself
SHARED = frozenset({"mesh", "hfield", "texture", "material", "skin", "numeric", "text", "key", "instance", "model"})

ORIENTATIONS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
HOLDERS = ("worldbody", "body", "frame")
META = ("replicate", "attach")


def attach(holder: Element, other: Union["Spec", Element], prefix: str, suffix: str) -> Element:
    """Attach a model, or a body or frame of one, to a body, frame or site, and return what came in."""
    what = other if isinstance(other, Element) else other.worldbody
    if what.tag not in HOLDERS:
        raise what.error("it cannot be attached; a body, a frame or a whole model can")
    if holder.tag == "site":
        holder = _frame_at(holder)
    if holder.tag not in HOLDERS:
        raise holder.error("nothing can be attached to it; a body, a frame or a site can hold what is attached")
    root, source = _root_of(holder), _root_of(what)
    if source is root:
        return attach_own(holder, what, prefix, suffix)
    tree, part = _expanded_copy(source, what)
    meta = next((each for each in root.walk() if each.tag in META), None)
    keyframes = root_section(tree, "keyframe")
    if meta is not None and keyframes is not None and keyframes.children:
        raise meta.error(
            "a model with keyframes is attached beside it, and these can be placed only before it is there"
        )
    restore = preserve_keyframes(root) if meta is None else None
    attached, keys = attach_model(holder, tree, part, prefix, suffix)
    write_keyframes(root, keys, {})
    if restore is not None:
        restore()
    return attached


def attach_own(holder: Element, what: Element, prefix: str, suffix: str) -> Element:
    """Copy a part of a tree to another place in the same tree; assets and default classes are shared."""
    root = _root_of(holder)
    classes = bool(root.first("default"))
    part = _part(what.copy(), class_in_force(what) or MAIN if classes else None)

    def new(kind: str, name: str) -> str:
        return name if kind in SHARED or (kind, name) == ("body", WORLD) else f"{prefix}{name}{suffix}"

    rename(part, new)
    holder.adopt(part)
    names = collect_names(root)
    for section in [section for tag in NAMING_SECTIONS if (section := root_section(root, tag)) is not None]:
        for child in list(section.children):
            kind, _ = name_key(child) or (child.tag, "")
            twin = child.copy()
            rename(twin, new)
            shared = named_object(child) == named_object(twin) if named_object(child) else kind in SHARED
            if not shared and refers_into(twin, names):
                _adopt(section, twin, names)
    return part


def attach_model(
    holder: Element, source: Element, what: Element, prefix: str, suffix: str, asked: Element | None = None
) -> tuple[Element, list[SplitKeyframe]]:
    """Move a part of an expanded tree, which is used up by this, into another tree.

    Return what came in, and the keyframes that are still to be written. Conflicts are reported at the element that
    `asked` for it.
    """
    root = _root_of(holder)
    resolve_conflicts(source, root, asked or holder)
    adopt_conventions(source, root)
    settings = body_settings(source, holder, root)
    move_files(source, root, prefix)
    keys = split_keyframes(source)

    main = _main_class(root, source, prefix, suffix)

    def new(kind: str, name: str) -> str:
        if (kind, name) == ("default", MAIN):
            return main or MAIN
        return name if (kind, name) == ("body", WORLD) else f"{prefix}{name}{suffix}"

    part = _part(what, class_in_force(what) or MAIN if main else None)
    if part is what:
        what.remove()
    part.put(settings=part.settings or settings)
    for element in (part, *(section for section in source.children if section.tag != "worldbody")):
        _rename_classes(element, new, main if element is not part else None)
        rename(element, new)
    _rename_in_files(source, prefix, suffix)
    if main:
        _add_classes(root, source, main)
    holder.adopt(part)
    _add_sections(root, source)

    # a keyframe without a name gets what is added to all names, as in MuJoCo, if there is only one
    nameless = [key.element for key in keys if "name" not in key.element.attributes]
    if len(nameless) == 1:
        nameless[0]["name"] = prefix + suffix
    return part, keys


def class_in_force(element: Element) -> str | None:
    """Return the default class that holds for what stands in an element, None for the class at the top."""
    above: Element | None = element
    while above is not None:
        if "childclass" in above.attributes:
            return above.attributes["childclass"]
        above = above.parent
    return None


# ---------------------------------------------------------------- parts of the tree


def _root_of(element: Element) -> Element:
    while element.parent is not None:
        element = element.parent
    return element


def _part(what: Element, childclass: str | None) -> Element:
    """Return the element that comes in: a body or frame itself, or a frame with all that is in the world."""
    part = what
    if what.tag == "worldbody":
        part = Element(declaration("body:frame"), None, what.place)
        for child in list(what.children):
            child.remove()
            part.adopt(child)
    if childclass is not None:
        part.attributes.setdefault("childclass", childclass)
    return part


def _expanded_copy(source: Element, what: Element) -> tuple[Element, Element]:
    """Return a copy of a tree, without meta elements, and what one of its elements is there."""
    from corten.passes import expand_tree
    from corten.spec.submodels import Submodels

    tree = source.copy()
    part = next(new for old, new in zip(source.walk(), tree.walk(), strict=True) if old is what)
    expand_tree(tree, Submodels())
    if not any(each is part for each in tree.walk()):
        if what.tag == "worldbody":
            return tree, tree.first("worldbody") or tree.add("worldbody")
        raise what.error("it stands inside a <replicate>, and cannot be attached by itself")
    return tree, part


def _frame_at(site: Element) -> Element:
    """Return a new frame where a site is."""
    holder = site.parent
    if holder is None:
        raise site.error("it stands in no body, so nothing can be attached to it")
    values = DefaultClasses(_root_of(site)).resolve(site, class_in_force(holder))
    frame = holder.add("frame", pos=values["pos"])
    for name in ORIENTATIONS:
        if values.given(name):
            frame[name] = values[name]
    return frame


def _rename_in_files(source: Element, prefix: str, suffix: str) -> None:
    """Let skins know what has been added to the names of the bodies that their files name."""
    for section in source.children:
        for skin in section.children:
            if skin.tag == "skin" and "file" in skin.attributes:
                inner = skin.settings or {"prefix": "", "suffix": ""}
                skin.put(settings={"prefix": prefix + inner["prefix"], "suffix": inner["suffix"] + suffix})


# ---------------------------------------------------------------- default classes


def _main_class(root: Element, source: Element, prefix: str, suffix: str) -> str | None:
    """Return the name that the top class of `source` gets, None if neither tree has default classes."""
    if root.first("default") is None and source.first("default") is None:
        return None
    name = f"{prefix}{MAIN}{suffix}"
    taken = DefaultClasses(root).names
    number = 1
    while name == MAIN or (not prefix and not suffix and name in taken):
        name, number = f"{MAIN}{number}", number + 1
    return name


def _rename_classes(element: Element, new, main: str | None) -> None:
    """Rename classes, and what refers to them; outside of the tree, elements without a class get the top one."""
    inside = element.tag == "default"
    for each in element.walk():
        known, written = each.declaration.attributes, each.attributes
        for name in ("class", "childclass"):
            if name in written:
                written[name] = new("default", written[name])
        if main and not inside and "class" in known and "class" not in written:
            written["class"] = main


def _add_classes(root: Element, source: Element, main: str) -> None:
    """Add the classes of `source` before those of `root`, so that they inherit nothing from its top class.

    A section that follows another is nested in it: its classes see what both say, those of the first do not.
    """
    front = Element(declaration("default:default"), None, source.place)
    at, level = front, 0
    sections = [section for section in source.children if section.tag == "default"]
    for section in sections:
        values = [child for child in section.children if child.tag != "default"]
        if values:
            level += 1
            inner = Element(declaration("default:default"), None, section.place)
            at.adopt(inner)
            at = inner
        for child in list(section.children):
            child.remove()
            at.adopt(child)
    if at is front:
        at = Element(declaration("default:default"), None, source.place)
        front.adopt(at)
    while at is not front and at.parent is not None:
        at.attributes["class"] = main
        main, at = f"{main}_before", at.parent
    root.adopt(front)
    place = next((i for i, child in enumerate(root.children) if child.tag == "default"), len(root.children) - 1)
    root.children.insert(place, root.children.pop())


# ---------------------------------------------------------------- sections


def _add_sections(root: Element, source: Element) -> None:
    """Move assets, and what names only things that are there, from the sections of one tree to those of another."""
    names: Names | None = None
    for tag in ("extension", "asset", *NAMING_SECTIONS):
        section = source.first(tag)
        if section is None or not section.children:
            continue
        target = root_section(root, tag) or root.add(tag)
        names = collect_names(root) if names is None else names
        for child in list(section.children):
            if child.tag == "skin" or tag in NAMING_SECTIONS:
                fits = refers_into(child, names)
            else:
                fits = child.tag != "model"
            if fits:
                child.remove()
                _adopt(target, child, names)


def _adopt(section: Element, child: Element, names: Names) -> None:
    section.adopt(child)
    names.update(key for each in child.walk() if (key := name_key(each)))
