#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>
#include <wctype.h>

// libedit's calls take any number of arguments, which Swift cannot pass: each use has a function here.

// The C library's headers show this only with _GNU_SOURCE, which would change types that Swift knows otherwise.
#ifdef __GLIBC__
#include <bits/types/cookie_io_functions_t.h>
extern FILE *fopencookie(void *__restrict cookie, const char *__restrict mode, cookie_io_functions_t functions);
#endif

typedef unsigned char (*cedit_key_function)(EditLine *, int);
typedef int (*cedit_read_function)(EditLine *, wchar_t *);
typedef ssize_t (*cedit_write_function)(void *, const char *, size_t);

#ifdef __APPLE__
typedef struct {
    cedit_write_function write;
    void *owner;
} cedit_stream_owner;

static inline int cedit_stream_write(void *cookie, const char *bytes, int count) {
    cedit_stream_owner *stream = (cedit_stream_owner *)cookie;
    return (int)stream->write(stream->owner, bytes, (size_t)count);
}

static inline int cedit_stream_close(void *cookie) {
    free(cookie);
    return 0;
}

// A stream whose bytes are handed to a function.
static inline FILE *cedit_stream(void *owner, cedit_write_function write) {
    cedit_stream_owner *stream = (cedit_stream_owner *)malloc(sizeof(cedit_stream_owner));
    if (!stream) return NULL;
    stream->write = write;
    stream->owner = owner;
    return funopen(stream, NULL, cedit_stream_write, NULL, cedit_stream_close);
}
#else
// A stream whose bytes are handed to a function.
static inline FILE *cedit_stream(void *owner, cedit_write_function write) {
    cookie_io_functions_t functions = {NULL, write, NULL, NULL};
    return fopencookie(owner, "w", functions);
}
#endif

// Makes the C library read and write characters as UTF-8; whether it can.
static inline int cedit_use_utf8(void) {
    static const char *const names[] = {"", "C.UTF-8", "en_US.UTF-8", "UTF-8"};
    for (size_t index = 0; index < sizeof(names) / sizeof(names[0]); index++) {
        if (setlocale(LC_CTYPE, names[index]) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
    }
    return 0;
}

static inline EditLine *cedit_init(const char *program, FILE *in, FILE *out, FILE *err, int infd, int outfd) {
    return el_init_fd(program, in, out, err, infd, outfd, outfd);
}

static inline FILE *cedit_stdin(void) { return stdin; }

static inline void cedit_set_owner(EditLine *editor, void *owner) { el_wset(editor, EL_CLIENTDATA, owner); }

static inline void *cedit_owner(EditLine *editor) {
    void *owner = NULL;
    el_wget(editor, EL_CLIENTDATA, &owner);
    return owner;
}

static inline void cedit_set_reader(EditLine *editor, cedit_read_function read) { el_wset(editor, EL_GETCFN, read); }

static inline void cedit_set_editor(EditLine *editor, const wchar_t *name) { el_wset(editor, EL_EDITOR, name); }

// Whether the keys are vi's.
static inline int cedit_is_vi(EditLine *editor) {
    const wchar_t *name = NULL;
    return el_wget(editor, EL_EDITOR, &name) == 0 && name && wcscmp(name, L"vi") == 0;
}

// Leaves signals to the program, and lets the keys of signals, of flow control and Enter through as they are while a line
// is edited.
static inline void cedit_take_all_keys(EditLine *editor) {
    el_wset(editor, EL_SIGNAL, 0);
    el_wset(editor, EL_SETTY, L"-d", L"-isig", L"-ixon", L"-icrnl", L"-inlcr", (wchar_t *)NULL);
}

// Gives the program's own functions the names that keys are bound to. libedit keeps the names' addresses.
static inline void cedit_add_functions(
    EditLine *editor, cedit_key_function interrupt, cedit_key_function suspend, cedit_key_function complete,
    cedit_key_function clear, cedit_key_function apply) {
    el_wset(editor, EL_ADDFN, L"surf-interrupt", L"Throw the line away", interrupt);
    el_wset(editor, EL_ADDFN, L"surf-suspend", L"Stop until the shell continues the program", suspend);
    el_wset(editor, EL_ADDFN, L"surf-complete", L"Complete the word", complete);
    el_wset(editor, EL_ADDFN, L"surf-clear", L"Clear the screen", clear);
    el_wset(editor, EL_ADDFN, L"surf-apply", L"Take what was pasted", apply);
}

static inline void cedit_bind(EditLine *editor, const wchar_t *key, const wchar_t *function) {
    el_wset(editor, EL_BIND, key, function, (wchar_t *)NULL);
}

// Binds a key of vi's command mode.
static inline void cedit_bind_command(EditLine *editor, const wchar_t *key, const wchar_t *function) {
    el_wset(editor, EL_BIND, L"-a", key, function, (wchar_t *)NULL);
}

static inline void cedit_set_history(EditLine *editor, HistoryW *history) {
    el_wset(editor, EL_HIST, history_w, history);
}

// Prepares the terminal for editing, or gives it back as it was.
static inline void cedit_prepare_terminal(EditLine *editor, int on) { el_wset(editor, EL_PREP_TERM, on); }

// Takes another terminal's capabilities; whether the system knows that one. A null name is that of TERM.
static inline int cedit_set_terminal(EditLine *editor, const char *name) {
    return el_wset(editor, EL_TERMINAL, name) == 0;
}

// A capability of the terminal by its termcap name; null where there is none.
static inline const char *cedit_capability(EditLine *editor, const char *name) {
    char *value = NULL;
    return el_get(editor, EL_GETTC, name, &value, (char *)NULL) == 0 ? value : NULL;
}

static inline HistoryW *cedit_history(int size) {
    HistoryW *history = history_winit();
    HistEventW event;
    if (history) history_w(history, &event, H_SETSIZE, size);
    return history;
}

static inline void cedit_history_add(HistoryW *history, const wchar_t *line) {
    HistEventW event;
    history_w(history, &event, H_ENTER, line);
}

static inline void cedit_history_clear(HistoryW *history) {
    HistEventW event;
    history_w(history, &event, H_CLEAR);
}

#endif
