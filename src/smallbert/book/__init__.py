"""Execute the notebooks, render them with Jupyter Book, and keep what still holds."""

import gc
import os
import sys


def prepare_process() -> None:
    """Spare this process, one of a build's, what costs it time and helps nobody.

    A standard stream that its caller closed leads to nowhere, for it and for the kernels; and no
    drawing is shown but those that a notebook publishes, wherever the build was started.
    """
    _open_standard_streams()
    _skip_iri_grammar()
    os.environ["MPLBACKEND"] = "agg"
    gc.set_threshold(100_000, 50, 50)  # a build makes much that stays: a tenth went into the search


def _open_standard_streams() -> None:
    """Open the standard streams that are closed: the next file to be opened would become one."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it takes the lowest number that is free
            os.set_inheritable(number, True)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def _skip_iri_grammar() -> None:
    """Let jsonschema do without the grammar of IRIs, in this process: a second at each start.

    jsonschema loads ``rfc3987_syntax`` where it is installed, and that builds a parser of all of
    RFC 3987 at its import. Jupyter, papermill and Sphinx import jsonschema in each of their
    processes; no notebook and no Data Package asks for an IRI to be checked.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # None makes its import an ImportError
