"""What a fork finds made of the data already, where many are to come.

The forkserver loads this once, after `warm`. Reads count again in each fork that uses what was
made of them; a fork that is made after a file was written makes anew what rests on it.
"""

from contextlib import suppress

from smallbert.book import child, premade
from smallbert.data import files

child.remember(files.every())
with suppress(Exception):  # what is wrong with the data, the check says, or a notebook
    for question in premade.questions():
        question()
