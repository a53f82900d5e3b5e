/* Empty: what a program gets is the Swift module of this name. */
