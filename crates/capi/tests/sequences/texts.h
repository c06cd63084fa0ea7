/* Programs that come by other ways than a text: as nodes, in files, in aspif; and files into which programs are written. All files
 * are in the current folder. */
#ifndef TEXTS_H
#define TEXTS_H

#include "control.h"
#include "syntax.h"

static const char *const FILES[] = {"one.lp", "two.lp", "three.lp"};

static const char *const ASPIF[] = {
    "asp 1 0 0\n1 1 1 1 0 0\n4 1 a 1 1\n0\n",
    "asp 1 0 0\n1 1 2 1 2 0 0\n1 0 1 3 0 2 1 -2\n4 1 b 1 1\n4 4 p(1) 1 2\n4 1 d 1 3\n0\n",
    "asp 1 0 0\n1 1 2 1 2 0 0\n1 0 1 3 1 2 2 1 1 2 1\n4 1 a 1 1\n4 1 b 1 2\n4 1 x 1 3\n1 0 0 0 1 3\n0\n",
    "asp 1 0 0\n5 1 2\n1 0 1 2 0 1 1\n4 4 f(1) 1 1\n4 1 d 1 2\n0\n",
    "asp 1 0 0\n1 0 2 1 2 0 0\n4 1 a 1 1\n4 1 b 1 2\n10 comment\n7 0 1 1 2 0\n8 1 2 1 1\n8 2 1 1 2\n0\n",
    "asp 1 0 0\n1 1 1 1 0 0\n9 0 1 2\n9 1 2 1 d\n9 4 1 1 1 0\n9 5 1 2 1 1\n4 1 a 1 1\n0\n",
    "asp 1 0 0\n0\n",
    "asp 1 0 0\n1 1 1\n0\n", "asp 1 0 0\n1 1 1 1 0 0\n", "", "a :- b.", "asp 1 0 0\n77\n0\n", "asp 1 0 0\n4 9 a 0\n0\n",
};
/* So many of them are right. */
enum { RIGHT_ASPIF = 7 };

static void write_file(const char *name, const char *content) {
    FILE *file = fopen(name, "wb");
    if (file == NULL || fputs(content, file) < 0 || fclose(file) != 0) {
        abort();
    }
}

/* Draws statements of the part that can still be ground. */
static void draw_statements(char *text) {
    if (!now.is_ground && chance(70)) {
        append(text, BASE, COUNT(BASE), 1 + below(4));
    } else {
        append(strcat(text, "#program step(t). "), STEP, COUNT(STEP), 1 + below(3));
    }
}

static bool add_to_builder(clingo_ast_t *node, void *data) { return clingo_program_builder_add(data, node); }

static void build_program(void) {
    clingo_program_builder_t *builder = NULL;
    char text[4096] = "";
    int messages = 0;
    tell("builder");
    if (!done(clingo_program_builder_init(now.control, &builder)) || !done(clingo_program_builder_begin(builder))) {
        return;
    }
    for (size_t count = below(3); count > 0; --count) {
        *text = 0;
        draw_statements(text);
        tell(" %s:", text);
        if (is_addable(text) && !went(clingo_ast_parse_string(text, add_to_builder, builder, NULL, count_message, &messages, 20))) {
            now.has_error = true;
        }
    }
    clingo_ast_t *node = node_at_random();
    if (node != NULL && chance(20)) {
        /* It may be no statement, which is said now or at the end, or one that can be ground without end. */
        tell_node(node);
        bool is_added = clingo_program_builder_add(builder, node);
        went(clingo_program_builder_end(builder) && is_added);
        tell(" ");
        new_control();
        return;
    }
    if (wrongly(10)) {
        went(clingo_program_builder_begin(builder));
    }
    went(clingo_program_builder_end(builder));
    if (wrongly(10)) {
        went(clingo_program_builder_add(builder, node_at_random()));
        went(clingo_program_builder_end(builder));
    }
}

static void load_file(void) {
    char text[4096] = "";
    const char *name = PICK(FILES);
    tell("load %s", name);
    if (chance(5)) {
        strcpy(text, PICK(WRONG));
        now.has_error = true;
    } else {
        draw_statements(text);
        if (chance(20)) {
            const char *other = PICK(FILES);
            write_file(other, "#program base. c :- b.");
            strcat(strcat(strcat(text, "#include \""), other), "\".");
        }
    }
    tell(" %s", text);
    write_file(name, text);
    if (chance(10)) {
        name = "none.lp";
        now.has_error = true;
    }
    if (is_addable(text)) {
        went(clingo_control_load(now.control, name));
    }
}

static void load_aspif(void) {
    const char *names[] = {"one.aspif", "none.aspif"};
    size_t kind = below(COUNT(ASPIF)), size = chance(90) ? 1 : 2 * below(2);
    /* clingo takes it only where there is nothing else. */
    if (!wrongly(30)) {
        new_control();
        tell(" ");
    }
    tell("load_aspif %zu of %zu", kind, size);
    write_file(names[0], ASPIF[kind]);
    now.has_error = now.has_error || kind >= RIGHT_ASPIF || size == 2;
    now.adds_theory = now.has_aspif = true;
    if (!went(clingo_control_load_aspif(now.control, names, size))) {
        now.has_error = true;
    }
}

static void write_program(void) {
    static const char *const WRITTEN[] = {"written", "", "none/written"};
    /* As that of smodels, clingo writes aspif, which has atoms of theories. */
    unsigned type = wrongly(20) ? below(20) : below(5);
    const char *name = chance(90) ? "written" : PICK(WRITTEN);
    bool replaces = chance(20);
    tell("register_backend %u %s %d", type, name, replaces);
    if (now.handle != NULL && !wrongly(20)) {
        return;
    }
    went(clingo_control_register_backend(now.control, type, name, replaces));
    if (replaces) {
        now.has_error = true;
    }
}

#endif
