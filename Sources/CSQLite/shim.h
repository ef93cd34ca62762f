#ifndef SURFJOURNAL_CSQLITE_H
#define SURFJOURNAL_CSQLITE_H

#include <sqlite3.h>

// Swift cannot call variadic C functions. Sets whether the last connection to close checkpoints the log and removes it.
static inline int surfjournal_set_checkpoint_on_close(sqlite3 *database, int isOn) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isOn, (int *)0);
}

#if defined(__linux__)
// The C library declares it only with its extensions, which Swift's import does not see.
extern int renameat2(int, const char *, int, const char *, unsigned int);

static inline int surfjournal_rename_unless_taken(const char *path, const char *target) {
    return renameat2(-100 /* AT_FDCWD */, path, -100, target, 1 /* RENAME_NOREPLACE */);
}
#endif

#endif
