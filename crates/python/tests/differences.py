"""What groundplan sees otherwise than clingo, by snippet, with the reason. A snippet that comes to agree has to leave."""

_OWN = "an exception in a callback comes out itself, where clingo raises RuntimeError for it"

DIFFERENCES = {
    "backend-external_in_the_table": "an atom that the backend has declared external is said to be external",
    "errors-global_variables": "no such message",
    "errors-after_a_parse_error": "after a text that was refused, another one may be added",
    "clingodl_differences-no_values": "a variable none of whose constraints holds has a value, too",
    "enumeration-projected_to_what_is_hidden_later": "clingo projects to what was shown before, and shows the same several times",
    "externals-values_without_a_rule_left": "what has rules is no external atom; clingo takes it for one if no rule is left",
    "externals-rules_that_cannot_apply": "what has rules is no external atom; clingo takes it for one if no rule is left",
    "handles-errors_in_a_background_callback": _OWN,
    "observers-output_terms": "a term without a condition is told with an empty one",
    "observers-edges": "edges are ground to rules",
    "scripts-errors_in_scripts": _OWN,
    "scripts-errors_in_functions_of_scripts": _OWN,
}

def reason(path, name):
    """Why a snippet may see something else, if it may."""
    return DIFFERENCES.get(f"{path.stem}-{name}")
