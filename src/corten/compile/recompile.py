"""Compiling a Spec again after numbers of it were changed: what does not depend on them is that of the last time.

A `Recompiler` remembers of one compilation the tree, the objects that were made of it, and the Model as it was before
stages ran at qpos0. It compares a tree with that one, element by element; then

    numbers of bodies differ          bodies that hold them are compiled again, and their rows of the Model written
    others do                         so is all that refers to bodies, with the bodies that default classes concern;
                                      addresses are set and all rows written
    anything else does                it gives up, and the whole Spec is compiled

Then what follows from all numbers together (inverse inertias, statistics) is derived.

Numbers are attributes of real type, of what stands in the tree of bodies or refers to it, of default classes, keyframes
and the sections about the whole model. They decide about no size or name, with few exceptions, which count as anything
else, as do those that change where entries of sparse matrices stand. Trees that passes rewrite (replicas, attached
models, frames that scale), deformables, plugins and settings in <custom> are always compiled whole.
"""

from bisect import bisect
from collections.abc import Hashable, Iterable, Mapping
from itertools import compress
from operator import is_, is_not
from threading import Lock
from typing import Any, NamedTuple

from corten.compile.assemble import count_objects, fill_objects, initial_coordinates
from corten.compile.assets.meshes import Choices
from corten.compile.collect import compile_bodies, compile_references, read_others, set_addresses
from corten.compile.context import Context
from corten.compile.derived.bounding_trees import fill_body_trees
from corten.compile.derived.sparsity import Sparsity
from corten.compile.derived.tree_addresses import BodyFrames, simplicity
from corten.compile.elements.bodies import check_moving_masses, compile_body
from corten.compile.elements.keyframes import complete_keyframes, read_keyframes
from corten.compile.elements.model_options import read_option, read_visual
from corten.compile.objects.body_parts import Camera, Geom, Light, Site
from corten.compile.objects.body_rows import Body, Dof, Joint, Placed
from corten.compile.objects.columns import Row, write_numbers, write_some_rows
from corten.compile.objects.custom_rows import Key
from corten.compile.structure import (
    ASSETS,
    REFERRING,
    SETTINGS,
    changed_names,
    flat_list,
    free_elements,
    is_plain,
    numbers_of,
    section_of,
)
from corten.data import Data
from corten.model import Model
from corten.runtime.kernel import kernel_mode
from corten.spec import Element
from corten.spec.check import check_attributes

# [bytes] Models that are larger are not remembered: their arrays, not their elements, are what takes time
LARGEST = 1 << 25


class Recompiler:
    """What is remembered of a compilation; for one thread at a time."""

    def __init__(self, root: Element, context: Context, model: Model):
        """`root` is the expanded tree, which all objects refer to, `model` is not derived yet."""
        self.root, self.objects, self._context = root, context.objects, context
        # elements of the expanded tree in the order of the text; their attributes are those of the last time
        self._twins = list(root.walk())
        self._holders = _holders(context.objects.bodies)
        self._sparsity = Sparsity.of(context.objects)
        self._model = model._unsealed_copy()
        self._model._accept_changes()
        # work space for all models that are made here
        self.data = Data(self._model)
        # whether objects and the assembled Model are those of one tree
        self.is_intact = True
        self.structure: Hashable = None
        self.follow(None)

    @classmethod
    def of(cls, root: Element, context: Context, model: Model) -> "Recompiler | None":
        """Return who can compile a tree again, None where nothing is gained."""
        if model.nbytes() > LARGEST or not is_plain(root, context):
            return None
        return cls(root, context, model)

    def follow(self, written: Element | None, choices: Choices = None) -> None:
        """Remember the very elements of a tree that is going to be changed, None to forget them."""
        self._remember([] if written is None else flat_list(written))
        self._basis = None if written is None else _basis(written, choices)

    def _remember(self, flat: list[Any]) -> None:
        """Remember all that a tree holds."""
        self._known = flat
        self._starts = [place for place, each in enumerate(self._known) if isinstance(each, Element)]
        self._place_of = {start: place for place, start in enumerate(self._starts)}

    def assemble(self, written: Element, choices: Choices) -> Model | None:
        """Return the Model, before stages run, of the tree it follows; None if it has to be compiled as a whole.

        Afterwards what is remembered is that of this tree, or still that of the one before, if it is intact.
        """
        if self._basis != _basis(written, choices):
            return None
        flat = flat_list(written)
        if len(flat) != len(self._known) or not all(map(is_, flat, self._known)):
            changed = self._find_changes(written, flat)
            if changed is None or not self._update(changed):
                return None
            self._remember(flat)
        return self._model._unsealed_copy() if self._context.files.unchanged() else None

    def adopt(self, written: Element) -> Model | None:
        """Return the Model, before stages run, of another tree of the same structure (`compile/structure.py`)."""
        changed = {}
        for place, (element, twin) in enumerate(zip(written.walk(), self._twins, strict=True)):
            if names := changed_names(element.attributes, twin.attributes):
                if not self._are_numbers(twin, names):
                    return None
                changed[place] = element
            # for what is said about it
            twin.put(place=element.place)
        if not self._update(changed):
            return None
        return self._model._unsealed_copy() if self._context.files.unchanged() else None

    def seal(self, model: Model) -> None:
        """Seal a Model that was assembled here."""
        model._seal_as(self._model)

    # ---------------------------------------------------------------- what has changed

    def _find_changes(self, written: Element, flat: list[Any]) -> dict[int, Element] | None:
        """Return elements that say other numbers than before, by place; None if anything else has changed."""
        different = list(compress(range(len(self._known)), map(is_not, flat, self._known)))
        places = dict.fromkeys(bisect(self._starts, each) - 1 for each in different)
        if len(flat) == len(self._known) and places.keys().isdisjoint(map(self._place_of.get, different)):
            # elements stand where they stood: only those that hold other names or values need a closer look
            elements = [(place, self._known[self._starts[place]]) for place in places]
        else:
            elements = list(enumerate(written.walk()))
            if len(elements) != len(self._twins):
                return None
        changed = {}
        for place, element in elements:
            start, twin = self._starts[place], self._twins[place]
            if element is not self._known[start] or len(element.children) != self._known[start + 1]:
                return None
            names = changed_names(element.attributes, twin.attributes)
            if names:
                if not self._are_numbers(twin, names):
                    return None
                changed[place] = element
        return changed

    def _are_numbers(self, twin: Element, names: Iterable[str]) -> bool:
        """Tell whether attributes are numbers that an element may change without anything else."""
        known = id(twin) in self._holders or section_of(twin) in SETTINGS | REFERRING
        if not known or twin.declaration.class_kind in ASSETS:
            return False
        return numbers_of(twin.declaration.path).issuperset(names)

    # ---------------------------------------------------------------- what follows from it

    def _update(self, changed: Mapping[int, Element]) -> bool:
        """Bring objects and the assembled Model up to date; tell whether nothing but numbers has changed in them."""
        self.is_intact = False
        bodies: dict[int, Body] = {}
        sections: set[str] = set()
        for place, element in changed.items():
            check_attributes(element)
            twin = self._twins[place]
            twin.attributes.clear()
            twin.attributes.update(element.attributes)
            holder = self._holders.get(id(twin))
            if holder is not None:
                holder.placed.resolved = None
                bodies[holder.body.number] = holder.body
                continue
            sections.add(section_of(twin))
            if section_of(twin) == "default":
                bodies |= self._forget_values(twin.declaration.class_kind)
        if not SETTINGS.isdisjoint(sections):
            self._update_settings()
        # keyed by who values are: those of before may be gone
        self._context.patterns.clear()
        self._context.inertias.clear()
        if not REFERRING.isdisjoint(sections):
            self.is_intact = self._update_all(bodies.values())
        else:
            self.is_intact = self._update_bodies(list(bodies.values())) if bodies else True
        return self.is_intact

    def _forget_values(self, kind: str | None) -> dict[int, Body]:
        """Let elements of a kind look up again what their classes say; return the bodies that hold some."""
        bodies = {}
        for body in self.objects.bodies:
            for placed in body.elements.get(str(kind), ()):
                placed.resolved = None
                bodies[body.number] = body
        return bodies

    def _update_settings(self) -> None:
        """Read again what holds for the whole model; statistics are read when stages have run."""
        classes = self._context.classes
        self.objects.option = read_option(self.root, classes) | read_visual(self.root, classes)
        write_numbers(self._model, self.objects.option)
        if self._model.changed():
            self._model._accept_changes()

    def _update_all(self, bodies: Iterable[Body]) -> bool:
        """Compile some bodies again, and all that refers to bodies; write everything, unless it has other sizes."""
        objects, context, model, root = self.objects, self._context, self._model, self.root
        context.classes.read(root)
        for body in bodies:
            body.forget_inertia()
        compile_bodies(bodies, context)
        for joint in objects.joints:
            joint.actuatorid = -1
        compile_references(root, context, read_others(root, context.classes))
        objects.keys = read_keyframes(root, context.classes)
        set_addresses(context)
        sizes, before = count_objects(objects), model.sizes()
        if Sparsity.of(objects) != self._sparsity or any(before[name] != size for name, size in sizes.items()):
            return False
        fill_objects(model, objects)
        if model.changed():
            model._accept_changes()
        return True

    def _update_bodies(self, bodies: list[Body]) -> bool:
        objects, context, model = self.objects, self._context, self._model
        frames = BodyFrames()
        for body in bodies:
            _compile_again(body, context, frames)
            if simplicity(body, objects.bodies) != self._context.simple[body.number]:
                return False
        check_moving_masses(objects.bodies)
        qpos0, boxes = model.qpos0.tobytes(), _boxes(model)
        for body in bodies:
            self._write(body)
        if _boxes(model) != boxes:
            fill_body_trees(model)
        if model.nkey and (model.nmocap or model.qpos0.tobytes() != qpos0):
            keys = complete_keyframes(model, objects.keys, objects.bodies)
            write_some_rows(model, Key, keys, range(len(keys)))
        if model.changed():
            # masses, and whether ranges count
            model._accept_numbers()
        return True

    def _write(self, body: Body) -> None:
        """Write the rows of a body and of all that it holds."""
        objects, model = self.objects, self._model
        write_some_rows(model, Body, [body], (body.number,))
        write_some_rows(model, Joint, body.joints, range(body.jntadr, body.jntadr + body.jntnum))
        write_some_rows(model, Geom, body.geoms, range(body.geomadr, body.geomadr + body.geomnum))
        self._replace(Site, body, body.sites, objects.sites)
        self._replace(Camera, body, body.cameras, objects.cameras)
        self._replace(Light, body, body.lights, objects.lights)
        objects.joints[body.jntadr : body.jntadr + body.jntnum] = body.joints
        objects.geoms[body.geomadr : body.geomadr + body.geomnum] = body.geoms
        for joint in body.joints:
            for dof in range(joint.dofadr, joint.dofadr + joint.nv):
                for name, value in joint.dof._asdict().items():
                    setattr(objects.dofs[dof], name, value)
                write_some_rows(model, Dof, [objects.dofs[dof]], (dof,))
            span = slice(joint.qposadr, joint.qposadr + joint.nq)
            model.qpos0[span] = initial_coordinates(joint, joint.ref, objects)
            model.qpos_spring[span] = initial_coordinates(joint, joint.springref, objects)

    def _replace(self, kind: type[Row], body: Body, items: list[Any], every: list[Any]) -> None:
        """Put what a body holds of a kind in place of what it held, and write its rows."""
        first = next((place for place, each in enumerate(every) if each.bodyid == body.number), 0)
        every[first : first + len(items)] = items
        write_some_rows(self._model, kind, items, range(first, first + len(items)))


# ---------------------------------------------------------------- bodies


class Holder(NamedTuple):
    """The body that an element stands in or is, and its place there."""

    body: Body
    placed: Placed


def _holders(bodies: list[Body]) -> dict[int, Holder]:
    """Return, by the identities of elements, those that bodies are made of."""
    found = {}
    for body in bodies:
        for placed in (body.placed, body.inertial, *(each for kind in body.elements.values() for each in kind)):
            if placed is not None:
                found[id(placed.element)] = Holder(body, placed)
    return found


def _compile_again(body: Body, context: Context, frames: BodyFrames) -> None:
    """Make the objects of a body anew; what follows from the tree stays as it was."""
    joints = body.joints
    body.forget_inertia()
    compile_body(body, context)
    for new, old in zip(body.joints, joints, strict=True):
        new.qposadr, new.dofadr = old.qposadr, old.dofadr
        new.actuatorid, new.plasticadr = old.actuatorid, old.plasticadr
    frames.set(body)


def _boxes(model: Model) -> tuple[bytes, ...]:
    """Return what the bounding trees of bodies are made of."""
    return tuple(
        each.tobytes() for each in (model.geom_aabb, model.geom_pos, model.geom_quat, model.body_ipos, model.body_iquat)
    )


def _basis(written: Element, choices: Choices) -> tuple[object, ...]:
    """Return what decides about a Model besides its tree."""
    return written.sources, repr(choices), kernel_mode()


def free_bodies(bodies: list[Body]) -> None:
    """Let bodies forget their children, for the same reason."""
    for body in bodies:
        body.children.clear()


# ---------------------------------------------------------------- models of the same structure


# recompilers that wait for the next model of their structure, and structures that are known to have been compiled
MOST_WAITING, MOST_SEEN = 8, 256


class Waiting:
    """Recompilers by structure, for models that are written or read anew each time; the oldest go first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._recompilers: dict[Hashable, Recompiler] = {}
        self._seen: dict[int, None] = {}

    def take(self, structure: Hashable) -> Recompiler | None:
        """Return the recompiler for a structure, which nobody else gets meanwhile."""
        with self._lock:
            return self._recompilers.pop(structure, None)

    def put(self, recompiler: Recompiler) -> None:
        """Let a recompiler wait for the next model of its structure."""
        recompiler.follow(None)
        with self._lock:
            self._recompilers[recompiler.structure] = recompiler
            if len(self._recompilers) > MOST_WAITING:
                oldest = self._recompilers.pop(next(iter(self._recompilers)))
                free_elements(oldest.root)
                free_bodies(oldest.objects.bodies)

    def is_known(self, structure: Hashable) -> bool:
        """Tell whether a structure was asked about before."""
        with self._lock:
            number = hash(structure)
            known = number in self._seen
            self._seen[number] = None
            if len(self._seen) > MOST_SEEN:
                del self._seen[next(iter(self._seen))]
        return known


WAITING = Waiting()
