"""How the models are made: renderer, training, export. Needs the extra `train`."""
