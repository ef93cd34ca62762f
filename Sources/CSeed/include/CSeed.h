#pragma once
#include <stddef.h>

/// The three files of the sample journal, as bytes inside the binary.
const unsigned char *seed_sqlite_bytes(void);
const unsigned char *seed_wal_bytes(void);
const unsigned char *seed_shm_bytes(void);

extern const size_t seed_sqlite_count;
extern const size_t seed_wal_count;
extern const size_t seed_shm_count;
