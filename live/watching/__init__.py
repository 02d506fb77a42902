"""From frames to evidence: what lies on the table, since when, and how late it is seen."""
