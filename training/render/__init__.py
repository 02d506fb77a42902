"""A 2D compositor that renders labelled pictures of tiles on tables: thousands a minute, no two alike.

`editions` draws tile faces, `surfaces` draws tables and clutter, `layout` lays tiles out in three dimensions, `scene`
projects and composes them, `effects` is light, lens and sensor. Every random choice comes from one
`numpy.random.Generator`, so a seed gives the same picture again.
"""
