"""Instances of plugins."""

from dataclasses import dataclass, field

from corten.compile.objects.columns import EXTRA, Object, columns
from corten.model.plugin_fields import PluginKind


@columns("plugin_", "nplugin")
@dataclass(slots=True, kw_only=True)
class Plugin(Object):
    """One instance: the plugin's name and kind, and its configuration as text and as numbers."""

    plugin: str = field(metadata=EXTRA)
    kind: PluginKind = field(metadata=EXTRA)
    texts: list[str] = field(metadata=EXTRA)
    prm: tuple[float, ...]
    statenum: int = 0
    stateadr: int = field(default=0, init=False)
    attradr: int = field(default=0, init=False)

    @property
    def attributes(self) -> bytes:
        """The configuration as one text."""
        return b"".join(text.encode() + b"\0" for text in self.texts)
