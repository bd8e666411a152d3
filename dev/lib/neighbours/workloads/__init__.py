"""One module for each neighbour."""
