/* The arguments of clingo_ast_build, whose number and types depend on the kind of the node: see src/ast/build.rs. */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What src/ast/constructors.rs tells of the attributes of a kind. */
struct argument {
    int attribute;
    int type;
};

struct constructor {
    char const *name;
    struct argument const *arguments;
    size_t size;
};

struct constructors {
    struct constructor const *constructors;
    size_t size;
};

extern struct constructors const g_clingo_ast_constructors;

/* The types of attributes: clingo_ast_attribute_type_e. */
enum { NUMBER, SYMBOL, LOCATION, STRING, NODE, OPTIONAL_NODE, STRINGS, NODES };

/* MOST_ATTRIBUTES of src/ast/constructors.rs, where the compiler sees to it that no kind has more. */
enum { MOST_ATTRIBUTES = 6 };

/* groundplan_ast_value of src/ast/build.rs. */
struct value {
    int number;
    uint64_t symbol;
    void const *pointer;
    size_t size;
};

bool groundplan_ast_build(int type, struct value const *values, void **ast);

bool groundplan_ast_build_collected(int type, void **ast, ...) {
    struct value values[MOST_ATTRIBUTES] = {{0}};
    if (type >= 0 && (size_t)type < g_clingo_ast_constructors.size) {
        struct constructor const *constructor = &g_clingo_ast_constructors.constructors[type];
        va_list given;
        va_start(given, ast);
        for (size_t i = 0; i < constructor->size; ++i) {
            switch (constructor->arguments[i].type) {
            case NUMBER:
                values[i].number = va_arg(given, int);
                break;
            case SYMBOL:
                values[i].symbol = va_arg(given, uint64_t);
                break;
            case STRINGS:
            case NODES:
                values[i].pointer = va_arg(given, void const *);
                values[i].size = va_arg(given, size_t);
                break;
            default:
                values[i].pointer = va_arg(given, void const *);
            }
        }
        va_end(given);
    }
    return groundplan_ast_build(type, values, ast);
}
