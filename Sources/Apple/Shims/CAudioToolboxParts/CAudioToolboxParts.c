// The module map of this room is all that it has.
