#ifndef CSWIFTRUNTIME_SHIM_H
#define CSWIFTRUNTIME_SHIM_H

// What weak references are loaded with. Swift has no other name for it, and a weak reference costs its object a second
// piece of memory, and every hold of it a detour.
extern void *swift_tryRetain(void *object);

// Holds an object of Swift's, unless its last reference is gone. Its memory must be there still.
static inline void *cswift_hold(void *object) {
    return swift_tryRetain(object);
}

// The label of the queue that the caller runs on, if the queue is NULL. Dispatch's interface in Swift lacks it.
#ifdef __APPLE__
extern const char *cswift_queue_label(void *queue) __asm__("_dispatch_queue_get_label");
#else
extern const char *cswift_queue_label(void *queue) __asm__("dispatch_queue_get_label");
#endif

#endif
