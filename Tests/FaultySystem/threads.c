// Limits the threads that a process has at the same time, beside its first, to FAULTY_THREADS, as a container's limit on
// processes does.
#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long running;

struct work {
    void *(*body)(void *);
    void *argument;
};

static void ended(void *unused) { atomic_fetch_sub(&running, 1); }

static void *run(void *started) {
    struct work work = *(struct work *)started;
    free(started);
    void *result;
    pthread_cleanup_push(ended, NULL);
    result = work.body(work.argument);
    pthread_cleanup_pop(1);
    return result;
}

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *), void *restrict argument) {
    const char *most = getenv("FAULTY_THREADS");
    int (*create)(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict) =
        dlsym(RTLD_NEXT, "pthread_create");
    if (!most) return create(thread, attributes, body, argument);
    if (atomic_fetch_add(&running, 1) >= atol(most)) {
        ended(NULL);
        return EAGAIN;
    }
    struct work *work = malloc(sizeof *work);
    if (!work) {
        ended(NULL);
        return EAGAIN;
    }
    *work = (struct work){body, argument};
    int error = create(thread, attributes, run, work);
    if (error) {
        ended(NULL);
        free(work);
    }
    return error;
}
#endif
