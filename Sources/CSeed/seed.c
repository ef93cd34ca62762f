#include "CSeed.h"

const unsigned char seed_sqlite[] = {
#embed "../../seed/SurfJournalModel.sqlite"
};
const size_t seed_sqlite_count = sizeof(seed_sqlite);

const unsigned char seed_wal[] = {
#embed "../../seed/SurfJournalModel.sqlite-wal"
};
const size_t seed_wal_count = sizeof(seed_wal);

const unsigned char seed_shm[] = {
#embed "../../seed/SurfJournalModel.sqlite-shm"
};
const size_t seed_shm_count = sizeof(seed_shm);
