"""Where pictures come from: cameras, phones, recordings and files."""
