/* Symbols and signatures. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "draw.h"

/* Symbols that earlier calls have made. */
static clingo_symbol_t symbols[24];

static void begin_symbols(void) {
    for (size_t i = 0; i < COUNT(symbols); ++i) {
        clingo_symbol_create_number((int)i - 3, &symbols[i]);
    }
}

/* Returns a symbol as text, which the caller frees. */
static char *text_of(clingo_symbol_t symbol) {
    size_t size = 0;
    if (!clingo_symbol_to_string_size(symbol, &size)) {
        return copy("?");
    }
    char *text = space(size);
    return clingo_symbol_to_string(symbol, text, size) ? text : strcpy(text, "");
}

static void tell_symbol(clingo_symbol_t symbol) {
    char *text = text_of(symbol);
    tell(" %s", text);
    free(text);
}

static void keep_symbol(clingo_symbol_t symbol) {
    size_t size = 0;
    tell_symbol(symbol);
    if (clingo_symbol_to_string_size(symbol, &size) && size < 100) {
        symbols[below(COUNT(symbols))] = symbol;
    }
}

static const char *const NAMES[] = {"a", "b", "f", "p", "_g", "A", "", "x'", "not", "a b", "-a", "\xc3\xa9", "_", "p"};
static const char *const STRINGS[] = {"", "a", "a\n\"b\"\\", "\t", "\xc3\xa9", "long long long long long long long"};
static const char *const TERMS[] = {
    "1", "1+2*3", "f(1,a)", "(1,)", "()", "-f(x)", "\"s\\n\"", "#inf", "#sup", "2**3", "7/0", "7\\2", "f(", "X", "1..3", "(1;2)",
    "-(-(3))", "|-3|", "~5", "5&3?8", "5^3", "f(a;b)", "_", "a b", "", "%", "-a", "-(a)", "f(-(1))", "a+1", "f(1/0)", "-f(1)", "@f(1)",
    "2**-1", "-7/2", "-7\\2", "1 2", "f((1,2),(3,))", "-(1,2)", "-\"s\"", "a.", "not a", "0x1F", "0b11", "0o17", "00", "f ( 1 )",
    "- - 1", "(((1)))", "f(#inf,#sup)", "'a'", "_x", "x'", "a::b", "#count", "\"", "\"a\"\"b\"", "f(,)", "(,)", "(1,2,)", "f(1,)",
};

static void make_symbol(void) {
    clingo_symbol_t made, arguments[3];
    size_t size = below(4);
    const char *name = PICK(NAMES);
    for (size_t i = 0; i < 3; ++i) {
        arguments[i] = PICK(symbols);
    }
    switch (below(8)) {
    case 0:
        tell("number");
        clingo_symbol_create_number(chance(10) ? INT32_MIN : chance(10) ? INT32_MAX : (int)below(20) - 10, &made);
        keep_symbol(made);
        break;
    case 1:
        tell("extreme");
        if (chance(50)) {
            clingo_symbol_create_infimum(&made);
        } else {
            clingo_symbol_create_supremum(&made);
        }
        keep_symbol(made);
        break;
    case 2:
        tell("string");
        if (done(clingo_symbol_create_string(PICK(STRINGS), &made))) {
            keep_symbol(made);
        }
        break;
    case 3:
        tell("id");
        if (done(clingo_symbol_create_id(name, chance(70), &made))) {
            keep_symbol(made);
        }
        break;
    default:
        tell("function");
        if (done(clingo_symbol_create_function(name, arguments, size, chance(70), &made))) {
            keep_symbol(made);
        }
    }
}

static void count_message(clingo_warning_t code, const char *message, void *data) {
    (void)code;
    (void)message;
    ++*(int *)data;
}

static void parse_term(void) {
    clingo_symbol_t made;
    int messages = 0;
    const char *text = PICK(TERMS);
    tell("parse_term %s:", text);
    if (went(clingo_parse_term(text, count_message, &messages, below(3), &made))) {
        keep_symbol(made);
    }
}

static void ask_symbol(void) {
    clingo_symbol_t symbol = PICK(symbols), other = PICK(symbols);
    const clingo_symbol_t *arguments = NULL;
    const char *text = NULL;
    size_t size = 0;
    int number = 0;
    bool is_so = false;
    tell("symbol");
    tell_symbol(symbol);
    tell(" type %d", clingo_symbol_type(symbol));
    if (done(clingo_symbol_number(symbol, &number))) {
        tell(" %d", number);
    }
    if (done(clingo_symbol_string(symbol, &text))) {
        tell(" %s", text);
    }
    if (done(clingo_symbol_name(symbol, &text))) {
        tell(" %s", text);
    }
    if (done(clingo_symbol_is_negative(symbol, &is_so))) {
        tell(" %d", is_so);
    }
    if (done(clingo_symbol_is_positive(symbol, &is_so))) {
        tell(" %d", is_so);
    }
    if (done(clingo_symbol_arguments(symbol, &arguments, &size))) {
        for (size_t i = 0; i < size; ++i) {
            tell_symbol(arguments[i]);
        }
    }
    char buffer[128];
    if (done(clingo_symbol_to_string_size(symbol, &size)) && size > 1) {
        went(clingo_symbol_to_string(symbol, buffer, size - 1 - below(size - 1)));
    }
    tell(" beside");
    tell_symbol(other);
    tell(" %d %d %d", clingo_symbol_is_equal_to(symbol, other), clingo_symbol_is_less_than(symbol, other),
         clingo_symbol_is_less_than(other, symbol));
    if (clingo_symbol_is_equal_to(symbol, other) && clingo_symbol_hash(symbol) != clingo_symbol_hash(other)) {
        tell(" other hash");
    }
}

static void ask_signature(void) {
    clingo_signature_t one, other;
    tell("signature");
    if (done(clingo_signature_create(PICK(NAMES), below(4), chance(50), &one)) &&
        done(clingo_signature_create(PICK(NAMES), chance(5) ? 1000000 : below(4), chance(50), &other))) {
        tell(" %s %u %d %d", clingo_signature_name(other), clingo_signature_arity(other), clingo_signature_is_positive(other),
             clingo_signature_is_negative(other));
        tell(" beside %s/%u %d: %d %d", clingo_signature_name(one), clingo_signature_arity(one), clingo_signature_is_negative(one),
             clingo_signature_is_equal_to(one, other), clingo_signature_is_less_than(one, other));
        if (clingo_signature_is_equal_to(one, other) && clingo_signature_hash(one) != clingo_signature_hash(other)) {
            tell(" other hash");
        }
    }
}

#endif
