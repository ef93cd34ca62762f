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
//   FAULTY_REPORT      a file of at least 72 bytes that receives the numbers of steps and of faults (two 64-bit integers
//                      in native byte order), the name of the first call that failed (48 bytes), and with `lock` the
//                      microseconds that the program asked to sleep.
//
// The fault to inject, and the counts. Called from any thread.
#ifndef FAULTY_PLAN_H
#define FAULTY_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum kind { KIND_NONE, KIND_IO, KIND_FULL, KIND_SHORT, KIND_SYNC, KIND_LOCK, KIND_FILES, KIND_MEMORY, KIND_KILL, KIND_POWER };

// The effects of a call by which kinds of faults select it.
enum trait {
    READS = 1 << 0,
    WRITES = 1 << 1,
    GROWS = 1 << 2,   // needs disk space
    SYNCS = 1 << 3,
    LOCKS = 1 << 4,
    OPENS = 1 << 5,
    NAMES = 1 << 6,   // changes names in a folder
    ASKS = 1 << 7,    // only reads metadata
    ALLOCATES = 1 << 8,
};

struct plan {
    enum kind kind;
    uint64_t step;
    bool persistent;
    uint64_t seed;
    const char *under;
    const char *graves;
};

extern struct plan plan;

// Adds to the time that the program asked to sleep while it waited for locks.
void note_waited(uint64_t microseconds);

// Counts a call with these traits, and returns the error number with which it must fail, or 0. Does not return after a
// kill or a power failure.
int fault(unsigned traits, const char *call);

// Whether the write for which `fault` just returned 0 must be cut in half.
bool cut_write(void);

// Whether calls on the file at a path count. A relative path counts if the current folder does.
bool is_watched(const char *path);

// Whether the calling thread is inside this library, whose own calls never fail and do not count.
extern __thread bool inside;

#endif
