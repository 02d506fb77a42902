"""The turn between two photos: what was laid, whether it was legal, and why that can be believed."""
