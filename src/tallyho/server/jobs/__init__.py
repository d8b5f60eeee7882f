"""Work that nobody waits for: engine turns and deadlines."""
