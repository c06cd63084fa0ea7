/* The tree of the configuration, and that of statistics. */
#ifndef TREES_H
#define TREES_H

#include "draw.h"

static const char *const PATHS[] = {
    "solve", "solve.models", "solve.models", "solve.enum_mode", "solve.opt_mode", "solve.project", "solve.solve_limit", "solve.parallel_mode",
    "solver", "solver.0", "solver.0.seed", "solver.seed", "solver.heuristic", "asp", "asp.eq", "asp.trans_ext", "configuration", "solve.nothing",
    "nothing", "", "solver.7", "solver.x", "tester", "share", "learn_explicit", "sat_prepro", "stats", "parse_ext", "solve.", ".solve", "solver.0.opt_strategy",
};
static const char *const VALUES[] = {
    "0", "1", "2", "-1", "auto", "brave", "cautious", "opt", "optN", "ignore", "enum", "enum,3", "no", "yes", "show", "umax", "umax,umax", "", "many", "3,4", "record", "bt",
};

static const char *const SEEDS[] = {"1", "77", "", "many", "1,2"};

/* Values that change no answers which later calls tell. */
static bool is_harmless(const char *path) { return strcmp(path, "solver.0.seed") == 0 || strcmp(path, "solver.seed") == 0; }

static void ask_configuration(clingo_control_t *control) {
    clingo_configuration_t *configuration = NULL;
    clingo_id_t root = 0, key = 0, next = 0;
    clingo_configuration_type_bitset_t type = 0;
    const char *path = PICK(PATHS), *text = NULL;
    size_t size = 0;
    bool is_so = false;
    tell("configuration %s:", path);
    if (!done(clingo_control_configuration(control, &configuration)) || !done(clingo_configuration_root(configuration, &root))) {
        return;
    }
    if (done(clingo_configuration_map_has_subkey(configuration, root, path, &is_so))) {
        tell(" %d", is_so);
    }
    if (!went(clingo_configuration_map_at(configuration, root, path, &key))) {
        return;
    }
    if (done(clingo_configuration_type(configuration, key, &type))) {
        tell(" %u", type);
    }
    went(clingo_configuration_description(configuration, key, &text));
    if ((type & clingo_configuration_type_array || wrongly(10)) && went(clingo_configuration_array_size(configuration, key, &size))) {
        tell(" array %zu", size);
        if (went(clingo_configuration_array_at(configuration, key, below(3), &next)) && done(clingo_configuration_type(configuration, next, &type))) {
            tell(" %u", type);
        }
    }
    if ((type & clingo_configuration_type_map || wrongly(10)) && went(clingo_configuration_map_size(configuration, key, &size))) {
        tell(" map");
        went(clingo_configuration_map_subkey_name(configuration, key, size + below(2), &text));
        for (size_t i = 0; i < size; ++i) {
            went(clingo_configuration_map_subkey_name(configuration, key, i, &text));
        }
    }
    if (type & clingo_configuration_type_value || wrongly(10)) {
        if (went(clingo_configuration_value_is_assigned(configuration, key, &is_so))) {
            tell(" %d", is_so);
        }
        if (went(clingo_configuration_value_get_size(configuration, key, &size))) {
            char *value = space(size);
            went(clingo_configuration_value_get(configuration, key, value, size > 0 ? size - 1 : 0));
            if (went(clingo_configuration_value_get(configuration, key, value, size))) {
                tell(" %s", value);
            }
            free(value);
        }
        if (is_harmless(path) || wrongly(20)) {
            const char *value = is_wild ? PICK(VALUES) : PICK(SEEDS);
            tell(" set %s", value);
            went(clingo_configuration_value_set(configuration, key, value));
        }
    }
}

/* Sets a value on which answers depend; returns whether that was done. */
static bool configure(clingo_control_t *control, const char *path, const char *value) {
    clingo_configuration_t *configuration = NULL;
    clingo_id_t root = 0, key = 0;
    tell(" %s %s", path, value);
    return done(clingo_control_configuration(control, &configuration)) && done(clingo_configuration_root(configuration, &root)) &&
           done(clingo_configuration_map_at(configuration, root, path, &key)) && went(clingo_configuration_value_set(configuration, key, value));
}

static const char *const COUNTS[] = {
    "summary", "summary.call", "summary.models", "summary.times", "summary.times.total", "problem.lp.atoms", "user_step", "user_accu", "nothing", "", "user_step.counts",
    "user_accu.counts", "solving.solvers.choices", "summary.costs", "summary.call.x", "user_step.values",
};

static void ask_statistics(clingo_control_t *control) {
    const clingo_statistics_t *statistics = NULL;
    uint64_t root = 0, key = 0;
    clingo_statistics_type_t type = 0;
    const char *path = PICK(COUNTS), *text = NULL;
    size_t size = 0;
    double value = 0;
    bool is_so = false;
    tell("statistics %s:", path);
    if (!went(clingo_control_statistics(control, &statistics)) || !done(clingo_statistics_root(statistics, &root))) {
        return;
    }
    if (went(clingo_statistics_map_has_subkey(statistics, root, path, &is_so))) {
        tell(" %d", is_so);
    }
    if (!went(clingo_statistics_map_at(statistics, root, path, &key)) || !went(clingo_statistics_type(statistics, key, &type))) {
        return;
    }
    tell(" %d", type);
    bool is_user = strncmp(path, "user", 4) == 0;
    if ((type == clingo_statistics_type_map || wrongly(10)) && went(clingo_statistics_map_size(statistics, key, &size))) {
        if (is_user) {
            tell(" map %zu", size);
        }
        went(clingo_statistics_map_subkey_name(statistics, key, size + below(2), &text));
    }
    if ((type == clingo_statistics_type_array || wrongly(10)) && went(clingo_statistics_array_size(statistics, key, &size))) {
        if (is_user) {
            tell(" array %zu", size);
        }
        went(clingo_statistics_array_at(statistics, key, size + below(2), &key));
    }
    if ((type == clingo_statistics_type_value || wrongly(10)) && went(clingo_statistics_value_get(statistics, key, &value))) {
        if (is_user) {
            tell(" %g", value);
        }
    }
}

/* What a callback adds to the statistics of the caller. */
static void add_statistics(clingo_statistics_t *statistics) {
    uint64_t root = 0, key = 0, item = 0;
    clingo_statistics_type_t type = 0;
    bool is_so = false;
    double value = 0;
    size_t size = 0;
    if (!done(clingo_statistics_root(statistics, &root)) || !done(clingo_statistics_type(statistics, root, &type))) {
        return;
    }
    tell(" %d", type);
    if (done(clingo_statistics_map_has_subkey(statistics, root, "counts", &is_so))) {
        tell(" %d", is_so);
    }
    if (went(clingo_statistics_map_add_subkey(statistics, root, "counts", clingo_statistics_type_value, &key))) {
        if (went(clingo_statistics_value_get(statistics, key, &value))) {
            tell(" %g", value);
        }
        went(clingo_statistics_value_set(statistics, key, value + 1));
        if (is_wild) {
            went(clingo_statistics_array_push(statistics, key, clingo_statistics_type_value, &item));
            went(clingo_statistics_map_size(statistics, key, &size));
        }
    }
    if (went(clingo_statistics_map_add_subkey(statistics, root, "values", clingo_statistics_type_array, &key))) {
        bool is_value = chance(50);
        if (went(clingo_statistics_array_push(statistics, key, is_value ? clingo_statistics_type_value : clingo_statistics_type_map, &item))) {
            if (is_value || is_wild) {
                went(clingo_statistics_value_set(statistics, item, 2.5));
            }
            if (!is_value || is_wild) {
                went(clingo_statistics_map_add_subkey(statistics, item, "x", clingo_statistics_type_value, &item));
            }
        }
        if (went(clingo_statistics_array_size(statistics, key, &size))) {
            tell(" %zu", size);
        }
        if (is_wild) {
            went(clingo_statistics_value_get(statistics, key, &value));
        }
    }
    went(clingo_statistics_map_add_subkey(statistics, root, "counts", clingo_statistics_type_map, &key));
}

#endif
