#if defined(__linux__)
#define _GNU_SOURCE
#include "power.h"
#include "plan.h"
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum act { WROTE, CUT, MADE, REMOVED, RENAMED };

// A change that is not on disk yet. `place` is the inode of the file or, for a name, of its folder.
struct change {
    struct change *next, *previous;
    enum act act;
    dev_t device;
    ino_t place;
    int file;
    off_t offset, length_before, length_after;
    size_t count, count_before;
    char *after, *before;
    char *path, *target, *grave;
};

static struct change *first, *last;
static unsigned graves;

static struct change *add(enum act act, const struct stat *place) {
    struct change *change = calloc(1, sizeof *change);
    change->act = act;
    change->device = place->st_dev;
    change->place = place->st_ino;
    change->previous = last;
    if (last) last->next = change; else first = change;
    last = change;
    return change;
}

static void drop(struct change *change) {
    if (change->previous) change->previous->next = change->next; else first = change->next;
    if (change->next) change->next->previous = change->previous; else last = change->previous;
    if (change->grave) unlink(change->grave);
    free(change->after);
    free(change->before);
    free(change->path);
    free(change->target);
    free(change->grave);
    free(change);
}

// A read-write descriptor of the same file. It stays open, because closing it would release the file's POSIX locks.
static int second_descriptor(int file, const struct stat *status) {
    for (struct change *change = last; change; change = change->previous)
        if (change->act <= CUT && change->place == status->st_ino && change->device == status->st_dev) return change->file;
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    return open(name, O_RDWR | O_CLOEXEC);
}

static struct change *note_bytes(enum act act, int file, off_t offset, size_t affected) {
    struct stat status;
    if (plan.kind != KIND_POWER || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return NULL;
    int second = second_descriptor(file, &status);
    struct change *change = add(act, &status);
    change->file = second;
    change->offset = offset;
    change->length_before = status.st_size;
    change->before = malloc(affected + 1);
    ssize_t there = pread(second, change->before, affected, offset);
    change->count_before = there > 0 ? (size_t)there : 0;
    return change;
}

void note_write(int file, const void *bytes, size_t count, off_t offset) {
    inside = true;
    struct change *change = note_bytes(WROTE, file, offset, count);
    if (change) {
        change->count = count;
        change->after = malloc(count + 1);
        memcpy(change->after, bytes, count);
    }
    inside = false;
}

void note_length(int file, off_t length) {
    struct stat status;
    inside = true;
    if (fstat(file, &status) == 0) {
        size_t lost = status.st_size > length ? (size_t)(status.st_size - length) : 0;
        struct change *change = note_bytes(CUT, file, length, lost);
        if (change) change->length_after = length;
    }
    inside = false;
}

static struct change *note_name(enum act act, const char *path) {
    if (plan.kind != KIND_POWER) return NULL;
    char *copy = strdup(path);
    struct stat folder;
    int found = stat(dirname(copy), &folder);
    free(copy);
    if (found != 0) return NULL;
    struct change *change = add(act, &folder);
    change->path = strdup(path);
    return change;
}

// Keeps a file that is about to lose its name, under a second one.
static char *bury(const char *path) {
    char *grave = NULL;
    if (!plan.graves || asprintf(&grave, "%s/%d-%u", plan.graves, getpid(), graves++) < 0) return NULL;
    if (link(path, grave) == 0) return grave;
    free(grave);
    return NULL;
}

void note_made(const char *path) {
    inside = true;
    note_name(MADE, path);
    inside = false;
}

void note_removing(const char *path) {
    inside = true;
    struct change *change = note_name(REMOVED, path);
    if (change) change->grave = bury(path);
    inside = false;
}

void note_renaming(const char *path, const char *target) {
    inside = true;
    struct change *change = note_name(RENAMED, path);
    if (change) {
        change->target = strdup(target);
        change->grave = bury(target);
    }
    inside = false;
}

void note_synced(int file) {
    struct stat status;
    if (plan.kind != KIND_POWER || fstat(file, &status) != 0) return;
    inside = true;
    for (struct change *change = first, *next; change; change = next) {
        next = change->next;
        if (change->place == status.st_ino && change->device == status.st_dev) drop(change);
    }
    inside = false;
}

static uint64_t random_number(void) {
    plan.seed ^= plan.seed << 13;
    plan.seed ^= plan.seed >> 7;
    plan.seed ^= plan.seed << 17;
    return plan.seed;
}

static void undo_bytes(const struct change *change) {
    pwrite(change->file, change->before, change->count_before, change->offset);
    ftruncate(change->file, change->length_before);
}

// Redoes a change of a file's bytes at random: completely, torn at a sector, or not at all.
static void redo_bytes(const struct change *change) {
    uint64_t choice = random_number();
    if (change->act == CUT) {
        if (choice % 2) ftruncate(change->file, change->length_after);
    } else if (choice % 3 == 0) {
        pwrite(change->file, change->after, change->count, change->offset);
    } else if (choice % 3 == 1) {
        pwrite(change->file, change->after, change->count / 512 * (choice / 3 % 8) / 8 * 512, change->offset);
    }
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk) {
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

static void undo_name(const struct change *change) {
    switch (change->act) {
    case MADE: nftw(change->path, remove_one, 8, FTW_DEPTH | FTW_PHYS); break;
    case REMOVED:
        // Renamed rather than linked, so that the file has only one name.
        if (change->grave) rename(change->grave, change->path); else mkdir(change->path, 0700);
        break;
    case RENAMED:
        rename(change->target, change->path);
        if (change->grave) rename(change->grave, change->target);
        break;
    default: break;
    }
}

// The number of a folder's changes that reached the disk, in order.
static size_t kept_names(ino_t folder) {
    size_t count = 0;
    for (struct change *change = first; change; change = change->next)
        if (change->act >= MADE && change->place == folder) count++;
    return plan.seed == 0 ? 0 : random_number() % (count + 1);
}

static void undo_names_of(ino_t folder) {
    size_t kept = kept_names(folder), seen = 0;
    struct change *change = first;
    for (; change; change = change->next)
        if (change->act >= MADE && change->place == folder && seen++ == kept) break;
    if (!change) return;
    for (struct change *late = last; late; late = late->previous) {
        if (late->act >= MADE && late->place == folder) undo_name(late);
        if (late == change) break;
    }
}

static bool is_first_of_folder(const struct change *change) {
    for (struct change *before = first; before != change; before = before->next)
        if (before->act >= MADE && before->place == change->place) return false;
    return true;
}

void fail_power(void) {
    inside = true;
    for (struct change *change = last; change; change = change->previous)
        if (change->act <= CUT) undo_bytes(change);
    if (plan.seed)
        for (struct change *change = first; change; change = change->next)
            if (change->act <= CUT) redo_bytes(change);
    for (struct change *change = first; change; change = change->next)
        if (change->act >= MADE && is_first_of_folder(change)) undo_names_of(change->place);
    kill(getpid(), SIGKILL);
    pause();
}
#endif
