"""What comes in from outside, made up by the thousand: command lines, files, requests; every traceback is a defect."""
