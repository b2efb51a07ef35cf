// Does nothing: the cost of starting and ending Node itself.
