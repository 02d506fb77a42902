"""Photos and a demo round rendered by the project, with their truth and provenance."""
