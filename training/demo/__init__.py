"""The demo round: a scripted round, its pictures from Blender and the video made of them. Needs `bpy` to render."""
