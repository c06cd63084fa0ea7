/* Statements of a backend, and observers of the ground program. */
#ifndef GROUND_H
#define GROUND_H

#include "control.h"

static clingo_literal_t literal_in(clingo_atom_t *atoms, size_t size) {
    clingo_literal_t literal = (clingo_literal_t)atoms[below(size)];
    return chance(50) ? literal : -literal;
}

static void add_theory(clingo_backend_t *backend, clingo_literal_t condition) {
    clingo_id_t terms[5], elements[2];
    clingo_atom_t atom = 0;
    clingo_symbol_t symbol = PICK(symbols);
    if (!done(clingo_backend_theory_term_number(backend, (int)below(5) - 2, &terms[0])) || !done(clingo_backend_theory_term_string(backend, "x", &terms[1])) ||
        !done(clingo_backend_theory_term_symbol(backend, symbol, &terms[2])) ||
        !done(clingo_backend_theory_term_sequence(backend, (int)below(3), terms, below(4), &terms[3])) ||
        !done(clingo_backend_theory_term_function(backend, chance(50) ? "f" : "+", terms, 1 + below(2), &terms[4]))) {
        return;
    }
    if (wrongly(10)) {
        terms[below(5)] = (clingo_id_t)draw();
    }
    if (!done(clingo_backend_theory_element(backend, terms + below(5), 1, &condition, below(2), &elements[0])) ||
        !done(clingo_backend_theory_element(backend, terms, 2, NULL, 0, &elements[1]))) {
        return;
    }
    if (chance(50)) {
        done(clingo_backend_theory_atom(backend, chance(50) ? 0 : UINT32_MAX, terms[1], elements, below(3), &atom));
    } else {
        done(clingo_backend_theory_atom_with_guard(backend, chance(50) ? 0 : UINT32_MAX, terms[4], elements, below(3), "<=", terms[0], &atom));
    }
}

static void use_backend(void) {
    clingo_backend_t *backend = NULL;
    clingo_atom_t atoms[8], made = 0;
    size_t size = 0;
    tell("backend");
    if (now.handle != NULL && !wrongly(20)) {
        return;
    }
    if (!done(clingo_control_backend(now.control, &backend)) || !went(clingo_backend_begin(backend))) {
        return;
    }
    if (now.handle != NULL) {
        went(clingo_backend_end(backend));
        return;
    }
    /* Heads are atoms of this step only. */
    char name[32];
    for (; size < 3; ++size) {
        sprintf(name, "h(%d,%zu)", now.backends, size);
        clingo_symbol_t symbol = parsed(name);
        if (!done(clingo_backend_add_atom(backend, size < 2 ? &symbol : NULL, &atoms[size]))) {
            return;
        }
    }
    size_t heads = size;
    ++now.backends;
    for (int i = 0; i < 3; ++i) {
        clingo_literal_t literal = literal_at_random();
        if (literal != 0) {
            atoms[size++] = (clingo_atom_t)(literal < 0 ? -literal : literal);
        }
    }
    for (size_t left = 1 + below(4); left > 0; --left) {
        clingo_literal_t body[3];
        clingo_weighted_literal_t weighted[3];
        size_t count = below(4);
        for (size_t i = 0; i < 3; ++i) {
            body[i] = literal_in(atoms, size);
            weighted[i] = (clingo_weighted_literal_t){body[i], 1 + (int)below(3)};
        }
        made = atoms[below(heads)];
        int kind = (int)below(12);
        tell(" %d", kind);
        switch (kind) {
        case 0:
        case 1:
        case 2:
            /* A choice of an atom without a name makes answers that look the same. */
            done(clingo_backend_rule(backend, made != atoms[2] && chance(50), &made, 1, body, count));
            break;
        case 3:
            done(clingo_backend_rule(backend, false, atoms, 1 + below(2), body, count));
            break;
        case 4:
            done(clingo_backend_weight_rule(backend, false, &made, 1, 1 + (int)below(4), weighted, count));
            break;
        case 5:
            now.minimizes = true;
            done(clingo_backend_minimize(backend, (int)below(3) - 1, weighted, count));
            break;
        case 6:
            now.projects = true;
            done(clingo_backend_project(backend, atoms, below(size)));
            break;
        case 7:
            if (clingo_backend_add_atom(backend, NULL, &made)) {
                sprintf(name, "h(%d)", now.backends);
                done(clingo_backend_external(backend, made, below(3)));
            }
            break;
        case 8:
            done(clingo_backend_heuristic(backend, atoms[below(size)], (int)below(6), (int)below(5) - 2, below(3), body, count));
            break;
        case 9:
            /* The nodes are none of a text: clingo numbers those in its own order. */
            done(clingo_backend_acyc_edge(backend, 7 + (int)below(3), 7 + (int)below(3), body, count));
            break;
        case 10:
            /* In place of an atom that it was told nothing else of, clingo assumes one of its own. */
            for (size_t i = 0; i < heads; ++i) {
                if (abs(body[0]) == (int)atoms[i]) {
                    done(clingo_backend_external(backend, atoms[i], clingo_external_type_false));
                }
            }
            done(clingo_backend_assume(backend, body, below(2)));
            break;
        default:
            /* clingo names some atoms in the texts of these theory atoms, others not. */
            now.adds_theory = true;
            add_theory(backend, body[0]);
        }
    }
    went(clingo_backend_end(backend));
}

/* What an observer has been told, as far as it is determined. */
typedef struct {
    int programs;
    int begun;
    int ended;
    int fails;
} observed_t;

static bool observe_program(bool incremental, void *data) {
    (void)incremental;
    ++((observed_t *)data)->programs;
    return true;
}

static bool observe_begin(void *data) {
    ++((observed_t *)data)->begun;
    return true;
}

static bool observe_end(void *data) {
    observed_t *observed = data;
    ++observed->ended;
    if (observed->fails > 0 && --observed->fails == 0) {
        clingo_set_error(clingo_error_runtime, "observed enough");
        return false;
    }
    return true;
}

static bool observe_rule(bool choice, const clingo_atom_t *head, size_t head_size, const clingo_literal_t *body, size_t body_size, void *data) {
    (void)choice;
    (void)head;
    (void)head_size;
    (void)data;
    for (size_t i = 0; i < body_size; ++i) {
        if (body[i] == 0) {
            abort();
        }
    }
    return true;
}

static bool observe_output(clingo_symbol_t symbol, clingo_atom_t atom, void *data) {
    (void)atom;
    (void)data;
    return clingo_symbol_type(symbol) >= 0;
}

static observed_t observed[4];

static void register_observer(void) {
    tell("observer");
    if (observers == COUNT(observed) || now.handle != NULL) {
        return;
    }
    observed_t *data = &observed[observers++];
    *data = (observed_t){0, 0, 0, wrongly(20) ? 2 : 0};
    clingo_ground_program_observer_t functions = {0};
    functions.init_program = observe_program;
    functions.begin_step = observe_begin;
    functions.end_step = observe_end;
    if (chance(50)) {
        functions.rule = observe_rule;
        functions.output_atom = observe_output;
    }
    done(clingo_control_register_observer(now.control, &functions, false, data));
}

#endif
