"""How well photos are read: readings matched with labels, the measures, and what is printed and written down of them."""
