/* A propagator that does random things, none of which changes the answer sets in another way than is determined. */
#ifndef PROPAGATORS_H
#define PROPAGATORS_H

#include "control.h"

/* Two atoms that exclude each other, and what the propagator does beside this. */
typedef struct {
    uint64_t seed;
    const char *atoms[2];
    clingo_literal_t literals[2];
    size_t size;
    clingo_literal_t fresh;
    unsigned checks;
    int fails;
} propagator_t;

static propagator_t propagators[3];

static void note(bool is_done) {
    if (!is_done) {
        const char *message = clingo_error_message();
        fprintf(stderr, "propagator: %d %s\n", clingo_error_code(), message == NULL ? "" : message);
        abort();
    }
}

/* Ends the program with an assignment that is not as it should be. */
static void complain(const clingo_assignment_t *assignment, const char *message, clingo_literal_t literal) {
    uint32_t trail = 0, level = clingo_assignment_decision_level(assignment), begin = 0;
    clingo_literal_t at = 0;
    fprintf(stderr, "%s: %d; level %u, trail", message, literal, level);
    clingo_assignment_trail_size(assignment, &trail);
    for (uint32_t i = 0; i < trail; ++i) {
        for (uint32_t j = 1; j <= level; ++j) {
            if (clingo_assignment_trail_begin(assignment, j, &begin) && begin == i) {
                bool knows = clingo_assignment_decision(assignment, j, &at);
                fprintf(stderr, " level %u:%d", j, knows ? at : 0);
            }
        }
        clingo_assignment_trail_at(assignment, i, &at);
        fprintf(stderr, " %d", at);
    }
    fprintf(stderr, "\n");
    abort();
}

/* What must hold of every assignment. */
static void look_at(const clingo_assignment_t *assignment, bool is_start) {
    uint32_t trail = 0, level = clingo_assignment_decision_level(assignment), begin = 0, end = 0;
    clingo_literal_t literal = 0, first = 0;
    bool is_true = false, is_false = false, is_fixed = false;
    clingo_truth_value_t value = 0;
    size_t size = clingo_assignment_size(assignment);
    if (clingo_assignment_has_conflict(assignment)) {
        return;
    }
    note(clingo_assignment_trail_size(assignment, &trail));
    for (uint32_t at = 0; at <= level; ++at) {
        note(clingo_assignment_trail_begin(assignment, at, &begin));
        note(clingo_assignment_trail_end(assignment, at, &end));
        if (begin > end || end > trail) {
            abort();
        }
        if (begin < end) {
            bool knows = clingo_assignment_decision(assignment, at, &first);
            note(clingo_assignment_trail_at(assignment, begin, &literal));
            if (knows && at > 0 && literal != first) {
                abort();
            }
        }
    }
    for (uint32_t i = 0; i < trail; ++i) {
        uint32_t its_level = 0;
        note(clingo_assignment_trail_at(assignment, i, &literal));
        note(clingo_assignment_is_true(assignment, literal, &is_true));
        note(clingo_assignment_is_false(assignment, -literal, &is_false));
        note(clingo_assignment_truth_value(assignment, literal, &value));
        note(clingo_assignment_level(assignment, literal, &its_level));
        note(clingo_assignment_is_fixed(assignment, literal, &is_fixed));
        if (!is_true || !is_false || value != clingo_truth_value_true || its_level > level || (is_fixed != (its_level == 0))) {
            complain(assignment, "a true literal is not, or its level is wrong", literal);
        }
    }
    for (size_t i = 0; i < size; ++i) {
        note(clingo_assignment_at(assignment, i, &literal));
        if (!clingo_assignment_has_literal(assignment, literal)) {
            abort();
        }
    }
    (void)is_start;
    if (clingo_assignment_at(assignment, size, &literal)) {
        abort();
    }
    if (clingo_assignment_trail_at(assignment, trail, &literal) || clingo_assignment_trail_begin(assignment, level + 1, &begin) ||
        clingo_assignment_decision(assignment, level + 1, &literal)) {
        abort();
    }
}

static bool propagator_init(clingo_propagate_init_t *init, void *data) {
    propagator_t *propagator = data;
    const clingo_symbolic_atoms_t *atoms = NULL;
    const clingo_theory_atoms_t *theory = NULL;
    bool goes_on = true;
    size_t theory_size = 0;
    uint64_t before = random_state;
    draw_from(propagator->seed, 1);
    note(clingo_propagate_init_symbolic_atoms(init, &atoms));
    note(clingo_propagate_init_theory_atoms(init, &theory));
    note(clingo_theory_atoms_size(theory, &theory_size));
    if (clingo_propagate_init_number_of_threads(init) != 1) {
        abort();
    }
    propagator->size = 0;
    propagator->fresh = 0;
    for (size_t i = 0; i < 2; ++i) {
        clingo_literal_t literal = literal_of(atoms, parsed(propagator->atoms[i]));
        if (literal != 0) {
            clingo_literal_t *solver = &propagator->literals[propagator->size++];
            note(clingo_propagate_init_solver_literal(init, literal, solver));
            note(clingo_propagate_init_add_watch(init, *solver));
            if (chance(30)) {
                note(clingo_propagate_init_add_watch_to_thread(init, -*solver, 0));
            }
            if (chance(20)) {
                note(clingo_propagate_init_freeze_literal(init, *solver));
            }
            if (chance(20)) {
                note(clingo_propagate_init_remove_watch(init, *solver));
                note(clingo_propagate_init_remove_watch_from_thread(init, *solver, 0));
            }
        }
    }
    clingo_propagate_init_set_check_mode(init, (int)below(2) + 1);
    if (chance(50)) {
        clingo_propagate_init_set_undo_mode(init, (int)below(2));
    }
    look_at(clingo_propagate_init_assignment(init), true);
    if (chance(40)) {
        note(clingo_propagate_init_add_literal(init, chance(50), &propagator->fresh));
        clingo_literal_t clause[] = {propagator->fresh, propagator->size > 0 ? propagator->literals[0] : propagator->fresh};
        note(clingo_propagate_init_add_clause(init, clause, 2, &goes_on));
        clause[0] = -clause[0];
        clause[1] = -clause[1];
        if (goes_on && propagator->size > 0) {
            note(clingo_propagate_init_add_clause(init, clause, 2, &goes_on));
        }
        if (goes_on && chance(30)) {
            note(clingo_propagate_init_add_watch(init, propagator->fresh));
        }
    }
    if (goes_on && propagator->size > 0 && chance(30)) {
        clingo_weighted_literal_t sum[] = {{propagator->literals[0], 2}, {-propagator->literals[0], 3}};
        note(clingo_propagate_init_add_weight_constraint(init, 1, sum, 2, 2, (int)below(3) - 1, false, &goes_on));
    }
    if (goes_on && chance(20)) {
        note(clingo_propagate_init_propagate(init, &goes_on));
    }
    random_state = before;
    if (propagator->fails == 1) {
        clingo_set_error(clingo_error_logic, "init");
        return false;
    }
    return true;
}

static bool forbid(clingo_propagate_control_t *control, propagator_t *propagator, unsigned moment) {
    const clingo_assignment_t *assignment = clingo_propagate_control_assignment(control);
    bool is_true = false, goes_on = true;
    uint64_t before = random_state;
    clingo_literal_t clause[3], added = 0;
    draw_from(propagator->seed, 100 + moment);
    if (clingo_propagate_control_thread_id(control) != 0) {
        abort();
    }
    look_at(assignment, false);
    if (chance(10) && clingo_propagate_control_add_literal(control, &added)) {
        if (chance(50)) {
            note(clingo_propagate_control_add_watch(control, added));
            if (!clingo_propagate_control_has_watch(control, added)) {
                abort();
            }
            if (chance(50)) {
                clingo_propagate_control_remove_watch(control, added);
            }
        }
        /* It is what the first literal is. */
        clause[0] = added;
        clause[1] = propagator->size > 0 ? -propagator->literals[0] : added;
        note(clingo_propagate_control_add_clause(control, clause, 2, clingo_clause_type_static, &goes_on));
        clause[0] = -added;
        clause[1] = propagator->size > 0 ? propagator->literals[0] : -added;
        if (goes_on && propagator->size > 0) {
            note(clingo_propagate_control_add_clause(control, clause, 2, clingo_clause_type_static, &goes_on));
        }
    }
    size_t count = 0;
    for (size_t i = 0; goes_on && propagator->size == 2 && i < 2; ++i) {
        note(clingo_assignment_is_true(assignment, propagator->literals[i], &is_true));
        count += is_true;
    }
    if (count == 2) {
        clause[0] = -propagator->literals[0];
        clause[1] = -propagator->literals[1];
        note(clingo_propagate_control_add_clause(control, clause, 2, (int)below(4), &goes_on));
        if (goes_on) {
            note(clingo_propagate_control_propagate(control, &goes_on));
        }
    }
    random_state = before;
    return true;
}

static bool propagator_propagate(clingo_propagate_control_t *control, const clingo_literal_t *changes, size_t size, void *data) {
    propagator_t *propagator = data;
    bool is_true = false;
    for (size_t i = 0; i < size; ++i) {
        note(clingo_assignment_is_true(clingo_propagate_control_assignment(control), changes[i], &is_true));
        if (!is_true) {
            abort();
        }
    }
    return forbid(control, propagator, propagator->checks++ % 100);
}

static void propagator_undo(const clingo_propagate_control_t *control, const clingo_literal_t *changes, size_t size, void *data) {
    (void)data;
    bool is_true = false;
    const clingo_assignment_t *assignment = clingo_propagate_control_assignment(control);
    for (size_t i = 0; i < size; ++i) {
        note(clingo_assignment_is_true(assignment, changes[i], &is_true));
        clingo_propagate_control_has_watch(control, changes[i]);
    }
    if (clingo_propagate_control_thread_id(control) != 0) {
        abort();
    }
}

static bool propagator_check(clingo_propagate_control_t *control, void *data) {
    propagator_t *propagator = data;
    if (propagator->fails == 2) {
        clingo_set_error(clingo_error_runtime, "check");
        return false;
    }
    return forbid(control, propagator, propagator->checks++ % 100);
}

static bool propagator_decide(clingo_id_t thread, const clingo_assignment_t *assignment, clingo_literal_t fallback, void *data, clingo_literal_t *decision) {
    propagator_t *propagator = data;
    bool is_true = false, is_false = false;
    (void)fallback;
    if (thread != 0) {
        abort();
    }
    look_at(assignment, false);
    *decision = 0;
    for (size_t i = 0; i < propagator->size; ++i) {
        note(clingo_assignment_is_true(assignment, propagator->literals[i], &is_true));
        note(clingo_assignment_is_false(assignment, propagator->literals[i], &is_false));
        if (!is_true && !is_false) {
            *decision = i == 0 ? propagator->literals[i] : -propagator->literals[i];
        }
    }
    return true;
}

static void register_propagator(void) {
    tell("propagator");
    if (propagator_count == COUNT(propagators) || (now.handle != NULL && !wrongly(20))) {
        return;
    }
    propagator_t *data = &propagators[propagator_count++];
    memset(data, 0, sizeof *data);
    data->seed = draw();
    data->atoms[0] = PICK(ATOMS);
    data->atoms[1] = PICK(ATOMS);
    data->fails = wrongly(20) ? 1 + (int)below(2) : 0;
    tell(" %s %s", data->atoms[0], data->atoms[1]);
    clingo_propagator_t functions = {propagator_init, chance(70) ? propagator_propagate : NULL, chance(70) ? propagator_undo : NULL, propagator_check,
                                     chance(40) ? propagator_decide : NULL};
    went(clingo_control_register_propagator(now.control, &functions, data, chance(50)));
}

#endif
