"""What of extreme compression is code: a kind of claim, its chart and its remarks."""

from smallbert.works.zhao2019extreme import claims

__all__ = ["claims"]
