/* Searches: their handles and answers. */
#ifndef SEARCH_H
#define SEARCH_H

#include "ground.h"
#include "propagators.h"

/* The answers of the search that is open, as texts. */
static char *answers[2048];
static size_t answer_count;
static bool is_complete, is_resumed, is_cancelled, is_restricted;
static bool calls_back, extends;
static int limit, fails_at;
/* What is added to its answers. */
static clingo_symbol_t extension[2];

/* What callbacks have told: the line itself is the main thread's. */
static char heard[1 << 18];

static void forget_answers(void) {
    *heard = 0;
    for (size_t i = 0; i < answer_count; ++i) {
        free(answers[i]);
    }
    answer_count = 0;
}

static void append_symbols(char *text, const clingo_model_t *model, clingo_show_type_bitset_t show) {
    size_t size = 0;
    clingo_symbol_t found[256];
    char *texts[256];
    if (!clingo_model_symbols_size(model, show, &size) || size > COUNT(found) || !clingo_model_symbols(model, show, found, size)) {
        strcat(text, "?");
        return;
    }
    if (size > 0 && clingo_model_symbols(model, show, found, size - 1)) {
        strcat(text, "too small");
    }
    for (size_t i = 0; i < size; ++i) {
        texts[i] = text_of(found[i]);
    }
    if (size > 0) {
        qsort(texts, size, sizeof *texts, compare_strings);
    }
    for (size_t i = 0; i < size; ++i) {
        strcat(strcat(text, i > 0 ? "," : ""), texts[i]);
        free(texts[i]);
    }
}

static bool is_optimizing(void) { return now.minimizes && strcmp(now.opt_mode, "ignore") != 0; }
static bool is_reasoning(void) { return strcmp(now.enum_mode, "brave") == 0 || strcmp(now.enum_mode, "cautious") == 0; }

/* Looks at an answer in all ways, and keeps what it is. */
static void see_answer(const clingo_model_t *model) {
    char *text = space(8192);
    size_t size = 0;
    int64_t costs[16];
    clingo_weight_t priorities[16];
    uint64_t number = 0;
    bool is_proven = false, contained = false, is_true = false, is_false = false;
    clingo_model_type_t type = 0;
    clingo_id_t thread = 0;
    clingo_consequence_t consequence = 0;
    clingo_solve_control_t *context = NULL;
    const clingo_symbolic_atoms_t *atoms = NULL;
    *text = 0;
    if (!clingo_model_number(model, &number) || !clingo_model_type(model, &type) || !clingo_model_thread_id(model, &thread) ||
        !clingo_model_optimality_proven(model, &is_proven) || !clingo_model_context(model, &context) ||
        !clingo_solve_control_symbolic_atoms(context, &atoms)) {
        done(false);
    }
    sprintf(text, "[%d ", type);
    /* Consequences are those that are shown. */
    if (!is_reasoning()) {
        append_symbols(text, model, clingo_show_type_atoms);
    }
    strcat(text, " shown ");
    append_symbols(text, model, clingo_show_type_shown);
    strcat(text, " terms ");
    append_symbols(text, model, clingo_show_type_terms);
    /* clingo keeps what an earlier search was told. */
    if (extends) {
        strcat(text, " theory ");
        append_symbols(text, model, clingo_show_type_theory);
    }
    if (clingo_model_cost_size(model, &size) && size <= COUNT(costs)) {
        if (!clingo_model_cost(model, costs, size) || !clingo_model_priority(model, priorities, size) ||
            (size > 0 && clingo_model_cost(model, costs, size - 1))) {
            done(false);
        }
        for (size_t i = 0; i < size; ++i) {
            if (costs[i] != 0) {
                sprintf(text + strlen(text), " %ld@%d", (long)costs[i], priorities[i]);
            }
        }
    }
    strcat(text, "]");
    for (size_t i = 0; i < COUNT(ATOMS); ++i) {
        clingo_symbol_t atom = parsed(ATOMS[i]);
        clingo_literal_t literal = literal_of(atoms, atom);
        if (!clingo_model_contains(model, atom, &contained)) {
            done(false);
        }
        if (literal != 0) {
            if (!clingo_model_is_true(model, literal, &is_true) || !clingo_model_is_true(model, -literal, &is_false) ||
                !clingo_model_is_consequence(model, literal, &consequence)) {
                done(false);
            }
            if (is_true == is_false && !is_reasoning()) {
                tell(" %s is neither true nor false", ATOMS[i]);
            }
        }
        if (literal != 0 && is_true != contained && !is_reasoning()) {
            tell(" %s is contained, or true", ATOMS[i]);
        }
    }
    for (size_t i = 0; i < answer_count && !is_reasoning() && !is_optimizing(); ++i) {
        if (strcmp(answers[i], text) == 0) {
            free(text);
            return;
        }
    }
    if (answer_count < COUNT(answers)) {
        answers[answer_count++] = text;
    } else {
        free(text);
    }
}

/* Changes the search at an answer. */
static void change_search(const clingo_model_t *model) {
    clingo_solve_control_t *context = NULL;
    clingo_literal_t clause[2];
    const clingo_symbolic_atoms_t *atoms = NULL;
    if (!clingo_model_context(model, &context) || !clingo_solve_control_symbolic_atoms(context, &atoms)) {
        return;
    }
    size_t size = 0;
    for (int i = 0; i < 2; ++i) {
        clingo_literal_t literal = literal_of(atoms, parsed(PICK(ATOMS)));
        bool is_positive = chance(50);
        if (literal != 0) {
            clause[size++] = is_positive ? literal : -literal;
        }
    }
    is_restricted = true;
    went(clingo_solve_control_add_clause(context, clause, size));
}

static bool hear(clingo_solve_event_type_t type, void *event, bool *goes_on) {
    switch (type) {
    case clingo_solve_event_type_model: {
        clingo_model_t *model = event;
        if (extends && !clingo_model_extend(model, extension, COUNT(extension))) {
            done(false);
        }
        see_answer(model);
        if (fails_at > 0 && --fails_at == 0) {
            clingo_set_error(clingo_error_logic, "an answer");
            return false;
        }
        if (limit > 0 && --limit == 0) {
            is_complete = false;
            *goes_on = false;
        }
        return true;
    }
    case clingo_solve_event_type_statistics: {
        clingo_statistics_t **statistics = event;
        add_statistics(statistics[0]);
        add_statistics(statistics[1]);
        return true;
    }
    default:
        return true;
    }
}

static bool notify(clingo_solve_event_type_t type, void *event, void *data, bool *goes_on) {
    (void)data;
    uint64_t before = random_state;
    size_t length = line_length;
    draw_from(type, answer_count);
    bool is_done = hear(type, event, goes_on);
    line[line_length] = 0;
    strcat(heard, line + length);
    line_length = length;
    random_state = before;
    return is_done;
}

/* Tells what was found, as far as it is determined. */
static void tell_answers(void) {
    if (is_complete && !is_restricted && !now.has_failing && strcmp(now.models, "0") == 0) {
        if (is_reasoning() || (is_optimizing() && strcmp(now.opt_mode, "opt") == 0)) {
            bool is_projected = now.projects || strcmp(now.project, "no") != 0;
            if (answer_count > 0 && !is_projected && !(is_reasoning() && is_optimizing())) {
                const char *last = strrchr(answers[answer_count - 1], ' ');
                if (is_reasoning()) {
                    tell(" %s", answers[answer_count - 1]);
                } else {
                    tell(" %s", strchr(last, '@') ? last : "no cost");
                }
            }
        } else if (strcmp(now.project, "no") == 0 && !is_optimizing()) {
            tell_sorted(answers, answer_count);
            answer_count = 0;
        }
    }
    tell("%s", heard);
    forget_answers();
}

static void tell_result(clingo_solve_result_bitset_t result, bool is_at_end) {
    /* Where there is no answer set, clingo may ground no more. */
    now.has_error = now.has_error || (result & 2);
    /* It is free how far a search came that was interrupted. */
    if (now.is_interrupted) {
        tell(result & 1 ? " sat" : " none");
        now.has_error = now.has_error || !(result & 1);
        return;
    }
    tell(" %s%s", result & 1 ? "sat" : result & 2 ? "unsat" : "unknown", result & 8 ? " interrupted" : "");
    if (is_at_end && is_complete && strcmp(now.models, "0") == 0) {
        tell(" %d", (result & 4) != 0);
    }
}

static void begin_search(void) {
    clingo_literal_t assumptions[3];
    size_t size = 0;
    clingo_solve_result_bitset_t result = 0;
    tell("solve");
    if (now.handle != NULL && !wrongly(10)) {
        return;
    }
    unsigned mode = below(4);
    bool has_callback = mode < 2 || chance(20);
    for (unsigned count = chance(30) ? 1 + below(3) : 0; count > 0; --count) {
        clingo_literal_t literal = literal_at_random();
        bool is_positive = chance(60);
        if (literal != 0) {
            assumptions[size++] = is_positive ? literal : -literal;
        }
    }
    tell(" mode %u %d", mode, has_callback);
    if (now.handle != NULL) {
        clingo_solve_handle_t *other = NULL;
        if (went(clingo_control_solve(now.control, mode, assumptions, size, NULL, NULL, &other))) {
            went(clingo_solve_handle_close(other));
        }
        return;
    }
    forget_answers();
    is_complete = true;
    is_cancelled = is_restricted = false;
    is_resumed = true;
    calls_back = has_callback;
    extends = has_callback && chance(20);
    memcpy(extension, symbols, sizeof extension);
    /* How many answers there are on the way to others is free. */
    limit = mode < 2 && chance(10) && !is_reasoning() && !is_optimizing() ? 1 + (int)below(3) : 0;
    is_complete = limit == 0;
    fails_at = wrongly(20) ? 1 + (int)below(3) : 0;
    if (!went(clingo_control_solve(now.control, mode, assumptions, size, has_callback ? notify : NULL, NULL, &now.handle))) {
        now.handle = NULL;
        return;
    }
    now.mode = mode;
    now.is_grown = false;
    now.has_left = true;
    if (mode < 2 && chance(70)) {
        if (went(clingo_solve_handle_get(now.handle, &result))) {
            tell_result(result, true);
            tell_answers();
        }
        close_handle();
    }
}

/* Takes all answers that are left. */
static void drain(void) {
    const clingo_model_t *model = NULL;
    clingo_solve_result_bitset_t result = 0;
    tell(" drain");
    if (now.mode >= 2) {
        for (int i = 0; i <= 20000; ++i) {
            if (i == 20000) {
                /* How often an answer is found that looks the same is free where a propagator adds literals. */
                is_complete = false;
                break;
            }
            if (!clingo_solve_handle_model(now.handle, &model)) {
                done(false);
                return;
            }
            if (model == NULL) {
                break;
            }
            if (is_resumed) {
                if (!calls_back) {
                    see_answer(model);
                }
                is_resumed = false;
            }
            is_resumed = true;
            if (!clingo_solve_handle_resume(now.handle)) {
                done(false);
                return;
            }
        }
    }
    if (went(clingo_solve_handle_get(now.handle, &result)) && !is_cancelled) {
        tell_result(result, true);
        tell_answers();
    }
}

static void use_handle(void) {
    const clingo_model_t *model = NULL;
    const clingo_literal_t *core = NULL;
    clingo_solve_result_bitset_t result = 0;
    size_t size = 0;
    bool is_ready = false;
    tell("handle");
    if (now.handle == NULL) {
        return;
    }
    switch (below(12)) {
    case 0:
        tell(" get");
        if (went(clingo_solve_handle_get(now.handle, &result)) && !is_cancelled) {
            tell_result(result, false);
        }
        break;
    case 1:
        tell(" wait");
        clingo_solve_handle_wait(now.handle, -1, &is_ready);
        tell(" %d", is_ready);
        break;
    case 2:
        tell(" wait a little");
        /* clingo ends the program where another thread does not search. */
        if (now.mode % 2 == 1 || is_wild) {
            clingo_solve_handle_wait(now.handle, chance(50) ? 0 : 0.001, &is_ready);
        }
        /* Whether an answer was there, and counts as seen, is free. */
        if (!is_wild) {
            clingo_solve_handle_wait(now.handle, -1, &is_ready);
        }
        break;
    case 3:
    case 4:
        tell(" model");
        if (went(clingo_solve_handle_model(now.handle, &model)) && !is_cancelled) {
            if (!is_optimizing() && !is_reasoning() && strcmp(now.project, "no") == 0 && !is_restricted) {
                tell(" %d", model != NULL);
            }
            if (model != NULL && is_resumed) {
                is_resumed = false;
                if (!calls_back) {
                    see_answer(model);
                }
                /* There, groundplan refuses clauses. */
                if (chance(10) && !is_reasoning() && strcmp(now.opt_mode, "optN") != 0) {
                    change_search(model);
                }
            }
        }
        break;
    case 5:
    case 6:
        tell(" resume");
        if (now.mode >= 2) {
            /* An answer that was not looked at is gone. */
            is_complete = is_complete && (!is_resumed || calls_back);
            is_resumed = true;
        }
        went(clingo_solve_handle_resume(now.handle));
        break;
    case 7:
        tell(" core");
        if (went(clingo_solve_handle_core(now.handle, &core, &size)) && !is_cancelled) {
            for (size_t i = 0; i < size; ++i) {
                if (core[i] == 0) {
                    tell(" 0");
                }
            }
        }
        break;
    case 8:
        tell(" last");
        if (went(clingo_solve_handle_last(now.handle, &model)) && model != NULL && clingo_model_symbols_size(model, clingo_show_type_all, &size) &&
            clingo_model_symbols_size(model, clingo_show_type_all | clingo_show_type_complement, &size)) {
            /* After a search was ended, clingo has one or has none. */
            tell("");
        }
        break;
    case 9:
        if (chance(50)) {
            tell(" cancel");
            is_cancelled = true;
            is_complete = false;
            went(clingo_solve_handle_cancel(now.handle));
        }
        break;
    case 10:
        drain();
        break;
    default:
        close_handle();
    }
}

static void interrupt(void) {
    tell("interrupt");
    if (now.handle == NULL && chance(30)) {
        tell(" ok");
        now.is_interrupted = true;
        clingo_control_interrupt(now.control);
    }
}

#endif
