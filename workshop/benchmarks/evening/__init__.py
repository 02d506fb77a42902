"""An evening at a rendered table, played through the real program, and whether its referee was fair."""
