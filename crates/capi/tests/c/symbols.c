/* Symbols: their values, order, texts, and errors for what they are not. */
#include "check.h"

static void check_text(clingo_symbol_t symbol, const char *text) {
    char buffer[64];
    size_t size = 0;
    CHECK(clingo_symbol_to_string_size(symbol, &size));
    CHECK(size == strlen(text) + 1);
    CHECK(clingo_symbol_to_string(symbol, buffer, size));
    CHECK(strcmp(buffer, text) == 0);
    CHECK(!clingo_symbol_to_string(symbol, buffer, size - 1));
    CHECK(clingo_error_code() == clingo_error_runtime);
}

int main(void) {
    clingo_symbol_t inf, sup, number, string, constant, function, tuple, parsed;
    clingo_symbol_create_infimum(&inf);
    clingo_symbol_create_supremum(&sup);
    clingo_symbol_create_number(-7, &number);
    CHECK(clingo_symbol_create_string("a\n\"b\"", &string));
    CHECK(clingo_symbol_create_id("c", true, &constant));
    clingo_symbol_t arguments[] = {number, string, constant};
    CHECK(clingo_symbol_create_function("f", arguments, 3, false, &function));
    CHECK(clingo_symbol_create_function("", arguments, 1, true, &tuple));
    check_text(inf, "#inf");
    check_text(sup, "#sup");
    check_text(number, "-7");
    check_text(string, "\"a\\n\\\"b\\\"\"");
    check_text(function, "-f(-7,\"a\\n\\\"b\\\"\",c)");
    check_text(tuple, "(-7,)");

    clingo_symbol_t order[] = {inf, number, constant, string, tuple, sup};
    for (size_t i = 0; i + 1 < sizeof order / sizeof *order; ++i) {
        CHECK(clingo_symbol_is_less_than(order[i], order[i + 1]));
        CHECK(!clingo_symbol_is_less_than(order[i + 1], order[i]));
    }

    CHECK(clingo_parse_term("-f(3-10,\"a\\n\\\"b\\\"\",c)", NULL, NULL, 20, &parsed));
    CHECK(clingo_symbol_is_equal_to(parsed, function));
    CHECK(clingo_symbol_hash(parsed) == clingo_symbol_hash(function));
    CHECK(!clingo_parse_term("f(", NULL, NULL, 0, &parsed));
    CHECK(clingo_error_code() == clingo_error_runtime);

    int value = 0;
    const char *text = NULL;
    const clingo_symbol_t *found = NULL;
    size_t size = 0;
    bool is_negative = false;
    CHECK(clingo_symbol_number(number, &value) && value == -7);
    CHECK(clingo_symbol_string(string, &text) && strcmp(text, "a\n\"b\"") == 0);
    CHECK(clingo_symbol_name(function, &text) && strcmp(text, "f") == 0);
    CHECK(clingo_symbol_arguments(function, &found, &size) && size == 3 && found[2] == constant);
    CHECK(clingo_symbol_is_negative(function, &is_negative) && is_negative);
    CHECK(!clingo_symbol_number(string, &value) && !clingo_symbol_string(number, &text));
    /* A number of 64 bits has no other value in 32. */
    CHECK(clingo_parse_term("3000000000", NULL, NULL, 20, &parsed));
    CHECK(clingo_symbol_type(parsed) == clingo_symbol_type_number);
    CHECK(!clingo_symbol_number(parsed, &value));
    check_text(parsed, "3000000000");

    clingo_signature_t signature, negative;
    CHECK(clingo_signature_create("f", 3, true, &signature));
    CHECK(clingo_signature_create("f", 3, false, &negative));
    CHECK(clingo_signature_arity(signature) == 3 && clingo_signature_is_negative(negative));
    CHECK(clingo_signature_is_less_than(signature, negative));
    return 0;
}
