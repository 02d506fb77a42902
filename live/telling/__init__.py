"""What people are shown of an evening and of the table."""
