"""What a person types becomes an interaction: reading command lines, and completing them.

The terminal and the page share it.
"""
