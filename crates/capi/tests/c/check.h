/* What the programs of this folder check by. */
#ifndef CHECK_H
#define CHECK_H

#include <clingo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                            \
    do {                                                                                                            \
        if (!(condition)) {                                                                                         \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, clingo_error_message());            \
            exit(1);                                                                                                \
        }                                                                                                           \
    } while (0)

/* Makes a control with one argument, and grounds a program. */
static inline clingo_control_t *control_of(const char *argument, const char *program) {
    clingo_control_t *control = NULL;
    clingo_part_t base = {"base", NULL, 0};
    CHECK(clingo_control_new(&argument, 1, NULL, NULL, 20, &control));
    CHECK(clingo_control_add(control, "base", NULL, 0, program));
    CHECK(clingo_control_ground(control, &base, 1, NULL, NULL));
    return control;
}

/* Solves, and returns the number of answers. */
static inline size_t answers_of(clingo_control_t *control, clingo_solve_result_bitset_t *result) {
    clingo_solve_handle_t *handle = NULL;
    const clingo_model_t *model = NULL;
    size_t answers = 0;
    CHECK(clingo_control_solve(control, clingo_solve_mode_yield, NULL, 0, NULL, NULL, &handle));
    for (;; ++answers) {
        CHECK(clingo_solve_handle_resume(handle));
        CHECK(clingo_solve_handle_model(handle, &model));
        if (model == NULL) {
            break;
        }
    }
    CHECK(clingo_solve_handle_get(handle, result));
    CHECK(clingo_solve_handle_close(handle));
    return answers;
}

#endif
