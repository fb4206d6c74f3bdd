"""One list of behaviours, run on the software device and on a real one.

The software device may be trusted in a test exactly as far as this list goes.
"""
