// Counts the allocations of the program that it is linked into, by standing before the C library's allocator.

/// How many blocks the program has asked for so far; negative where they cannot be counted: without glibc, or under a
/// sanitizer, which stands there itself.
long allocation_count(void);
