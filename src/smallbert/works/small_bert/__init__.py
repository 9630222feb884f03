"""What of the deck is code: its lost chart, its remarks next to the tables, its order of papers."""
