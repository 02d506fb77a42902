"""How well photos are read: readings matched with labels, the measures, and what is printed of them."""
