"""What of the poster is code: its findings as kinds of claims, and what its page draws and says."""

from smallbert.works.ganesh2021case import claims

__all__ = ["claims"]
