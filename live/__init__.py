"""The running table: frames in, refereed turns out."""
