"""From evidence to a verdict, and what it waits for."""
