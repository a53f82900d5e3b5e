#ifndef ARGUMENTS_H
#define ARGUMENTS_H

// Nothing to call: a program that links this room has its arguments without /proc.

#endif
