"""The ids of the rulebooks, by short names."""

JUMBO, HERTZANO, COMPACT, FORTUNA, PIATNIK = (
    "jumbo-original-2016",
    "hertzano-original",
    "jumbo-compact-2007",
    "jumbo-fortuna-2005",
    "piatnik-xxl",
)
