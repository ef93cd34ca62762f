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
