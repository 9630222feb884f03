"""What of Gordon et al. is code: the caption's statements as claims, and what its page shows."""

from smallbert.works.gordon2020compressing import claims

__all__ = ["claims"]
