// This target consists of its module map.
