#ifndef SURFJOURNAL_CTCD_H
#define SURFJOURNAL_CTCD_H

#include <tcd.h>

// Swift sees a C array as a tuple of its elements.
static inline const char *surfjournal_name(const TIDE_RECORD *record) { return record->header.name; }
static inline double surfjournal_amplitude(const TIDE_RECORD *record, int number) { return record->amplitude[number]; }
static inline double surfjournal_epoch(const TIDE_RECORD *record, int number) { return record->epoch[number]; }

#endif
