"""What lies on the table: photo in, tiles and sets out. Knows tiles, never rules."""
