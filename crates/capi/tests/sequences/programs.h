/* Texts of programs, and functions that they call. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "symbols.h"

static const char *const BASE[] = {
    "{ a; b }.", "{ a; b; c }.", "a :- not b. b :- not a.", "c :- a.", "c :- not a, b.", "d :- c. c :- d, a.", "{ p(1..3) }.", "q(X) :- p(X), not a.",
    "a ; b.", "a ; b :- c. c :- a, b.", ":- a, b.", ":- not a, not b.", "1 { p(1..3) } 2.", "-a :- b.", "{ -a }.", "#external e.", "#external f(1..2).", "c :- e.",
    "d :- f(X), not e.", ":- 2 { p(X) }.", "d :- 2 #sum { X : p(X) }.", "d :- #count { X : p(X) } = S, S > 1.", "p(X) :- q(X).", "#show a/0.", "#show p/1.",
    "#show t(X) : p(X).", "#show x : a, not b.", "q(1..2).", "v(@twice(X)) :- p(X).", "v(@several(3)).", "w(k).", "q(1/0).", "d :- nothing.",
    "#defined nothing/0.", ":- a, not a.", "#true.", "#heuristic a. [1,true]", "#edge (1,2) : a. #edge (2,1) : b.", "y :- a : b.", "p(X) : X = 1..2 :- a.",
    "#script (mine) fine #end.", "#external g : a. [true]", "d :- g.", "&d { x + 1 : a; y } <= 3.", "c :- &b(1) { }.", "&d { 1,2 : p(X); (a,b); f(x,\"s\"); [1]; {2} }.",
};
static const char *const MINIMIZE[] = {"#minimize { 1,a : a; 2,b : b }.", "#maximize { X@2,X : p(X) }.", ":~ c. [3@-1]", "#minimize { -1,d : d; 1@2,c : not c }."};
static const char *const THEORY =
    "#theory t { x { + : 1, binary, left; - : 2, unary; * : 3, binary, right }; &d/0 : x, { <=, = }, x, any; &b/1 : x, body }.";
static const char *const STEP[] = {
    "{ s(t) }.", "r(t,X) :- p(X), s(t).", "s(t) :- s(t-1), not a.", ":- s(t), s(t-1).", "#external x(t+1).", "x(t) :- s(t).", ":- x(t+1), a.", "r(t,1) ; r(t,2).",
    "#show s/1.", "&d { t : s(t) } = t.", "r(t,@twice(t)).", "{ r(t,1..2) } :- e.",
};
static const char *const WRONG[] = {
    "a :-", "p(X).", "a. b :- c", "#show p.", "\xff", "#include \"none.lp\".", "#script (none) x #end.", "#script (mine) wrong #end.", "&undefined { }.", "p(X) :- not q(X).", "#const n = n.",
    "#external.", "a(.",
};
/* Atoms that programs speak of, and some that they do not. */
static const char *const ATOMS[] = {
    "a", "b", "c", "d", "-a", "p(1)", "p(2)", "p(3)", "q(1)", "q(2)", "e", "f(1)", "f(2)", "g", "s(1)", "s(2)", "r(1,1)", "x(2)", "v(2)", "w(3)", "h(1)", "h(2)", "nowhere",
};

static clingo_symbol_t parsed(const char *text) {
    clingo_symbol_t symbol;
    if (!clingo_parse_term(text, NULL, NULL, 0, &symbol)) {
        abort();
    }
    return symbol;
}

/* Appends so many statements to a text. */
static void append(char *text, const char *const *statements, size_t count, size_t number) {
    for (; number > 0; --number) {
        strcat(strcat(text, statements[below(count)]), " ");
    }
}

/* The functions of programs. */
static bool evaluate(const char *name, const clingo_symbol_t *arguments, size_t size, clingo_symbol_callback_t give, void *data) {
    int number = 0;
    clingo_symbol_t found;
    if (size != 1 || (strcmp(name, "twice") != 0 && strcmp(name, "several") != 0)) {
        clingo_set_error(clingo_error_logic, "no such function");
        return false;
    }
    if (!clingo_symbol_number(arguments[0], &number)) {
        return false;
    }
    if (strcmp(name, "twice") == 0) {
        clingo_symbol_create_number(2 * number, &found);
        return give(&found, 1, data);
    }
    for (int i = 0; i < number; ++i) {
        clingo_symbol_create_number(i, &found);
        if (!give(&found, 1, data)) {
            return false;
        }
    }
    return true;
}

static bool call_function(const clingo_location_t *location, const char *name, const clingo_symbol_t *arguments, size_t size, void *data,
                          clingo_symbol_callback_t give, void *give_data) {
    (void)location;
    if (data != NULL && ++*(int *)data > 2) {
        clingo_set_error(clingo_error_runtime, "too many calls");
        return false;
    }
    return evaluate(name, arguments, size, give, give_data);
}

/* A language of scripts. */
static bool execute_script(const clingo_location_t *location, const char *code, void *data) {
    (void)location;
    (void)data;
    if (strstr(code, "wrong") != NULL) {
        clingo_set_error(clingo_error_logic, "wrong");
        return false;
    }
    return true;
}

static bool call_script(const clingo_location_t *location, const char *name, const clingo_symbol_t *arguments, size_t size, clingo_symbol_callback_t give,
                        void *give_data, void *data) {
    (void)location;
    (void)data;
    return evaluate(name, arguments, size, give, give_data);
}

static bool is_callable(const char *name, bool *result, void *data) {
    (void)data;
    *result = strcmp(name, "twice") == 0;
    return true;
}

static void register_language(void) {
    static const clingo_script_t script = {execute_script, call_script, is_callable, NULL, NULL, "1.0"};
    if (!clingo_register_script("mine", &script, NULL)) {
        abort();
    }
}

#endif
