#if defined(__linux__)
#define _GNU_SOURCE
#include "plan.h"
#include "power.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct plan plan;
__thread bool inside;

struct report {
    uint64_t steps;
    uint64_t faults;
    char call[48];
    uint64_t waited;
};

static struct report unshared;
static struct report *report = &unshared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool next_write_is_cut;
static __thread bool this_write_is_cut;

static const struct {
    const char *name;
    enum kind kind;
    unsigned traits;
} kinds[] = {
    {"io", KIND_IO, READS | WRITES | GROWS | SYNCS | OPENS | NAMES | ASKS},
    {"full", KIND_FULL, GROWS},
    {"short", KIND_SHORT, WRITES},
    {"sync", KIND_SYNC, SYNCS},
    {"lock", KIND_LOCK, LOCKS},
    {"files", KIND_FILES, OPENS},
    {"memory", KIND_MEMORY, ALLOCATES},
    {"kill", KIND_KILL, WRITES | GROWS | SYNCS | LOCKS | NAMES},
    {"power", KIND_POWER, WRITES | GROWS | SYNCS | NAMES},
};
static unsigned counted;

static uint64_t number(const char *name) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static void open_report(const char *path) {
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof(struct report), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared != MAP_FAILED) report = shared;
}

__attribute__((constructor)) static void read_plan(void) {
    const char *name = getenv("FAULTY_KIND");
    inside = true;
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(name, kinds[i].name) != 0) continue;
        plan.kind = kinds[i].kind;
        counted = kinds[i].traits;
    }
    plan.step = number("FAULTY_STEP");
    plan.seed = number("FAULTY_SEED");
    plan.persistent = getenv("FAULTY_PERSISTENT") != NULL;
    plan.under = getenv("FAULTY_UNDER");
    plan.graves = getenv("FAULTY_GRAVES");
    open_report(getenv("FAULTY_REPORT"));
    // Programs that this one starts, such as git, get no faults unless that is asked for.
    if (name && !getenv("FAULTY_CHILDREN")) unsetenv("LD_PRELOAD");
    inside = false;
}

bool is_watched(const char *path) {
    static char current[PATH_MAX];
    if (!path || !plan.under || plan.kind == KIND_NONE) return false;
    size_t length = strlen(plan.under);
    if (path[0] != '/') {
        if (!getcwd(current, sizeof current)) return false;
        path = current;
    }
    return strncmp(path, plan.under, length) == 0;
}

static bool is_due(void) {
    if (plan.step == 0) return false;
    return report->steps == plan.step || (plan.persistent && report->steps > plan.step);
}

static int error_of_kind(void) {
    switch (plan.kind) {
    case KIND_IO: return EIO;
    case KIND_FULL: return ENOSPC;
    case KIND_SYNC: return EIO;
    case KIND_LOCK: return EAGAIN;
    case KIND_FILES: return EMFILE;
    case KIND_MEMORY: return ENOMEM;
    default: return 0;
    }
}

void note_waited(uint64_t microseconds) {
    pthread_mutex_lock(&lock);
    report->waited += microseconds;
    pthread_mutex_unlock(&lock);
}

static int strike(const char *call) {
    if (report->faults++ == 0) strncpy(report->call, call, sizeof report->call - 1);
    switch (plan.kind) {
    case KIND_KILL:
        kill(getpid(), SIGKILL);
        pause();
        return 0;
    case KIND_POWER:
        fail_power();
        return 0;
    case KIND_SHORT:
        this_write_is_cut = next_write_is_cut = true;
        return 0;
    default: return error_of_kind();
    }
}

int fault(unsigned traits, const char *call) {
    if (inside || plan.kind == KIND_NONE) return 0;
    if (!(traits & counted)) return 0;
    inside = true;
    pthread_mutex_lock(&lock);
    report->steps++;
    int error = 0;
    if (plan.kind == KIND_SHORT && next_write_is_cut) {
        next_write_is_cut = plan.persistent;
        error = ENOSPC;
    } else if (is_due()) {
        error = strike(call);
    }
    pthread_mutex_unlock(&lock);
    inside = false;
    return error;
}

bool cut_write(void) {
    bool cut = this_write_is_cut;
    this_write_is_cut = false;
    return cut;
}
#endif
