"""What happened: append-only events and the photos that prove them."""
