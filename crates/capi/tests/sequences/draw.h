/* Random numbers, and lines that tell what a call came to. */
#ifndef DRAW_H
#define DRAW_H

#include <clingo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define PICK(array) ((array)[below(COUNT(array))])

static _Thread_local uint64_t random_state;

/* What is drawn from here on depends on these numbers only: a call whose outcome is free does not change what follows it. */
static void draw_from(uint64_t first, uint64_t second) {
    random_state = first * 0x9e3779b97f4a7c15u + second * 0xd1342543de82ef95u + 1;
}

static uint64_t draw(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static unsigned below(size_t limit) { return (unsigned)(draw() % limit); }

static bool chance(unsigned percent) { return below(100) < percent; }

/* Whether to draw also what clingo leaves undefined: then no outcome is compared, and nothing may crash. */
static bool is_wild;

/* Whether to do what is against a precondition. */
static bool wrongly(unsigned percent) { return chance(percent) && is_wild; }

/* The line of the call that is made, or what a callback in a thread has told. */
static _Thread_local char line[1 << 18];
static _Thread_local size_t line_length;

static void tell(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(line + line_length, sizeof line - line_length, format, arguments);
    va_end(arguments);
    line_length += (size_t)written;
    if (line_length >= sizeof line) {
        line_length = sizeof line - 1;
    }
}

static void end_line(void) {
    line[line_length] = 0;
    puts(line);
    fflush(stdout);
    line_length = 0;
}

/* Tells whether a call was done, or how it failed; returns whether it was done. A fault of the library is told with its words. */
static bool done(bool is_done) {
    if (is_done) {
        tell(" ok");
    } else if (clingo_error_code() == clingo_error_unknown) {
        const char *message = clingo_error_message();
        tell(" UNKNOWN(%s)", message == NULL ? "" : message);
    } else {
        tell(" fails(%d)", clingo_error_code());
    }
    return is_done;
}

/* Does the same where it is free how a call fails. */
static bool went(bool is_done) {
    if (!is_done && clingo_error_code() == clingo_error_unknown) {
        const char *message = clingo_error_message();
        if (message != NULL && strncmp(message, "internal error", 14) == 0) {
            return done(false);
        }
    }
    tell(is_done ? " ok" : " fails");
    return is_done;
}

/* Tells strings in order, equal ones once, and frees them. */
static int compare_strings(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void tell_sorted(char **strings, size_t size) {
    if (size > 0) {
        qsort(strings, size, sizeof *strings, compare_strings);
    }
    tell(" {");
    for (size_t i = 0; i < size; ++i) {
        if (i == 0 || strcmp(strings[i - 1], strings[i]) != 0) {
            tell(i > 0 ? " %s" : "%s", strings[i]);
        }
    }
    tell("}");
    for (size_t i = 0; i < size; ++i) {
        free(strings[i]);
    }
}

static void *space(size_t size) {
    void *found = malloc(size + 1);
    if (found == NULL) {
        abort();
    }
    return found;
}

static char *copy(const char *string) { return strcpy(space(strlen(string)), string); }

#endif
