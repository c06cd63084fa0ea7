/* Random sequences of calls of the interface: `sequences FIRST COUNT [wild]`.
 *
 * Each seed is a sequence. Of each call, a line tells what is determined of its outcome, so that two libraries can be compared. What a
 * call draws depends on its seed and place, not on what the calls before it came to. */
#include "search.h"
#include "texts.h"

static void make_call(void) {
    if (now.has_error && !is_wild) {
        new_control();
        return;
    }
    if (now.handle != NULL && chance(55)) {
        use_handle();
        return;
    }
    static void (*const calls[])(void) = {
        make_symbol, parse_term, ask_symbol, ask_signature, parse_nodes, ask_node, change_node, copy_node, build_node, add_program, add_program,
        ground, ground, ask_atoms, ask_theory, assign, assign, ask_control, ask_control, configure_search, begin_search, begin_search, begin_search,
        begin_search, use_backend, register_observer, register_propagator, interrupt, build_program, load_file, load_aspif, write_program,
    };
    unsigned kind = below(COUNT(calls) + 3);
    if (kind < COUNT(calls)) {
        calls[kind]();
    } else if (kind == COUNT(calls)) {
        ask_configuration(now.control);
    } else if (kind == COUNT(calls) + 1) {
        if (now.handle == NULL || is_wild) {
            ask_statistics(now.control);
        }
    } else if (chance(30)) {
        new_control();
    }
}

static void play(uint64_t seed) {
    draw_from(seed, 0);
    size_t length = 5 + below(56);
    tell("seed %llu", (unsigned long long)seed);
    end_line();
    begin_symbols();
    new_control();
    end_line();
    for (size_t call = 1; call <= length; ++call) {
        draw_from(seed, call);
        make_call();
        end_line();
        free_replaced();
    }
    forget_answers();
    free_nodes();
    end_control();
}

int main(int argc, char **argv) {
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    is_wild = argc > 3;
    register_language();
    for (uint64_t seed = first; seed < first + count; ++seed) {
        play(seed);
    }
    return 0;
}
