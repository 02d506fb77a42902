"""The page: a Flask application over `live` and `journal`."""
