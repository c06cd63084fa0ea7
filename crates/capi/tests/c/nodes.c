/* Syntax trees that a program builds: the name of a file may have any bytes. */
#include "check.h"

int main(void) {
    clingo_location_t place = {"caf\xe9.lp", "caf\xe9.lp", 1, 1, 1, 2};
    clingo_ast_t *node = NULL;
    char text[8];
    size_t size = 0;
    CHECK(clingo_ast_build(clingo_ast_type_variable, &node, &place, "X"));
    CHECK(clingo_ast_to_string_size(node, &size) && size == 2);
    CHECK(clingo_ast_to_string(node, text, size) && strcmp(text, "X") == 0);
    clingo_ast_release(node);
    return 0;
}
