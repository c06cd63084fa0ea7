/* Applications: their options, what they print, and their exit codes. */
#include "check.h"

typedef struct data {
    int number;
    bool flag;
    int mains, models, messages;
    bool fails;
} data_t;

static const char *name(void *data) {
    (void)data;
    return "mine";
}

static const char *version(void *data) {
    (void)data;
    return "1.0";
}

static unsigned limit(void *data) {
    (void)data;
    return 1;
}

static bool parse(const char *value, void *data) {
    char *end = NULL;
    ((data_t *)data)->number = (int)strtol(value, &end, 10);
    return end != value && *end == '\0';
}

static bool register_options(clingo_options_t *options, void *data) {
    return clingo_options_add(options, "Mine", "amount,z,@1", "a number", parse, data, false, "<n>") &&
           clingo_options_add_flag(options, "Mine", "switch,x", "a flag", &((data_t *)data)->flag);
}

static bool validate_options(void *data) {
    if (((data_t *)data)->number == 13) {
        clingo_set_error(clingo_error_runtime, "13 brings bad luck");
        return false;
    }
    return true;
}

static void logger(clingo_warning_t code, const char *message, void *data) {
    (void)message;
    CHECK(code == clingo_warning_atom_undefined);
    ++((data_t *)data)->messages;
}

static bool print(const clingo_model_t *model, clingo_default_model_printer_t printer, void *printer_data, void *data) {
    bool is_there = false;
    clingo_symbol_t symbol;
    ++((data_t *)data)->models;
    CHECK(clingo_symbol_create_id("a", true, &symbol));
    CHECK(clingo_model_contains(model, symbol, &is_there) && is_there);
    printf("before\n");
    CHECK(printer(printer_data));
    printf("after\n");
    return true;
}

static bool run(clingo_control_t *control, const char *const *files, size_t size, void *data) {
    clingo_part_t base = {"base", NULL, 0};
    clingo_solve_handle_t *handle = NULL;
    ++((data_t *)data)->mains;
    for (size_t i = 0; i < size; ++i) {
        CHECK(clingo_control_load(control, files[i]));
    }
    if (((data_t *)data)->fails) {
        clingo_set_error(clingo_error_runtime, "on purpose");
        return false;
    }
    return clingo_control_ground(control, &base, 1, NULL, NULL) &&
           clingo_control_solve(control, 0, NULL, 0, NULL, NULL, &handle) && clingo_solve_handle_close(handle);
}

int main(void) {
    const char *path = "application.lp";
    FILE *file = fopen(path, "w");
    CHECK(file != NULL && fprintf(file, "a. {b}. c :- x. d :- y. #minimize {1 : b}.\n") > 0 && fclose(file) == 0);
    data_t data = {0};
    clingo_application_t plain = {0};
    clingo_application_t mine = {name, version, limit, run, logger, print, register_options, validate_options};
    const char *words[] = {path, "0", "-q1", "--amount=4", "-x"};

    CHECK(clingo_main(&plain, words, 2, NULL) == 30);
    CHECK(clingo_main(&mine, words, 5, &data) == 30);
    CHECK(data.number == 4 && data.flag && data.mains == 1);
    /* With -q1, only the last answer is printed. */
    CHECK(data.models == 1 && data.messages == 1);
    mine.main = NULL;
    CHECK(clingo_main(&mine, words, 2, &data) == 30 && data.mains == 1 && data.models > 1);
    mine.main = run;
    data.fails = true;
    CHECK(clingo_main(&mine, words, 2, &data) == 65);

    const char *wrong[] = {"--amount=wrong", "--amount=13", "--unknown", "--amount"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        CHECK(clingo_main(&mine, wrong + i, 1, &data) == 64);
    }
    const char *told[] = {"--help", "--version", "--help=2"};
    for (size_t i = 0; i < sizeof told / sizeof *told; ++i) {
        CHECK(clingo_main(&mine, told + i, 1, &data) == 0);
    }
    CHECK(data.mains == 2 && remove(path) == 0);
    return 0;
}
