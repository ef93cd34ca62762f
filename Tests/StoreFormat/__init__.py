"""A reference for the file format that Core Data uses for SQLite stores.

It follows a description of the format, called "the description", and shares no code with the engine. It needs only the
standard library of Python 3.11. The README beside this file says how to drive it.
"""
