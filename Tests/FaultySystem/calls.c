// Replacements for the C library's system calls. Each asks for a fault, makes the call, and records what it changed.
#if defined(__linux__)
#define _GNU_SOURCE
#include "plan.h"
#include "power.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ORIGINAL(name) ((__typeof__(&name))original(#name))
#define FAIL_IF_DUE(traits, failed)           \
    do {                                      \
        int error = fault(traits, __func__);  \
        if (error) {                          \
            errno = error;                    \
            return failed;                    \
        }                                     \
    } while (0)

static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

enum { MOST_FILES = 1 << 16 };
static bool watched[MOST_FILES];

static bool is_watched_file(int file) { return !inside && file >= 0 && file < MOST_FILES && watched[file]; }

// The absolute path of a name in an open folder; false for a file whose calls do not count.
static bool whole_path(int folder, const char *name, char *path) {
    if (inside || !name) return false;
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
    } else {
        char link[64];
        snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, path, PATH_MAX - 1);
        if (length < 0) return false;
        snprintf(path + length, PATH_MAX - (size_t)length, "/%s", name);
    }
    return is_watched(path);
}

// MARK: Opening and closing

static int open_at(int folder, const char *name, int flags, mode_t mode, const char *call) {
    char path[PATH_MAX];
    int (*real)(int, const char *, int, ...) = original("openat");
    if (!whole_path(folder, name, path)) {
        int file = real(folder, name, flags, mode);
        if (file >= 0 && file < MOST_FILES) watched[file] = false;
        return file;
    }
    bool makes = flags & O_CREAT && access(path, F_OK) != 0;
    int error = fault(OPENS | (makes ? GROWS | NAMES : 0), call);
    if (error) {
        errno = error;
        return -1;
    }
    int file = real(folder, name, flags, mode);
    if (file >= 0 && file < MOST_FILES) watched[file] = true;
    if (file >= 0 && makes) note_made(path);
    return file;
}

#define MODE_OF(flags)                                                    \
    mode_t mode = 0;                                                      \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                              \
        va_list rest;                                                     \
        va_start(rest, flags);                                            \
        mode = va_arg(rest, mode_t);                                      \
        va_end(rest);                                                     \
    }

int open(const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_at(AT_FDCWD, path, flags, mode, "open");
}

int open64(const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_at(AT_FDCWD, path, flags, mode, "open");
}

int openat(int folder, const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_at(folder, path, flags, mode, "open");
}

int openat64(int folder, const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_at(folder, path, flags, mode, "open");
}

int close(int file) {
    if (file >= 0 && file < MOST_FILES) watched[file] = false;
    return ORIGINAL(close)(file);
}

// MARK: Bytes

ssize_t read(int file, void *bytes, size_t count) {
    if (is_watched_file(file)) FAIL_IF_DUE(READS, -1);
    return ORIGINAL(read)(file, bytes, count);
}

static ssize_t read_at(int file, void *bytes, size_t count, off_t offset) {
    if (is_watched_file(file)) FAIL_IF_DUE(READS, -1);
    return ORIGINAL(pread)(file, bytes, count, offset);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) { return read_at(file, bytes, count, offset); }
ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) { return read_at(file, bytes, count, offset); }

// Asks for a fault. Returns the number of bytes to write, or -1 if the write fails.
static ssize_t allowed(int file, size_t count, const char *call) {
    if (!is_watched_file(file)) return (ssize_t)count;
    int error = fault(WRITES | GROWS, call);
    if (error) {
        errno = error;
        return -1;
    }
    return (ssize_t)(cut_write() ? count / 2 : count);
}

ssize_t write(int file, const void *bytes, size_t count) {
    ssize_t part = allowed(file, count, "write");
    if (part < 0) return -1;
    if (is_watched_file(file)) note_write(file, bytes, (size_t)part, lseek(file, 0, SEEK_CUR));
    return ORIGINAL(write)(file, bytes, (size_t)part);
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
    ssize_t part = allowed(file, count, "pwrite");
    if (part < 0) return -1;
    if (is_watched_file(file)) note_write(file, bytes, (size_t)part, offset);
    return ORIGINAL(pwrite)(file, bytes, (size_t)part, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return write_at(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return write_at(file, bytes, count, offset); }

static int cut(int file, off_t length) {
    if (is_watched_file(file)) {
        FAIL_IF_DUE(WRITES | GROWS, -1);
        note_length(file, length);
    }
    return ORIGINAL(ftruncate)(file, length);
}

int ftruncate(int file, off_t length) { return cut(file, length); }
int ftruncate64(int file, off64_t length) { return cut(file, length); }

static int synced(int file, int result) {
    if (result == 0 && is_watched_file(file)) note_synced(file);
    return result;
}

int fsync(int file) {
    if (is_watched_file(file)) FAIL_IF_DUE(SYNCS, -1);
    return synced(file, ORIGINAL(fsync)(file));
}

int fdatasync(int file) {
    if (is_watched_file(file)) FAIL_IF_DUE(SYNCS, -1);
    return synced(file, ORIGINAL(fdatasync)(file));
}

// MARK: Locks

static int control(int file, int command, void *argument) {
    int (*real)(int, int, ...) = original("fcntl64");
    bool locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK;
    if (locks && is_watched_file(file) && ((struct flock *)argument)->l_type != F_UNLCK) FAIL_IF_DUE(LOCKS, -1);
    int result = real(file, command, argument);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && result >= 0 && result < MOST_FILES)
        watched[result] = is_watched_file(file);
    return result;
}

int fcntl(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return control(file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return control(file, command, argument);
}

int flock(int file, int operation) {
    if (is_watched_file(file) && operation & LOCK_NB) FAIL_IF_DUE(LOCKS, -1);
    return ORIGINAL(flock)(file, operation);
}

// Waiting for a refused lock takes no time. SQLite counts the time that it requested, not the time that passed.
int usleep(useconds_t time) {
    if (plan.kind != KIND_LOCK) return ORIGINAL(usleep)(time);
    note_waited(time);
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
    if (plan.kind != KIND_LOCK) return ORIGINAL(nanosleep)(time, rest);
    note_waited((uint64_t)time->tv_sec * 1000000 + time->tv_nsec / 1000);
    return 0;
}

// MARK: Names

#define NAMED(folder, name, traits) \
    char path[PATH_MAX];            \
    bool counts = whole_path(folder, name, path); \
    if (counts) FAIL_IF_DUE(traits, -1)

int mkdir(const char *name, mode_t mode) {
    NAMED(AT_FDCWD, name, NAMES | GROWS);
    int result = ORIGINAL(mkdir)(name, mode);
    if (counts && result == 0) note_made(path);
    return result;
}

char *mkdtemp(char *template) {
    char path[PATH_MAX];
    bool counts = whole_path(AT_FDCWD, template, path);
    if (counts) FAIL_IF_DUE(NAMES | GROWS, NULL);
    char *result = ORIGINAL(mkdtemp)(template);
    if (counts && result && whole_path(AT_FDCWD, result, path)) note_made(path);
    return result;
}

static int remove_at(int folder, const char *name, int flags) {
    NAMED(folder, name, NAMES);
    if (counts && access(path, F_OK) == 0) note_removing(path);
    return ORIGINAL(unlinkat)(folder, name, flags);
}

int unlink(const char *name) { return remove_at(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) { return remove_at(folder, name, flags); }
int rmdir(const char *name) { return remove_at(AT_FDCWD, name, AT_REMOVEDIR); }

int linkat(int folder, const char *name, int second_folder, const char *second, int flags) {
    NAMED(second_folder, second, NAMES | GROWS);
    int result = ORIGINAL(linkat)(folder, name, second_folder, second, flags);
    if (counts && result == 0) note_made(path);
    return result;
}

int link(const char *name, const char *second) { return linkat(AT_FDCWD, name, AT_FDCWD, second, 0); }

int renameat(int folder, const char *name, int second_folder, const char *second) {
    char target[PATH_MAX];
    NAMED(folder, name, NAMES | GROWS);
    if (counts && whole_path(second_folder, second, target)) note_renaming(path, target);
    return ORIGINAL(renameat)(folder, name, second_folder, second);
}

int renameat2(int folder, const char *name, int second_folder, const char *second, unsigned flags) {
    char target[PATH_MAX];
    NAMED(folder, name, NAMES | GROWS);
    if (flags & RENAME_NOREPLACE && whole_path(second_folder, second, target) && access(target, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    if (counts && whole_path(second_folder, second, target)) note_renaming(path, target);
    return ORIGINAL(renameat2)(folder, name, second_folder, second, flags);
}

int rename(const char *name, const char *second) { return renameat(AT_FDCWD, name, AT_FDCWD, second); }

int fchmod(int file, mode_t mode) {
    if (is_watched_file(file)) FAIL_IF_DUE(NAMES, -1);
    return ORIGINAL(fchmod)(file, mode);
}

DIR *opendir(const char *name) {
    char path[PATH_MAX];
    if (whole_path(AT_FDCWD, name, path)) FAIL_IF_DUE(OPENS, NULL);
    return ORIGINAL(opendir)(name);
}

struct dirent *readdir(DIR *folder) {
    if (is_watched_file(dirfd(folder))) FAIL_IF_DUE(READS, NULL);
    return ORIGINAL(readdir)(folder);
}

struct dirent64 *readdir64(DIR *folder) {
    if (is_watched_file(dirfd(folder))) FAIL_IF_DUE(READS, NULL);
    return ORIGINAL(readdir64)(folder);
}

// MARK: Memory

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);

// Whether an address is in SQLite's code. Called for each allocation, so the library's address range is cached.
static bool is_in_sqlite(void *address) {
    static uintptr_t low, high;
    static bool looked;
    if (!looked && plan.kind == KIND_MEMORY && !inside) {
        Dl_info info;
        inside = true;
        void *start = dlsym(RTLD_DEFAULT, "sqlite3_libversion");
        if (start && dladdr(start, &info)) {
            low = (uintptr_t)info.dli_fbase;
            high = low + (4 << 20);
        }
        looked = true;
        inside = false;
    }
    return (uintptr_t)address >= low && (uintptr_t)address < high;
}

void *malloc(size_t size) {
    if (plan.kind == KIND_MEMORY && !inside && is_in_sqlite(__builtin_return_address(0)) && fault(ALLOCATES, "malloc")) return NULL;
    return __libc_malloc(size);
}

void *realloc(void *memory, size_t size) {
    if (plan.kind == KIND_MEMORY && !inside && is_in_sqlite(__builtin_return_address(0)) && fault(ALLOCATES, "realloc")) return NULL;
    return __libc_realloc(memory, size);
}

// MARK: The end

static void end(void) {
    if (plan.kind == KIND_POWER && !inside) fail_power();
}

__attribute__((destructor)) static void at_exit(void) { end(); }

void _exit(int status) {
    end();
    ORIGINAL(_exit)(status);
    __builtin_unreachable();
}
#endif
