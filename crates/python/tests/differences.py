"""What groundplan sees otherwise than clingo, by snippet, with the reason. A snippet that comes to agree has to leave."""

_TYPES = "an argument of a wrong type is a TypeError, where clingo trips over an attribute of its own"
_OWN = "an exception in a callback comes out itself, where clingo raises RuntimeError for it"
_BEFORE = "propagators cannot: the message says what can be said before the search"
_DECISION = "decisions of the solver are not known to propagators"
_ONCE = "exit codes and `Models` tell whether the search was exhausted, which clingo knows of a single answer set without a search"

DIFFERENCES = {
    "applications-exit_codes": _ONCE,
    "applications-what_is_printed": _ONCE,
    "applications-verbose_zero": _ONCE,
    "applications-clingo_main_without_arguments_of_its_own": _ONCE,
    "applications-errors_in_main": "an exception in `main` comes out, where clingo prints it and returns 1",
    "assumptions-core_of_a_program_without_answer_sets": "the core may hold assumptions where none are needed",
    "clauses-in_optimisation": "no clauses while the best answer set is looked for; the message names alternatives",
    "clauses-wrong_literals": _TYPES,
    "configuration-solve_limit": "no limit on conflicts; the message names the time limit",
    "contexts-wrong_return": _TYPES,
    "errors-global_variables": "no such message",
    "errors-text_is_not_a_program": _TYPES,
    "errors-parts_have_symbols": _TYPES,
    "errors-after_a_parse_error": "after a text that was refused, another one may be added",
    "errors-wrong_lookup": _TYPES,
    "errors-wrong_external": _TYPES,
    "handles-errors_in_a_background_callback": _OWN,
    "heuristics-subset_minimal_by_domain_recording": "no modifiers of the domain heuristic",
    "multishot-unsatisfiable_for_good": "that there is no answer set for good is not remembered",
    "observers-output_terms": "a term without a condition is told with an empty one",
    "observers-edges": "edges are ground to rules",
    "observers-replacing": "an observer cannot take the place of the solver; the message says so",
    "propagators-conflicting_clauses_at_the_start": "a contradiction is found when the search begins",
    "propagators-weight_constraints_at_the_start": _BEFORE,
    "propagators-weight_constraints_one_way": _BEFORE,
    "propagators-weight_constraints_for_equality": _BEFORE,
    "propagators-objectives_at_the_start": _BEFORE,
    "propagators-init_before_each_call": "a propagator that knows the program is not told of it again",
    "propagators-levels_and_trail": _DECISION,
    "propagators-literals_while_solving": _BEFORE,
    "propagators-no_solution": _DECISION,
    "propagators-decide": _DECISION,
    "scripts-errors_in_scripts": _OWN,
    "scripts-errors_in_functions_of_scripts": _OWN,
    "statistics-keys_of_the_search": "choices are not counted by every backend",
    "statistics-accumulated": "no statistics over several calls",
    "symbol_make-wrong_types": _TYPES,
    "symbol_parse-white_space_and_comments": "a term may have comments",
    "symbol_parse-not_a_text": _TYPES,
    "clingox_tools-approximations": "no limit on conflicts; the message names the time limit",
}

# Whole files of snippets.
DIFFERENT_FILES = {
    "clingodl_differences": "its C library works on clingo's own control object; `groundplan solve` has difference constraints",
}


def reason(path, name):
    """Why a snippet may see something else, if it may."""
    return DIFFERENCES.get(f"{path.stem}-{name}") or DIFFERENT_FILES.get(path.stem)
