// What a disk may have lost when the power fails: writes that were not synced, and names that were not.
//
// Every write, and every change of a name, is noted until a sync makes it durable: fsync or fdatasync of the file for its
// bytes and length, fsync of the folder for the names in it, as POSIX promises and no more. When the power fails, each file
// is put back to what was synced plus a choice of what was not, in which writes may be missing or torn at a sector, and each
// folder back to a point in the order of its changes.
#ifndef FAULTY_POWER_H
#define FAULTY_POWER_H

#include <stddef.h>
#include <sys/types.h>

// Before a write of `count` bytes at an offset, or (`count` 0) before the length becomes `length`.
void note_write(int file, const void *bytes, size_t count, off_t offset);
void note_length(int file, off_t length);
// After a name was made, before one is removed, around a renaming. Paths are whole.
void note_made(const char *path);
void note_removing(const char *path);
void note_renaming(const char *path, const char *target);
// After a sync of a file or folder.
void note_synced(int file);

// Leaves what a failing of the power leaves, and kills the process.
void fail_power(void);

#endif
