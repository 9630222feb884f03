"""What of Gordon et al. is code: the caption's statements as kinds of claims; its page."""

from smallbert.works.gordon2020compressing import claims

__all__ = ["claims"]
