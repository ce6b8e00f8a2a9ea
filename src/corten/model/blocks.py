"""The blocks of memory that a Model consists of."""

from corten.runtime.fields import Access, Block

CHOICES = Block(
    "choices",
    "types, indices and switches that users may change and plans depend on, and masses; looked at when they changed",
    watched=True,
)
OPTIONS = Block("options", "numbers of model.opt and model.stat")
CONSTANTS = Block("constants", "numbers and flags of which any value is safe")
STRUCTURE = Block(
    "structure", "counts, addresses, indices and types that fit each other as they were compiled", integers=Access.READ
)
VISUAL = Block("visual", "what pictures are made with; no stage of a step reads it")
