"""The terminal client: two people at one keyboard."""
