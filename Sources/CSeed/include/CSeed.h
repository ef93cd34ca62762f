#pragma once
#include <stddef.h>

/// The three files of the sample journal, as bytes inside the binary.
extern const unsigned char seed_sqlite[];
extern const size_t seed_sqlite_count;
extern const unsigned char seed_wal[];
extern const size_t seed_wal_count;
extern const unsigned char seed_shm[];
extern const size_t seed_shm_count;
