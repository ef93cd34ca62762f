#ifndef SURFJOURNAL_CZLIB_H
#define SURFJOURNAL_CZLIB_H

#include <zlib.h>

// Swift does not import macros with arguments. Begins to decompress gzip, and nothing else.
static inline int surfjournal_gunzip_begin(z_stream *stream) {
    return inflateInit2(stream, MAX_WBITS + 16);
}

// Begins to decompress what has no header.
static inline int surfjournal_inflate_begin(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
