#ifndef CSWIFTRUNTIME_SHIM_H
#define CSWIFTRUNTIME_SHIM_H

// What weak references are loaded with. Swift has no other name for it, and a weak reference costs its object a second
// piece of memory, and every hold of it a detour.
extern void *swift_tryRetain(void *object);

// Holds an object of Swift's, unless its last reference is gone. Its memory must be there still.
static inline void *cswift_hold(void *object) {
    return swift_tryRetain(object);
}

#endif
