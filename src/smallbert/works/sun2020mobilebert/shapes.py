"""How figures of MobileBERT follow from shapes."""

from dataclasses import replace

from smallbert.audit.figures import DEFAULT
from smallbert.cost.shapes import architecture
from smallbert.cost.weights import parameters

TEACHER = {"bottleneck": 1024, "feed_forward": 4096, "stack": 1}
"""How the teacher trained for MobileBERT differs from it (Sun et al. 2020, Table 1; 293 M
parameters)."""


def ways(row, labels) -> list[tuple[str, float]] | None:
    """Return what is left of the weights, for the remarks on size."""
    if row.table != "claims":
        return None
    mobile = architecture("mobilebert")
    retrained = labels["base"] == "retrained teacher"
    base = replace(mobile, **TEACHER) if retrained else architecture("bert-base")
    share = {DEFAULT: base, "BERT_LARGE as the base": architecture("bert-large")}
    own = parameters(mobile).sum()
    return [(rule, own / parameters(whole).sum()) for rule, whole in share.items()]
