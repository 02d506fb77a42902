"""How the demo round and the sample photos in `sample_images` were filmed.

A script says what happens, Blender renders its pictures, and the video is made of them.
"""
