"""One round as a file that anybody can read: what it says (docs/round-format.md), how it is read, written, sealed and judged."""
