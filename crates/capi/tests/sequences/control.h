/* A control, and the calls on it. */
#ifndef CONTROL_H
#define CONTROL_H

#include "programs.h"
#include "trees.h"

typedef struct {
    clingo_control_t *control;
    clingo_solve_handle_t *handle;
    unsigned mode;
    /* Whether a text was wrong or grounding failed: it is free what works on then. */
    bool has_error;
    /* Whether a search was left before its end. */
    bool has_left;
    /* Whether something was ground since the last search. */
    bool is_grown;
    bool is_ground;
    int steps;
    bool minimizes;
    bool projects;
    bool has_const;
    bool adds_theory;
    /* Whether the program is one in aspif: clingo may refuse to define its atoms after a search. */
    bool has_aspif;
    /* Whether a search was interrupted before it began. */
    bool is_interrupted;
    /* Whether the program stays as it is, so that its atoms may be told. */
    const char *models;
    const char *enum_mode;
    const char *opt_mode;
    const char *project;
    bool has_failing;
    int backends;
    size_t answers;
} state_t;

static state_t now;

/* How many observers and propagators the control has. */
static size_t observers, propagator_count;

static void silent(clingo_warning_t code, const char *message, void *data) {
    (void)code;
    (void)message;
    (void)data;
}

static void close_handle(void) {
    if (now.handle != NULL) {
        tell(" close");
        went(clingo_solve_handle_close(now.handle));
        now.handle = NULL;
        now.is_interrupted = false;
    }
}

static void end_control(void) {
    if (now.handle != NULL) {
        clingo_solve_handle_close(now.handle);
    }
    if (now.control != NULL) {
        clingo_control_free(now.control);
    }
    memset(&now, 0, sizeof now);
    observers = propagator_count = 0;
}

static const char *const WRONG_OPTIONS[] = {"--nothing", "--models=x", "-c k", "--opt-mode=best", "--enum-mode=some", "none.lp", "-c"};

static void new_control(void) {
    end_control();
    const char *arguments[3] = {"0", "", ""};
    size_t size = 1;
    now.models = "0";
    now.enum_mode = "auto";
    now.opt_mode = "opt";
    now.project = "no";
    tell("control_new");
    if (chance(5)) {
        arguments[size++] = PICK(WRONG_OPTIONS);
    } else {
        switch (below(12)) {
        case 0:
            arguments[0] = now.models = "1";
            break;
        case 1:
            arguments[size++] = "--enum-mode=brave";
            now.enum_mode = "brave";
            break;
        case 2:
            arguments[size++] = "--enum-mode=cautious";
            now.enum_mode = "cautious";
            break;
        case 3:
            arguments[size++] = "--opt-mode=optN";
            now.opt_mode = "optN";
            break;
        case 4:
            arguments[size++] = "--opt-mode=ignore";
            now.opt_mode = "ignore";
            break;
        case 5:
            arguments[size++] = "--project=show";
            now.project = "show";
            break;
        case 6:
            arguments[size++] = "-ck=7";
            break;
        case 7:
            size = 0;
            now.models = "-1";
            break;
        default:
            break;
        }
    }
    for (size_t i = 0; i < size; ++i) {
        tell(" %s", arguments[i]);
    }
    if (!went(clingo_control_new(arguments, size, silent, NULL, below(3) * 10, &now.control))) {
        clingo_control_new(arguments, 1, silent, NULL, 20, &now.control);
        tell(" 0");
    }
    if (!clingo_control_add(now.control, "base", NULL, 0, THEORY)) {
        done(false);
    }
}

/* Whether a text may be added. While a search is open, clingo lets what is to be shown change at once. */
static bool is_addable(const char *text) { return now.handle == NULL || is_wild || strstr(text, "#show") == NULL; }

static void add_program(void) {
    char text[4096] = "";
    static const char *const parameter = "t";
    tell("add");
    if (chance(5)) {
        strcpy(text, PICK(WRONG));
        tell(" wrong %s:", text);
        went(clingo_control_add(now.control, "base", NULL, 0, text));
        now.has_error = true;
    } else if (!now.is_ground && chance(70)) {
        append(text, BASE, COUNT(BASE), 1 + below(6));
        if (chance(30)) {
            append(text, MINIMIZE, COUNT(MINIMIZE), 1);
            now.minimizes = true;
        }
        if (!now.has_const && chance(20)) {
            now.has_const = true;
            strcat(text, "#const k = 3.");
        }
        tell(" %s:", text);
        if (is_addable(text)) {
            went(clingo_control_add(now.control, "base", NULL, 0, text));
        }
    } else {
        append(text, STEP, COUNT(STEP), 1 + below(3));
        tell(" step %s:", text);
        if (is_addable(text)) {
            went(clingo_control_add(now.control, "step", &parameter, 1, text));
        }
    }
}

static void ground(void) {
    clingo_part_t parts[3];
    clingo_symbol_t number;
    size_t size = 0;
    int calls = 0;
    tell("ground");
    if ((now.handle != NULL || (now.has_aspif && now.has_left)) && !wrongly(20)) {
        return;
    }
    if (!now.is_ground && now.handle == NULL) {
        parts[size++] = (clingo_part_t){"base", NULL, 0};
        tell(" base");
        now.is_ground = true;
    }
    if (now.is_ground && chance(50) && now.handle == NULL) {
        clingo_symbol_create_number(++now.steps, &number);
        tell(" step %d", now.steps);
        parts[size++] = (clingo_part_t){"step", &number, 1};
    }
    if (chance(10)) {
        tell(" nothing");
        parts[size++] = (clingo_part_t){"nothing", symbols, below(2)};
    }
    if (!went(clingo_control_ground(now.control, parts, size, chance(80) ? call_function : NULL, wrongly(20) ? &calls : NULL))) {
        now.has_error = true;
    }
    now.is_grown = true;
}

/* Looks for the literal of an atom; 0 if there is none. */
static clingo_literal_t literal_of(const clingo_symbolic_atoms_t *atoms, clingo_symbol_t symbol) {
    clingo_symbolic_atom_iterator_t found;
    clingo_literal_t literal = 0;
    bool is_valid = false;
    if (clingo_symbolic_atoms_find(atoms, symbol, &found) && clingo_symbolic_atoms_is_valid(atoms, found, &is_valid) && is_valid) {
        clingo_symbolic_atoms_literal(atoms, found, &literal);
    }
    return literal;
}

static clingo_literal_t literal_of_atom(const char *atom) {
    const clingo_symbolic_atoms_t *atoms = NULL;
    return clingo_control_symbolic_atoms(now.control, &atoms) ? literal_of(atoms, parsed(atom)) : 0;
}

static clingo_literal_t literal_at_random(void) {
    const char *atom = PICK(ATOMS);
    tell(" %s", atom);
    return literal_of_atom(atom);
}

static void tell_atoms(const clingo_symbolic_atoms_t *atoms) {
    clingo_symbolic_atom_iterator_t at, end, other;
    char *texts[512];
    size_t count = 0, size = 0;
    bool is_end = false, is_fact = false, is_external = false, is_valid = false;
    if (!done(clingo_symbolic_atoms_size(atoms, &size)) || !done(clingo_symbolic_atoms_begin(atoms, NULL, &at)) ||
        !done(clingo_symbolic_atoms_end(atoms, &end))) {
        return;
    }
    while (clingo_symbolic_atoms_iterator_is_equal_to(atoms, at, end, &is_end) && !is_end && count < COUNT(texts)) {
        clingo_symbol_t symbol;
        clingo_literal_t literal = 0;
        if (!clingo_symbolic_atoms_is_valid(atoms, at, &is_valid) || !is_valid || !clingo_symbolic_atoms_symbol(atoms, at, &symbol) ||
            !clingo_symbolic_atoms_is_fact(atoms, at, &is_fact) || !clingo_symbolic_atoms_is_external(atoms, at, &is_external) ||
            !clingo_symbolic_atoms_literal(atoms, at, &literal)) {
            done(false);
            break;
        }
        if (literal_of(atoms, symbol) != literal) {
            tell(" other literal");
        }
        char *text = text_of(symbol);
        texts[count] = space(strlen(text) + 8);
        sprintf(texts[count++], "%s%s", text, is_fact ? "!" : "");
        free(text);
        if (!clingo_symbolic_atoms_next(atoms, at, &at)) {
            done(false);
            break;
        }
    }
    if (count != size) {
        tell(" other size");
    }
    tell_sorted(texts, count);
    if (clingo_symbolic_atoms_is_valid(atoms, end, &is_valid) && is_valid) {
        tell(" valid end");
    }
    if (wrongly(20)) {
        done(clingo_symbolic_atoms_next(atoms, end, &other));
        done(clingo_symbolic_atoms_next(atoms, draw(), &other));
        done(clingo_symbolic_atoms_literal(atoms, draw(), &(clingo_literal_t){0}));
    }
}

static void ask_atoms(void) {
    const clingo_symbolic_atoms_t *atoms = NULL;
    clingo_signature_t signature, signatures[64];
    clingo_symbolic_atom_iterator_t at, end;
    size_t size = 0;
    bool is_end = false;
    tell("atoms");
    if (!done(clingo_control_symbolic_atoms(now.control, &atoms))) {
        return;
    }
    tell_atoms(atoms);
    if (now.has_left || clingo_control_is_conflicting(now.control)) {
        /* It is free what a search has found out, and clingo grounds nothing more where there is no answer set already. */
        line_length = strlen("atoms");
        return;
    }
    const char *name = PICK(NAMES);
    if (clingo_signature_create(name, below(3), chance(80), &signature) && done(clingo_symbolic_atoms_begin(atoms, &signature, &at)) &&
        done(clingo_symbolic_atoms_end(atoms, &end))) {
        size_t count = 0;
        while (clingo_symbolic_atoms_iterator_is_equal_to(atoms, at, end, &is_end) && !is_end && clingo_symbolic_atoms_next(atoms, at, &at)) {
            ++count;
        }
        tell(" %s %zu", name, count);
    }
    if (done(clingo_symbolic_atoms_signatures_size(atoms, &size))) {
        /* clingo has also predicates without atoms. */
        if (size > 0 && clingo_symbolic_atoms_signatures(atoms, signatures, size - 1)) {
            tell(" too small");
        }
        if (size <= COUNT(signatures)) {
            done(clingo_symbolic_atoms_signatures(atoms, signatures, size));
        }
    }
}

static void tell_theory(const clingo_theory_atoms_t *atoms) {
    size_t size = 0;
    if (!done(clingo_theory_atoms_size(atoms, &size))) {
        return;
    }
    char *texts[64];
    size_t count = 0;
    for (clingo_id_t atom = 0; atom < size && count < COUNT(texts); ++atom) {
        size_t length = 0, elements_size = 0, arguments_size = 0;
        clingo_id_t term = 0, right = 0;
        clingo_literal_t literal = 0;
        const clingo_id_t *elements = NULL, *arguments = NULL;
        const clingo_literal_t *condition = NULL;
        const char *name = NULL;
        bool has_guard = false;
        clingo_theory_term_type_t type = 0;
        if (!clingo_theory_atoms_atom_to_string_size(atoms, atom, &length)) {
            done(false);
            continue;
        }
        texts[count] = space(length);
        if (!clingo_theory_atoms_atom_to_string(atoms, atom, texts[count], length)) {
            done(false);
        }
        ++count;
        went(clingo_theory_atoms_atom_to_string(atoms, atom, (char[1]){0}, 1));
        if (!clingo_theory_atoms_atom_term(atoms, atom, &term) || !clingo_theory_atoms_atom_literal(atoms, atom, &literal) ||
            !clingo_theory_atoms_atom_has_guard(atoms, atom, &has_guard) || !clingo_theory_atoms_term_type(atoms, term, &type)) {
            done(false);
        }
        if (has_guard && !clingo_theory_atoms_atom_guard(atoms, atom, &name, &right)) {
            done(false);
        } else if (!has_guard && wrongly(30)) {
            done(clingo_theory_atoms_atom_guard(atoms, atom, &name, &right));
        }
        if (!clingo_theory_atoms_atom_elements(atoms, atom, &elements, &elements_size)) {
            done(false);
        }
        for (size_t i = 0; i < elements_size; ++i) {
            size_t tuple_size = 0, condition_size = 0;
            const clingo_id_t *tuple = NULL;
            if (!clingo_theory_atoms_element_tuple(atoms, elements[i], &tuple, &tuple_size) ||
                !clingo_theory_atoms_element_condition(atoms, elements[i], &condition, &condition_size) ||
                !clingo_theory_atoms_element_condition_id(atoms, elements[i], &literal) ||
                !clingo_theory_atoms_element_to_string_size(atoms, elements[i], &length)) {
                done(false);
                continue;
            }
            for (size_t j = 0; j < tuple_size; ++j) {
                int number = 0;
                if (!clingo_theory_atoms_term_type(atoms, tuple[j], &type)) {
                    done(false);
                } else if (type == clingo_theory_term_type_number) {
                    if (!clingo_theory_atoms_term_number(atoms, tuple[j], &number)) {
                        done(false);
                    }
                } else if (type == clingo_theory_term_type_symbol) {
                    if (!clingo_theory_atoms_term_name(atoms, tuple[j], &name)) {
                        done(false);
                    }
                } else if (!clingo_theory_atoms_term_arguments(atoms, tuple[j], &arguments, &arguments_size)) {
                    done(false);
                }
                if (wrongly(30)) {
                    done(clingo_theory_atoms_term_number(atoms, tuple[j], &number));
                    done(clingo_theory_atoms_term_name(atoms, tuple[j], &name));
                    done(clingo_theory_atoms_term_arguments(atoms, tuple[j], &arguments, &arguments_size));
                }
            }
        }
    }
    tell_sorted(texts, count);
    if (wrongly(20)) {
        clingo_id_t id = (clingo_id_t)draw();
        size_t length = 0;
        done(clingo_theory_atoms_atom_to_string_size(atoms, id, &length));
        done(clingo_theory_atoms_term_to_string_size(atoms, id, &length));
        done(clingo_theory_atoms_element_to_string_size(atoms, id, &length));
    }
}

static void ask_theory(void) {
    const clingo_theory_atoms_t *atoms = NULL;
    tell("theory");
    /* Where a search has found that there is no answer set, clingo may have none. */
    if (now.is_grown && !now.adds_theory && !now.has_left && done(clingo_control_theory_atoms(now.control, &atoms))) {
        tell_theory(atoms);
    }
}

static bool is_external(const char *atom) {
    const clingo_symbolic_atoms_t *atoms = NULL;
    clingo_symbolic_atom_iterator_t found;
    bool is_valid = false, is_so = false;
    return clingo_control_symbolic_atoms(now.control, &atoms) && clingo_symbolic_atoms_find(atoms, parsed(atom), &found) &&
           clingo_symbolic_atoms_is_valid(atoms, found, &is_valid) && is_valid && clingo_symbolic_atoms_is_external(atoms, found, &is_so) && is_so;
}

/* Whether an atom that cannot be true is there is free: so is what a call for it comes to. To one that is not external, clingo may
 * give a value where its rules depend on a disjunction. Of an external atom in aspif, it says that it is none. */
static void assign(void) {
    tell("assign");
    if (now.handle != NULL && !wrongly(20)) {
        return;
    }
    const char *atom = PICK(ATOMS);
    tell(" %s", atom);
    clingo_literal_t literal = (is_external(atom) && !now.has_aspif) || is_wild ? literal_of_atom(atom) : 0;
    int value = (int)below(3);
    bool is_released = chance(20), is_negated = chance(10);
    if (literal == 0) {
        return;
    }
    if (!(is_released ? clingo_control_release_external(now.control, literal)
                      : clingo_control_assign_external(now.control, is_negated ? -literal : literal, value))) {
        done(false);
    }
}

static void ask_control(void) {
    clingo_symbol_t value;
    bool exists = false;
    const char *name = chance(70) ? "k" : PICK(NAMES);
    switch (below(7)) {
    case 0:
        tell("const %s", name);
        if (done(clingo_control_has_const(now.control, name, &exists))) {
            tell(" %d", exists);
        }
        if (done(clingo_control_get_const(now.control, name, &value))) {
            tell_symbol(value);
        }
        break;
    case 1:
        exists = chance(50);
        tell("cleanup %d", exists);
        done(clingo_control_set_enable_cleanup(now.control, exists));
        tell(" %d", clingo_control_get_enable_cleanup(now.control));
        break;
    case 2:
        exists = chance(50);
        tell("enumeration assumption %d", exists);
        /* Without it, clingo keeps what excludes the answers of a search. */
        if (is_wild) {
            done(clingo_control_set_enable_enumeration_assumption(now.control, exists));
        }
        tell(" %d", clingo_control_get_enable_enumeration_assumption(now.control));
        break;
    case 3:
        tell("clean");
        if (now.handle == NULL || wrongly(20)) {
            went(clingo_control_cleanup(now.control));
        }
        break;
    case 4:
        tell("remove_minimize");
        if (now.handle == NULL || wrongly(20)) {
            went(clingo_control_remove_minimize(now.control));
        }
        break;
    case 5: {
        clingo_literal_t literal = literal_at_random();
        clingo_atom_t atom = (clingo_atom_t)(literal < 0 ? -literal : literal);
        size_t size = below(2);
        bool appends = chance(50);
        tell(" update_project");
        if (now.handle == NULL || wrongly(20)) {
            now.projects = true;
            if (literal != 0 && !clingo_control_update_project(now.control, &atom, size, appends)) {
                done(false);
            }
        }
        break;
    }
    default:
        tell("conflicting");
        clingo_control_is_conflicting(now.control);
    }
}

static void configure_search(void) {
    static const char *const MODELS[] = {"0", "0", "1", "2"}, *const ENUM[] = {"auto", "auto", "brave", "cautious", "bt", "record"},
                             *const OPT[] = {"opt", "optN", "ignore", "enum"}, *const PROJECT[] = {"no", "show", "project"};
    tell("configure");
    if (now.handle != NULL) {
        return;
    }
    switch (below(4)) {
    case 0:
        configure(now.control, "solve.models", now.models = PICK(MODELS));
        break;
    case 1:
        configure(now.control, "solve.enum_mode", now.enum_mode = PICK(ENUM));
        break;
    case 2:
        configure(now.control, "solve.opt_mode", now.opt_mode = PICK(OPT));
        break;
    default:
        configure(now.control, "solve.project", now.project = PICK(PROJECT));
    }
}

#endif
