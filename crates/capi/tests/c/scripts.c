/* Scripts: what runs them, who calls their functions, and their errors. */
#include "check.h"

static int executed, freed;
static clingo_location_t place;

static bool execute(const clingo_location_t *location, const char *code, void *data) {
    (void)data;
    ++executed;
    place = *location;
    if (strstr(code, "wrong") != NULL) {
        clingo_set_error(clingo_error_runtime, "a wrong script");
        return false;
    }
    return true;
}

static bool call(const clingo_location_t *location, const char *name, const clingo_symbol_t *arguments, size_t size,
                 clingo_symbol_callback_t callback, void *callback_data, void *data) {
    int number = 0;
    clingo_symbol_t values[2];
    (void)location;
    (void)data;
    CHECK(size == 1 && clingo_symbol_number(arguments[0], &number));
    clingo_symbol_create_number(2 * number, &values[0]);
    CHECK(clingo_symbol_create_string(name, &values[1]));
    return callback(values, 2, callback_data);
}

static bool callable(const char *name, bool *result, void *data) {
    (void)data;
    *result = strcmp(name, "twice") == 0;
    return true;
}

static void free_data(void *data) {
    (void)data;
    ++freed;
}

/* Returns the number of symbols of a predicate that a program has. */
static size_t atoms_of(const char *program, const char *name, uint32_t arity) {
    const clingo_symbolic_atoms_t *atoms = NULL;
    clingo_symbolic_atom_iterator_t atom, end;
    clingo_signature_t signature;
    size_t count = 0;
    bool is_end = false;
    clingo_control_t *control = control_of("0", program);
    CHECK(clingo_signature_create(name, arity, true, &signature));
    CHECK(clingo_control_symbolic_atoms(control, &atoms));
    CHECK(clingo_symbolic_atoms_begin(atoms, &signature, &atom));
    CHECK(clingo_symbolic_atoms_end(atoms, &end));
    while (clingo_symbolic_atoms_iterator_is_equal_to(atoms, atom, end, &is_end) && !is_end) {
        ++count;
        CHECK(clingo_symbolic_atoms_next(atoms, atom, &atom));
    }
    clingo_control_free(control);
    return count;
}

static void silent(clingo_warning_t code, const char *message, void *data) {
    (void)code;
    (void)message;
    (void)data;
}

/* Checks that a program is refused, and why. */
static void check_refused(const char *program, const char *message) {
    clingo_control_t *control = NULL;
    CHECK(clingo_control_new(NULL, 0, silent, NULL, 20, &control));
    CHECK(!clingo_control_add(control, "base", NULL, 0, program));
    CHECK(strstr(clingo_error_message(), message) != NULL);
    clingo_control_free(control);
}

int main(void) {
    clingo_script_t script = {execute, call, callable, NULL, free_data, "1.2.3"};
    CHECK(clingo_script_version("mine") == NULL);
    CHECK(clingo_register_script("mine", &script, NULL));
    CHECK(strcmp(clingo_script_version("mine"), "1.2.3") == 0);
    /* Functions count once a script was run. */
    CHECK(atoms_of("p(@twice(1)). #defined p/1.", "p", 1) == 0 && executed == 0);
    CHECK(atoms_of("q.\n #script (mine)\ncode\n#end. p(@twice(3)).", "p", 1) == 2 && executed == 1);
    CHECK(place.begin_line == 2 && place.begin_column == 2 && place.end_line == 4 && place.end_column == 6);
    CHECK(strcmp(place.begin_file, "<block>") == 0);
    CHECK(atoms_of("p(@twice(3)).", "p", 1) == 2 && executed == 1);
    /* What is within comments and strings is no script. */
    CHECK(atoms_of("% #script (mine) wrong #end.\np(\"#script (mine) wrong #end.\").", "p", 1) == 1 && executed == 1);
    check_refused("#script (mine) wrong #end.", "a wrong script");
    check_refused("#script (lua) x #end.", "<block>:1:1-22: error: lua support not available");
    CHECK(freed == 0);
    return 0;
}
