"""One picture in, tiles and sets out. Knows no camera and no past."""
