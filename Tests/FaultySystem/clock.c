// Shifts the wall clock, as a wrong setting or an empty battery does. The monotonic clock is not changed.
#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long shift, jump;
static atomic_long looks;

__attribute__((constructor)) static void read_shift(void) {
    const char *first = getenv("FAULTY_CLOCK"), *later = getenv("FAULTY_CLOCK_JUMP");
    shift = first ? atol(first) : 0;
    jump = later ? atol(later) : 0;
}

static long wrong(void) {
    enum { BEFORE_JUMP = 4 };
    return shift + (jump && atomic_fetch_add(&looks, 1) >= BEFORE_JUMP ? jump : 0);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = ((__typeof__(&clock_gettime))dlsym(RTLD_NEXT, "clock_gettime"))(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += wrong();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int result = ((__typeof__(&gettimeofday))dlsym(RTLD_NEXT, "gettimeofday"))(now, zone);
    if (result == 0) now->tv_sec += wrong();
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return (time_t)-1;
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}
#endif
