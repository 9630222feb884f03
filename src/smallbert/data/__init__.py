"""Read what works print, check it, and turn it into tidy results."""
