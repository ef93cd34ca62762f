#pragma once
#include <stddef.h>

/// A list of words or names inside the binary: one a line, in lower case, without accents, sorted by their bytes.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} word_list;

/// Names of surf spots.
word_list spot_names(void);

/// Words of everyday language.
word_list english_words(void);
word_list spanish_words(void);
word_list portuguese_words(void);
word_list french_words(void);
word_list german_words(void);
