// Counts the allocations of the program that it is linked into, by replacing the C library's allocator functions.

/// The number of allocations so far; negative if they cannot be counted: without glibc, or under a sanitizer, which replaces
/// the allocator itself.
long allocation_count(void);
