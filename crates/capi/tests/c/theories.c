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
    return 0;
}
