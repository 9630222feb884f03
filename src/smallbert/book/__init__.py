"""From notebooks to the site: run them, render them, offer the data; the commands."""
