"""Files, whatever they hold: read within bounds, written whole or not at all, and kept from everybody but their owner."""
