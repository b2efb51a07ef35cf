// Does nothing: what starting and ending Node costs by itself.
