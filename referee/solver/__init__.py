"""What could have been played: positions in, plays out."""
