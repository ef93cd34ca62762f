// What is to fail, and what was counted. Calls come from any thread.
#ifndef FAULTY_PLAN_H
#define FAULTY_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum kind { KIND_NONE, KIND_IO, KIND_FULL, KIND_SHORT, KIND_SYNC, KIND_LOCK, KIND_FILES, KIND_MEMORY, KIND_KILL, KIND_POWER };

// What a call does, as far as the kinds of faults ask.
enum trait {
    READS = 1 << 0,
    WRITES = 1 << 1,
    GROWS = 1 << 2,   // needs room on the disk
    SYNCS = 1 << 3,
    LOCKS = 1 << 4,
    OPENS = 1 << 5,
    NAMES = 1 << 6,   // changes names in a folder
    ASKS = 1 << 7,    // only looks
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

// Counts a call with these traits, and answers the error number that it fails with, 0 for none. A kill or a failing of
// the power does not return.
int fault(unsigned traits, const char *call);

// Whether a write that just was answered 0 by `fault` is to be cut in half.
bool cut_write(void);

// Whether a path is of a file whose calls count. Relative paths are of the current folder.
bool is_watched(const char *path);

// Whether the calling thread is inside this library, whose own calls pass.
extern __thread bool inside;

#endif
