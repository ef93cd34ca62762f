#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CWords.h"

static const unsigned char spots[] = {
#embed "lists/spots.txt"
};
static const unsigned char english[] = {
#embed "lists/english.txt"
};
static const unsigned char spanish[] = {
#embed "lists/spanish.txt"
};
static const unsigned char portuguese[] = {
#embed "lists/portuguese.txt"
};
static const unsigned char french[] = {
#embed "lists/french.txt"
};
static const unsigned char german[] = {
#embed "lists/german.txt"
};

word_list spot_names(void) { return (word_list){spots, sizeof(spots)}; }
word_list english_words(void) { return (word_list){english, sizeof(english)}; }
word_list spanish_words(void) { return (word_list){spanish, sizeof(spanish)}; }
word_list portuguese_words(void) { return (word_list){portuguese, sizeof(portuguese)}; }
word_list french_words(void) { return (word_list){french, sizeof(french)}; }
word_list german_words(void) { return (word_list){german, sizeof(german)}; }
