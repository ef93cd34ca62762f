// Limits the number of threads of a process to FAULTY_THREADS, as a container's limit on processes does.
#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long given;

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *), void *restrict argument) {
    const char *most = getenv("FAULTY_THREADS");
    if (most && atomic_fetch_add(&given, 1) >= atol(most)) return EAGAIN;
    return ((__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, body, argument);
}
#endif
