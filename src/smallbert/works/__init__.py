"""What of one work is code: a module a work, named by its key and found by it."""
