"""Speed, accuracy and endurance, each measured by a module that is run: ``python -m workshop.benchmarks.NAME --help``."""
