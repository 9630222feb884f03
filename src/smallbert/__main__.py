"""The commands as ``python -m smallbert``."""

from smallbert.cli import main

if __name__ == "__main__":
    main()
