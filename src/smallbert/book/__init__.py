"""Execute the notebooks, render them with Jupyter Book, and keep what still holds."""
