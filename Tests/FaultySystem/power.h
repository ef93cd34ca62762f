// Simulates the loss of unsynced writes and names in a power failure.
//
// Every write and every change of a name is recorded until a sync makes it durable: fsync or fdatasync of the file for its
// bytes and length, fsync of the folder for the names in it, as POSIX guarantees and no more. A power failure restores each
// file to its synced state plus a random choice of later writes, some of them torn at a sector, and each folder to a point
// in the order of its changes.
#ifndef FAULTY_POWER_H
#define FAULTY_POWER_H

#include <stddef.h>
#include <sys/types.h>

// Before a write of `count` bytes at an offset, and before the length changes to `length`.
void note_write(int file, const void *bytes, size_t count, off_t offset);
void note_length(int file, off_t length);
// After a name is created, before one is removed, and before one is changed. Paths are absolute.
void note_made(const char *path);
void note_removing(const char *path);
void note_renaming(const char *path, const char *target);
// After a sync of a file or folder.
void note_synced(int file);

// Restores the state after a power failure, and kills the process.
void fail_power(void);

#endif
