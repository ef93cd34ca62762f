// A library that is preloaded into the program under test (LD_PRELOAD, Linux) and makes its system calls fail.
//
// It stands between the program, its libraries (SQLite's among them) and the C library, so that the very binary that
// people run is tried, and nothing of it is in that binary. What it does is said by the environment:
//
//   FAULTY_UNDER       calls on files below this folder count; all others pass.
//   FAULTY_KIND        what happens at a step:
//                        io      the call fails with EIO
//                        full    a call that needs room on the disk fails with ENOSPC
//                        short   a write takes half of its bytes, and the next one none (ENOSPC)
//                        sync    fsync and fdatasync fail with EIO
//                        lock    a lock is refused, as if another process had it
//                        files   opening fails with EMFILE
//                        memory  SQLite gets no memory
//                        kill    the process is killed before the call
//                        power   the power fails before the call: see power.c
//   FAULTY_STEP        which call, from 1, among those that the kind is about. 0, or more than there are: none; but the
//                      power fails at the end then.
//   FAULTY_PERSISTENT  when set, every later call of the kind fails too.
//   FAULTY_SEED        what the power's failing leaves, chosen by this number; 0 loses all that was not synced.
//   FAULTY_GRAVES      for `power`, an empty folder on the same file system, where removed files wait.
//   FAULTY_CLOCK       how many seconds the clock on the wall goes wrong by.
//   FAULTY_CLOCK_JUMP  and how many more from the fifth time on that somebody looks at it.
//   FAULTY_REPORT      a file of at least 64 bytes, which gets the number of steps and of faults (two 64-bit integers
//                      in the machine's order), and the name of the first call that failed.
#ifndef FAULTY_SYSTEM_H
#define FAULTY_SYSTEM_H
#endif
