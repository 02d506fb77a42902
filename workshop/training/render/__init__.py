"""A 2D compositor that renders labelled pictures of tiles on tables, no two alike; a thousand a minute on two cores.

`editions` are boxes of tiles, whose `faces` are drawn with the typefaces of `fonts` and the drawings of `jokers`.
`layout` lays tiles out in three dimensions, on the table and in `racks`; `surfaces`, `clutter` and `setting` are what
they lie on and among. `painter` has the `camera` project all of it and paints it on the `canvas`, far to near
(`order`); `lens` and `effects` make a photo of that; `scene` draws by lot what there is. Every random choice comes from
one `numpy.random.Generator`, so a seed gives the same picture again.
"""
