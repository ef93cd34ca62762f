#ifndef SURFJOURNAL_CTCD_H
#define SURFJOURNAL_CTCD_H

#include <string.h>
#include <tcd.h>

// Swift sees a C array as a tuple of its elements.
static inline const char *surfjournal_name(const TIDE_RECORD *record) { return record->header.name; }
static inline double surfjournal_amplitude(const TIDE_RECORD *record, int number) { return record->amplitude[number]; }
static inline double surfjournal_epoch(const TIDE_RECORD *record, int number) { return record->epoch[number]; }

static inline void surfjournal_set_name(TIDE_RECORD *record, const char *name) {
    strncpy(record->header.name, name, ONELINER_LENGTH - 1);
}
static inline void surfjournal_set_amplitude(TIDE_RECORD *record, int number, double amplitude) {
    record->amplitude[number] = (float)amplitude;
}

#endif
