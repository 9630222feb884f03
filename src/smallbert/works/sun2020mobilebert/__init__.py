"""What of MobileBERT is code: how its sizes follow from shapes, its chart and its remarks."""

from smallbert.works.sun2020mobilebert.shapes import ways

__all__ = ["ways"]
