#ifndef SCRATCH_H
#define SCRATCH_H

// A house for the files of the tests' process. Before the process begins a folder is made in the temporary folder of the
// machine, and in it one for what tests write, and one that every program and every library that is tested takes for the
// temporary folder (TMPDIR). When the process ends, the house is removed; if something is left in its temporary folder then,
// what it is called is written to standard error, and the process fails. Processes that such a process starts share its house.

// Moves into a house of its own, as the process does when it starts, if it was not started by one that has a house.
void scratch_enter(void);
// The folder for what tests write, without a slash at its end.
const char *scratch_files(void);
// Removes a folder with everything in it.
void scratch_remove(const char *path);

#endif
