/* Propagators: at most one of the holes of a pigeon, and what it is told and asks; and what follows from clauses at once. */
#include "check.h"

typedef struct {
    clingo_literal_t literals[3];
    size_t size;
    size_t propagated;
    size_t undone;
} pigeon_t;

static bool init_holes(clingo_propagate_init_t *init, void *data) {
    pigeon_t *pigeon = data;
    const clingo_symbolic_atoms_t *atoms = NULL;
    clingo_signature_t signature;
    clingo_symbolic_atom_iterator_t atom, end;
    bool is_end = false;
    CHECK(clingo_propagate_init_symbolic_atoms(init, &atoms));
    CHECK(clingo_signature_create("in", 1, true, &signature));
    CHECK(clingo_symbolic_atoms_begin(atoms, &signature, &atom));
    CHECK(clingo_symbolic_atoms_end(atoms, &end));
    pigeon->size = 0;
    for (;;) {
        clingo_literal_t literal = 0;
        CHECK(clingo_symbolic_atoms_iterator_is_equal_to(atoms, atom, end, &is_end));
        if (is_end) {
            break;
        }
        CHECK(clingo_symbolic_atoms_literal(atoms, atom, &literal));
        CHECK(clingo_propagate_init_solver_literal(init, literal, &pigeon->literals[pigeon->size]));
        CHECK(clingo_propagate_init_add_watch(init, pigeon->literals[pigeon->size++]));
        CHECK(clingo_symbolic_atoms_next(atoms, atom, &atom));
    }
    CHECK(pigeon->size == 3);
    CHECK(clingo_propagate_init_number_of_threads(init) == 1);
    const clingo_assignment_t *assignment = clingo_propagate_init_assignment(init);
    bool is_true = false;
    CHECK(clingo_assignment_is_true(assignment, 1, &is_true) && is_true);
    return true;
}

static bool propagate(clingo_propagate_control_t *control, const clingo_literal_t *changes, size_t size, void *data) {
    pigeon_t *pigeon = data;
    pigeon->propagated += size;
    CHECK(clingo_propagate_control_thread_id(control) == 0);
    const clingo_assignment_t *assignment = clingo_propagate_control_assignment(control);
    uint32_t trail = 0;
    CHECK(clingo_assignment_trail_size(assignment, &trail) && trail > 0);
    for (size_t i = 0; i < size; ++i) {
        for (size_t j = 0; j < pigeon->size; ++j) {
            bool goes_on = true;
            if (pigeon->literals[j] == changes[i]) {
                continue;
            }
            clingo_literal_t clause[] = {-changes[i], -pigeon->literals[j]};
            CHECK(clingo_propagate_control_add_clause(control, clause, 2, clingo_clause_type_learnt, &goes_on));
            if (!goes_on) {
                return true;
            }
            CHECK(clingo_propagate_control_propagate(control, &goes_on));
            if (!goes_on) {
                return true;
            }
        }
    }
    return true;
}

static void undo(const clingo_propagate_control_t *control, const clingo_literal_t *changes, size_t size, void *data) {
    (void)control;
    (void)changes;
    ((pigeon_t *)data)->undone += size;
}

static bool init_late(clingo_propagate_init_t *init, void *data) {
    *(clingo_literal_t *)data = 0;
    clingo_propagate_init_set_check_mode(init, clingo_propagator_check_mode_fixpoint);
    return true;
}

static bool init_fact(clingo_propagate_init_t *init, void *data) {
    clingo_propagate_init_set_check_mode(init, clingo_propagator_check_mode_both);
    *(clingo_literal_t *)data = 0;
    return true;
}

/* A literal is added above level 0 that is true for good. */
static bool add_fact(clingo_propagate_control_t *control, void *data) {
    clingo_literal_t *fact = data;
    bool is_done = false;
    if (clingo_assignment_decision_level(clingo_propagate_control_assignment(control)) == 0) {
        return true;
    }
    if (*fact == 0) {
        CHECK(clingo_propagate_control_add_literal(control, fact));
        CHECK(clingo_propagate_control_add_clause(control, fact, 1, clingo_clause_type_learnt, &is_done));
    } else {
        CHECK(clingo_assignment_is_true(clingo_propagate_control_assignment(control), *fact, &is_done) && is_done);
    }
    return true;
}

static bool init_last(clingo_propagate_init_t *init, void *data) {
    (void)init;
    *(clingo_literal_t *)data = 0;
    return true;
}

/* A literal that may have any value is added when the search has begun. */
static bool add_late(clingo_propagate_control_t *control, void *data) {
    clingo_literal_t *late = data;
    if (*late == 0) {
        CHECK(clingo_propagate_control_add_literal(control, late));
    }
    return true;
}

/* Counts the answers that are proven best. */
static bool count_best(clingo_solve_event_type_t type, void *event, void *data, bool *goes_on) {
    bool is_best = false;
    (void)goes_on;
    if (type == clingo_solve_event_type_model) {
        CHECK(clingo_model_optimality_proven(event, &is_best));
        *(size_t *)data += is_best;
    }
    return true;
}

static bool fail(clingo_propagate_control_t *control, void *data) {
    (void)control;
    (void)data;
    clingo_set_error(clingo_error_runtime, "checked");
    return false;
}

/* Checks that what is always true is so, and that each level has a decision. */
static bool look(clingo_propagate_control_t *control, void *data) {
    const clingo_assignment_t *assignment = clingo_propagate_control_assignment(control);
    clingo_literal_t decision = 0;
    bool is_true = false, is_false = true;
    CHECK(clingo_assignment_is_true(assignment, 1, &is_true) && is_true);
    CHECK(clingo_assignment_is_false(assignment, 1, &is_false) && !is_false);
    CHECK(clingo_assignment_is_fixed(assignment, 1, &is_true) && is_true);
    for (uint32_t level = 0; level <= clingo_assignment_decision_level(assignment); ++level) {
        CHECK(clingo_assignment_decision(assignment, level, &decision) && decision != 0);
    }
    ++*(size_t *)data;
    return true;
}

static bool init_fixpoints(clingo_propagate_init_t *init, void *data) {
    clingo_propagate_init_set_check_mode(init, clingo_propagator_check_mode_fixpoint);
    return init_holes(init, data);
}

/* The first hole demands the second one, and the third one is closed. */
static bool demand(clingo_propagate_control_t *control, const clingo_literal_t *changes, size_t size, void *data) {
    const clingo_literal_t *holes = ((pigeon_t *)data)->literals;
    const clingo_assignment_t *assignment = clingo_propagate_control_assignment(control);
    for (size_t i = 0; i < size; ++i) {
        bool goes_on = true, is_true = false;
        if (changes[i] == holes[0]) {
            clingo_literal_t clause[] = {-holes[0], holes[1]};
            CHECK(clingo_propagate_control_add_clause(control, clause, 2, clingo_clause_type_learnt, &goes_on));
            if (!goes_on) {
                return true;
            }
            CHECK(clingo_assignment_is_true(assignment, holes[1], &is_true) && is_true);
        }
        if (changes[i] == holes[2]) {
            clingo_literal_t closed = -holes[2];
            CHECK(clingo_propagate_control_add_clause(control, &closed, 1, clingo_clause_type_learnt, &goes_on) && !goes_on);
            return true;
        }
    }
    return true;
}

/* It is called when all that follows is known, and not while a clause is violated. */
static bool demanded(clingo_propagate_control_t *control, void *data) {
    const clingo_literal_t *holes = ((pigeon_t *)data)->literals;
    const clingo_assignment_t *assignment = clingo_propagate_control_assignment(control);
    bool are_true[3] = {false, false, false};
    for (size_t i = 0; i < 3; ++i) {
        CHECK(clingo_assignment_is_true(assignment, holes[i], &are_true[i]));
    }
    CHECK((!are_true[0] || are_true[1]) && !are_true[2]);
    return true;
}

/* Adds literals that are equal to the first hole, two in each search. */
typedef struct {
    pigeon_t pigeon;
    size_t left;
} twin_t;

static bool init_twins(clingo_propagate_init_t *init, void *data) {
    ((twin_t *)data)->left = 2;
    return init_fixpoints(init, &((twin_t *)data)->pigeon);
}

static bool add_twin(clingo_propagate_control_t *control, void *data) {
    twin_t *twin = data;
    clingo_literal_t hole = twin->pigeon.literals[0], other = 0;
    bool goes_on = true;
    if (twin->left > 0) {
        --twin->left;
        CHECK(clingo_propagate_control_add_literal(control, &other));
        clingo_literal_t one[] = {other, -hole}, two[] = {-other, hole};
        CHECK(clingo_propagate_control_add_clause(control, one, 2, clingo_clause_type_static, &goes_on));
        CHECK(!goes_on || clingo_propagate_control_add_clause(control, two, 2, clingo_clause_type_static, &goes_on));
    }
    return true;
}

int main(void) {
    clingo_solve_result_bitset_t result = 0;
    pigeon_t pigeon = {{0}, 0, 0, 0};
    clingo_propagator_t propagator = {init_holes, propagate, undo, NULL, NULL};
    clingo_control_t *control = control_of("0", "{ in(1..3) }.");
    CHECK(clingo_control_register_propagator(control, &propagator, &pigeon, false));
    CHECK(answers_of(control, &result) == 4);
    CHECK(pigeon.propagated >= 3);
    clingo_control_free(control);

    clingo_propagator_t demanding = {init_fixpoints, demand, NULL, demanded, NULL};
    control = control_of("0", "{ in(1..3) }.");
    CHECK(clingo_control_register_propagator(control, &demanding, &pigeon, false));
    CHECK(answers_of(control, &result) == 3);
    clingo_control_free(control);

    clingo_literal_t late = 0;
    size_t best = 0;
    clingo_solve_handle_t *handle = NULL;
    clingo_propagator_t adding = {init_late, NULL, NULL, add_late, NULL};
    const char *arguments[] = {"0", "--opt-mode=optN"};
    clingo_part_t base = {"base", NULL, 0};
    CHECK(clingo_control_new(arguments, 2, NULL, NULL, 20, &control));
    CHECK(clingo_control_add(control, "base", NULL, 0, "{ a; b }. :~ a. [1]"));
    CHECK(clingo_control_ground(control, &base, 1, NULL, NULL));
    CHECK(clingo_control_register_propagator(control, &adding, &late, false));
    CHECK(clingo_control_solve(control, 0, NULL, 0, count_best, &best, &handle));
    CHECK(clingo_solve_handle_close(handle));
    CHECK(best == 4);
    clingo_control_free(control);

    /* Where all others have values already, the search gives it one, too. */
    clingo_propagator_t adding_last = {init_last, NULL, NULL, add_late, NULL};
    control = control_of("0", "{ a }.");
    CHECK(clingo_control_register_propagator(control, &adding_last, &late, false));
    CHECK(answers_of(control, &result) == 4);
    clingo_control_free(control);

    /* A learned clause may be forgotten, but not where it has one literal. */
    clingo_propagator_t adding_fact = {init_fact, NULL, NULL, add_fact, NULL};
    control = control_of("0", "{ a; b }.");
    CHECK(clingo_control_register_propagator(control, &adding_fact, &late, false));
    CHECK(answers_of(control, &result) == 4);
    clingo_control_free(control);

    /* Literals are added while an objective is looked at. */
    twin_t twins;
    memset(&twins, 0, sizeof twins);
    clingo_propagator_t adding_twins = {init_twins, NULL, NULL, add_twin, NULL};
    control = control_of("0", "{ in(1..3) }. #maximize { X@2, X : in(X) }.");
    CHECK(clingo_control_register_propagator(control, &adding_twins, &twins, false));
    for (size_t search = 0; search < 3; ++search) {
        CHECK(answers_of(control, &result) > 0);
        CHECK(result == (clingo_solve_result_satisfiable | clingo_solve_result_exhausted));
    }
    clingo_control_free(control);

    clingo_propagator_t failing = {NULL, NULL, NULL, fail, NULL};
    control = control_of("0", "{ a }.");
    CHECK(clingo_control_register_propagator(control, &failing, NULL, false));
    CHECK(!clingo_control_solve(control, 0, NULL, 0, NULL, NULL, &handle));
    CHECK(strcmp(clingo_error_message(), "checked") == 0);
    CHECK(clingo_control_solve(control, clingo_solve_mode_yield, NULL, 0, NULL, NULL, &handle));
    CHECK(!clingo_solve_handle_get(handle, &result));
    CHECK(strcmp(clingo_error_message(), "checked") == 0);
    clingo_solve_handle_close(handle);
    clingo_control_free(control);

    /* One that is registered after a search, in which there was another. */
    size_t looks = 0;
    clingo_propagator_t looking = {NULL, NULL, NULL, look, NULL};
    control = control_of("0", "{ a }.");
    CHECK(clingo_control_register_propagator(control, &looking, &looks, false));
    CHECK(answers_of(control, &result) == 2);
    looks = 0;
    CHECK(clingo_control_register_propagator(control, &looking, &looks, false));
    CHECK(answers_of(control, &result) == 2);
    CHECK(looks >= 4);
    clingo_control_free(control);
    return 0;
}
