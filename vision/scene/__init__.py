"""What lies still, what moves, and from where it is seen."""
