/* A program's own theory: its atoms mean what its propagator says, also those with the name of difference constraints. */
#include "check.h"

int main(void) {
    clingo_solve_result_bitset_t result = 0;
    const clingo_theory_atoms_t *atoms = NULL;
    size_t size = 0;
    /* Without a propagator nothing says that the constraints contradict each other. The one of head and body is one atom. */
    clingo_control_t *control = control_of("0",
        "#theory dl { term { - : 1, binary, left; - : 2, unary }; &diff/0 : term, { <= }, term, any }.\n"
        "{ a }. &diff { x - y } <= -1 :- a. b :- &diff { x - y } <= -1. :- a, not b. :- b, not a. &diff { y - x } <= -1.");
    CHECK(clingo_control_theory_atoms(control, &atoms));
    CHECK(clingo_theory_atoms_size(atoms, &size) && size == 2);
    CHECK(answers_of(control, &result) == 2);
    clingo_control_free(control);

    /* What would be no difference of integers. */
    control = control_of("0", "#theory dl { term { }; &diff/0 : term, { <= }, term, head }. &diff { x; y; z } <= \"0.5\".");
    CHECK(answers_of(control, &result) == 1);
    clingo_control_free(control);

    /* Each step has theory atoms of its own, and may define what an earlier one has defined. */
    control = control_of("0", "#theory t { term { }; &d/1: term, any }. #external e. &d(1) { x } :- e.");
    CHECK(answers_of(control, &result) == 1);
    clingo_literal_t literals[2] = {0, 0};
    for (size_t step = 0; step < 2; ++step) {
        const char *name = step == 0 ? "two" : "three";
        clingo_part_t part = {name, NULL, 0};
        CHECK(clingo_control_add(control, name, NULL, 0, step == 0 ? "&d(1) { x }." : "{ q }. p :- q, &d(1) { x }."));
        CHECK(clingo_control_ground(control, &part, 1, NULL, NULL));
        CHECK(clingo_control_theory_atoms(control, &atoms));
        CHECK(clingo_theory_atoms_size(atoms, &size) && size == 1);
        CHECK(clingo_theory_atoms_atom_literal(atoms, 0, &literals[step]));
        CHECK(answers_of(control, &result) == (step == 0 ? 1 : 4));
    }
    CHECK(literals[0] != literals[1]);
    clingo_control_free(control);
    return 0;
}
