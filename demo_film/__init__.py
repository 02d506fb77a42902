"""How the demo round and the sample photos in `sample_images` were filmed: a script, its pictures from Blender, the video made of them."""
