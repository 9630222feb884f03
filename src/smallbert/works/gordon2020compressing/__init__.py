"""What of Gordon et al. is code: the caption's statements as kinds of claims; what its page shows."""

from smallbert.works.gordon2020compressing import claims

__all__ = ["claims"]
