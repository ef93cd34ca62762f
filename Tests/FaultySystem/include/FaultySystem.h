// A library that is preloaded into the program under test (LD_PRELOAD, Linux) and makes its system calls fail.
//
// It intercepts calls of the program and its libraries, including SQLite, to the C library. So the tests run the same
// binary that users run, with no test code in it. Environment variables control it:
//
//   FAULTY_UNDER       only calls on files below this folder count.
//   FAULTY_KIND        what happens at a step:
//                        io      the call fails with EIO
//                        full    a call that needs disk space fails with ENOSPC
//                        short   a write writes half of its bytes, and the next one fails with ENOSPC
//                        sync    fsync and fdatasync fail with EIO
//                        lock    a lock is refused, as if another process held it
//                        files   opening fails with EMFILE
//                        memory  SQLite's allocations fail
//                        kill    the process is killed before the call
//                        power   the power fails before the call: see power.c
//   FAULTY_STEP        the number of the call, from 1, among those that the kind affects. With 0, or a number that is not
//                      reached, no call fails; with `power`, the power fails at the end.
//   FAULTY_PERSISTENT  if set, every later call of the kind fails too.
//   FAULTY_SEED        the random seed that decides what survives a power failure; 0 loses everything not synced.
//   FAULTY_GRAVES      for `power`, an empty folder on the same file system for removed files.
//   FAULTY_CLOCK       the error of the wall clock, in seconds.
//   FAULTY_CLOCK_JUMP  seconds added to the error from the fifth reading on.
//   FAULTY_REPORT      a file of at least 64 bytes that receives the numbers of steps and of faults (two 64-bit integers
//                      in native byte order) and the name of the first call that failed.
#ifndef FAULTY_SYSTEM_H
#define FAULTY_SYSTEM_H
#endif
