/* Syntax trees: parsed, asked, changed, built, and added to a control. */
#ifndef SYNTAX_H
#define SYNTAX_H

#include "symbols.h"

/* Nodes that earlier calls have made; some are null. */
static clingo_ast_t *nodes[16];

/* Nodes whose place another took: the call that does this may still use them. */
static clingo_ast_t *replaced[64];
static size_t replaced_count;

static const char *const STATEMENTS[] = {
    "a.", "a :- b, not c, not not d.", "{ a; b : c } 2 :- d.", "1 { p(X) : q(X,Y), Y != 3 } :- r.", "a ; b : c :- d : e, f; g.",
    "p(1..3). q(X+1,-X,|X|,X**2,~X,X?Y,X&Y,X^Y,X/Y,X\\Y) :- p(X), p(Y).", ":- 1 < X <= 3, p(X), X = #sum { Y,Z : q(Y,Z); 2 : r }.",
    "p(X) :- X = #count { Y : q(Y) } > 2, #min { 1 : a } < 3, #max { 1 : a } != #inf.", "#minimize { 1@2,X : p(X), not q(X); 3 }.",
    ":~ p(X). [X@2,a]", "#maximize { 1 : a }.", "#show. #show p/1. #show -p/1. #show f(X) : p(X). #show \"s\".", "#const n = 3+4. [override]",
    "#const n = (1,2).", "#external p(X) : q(X). [true]", "#external a. [X]", "#edge (a,b) : c. #edge (1,2;3,4).", "#heuristic a : b. [1@2,sign]",
    "#project p/1. #project p(X) : q(X).", "#defined p/2. #defined -q/0.", "#program step(t,u).", "p((1,2;3)). p(;). p((1,)). p(f(;1)). p(()).",
    "p(@f(X,1);2) :- q(X).", "-p(X) :- -q(X), not -r.", "#true. #false :- #true, not #false.", "#script (none) code #end.",
    "#theory t { x { + : 1, unary; * : 3, binary, left; - : 2, binary, right }; &d/1 : x, { <=, = }, x, any; &e/0 : x, body }.",
    "&d(1) { +a * 3 - (b,c), {x}, [y], f(\"s\",-1) : p, not q } <= 3 + x. :- &e { }. &d(f(X)) :- p(X).", "&d(1) { 1,2 : a; : b; }.",
    "p(X) : q(X) :- r(X).", "% a comment\na. %* another *% b.", "a :- not not b : c.", "#sum { X : p(X) : q(X) } = 3.", "2 #count { X : p(X) } 4 :- a.",
    "#include \"none.lp\".", "a", "a :-", "p(X :- q.", "#show p/X.", "a.\xff", "#script (lua) #end.", "#include <incmode>.", "not a.", "not not a :- b.",
    "a(X) :- b(X), X = 1..3, X != Y, Y = (1;2).", "X = 1 :- p(X).", "p(_). p(_,_) :- q(_).", "p(\"a\\n\\\\\\\"\"). p(#inf,#sup).", "p(0x10,0b1,0o7). ", "",
};

static const char *attribute_name(int attribute) { return g_clingo_ast_attribute_names.names[attribute]; }

static void tell_node(clingo_ast_t *node) {
    size_t size = 0;
    if (!went(clingo_ast_to_string_size(node, &size))) {
        return;
    }
    char *text = space(size);
    if (done(clingo_ast_to_string(node, text, size))) {
        /* The lines of a theory, where clingo does not indent all. */
        char *end = text;
        for (char *at = text; *at != 0; ++at) {
            if (*at != ' ' || end == text || end[-1] != '~') {
                *end++ = *at == '\n' ? '~' : *at;
            }
        }
        *end = 0;
        tell(" %s", text);
    }
    free(text);
}

static void keep_node(clingo_ast_t *node) {
    size_t size = 0;
    if (clingo_ast_to_string_size(node, &size) && size > 300) {
        return;
    }
    size_t at = below(COUNT(nodes));
    clingo_ast_acquire(node);
    if (nodes[at] != NULL) {
        if (replaced_count == COUNT(replaced)) {
            clingo_ast_release(node);
            return;
        }
        replaced[replaced_count++] = nodes[at];
    }
    nodes[at] = node;
}

static void free_replaced(void) {
    while (replaced_count > 0) {
        clingo_ast_release(replaced[--replaced_count]);
    }
}

static void free_nodes(void) {
    free_replaced();
    for (size_t i = 0; i < COUNT(nodes); ++i) {
        if (nodes[i] != NULL) {
            clingo_ast_release(nodes[i]);
            nodes[i] = NULL;
        }
    }
}

/* What a callback has seen: of a text with an error, it is free how much that is. */
typedef struct {
    clingo_ast_t *seen[16];
    size_t size;
    size_t limit;
} visit_t;

static bool see_node(clingo_ast_t *node, void *data) {
    visit_t *visit = data;
    if (visit->size == visit->limit) {
        clingo_set_error(clingo_error_logic, "enough");
        return false;
    }
    if (visit->size < COUNT(visit->seen)) {
        clingo_ast_acquire(node);
        visit->seen[visit->size++] = node;
    }
    return true;
}

static void end_visit(visit_t *visit, bool is_done) {
    is_done = went(is_done);
    for (size_t i = 0; i < visit->size; ++i) {
        if (is_done) {
            tell_node(visit->seen[i]);
            keep_node(visit->seen[i]);
        }
        clingo_ast_release(visit->seen[i]);
    }
}

static void parse_nodes(void) {
    const char *program = PICK(STATEMENTS);
    visit_t visit = {.size = 0, .limit = chance(10) ? below(3) : 100};
    int messages = 0;
    tell("ast_parse %s:", program);
    end_visit(&visit, clingo_ast_parse_string(program, see_node, &visit, NULL, count_message, &messages, 20));
}

static clingo_ast_t *node_at_random(void) {
    for (int i = 0; i < 8; ++i) {
        clingo_ast_t *node = PICK(nodes);
        if (node != NULL) {
            return node;
        }
    }
    return NULL;
}

static void tell_location(clingo_location_t place) {
    tell(" %s %zu:%zu-%s %zu:%zu", place.begin_file, place.begin_line, place.begin_column, place.end_file, place.end_line, place.end_column);
}

/* Asks for an attribute as if it had a type. */
static void get_attribute(clingo_ast_t *node, int attribute, int type) {
    int number = 0;
    size_t size = 0, at = below(3);
    clingo_symbol_t symbol;
    clingo_location_t place;
    const char *string = NULL;
    clingo_ast_t *below_it = NULL;
    switch (type) {
    case clingo_ast_attribute_type_number:
        if (done(clingo_ast_attribute_get_number(node, attribute, &number))) {
            tell(" %d", number);
        }
        break;
    case clingo_ast_attribute_type_symbol:
        if (done(clingo_ast_attribute_get_symbol(node, attribute, &symbol))) {
            tell_symbol(symbol);
        }
        break;
    case clingo_ast_attribute_type_location:
        if (done(clingo_ast_attribute_get_location(node, attribute, &place))) {
            tell_location(place);
        }
        break;
    case clingo_ast_attribute_type_string:
        if (done(clingo_ast_attribute_get_string(node, attribute, &string))) {
            tell(" %s", string);
        }
        break;
    case clingo_ast_attribute_type_ast:
        if (done(clingo_ast_attribute_get_ast(node, attribute, &below_it))) {
            tell_node(below_it);
            keep_node(below_it);
            clingo_ast_release(below_it);
        }
        break;
    case clingo_ast_attribute_type_optional_ast:
        if (done(clingo_ast_attribute_get_optional_ast(node, attribute, &below_it)) && below_it != NULL) {
            tell_node(below_it);
            keep_node(below_it);
            clingo_ast_release(below_it);
        }
        break;
    case clingo_ast_attribute_type_string_array:
        if (done(clingo_ast_attribute_size_string_array(node, attribute, &size))) {
            tell(" %zu", size);
            if (at < size && done(clingo_ast_attribute_get_string_at(node, attribute, at, &string))) {
                tell(" %s", string);
            }
        }
        break;
    default:
        if (done(clingo_ast_attribute_size_ast_array(node, attribute, &size))) {
            tell(" %zu", size);
            if (at < size && done(clingo_ast_attribute_get_ast_at(node, attribute, at, &below_it))) {
                tell_node(below_it);
                keep_node(below_it);
                clingo_ast_release(below_it);
            }
        }
    }
}

static void ask_node(void) {
    clingo_ast_t *node = node_at_random(), *other = node_at_random();
    clingo_ast_type_t type = 0;
    tell("ast");
    if (node == NULL) {
        return;
    }
    tell_node(node);
    if (done(clingo_ast_get_type(node, &type))) {
        tell(" %s", g_clingo_ast_constructors.constructors[type].name);
    }
    for (int attribute = 0; attribute < (int)g_clingo_ast_attribute_names.size; ++attribute) {
        bool has = false;
        clingo_ast_attribute_type_t kind = 0;
        if (!clingo_ast_has_attribute(node, attribute, &has)) {
            done(false);
        }
        if (has) {
            tell(" %s", attribute_name(attribute));
            if (done(clingo_ast_attribute_type(node, attribute, &kind))) {
                tell(" %d", kind);
                get_attribute(node, attribute, wrongly(5) ? (int)below(8) : kind);
            }
        } else if (chance(3)) {
            tell(" no %s", attribute_name(attribute));
            if (chance(50)) {
                done(clingo_ast_attribute_type(node, attribute, &kind));
            } else {
                get_attribute(node, attribute, (int)below(8));
            }
        }
    }
    if (other != NULL) {
        bool is_equal = clingo_ast_equal(node, other);
        tell(" beside");
        tell_node(other);
        tell(" %d %d %d", is_equal, clingo_ast_less_than(node, other), clingo_ast_less_than(other, node));
        if (is_equal && clingo_ast_hash(node) != clingo_ast_hash(other)) {
            tell(" other hash");
        }
    }
}

/* Returns a node that may take the place of an attribute's, or one of its: one of the same kind. */
static clingo_ast_t *like_one_of(clingo_ast_t *node, int attribute, int type) {
    clingo_ast_t *held = NULL;
    size_t size = 0;
    clingo_ast_type_t kind = 0, other = 0;
    if (type == clingo_ast_attribute_type_ast) {
        clingo_ast_attribute_get_ast(node, attribute, &held);
    } else if (type == clingo_ast_attribute_type_optional_ast) {
        clingo_ast_attribute_get_optional_ast(node, attribute, &held);
    } else if (type == clingo_ast_attribute_type_ast_array && clingo_ast_attribute_size_ast_array(node, attribute, &size) && size > 0) {
        clingo_ast_attribute_get_ast_at(node, attribute, below(size), &held);
    }
    if (held == NULL) {
        return type < clingo_ast_attribute_type_ast || type == clingo_ast_attribute_type_string_array ? node : NULL;
    }
    clingo_ast_get_type(held, &kind);
    for (int i = 0; i < 40; ++i) {
        clingo_ast_t *found = node_at_random();
        if (found != NULL && clingo_ast_get_type(found, &other) && other == kind) {
            clingo_ast_release(held);
            return found;
        }
    }
    /* What was returned is still there: its node holds it. */
    clingo_ast_release(held);
    return held;
}

/* Changes an attribute: of the node itself for a number and the like, by a copy of another node for a node. */
static void change_node(void) {
    clingo_ast_t *node = node_at_random(), *given = node_at_random(), *value = NULL;
    bool has = false;
    int attribute = 0, tries = 0;
    size_t size = 0;
    clingo_ast_attribute_type_t type = 0;
    tell("ast_change");
    if (node == NULL || given == NULL) {
        return;
    }
    do {
        attribute = (int)below(g_clingo_ast_attribute_names.size);
    } while (clingo_ast_has_attribute(node, attribute, &has) && !has && ++tries < 100);
    tell(" %s", attribute_name(attribute));
    if (!done(clingo_ast_attribute_type(node, attribute, &type))) {
        return;
    }
    type = wrongly(3) ? (int)below(8) : type;
    if (!is_wild) {
        given = like_one_of(node, attribute, type);
    }
    if (given == NULL || !done(clingo_ast_deep_copy(given, &value))) {
        return;
    }
    tell(" %d", type);
    switch (type) {
    case clingo_ast_attribute_type_number:
        done(clingo_ast_attribute_set_number(node, attribute, (int)below(2)));
        break;
    case clingo_ast_attribute_type_symbol:
        done(clingo_ast_attribute_set_symbol(node, attribute, PICK(symbols)));
        break;
    case clingo_ast_attribute_type_location: {
        clingo_location_t place = {"a", "b", below(5), below(5), below(5), below(5)};
        done(clingo_ast_attribute_set_location(node, attribute, &place));
        break;
    }
    case clingo_ast_attribute_type_string:
        done(clingo_ast_attribute_set_string(node, attribute, PICK(NAMES)));
        break;
    case clingo_ast_attribute_type_ast:
        done(clingo_ast_attribute_set_ast(node, attribute, value));
        break;
    case clingo_ast_attribute_type_optional_ast:
        done(clingo_ast_attribute_set_optional_ast(node, attribute, chance(50) ? NULL : value));
        break;
    case clingo_ast_attribute_type_string_array:
        if (done(clingo_ast_attribute_size_string_array(node, attribute, &size))) {
            if (size == 0 || chance(40)) {
                done(clingo_ast_attribute_insert_string_at(node, attribute, below(size + 1), PICK(NAMES)));
            } else if (chance(50)) {
                done(clingo_ast_attribute_delete_string_at(node, attribute, below(size)));
            } else {
                done(clingo_ast_attribute_set_string_at(node, attribute, below(size), PICK(NAMES)));
            }
        }
        break;
    default:
        if (done(clingo_ast_attribute_size_ast_array(node, attribute, &size))) {
            if (size == 0 || chance(40)) {
                done(clingo_ast_attribute_insert_ast_at(node, attribute, below(size + 1), value));
            } else if (chance(50)) {
                done(clingo_ast_attribute_delete_ast_at(node, attribute, below(size)));
            } else {
                done(clingo_ast_attribute_set_ast_at(node, attribute, below(size), value));
            }
        }
    }
    clingo_ast_release(value);
    tell_node(node);
}

static void copy_node(void) {
    clingo_ast_t *node = node_at_random(), *made = NULL;
    visit_t visit = {.size = 0, .limit = chance(20) ? below(4) : 100};
    tell("ast_copy");
    if (node == NULL) {
        return;
    }
    tell_node(node);
    switch (below(3)) {
    case 0:
        if (done(clingo_ast_copy(node, &made))) {
            keep_node(made);
            tell_node(made);
            clingo_ast_release(made);
        }
        break;
    case 1:
        if (done(clingo_ast_deep_copy(node, &made))) {
            keep_node(made);
            tell(" %d", clingo_ast_equal(made, node));
            clingo_ast_release(made);
        }
        break;
    default:
        tell(" unpool");
        end_visit(&visit, clingo_ast_unpool(node, (int)below(4), see_node, &visit));
    }
}

static void build_node(void) {
    clingo_ast_t *made = NULL, *one = node_at_random(), *two = node_at_random();
    clingo_location_t place = {"a", "a", 1, 1, 2, 3};
    bool is_done = false;
    tell("ast_build");
    if (one == NULL || two == NULL) {
        return;
    }
    clingo_ast_t *list[] = {one, two, one};
    switch (below(9)) {
    case 0:
        is_done = clingo_ast_build(clingo_ast_type_id, &made, &place, PICK(NAMES));
        break;
    case 1:
        is_done = clingo_ast_build(clingo_ast_type_variable, &made, &place, PICK(NAMES));
        break;
    case 2:
        is_done = clingo_ast_build(clingo_ast_type_symbolic_term, &made, &place, PICK(symbols));
        break;
    case 3:
        is_done = clingo_ast_build(clingo_ast_type_function, &made, &place, PICK(NAMES), list, (size_t)below(4), (int)below(2));
        break;
    case 4:
        is_done = clingo_ast_build(clingo_ast_type_boolean_constant, &made, (int)below(2));
        break;
    case 5:
        is_done = clingo_ast_build(clingo_ast_type_literal, &made, &place, (int)below(3), one);
        break;
    case 6:
        is_done = clingo_ast_build(clingo_ast_type_rule, &made, &place, one, list, (size_t)below(4));
        break;
    case 7:
        is_done = clingo_ast_build(clingo_ast_type_interval, &made, &place, one, two);
        break;
    default:
        is_done = clingo_ast_build(clingo_ast_type_program, &made, &place, PICK(NAMES), list, (size_t)below(3));
    }
    if (done(is_done)) {
        tell_node(made);
        keep_node(made);
        clingo_ast_release(made);
    }
}

#endif
