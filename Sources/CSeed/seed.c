#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CSeed.h"

static const unsigned char sqlite_bytes[] = {
#embed "../../seed/SurfJournalModel.sqlite"
};
static const unsigned char wal_bytes[] = {
#embed "../../seed/SurfJournalModel.sqlite-wal"
};
static const unsigned char shm_bytes[] = {
#embed "../../seed/SurfJournalModel.sqlite-shm"
};

const unsigned char *seed_sqlite_bytes(void) { return sqlite_bytes; }
const unsigned char *seed_wal_bytes(void) { return wal_bytes; }
const unsigned char *seed_shm_bytes(void) { return shm_bytes; }

const size_t seed_sqlite_count = sizeof(sqlite_bytes);
const size_t seed_wal_count = sizeof(wal_bytes);
const size_t seed_shm_count = sizeof(shm_bytes);
