/* Controls: programs in parts, external atoms, functions of the caller, backends, configuration, statistics, errors. */
#include "check.h"

/* `@twice(X)` has two values; any other function fails. */
static bool evaluate(const clingo_location_t *location, const char *name, const clingo_symbol_t *arguments,
                     size_t size, void *data, clingo_symbol_callback_t callback, void *callback_data) {
    (void)location;
    *(int *)data += 1;
    if (strcmp(name, "twice") != 0 || size != 1) {
        clingo_set_error(clingo_error_logic, "no such function");
        return false;
    }
    int number = 0;
    clingo_symbol_t values[2];
    CHECK(clingo_symbol_number(arguments[0], &number));
    clingo_symbol_create_number(2 * number, &values[0]);
    clingo_symbol_create_number(2 * number + 1, &values[1]);
    return callback(values, 2, callback_data);
}

static clingo_literal_t literal_of(clingo_control_t *control, const char *text) {
    clingo_symbol_t symbol;
    const clingo_symbolic_atoms_t *atoms = NULL;
    clingo_symbolic_atom_iterator_t found, end;
    bool is_end = true;
    clingo_literal_t literal = 0;
    CHECK(clingo_parse_term(text, NULL, NULL, 20, &symbol));
    CHECK(clingo_control_symbolic_atoms(control, &atoms));
    CHECK(clingo_symbolic_atoms_find(atoms, symbol, &found));
    CHECK(clingo_symbolic_atoms_end(atoms, &end));
    CHECK(clingo_symbolic_atoms_iterator_is_equal_to(atoms, found, end, &is_end));
    CHECK(!is_end);
    CHECK(clingo_symbolic_atoms_literal(atoms, found, &literal));
    return literal;
}

/* A script that does nothing but count how often it is run. */
static int executions;

static bool execute_quietly(const clingo_location_t *location, const char *code, void *data) {
    (void)location;
    (void)code;
    (void)data;
    ++executions;
    return true;
}

static bool call_nothing(const clingo_location_t *location, const char *name, const clingo_symbol_t *arguments, size_t size,
                         clingo_symbol_callback_t give, void *give_data, void *data) {
    (void)location;
    (void)name;
    (void)arguments;
    (void)size;
    (void)data;
    return give(NULL, 0, give_data);
}

static bool is_callable(const char *name, bool *result, void *data) {
    (void)name;
    (void)data;
    *result = false;
    return true;
}

static const clingo_script_t quiet = {execute_quietly, call_nothing, is_callable, NULL, NULL, "1.0"};

static bool add_node(clingo_ast_t *node, void *builder) { return clingo_program_builder_add(builder, node); }

static void write_file(const char *name, const char *content) {
    FILE *file = fopen(name, "w");
    CHECK(file != NULL && fputs(content, file) >= 0);
    CHECK(fclose(file) == 0);
}

int main(void) {
    clingo_solve_result_bitset_t result = 0;
    clingo_control_t *control = control_of("0", "{ a; b }. #external e. :- a, e. #const n = 4.");
    CHECK(answers_of(control, &result) == 4);
    CHECK(result == (clingo_solve_result_satisfiable | clingo_solve_result_exhausted));
    clingo_literal_t e = literal_of(control, "e");
    CHECK(clingo_control_assign_external(control, e, clingo_truth_value_true));
    CHECK(answers_of(control, &result) == 2);
    CHECK(clingo_control_assign_external(control, e, clingo_truth_value_free));
    CHECK(answers_of(control, &result) == 6);
    CHECK(clingo_control_release_external(control, e));
    CHECK(answers_of(control, &result) == 4);

    clingo_symbol_t value;
    bool exists = true;
    int number = 0;
    CHECK(clingo_control_get_const(control, "n", &value));
    CHECK(clingo_symbol_number(value, &number) && number == 4);
    CHECK(clingo_control_has_const(control, "m", &exists) && !exists);

    /* A part with a parameter, and functions of the caller. */
    const char *parameter = "k";
    int calls = 0;
    CHECK(clingo_control_add(control, "step", &parameter, 1, "p(@twice(k)). :- p(X), X > 9, not a."));
    clingo_symbol_create_number(5, &value);
    clingo_part_t step = {"step", &value, 1};
    CHECK(clingo_control_ground(control, &step, 1, evaluate, &calls));
    CHECK(calls == 1);
    CHECK(answers_of(control, &result) == 2);

    /* A backend. */
    clingo_backend_t *backend = NULL;
    clingo_atom_t atom = 0;
    CHECK(clingo_control_backend(control, &backend));
    CHECK(clingo_backend_begin(backend));
    CHECK(clingo_backend_add_atom(backend, NULL, &atom));
    CHECK(clingo_backend_rule(backend, true, &atom, 1, NULL, 0));
    CHECK(clingo_backend_end(backend));
    CHECK(answers_of(control, &result) == 4);

    /* The configuration, and statistics. */
    clingo_configuration_t *configuration = NULL;
    clingo_id_t root = 0, key = 0;
    CHECK(clingo_control_configuration(control, &configuration));
    CHECK(clingo_configuration_root(configuration, &root));
    CHECK(clingo_configuration_map_at(configuration, root, "solve.models", &key));
    CHECK(clingo_configuration_value_set(configuration, key, "3"));
    CHECK(answers_of(control, &result) == 3);
    CHECK(!clingo_configuration_value_set(configuration, key, "many"));
    CHECK(!clingo_configuration_map_at(configuration, root, "solve.nothing", &key));
    const clingo_statistics_t *statistics = NULL;
    uint64_t tree = 0, models = 0;
    double enumerated = 0;
    CHECK(clingo_control_statistics(control, &statistics));
    CHECK(clingo_statistics_root(statistics, &tree));
    CHECK(clingo_statistics_map_at(statistics, tree, "summary.models.enumerated", &models));
    CHECK(clingo_statistics_value_get(statistics, models, &enumerated) && enumerated == 3);
    clingo_control_free(control);

    /* An interrupt while nothing works ends the next search, and no grounding before it. */
    control = NULL;
    CHECK(clingo_control_new(NULL, 0, NULL, NULL, 20, &control));
    CHECK(clingo_control_add(control, "base", NULL, 0, "{ a }."));
    clingo_control_interrupt(control);
    clingo_part_t program = {"base", NULL, 0};
    CHECK(clingo_control_ground(control, &program, 1, NULL, NULL));
    answers_of(control, &result);
    CHECK(result & clingo_solve_result_interrupted);
    CHECK(answers_of(control, &result) == 1);
    clingo_control_free(control);

    /* An answer that was waited for is left by `resume`. */
    clingo_solve_handle_t *handle = NULL;
    const clingo_model_t *model = NULL;
    uint64_t place = 0;
    bool is_there = false;
    control = control_of("0", "{ a }.");
    CHECK(clingo_control_solve(control, clingo_solve_mode_yield, NULL, 0, NULL, NULL, &handle));
    clingo_solve_handle_wait(handle, -1, &is_there);
    CHECK(is_there);
    CHECK(clingo_solve_handle_resume(handle));
    CHECK(clingo_solve_handle_model(handle, &model));
    CHECK(model != NULL && clingo_model_number(model, &place) && place == 2);
    CHECK(clingo_solve_handle_close(handle));
    clingo_control_free(control);

    /* What a callback says is what the caller hears. */
    const char *argument = "0";
    clingo_part_t base = {"base", NULL, 0};
    CHECK(clingo_control_new(&argument, 1, NULL, NULL, 20, &control));
    CHECK(clingo_control_add(control, "base", NULL, 0, "p(@thrice(1))."));
    CHECK(!clingo_control_ground(control, &base, 1, evaluate, &calls));
    CHECK(clingo_error_code() == clingo_error_logic);
    CHECK(strcmp(clingo_error_message(), "no such function") == 0);
    clingo_control_free(control);

    /* A program that is added while a search is open takes part in what is ground when it is over. */
    control = control_of("0", "{ a }.");
    clingo_part_t later = {"later", NULL, 0};
    CHECK(clingo_control_solve(control, clingo_solve_mode_yield, NULL, 0, NULL, NULL, &handle));
    CHECK(clingo_solve_handle_model(handle, &model) && model != NULL);
    CHECK(clingo_control_add(control, "later", NULL, 0, "{ b }. #const m = 7."));
    CHECK(!clingo_control_add(control, "later", NULL, 0, "{ c"));
    CHECK(clingo_control_has_const(control, "m", &exists) && exists);
    CHECK(clingo_solve_handle_close(handle));
    CHECK(clingo_control_ground(control, &later, 1, NULL, NULL));
    CHECK(answers_of(control, &result) == 4);
    CHECK(clingo_control_get_const(control, "m", &value));
    CHECK(clingo_symbol_number(value, &number) && number == 7);
    clingo_control_free(control);

    /* So does one of nodes with a script, which is not run again for the constant. */
    CHECK(clingo_register_script("quiet", &quiet, NULL));
    control = control_of("0", "{ a }.");
    clingo_program_builder_t *builder = NULL;
    CHECK(clingo_program_builder_init(control, &builder) && clingo_program_builder_begin(builder));
    /* What was added without an end stays. */
    CHECK(clingo_ast_parse_string("#const n = 9.", add_node, builder, NULL, NULL, NULL, 0) && clingo_program_builder_begin(builder));
    CHECK(clingo_ast_parse_string("#script (quiet) #end. #const m = 8.", add_node, builder, NULL, NULL, NULL, 0));
    CHECK(clingo_program_builder_end(builder) && executions == 1);
    CHECK(clingo_control_get_const(control, "n", &value) && clingo_symbol_number(value, &number) && number == 9);
    CHECK(clingo_control_solve(control, clingo_solve_mode_yield, NULL, 0, NULL, NULL, &handle));
    CHECK(clingo_control_get_const(control, "m", &value));
    CHECK(clingo_symbol_number(value, &number) && number == 8 && executions == 1);
    CHECK(clingo_solve_handle_close(handle));
    clingo_control_free(control);

    /* A program in aspif leaves the assumptions of others alone, and what is none is refused. */
    const char *aspif = "program.aspif", *text = "program.lp";
    clingo_symbol_t a;
    clingo_atom_t assumed = 0;
    clingo_literal_t literal = 0;
    write_file(aspif, "asp 1 0 0\n1 1 1 1 0 0\n4 1 b 1 1\n0\n");
    write_file(text, "{ c }.");
    CHECK(clingo_symbol_create_id("a", true, &a));
    control = control_of("0", "{ a }.");
    CHECK(clingo_control_backend(control, &backend) && clingo_backend_begin(backend));
    CHECK(clingo_backend_add_atom(backend, &a, &assumed));
    literal = (clingo_literal_t)assumed;
    CHECK(clingo_backend_assume(backend, &literal, 1) && clingo_backend_end(backend));
    CHECK(answers_of(control, &result) == 1);
    CHECK(clingo_control_load_aspif(control, &aspif, 1));
    CHECK(answers_of(control, &result) == 4);
    CHECK(!clingo_control_load_aspif(control, &text, 1));
    clingo_control_free(control);

    CHECK(clingo_control_new(&argument, 1, NULL, NULL, 0, &control));
    CHECK(!clingo_control_add(control, "base", NULL, 0, "p("));
    CHECK(clingo_error_code() == clingo_error_runtime);
    CHECK(!clingo_control_add(control, "base", NULL, 0, NULL));
    void *clasp = NULL;
    CHECK(!clingo_control_clasp_facade(control, &clasp));
    clingo_control_free(control);
    argument = "--no-such-option";
    CHECK(!clingo_control_new(&argument, 1, NULL, NULL, 0, &control));
    return 0;
}
