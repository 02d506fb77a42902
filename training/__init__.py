"""How the models are made: renderer, training, export, evaluation. Needs the extra `train`."""
