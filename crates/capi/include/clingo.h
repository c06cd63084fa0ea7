// clingo's C interface, as groundplan has it. Made of the Rust code by the tests of `groundplan-capi`.

#ifndef CLINGO_H
#define CLINGO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLINGO_VERSION "5.8.0"

#if defined _WIN32 || defined __CYGWIN__
#  define CLINGO_WIN
#endif
#if defined CLINGO_NO_VISIBILITY || !defined CLINGO_WIN
#  define CLINGO_VISIBILITY_DEFAULT
#else
#  define CLINGO_VISIBILITY_DEFAULT __declspec(dllimport)
#endif
#if defined __GNUC__
#  define CLINGO_DEPRECATED __attribute__((deprecated))
#else
#  define CLINGO_DEPRECATED
#endif

/**
 * The types of nodes.
 */
enum clingo_ast_type_e {
  clingo_ast_type_id,
  clingo_ast_type_variable,
  clingo_ast_type_symbolic_term,
  clingo_ast_type_unary_operation,
  clingo_ast_type_binary_operation,
  clingo_ast_type_interval,
  clingo_ast_type_function,
  clingo_ast_type_pool,
  clingo_ast_type_boolean_constant,
  clingo_ast_type_symbolic_atom,
  clingo_ast_type_comparison,
  clingo_ast_type_guard,
  clingo_ast_type_conditional_literal,
  clingo_ast_type_aggregate,
  clingo_ast_type_body_aggregate_element,
  clingo_ast_type_body_aggregate,
  clingo_ast_type_head_aggregate_element,
  clingo_ast_type_head_aggregate,
  clingo_ast_type_disjunction,
  clingo_ast_type_theory_sequence,
  clingo_ast_type_theory_function,
  clingo_ast_type_theory_unparsed_term_element,
  clingo_ast_type_theory_unparsed_term,
  clingo_ast_type_theory_guard,
  clingo_ast_type_theory_atom_element,
  clingo_ast_type_theory_atom,
  clingo_ast_type_literal,
  clingo_ast_type_theory_operator_definition,
  clingo_ast_type_theory_term_definition,
  clingo_ast_type_theory_guard_definition,
  clingo_ast_type_theory_atom_definition,
  clingo_ast_type_rule,
  clingo_ast_type_definition,
  clingo_ast_type_show_signature,
  clingo_ast_type_show_term,
  clingo_ast_type_minimize,
  clingo_ast_type_script,
  clingo_ast_type_program,
  clingo_ast_type_external,
  clingo_ast_type_edge,
  clingo_ast_type_heuristic,
  clingo_ast_type_project_atom,
  clingo_ast_type_project_signature,
  clingo_ast_type_defined,
  clingo_ast_type_theory_definition,
  clingo_ast_type_comment,
};

/**
 * The attributes of nodes.
 */
enum clingo_ast_attribute_e {
  clingo_ast_attribute_argument,
  clingo_ast_attribute_arguments,
  clingo_ast_attribute_arity,
  clingo_ast_attribute_atom,
  clingo_ast_attribute_atoms,
  clingo_ast_attribute_atom_type,
  clingo_ast_attribute_bias,
  clingo_ast_attribute_body,
  clingo_ast_attribute_code,
  clingo_ast_attribute_coefficient,
  clingo_ast_attribute_comparison,
  clingo_ast_attribute_condition,
  clingo_ast_attribute_elements,
  clingo_ast_attribute_external,
  clingo_ast_attribute_external_type,
  clingo_ast_attribute_function,
  clingo_ast_attribute_guard,
  clingo_ast_attribute_guards,
  clingo_ast_attribute_head,
  clingo_ast_attribute_is_default,
  clingo_ast_attribute_left,
  clingo_ast_attribute_left_guard,
  clingo_ast_attribute_literal,
  clingo_ast_attribute_location,
  clingo_ast_attribute_modifier,
  clingo_ast_attribute_name,
  clingo_ast_attribute_node_u,
  clingo_ast_attribute_node_v,
  clingo_ast_attribute_operator_name,
  clingo_ast_attribute_operator_type,
  clingo_ast_attribute_operators,
  clingo_ast_attribute_parameters,
  clingo_ast_attribute_positive,
  clingo_ast_attribute_priority,
  clingo_ast_attribute_right,
  clingo_ast_attribute_right_guard,
  clingo_ast_attribute_sequence_type,
  clingo_ast_attribute_sign,
  clingo_ast_attribute_symbol,
  clingo_ast_attribute_term,
  clingo_ast_attribute_terms,
  clingo_ast_attribute_value,
  clingo_ast_attribute_variable,
  clingo_ast_attribute_weight,
  clingo_ast_attribute_comment_type,
};


/**
 * The version of clingo whose interface this is.
 */
#define CLINGO_VERSION_MAJOR 5

/**
 * See [`CLINGO_VERSION_MAJOR`].
 */
#define CLINGO_VERSION_MINOR 8

/**
 * See [`CLINGO_VERSION_MAJOR`].
 */
#define CLINGO_VERSION_REVISION 0

/**
 * The function of an aggregate.
 */
enum clingo_ast_aggregate_function_e {
  /**
   * `#count`.
   */
  clingo_ast_aggregate_function_count = 0,
  /**
   * `#sum`.
   */
  clingo_ast_aggregate_function_sum = 1,
  /**
   * `#sum+`.
   */
  clingo_ast_aggregate_function_sump = 2,
  /**
   * `#min`.
   */
  clingo_ast_aggregate_function_min = 3,
  /**
   * `#max`.
   */
  clingo_ast_aggregate_function_max = 4,
};

/**
 * The type of an attribute.
 */
enum clingo_ast_attribute_type_e {
  /**
   * A number.
   */
  clingo_ast_attribute_type_number = 0,
  /**
   * A symbol.
   */
  clingo_ast_attribute_type_symbol = 1,
  /**
   * A location.
   */
  clingo_ast_attribute_type_location = 2,
  /**
   * A string.
   */
  clingo_ast_attribute_type_string = 3,
  /**
   * A node.
   */
  clingo_ast_attribute_type_ast = 4,
  /**
   * A node or null.
   */
  clingo_ast_attribute_type_optional_ast = 5,
  /**
   * A list of strings.
   */
  clingo_ast_attribute_type_string_array = 6,
  /**
   * A list of nodes.
   */
  clingo_ast_attribute_type_ast_array = 7,
};

/**
 * An operator with two arguments.
 */
enum clingo_ast_binary_operator_e {
  /**
   * `^`.
   */
  clingo_ast_binary_operator_xor = 0,
  /**
   * `?`.
   */
  clingo_ast_binary_operator_or = 1,
  /**
   * `&`.
   */
  clingo_ast_binary_operator_and = 2,
  /**
   * `+`.
   */
  clingo_ast_binary_operator_plus = 3,
  /**
   * `-`.
   */
  clingo_ast_binary_operator_minus = 4,
  /**
   * `*`.
   */
  clingo_ast_binary_operator_multiplication = 5,
  /**
   * `/`.
   */
  clingo_ast_binary_operator_division = 6,
  /**
   * `\`.
   */
  clingo_ast_binary_operator_modulo = 7,
  /**
   * `**`.
   */
  clingo_ast_binary_operator_power = 8,
};

/**
 * The relation of a comparison.
 */
enum clingo_ast_comparison_operator_e {
  /**
   * `>`.
   */
  clingo_ast_comparison_operator_greater_than = 0,
  /**
   * `<`.
   */
  clingo_ast_comparison_operator_less_than = 1,
  /**
   * `<=`.
   */
  clingo_ast_comparison_operator_less_equal = 2,
  /**
   * `>=`.
   */
  clingo_ast_comparison_operator_greater_equal = 3,
  /**
   * `!=`.
   */
  clingo_ast_comparison_operator_not_equal = 4,
  /**
   * `=`.
   */
  clingo_ast_comparison_operator_equal = 5,
};

/**
 * The sign of a literal.
 */
enum clingo_ast_sign_e {
  /**
   * `a`.
   */
  clingo_ast_sign_no_sign = 0,
  /**
   * `not a`.
   */
  clingo_ast_sign_negation = 1,
  /**
   * `not not a`.
   */
  clingo_ast_sign_double_negation = 2,
};

/**
 * Where a theory atom may stand.
 */
enum clingo_ast_theory_atom_definition_type_e {
  /**
   * In heads.
   */
  clingo_ast_theory_atom_definition_type_head = 0,
  /**
   * In bodies.
   */
  clingo_ast_theory_atom_definition_type_body = 1,
  /**
   * In heads and bodies.
   */
  clingo_ast_theory_atom_definition_type_any = 2,
  /**
   * In heads of rules without a body.
   */
  clingo_ast_theory_atom_definition_type_directive = 3,
};

/**
 * How an operator of theory terms takes its arguments.
 */
enum clingo_ast_theory_operator_type_e {
  /**
   * One argument.
   */
  clingo_ast_theory_operator_type_unary = 0,
  /**
   * Two arguments; the first ones of several belong together.
   */
  clingo_ast_theory_operator_type_binary_left = 1,
  /**
   * Two arguments; the last ones of several belong together.
   */
  clingo_ast_theory_operator_type_binary_right = 2,
};

/**
 * What is around the elements of a list in a theory term.
 */
enum clingo_ast_theory_sequence_type_e {
  /**
   * `(t, u)`.
   */
  clingo_ast_theory_sequence_type_tuple = 0,
  /**
   * `{t, u}`.
   */
  clingo_ast_theory_sequence_type_set = 1,
  /**
   * `[t, u]`.
   */
  clingo_ast_theory_sequence_type_list = 2,
};

/**
 * An operator with one argument.
 */
enum clingo_ast_unary_operator_e {
  /**
   * `-t`.
   */
  clingo_ast_unary_operator_minus = 0,
  /**
   * `~t`.
   */
  clingo_ast_unary_operator_negation = 1,
  /**
   * `|t|`.
   */
  clingo_ast_unary_operator_absolute = 2,
};

/**
 * Which pools are taken out of a node; the numbers are added up.
 */
enum clingo_ast_unpool_type_e {
  /**
   * Those in conditions of conditional literals.
   */
  clingo_ast_unpool_type_condition = 1,
  /**
   * All others.
   */
  clingo_ast_unpool_type_other = 2,
  /**
   * All.
   */
  clingo_ast_unpool_type_all = 3,
};

/**
 * The format of a ground program that is written. Those of facts are combined from bits.
 */
enum clingo_backend_type_e {
  /**
   * Facts about the program.
   */
  clingo_backend_type_reify = 0,
  /**
   * A bit: with components of atoms that depend on each other.
   */
  clingo_backend_type_reify_sccs = 1,
  /**
   * A bit: with the numbers of steps.
   */
  clingo_backend_type_reify_steps = 2,
  /**
   * The format between gringo and clasp.
   */
  clingo_backend_type_aspif = 4,
  /**
   * The format of smodels and lparse.
   */
  clingo_backend_type_smodels = 5,
};

/**
 * How long a clause stays.
 */
enum clingo_clause_type_e {
  /**
   * As long as the solver likes.
   */
  clingo_clause_type_learnt = 0,
  /**
   * For good.
   */
  clingo_clause_type_static = 1,
  /**
   * As long as the solver likes, but not in the next search.
   */
  clingo_clause_type_volatile = 2,
  /**
   * Until the search ends.
   */
  clingo_clause_type_volatile_static = 3,
};

/**
 * The kind of a comment.
 */
enum clingo_comment_type_e {
  /**
   * From `%` to the end of the line.
   */
  clingo_comment_type_line = 0,
  /**
   * From `%*` to `*%`.
   */
  clingo_comment_type_block = 1,
};

/**
 * What is behind a key.
 */
enum clingo_configuration_type_e {
  /**
   * A value.
   */
  clingo_configuration_type_value = 1,
  /**
   * An array of keys.
   */
  clingo_configuration_type_array = 2,
  /**
   * A map from names to keys.
   */
  clingo_configuration_type_map = 4,
};

/**
 * What is known of a consequence.
 */
enum clingo_consequence_e {
  /**
   * The literal is no consequence.
   */
  clingo_consequence_false = 0,
  /**
   * The literal is a consequence.
   */
  clingo_consequence_true = 1,
  /**
   * The search does not know yet.
   */
  clingo_consequence_unknown = 2,
};

/**
 * The code of an error.
 */
enum clingo_error_e {
  /**
   * There was no error.
   */
  clingo_error_success = 0,
  /**
   * What was asked for cannot be done, such as reading a program with a mistake.
   */
  clingo_error_runtime = 1,
  /**
   * The interface was used in a wrong way.
   */
  clingo_error_logic = 2,
  /**
   * There is not enough memory.
   */
  clingo_error_bad_alloc = 3,
  /**
   * A fault of the library.
   */
  clingo_error_unknown = 4,
};

/**
 * The value of an external atom.
 */
enum clingo_external_type_e {
  /**
   * Either.
   */
  clingo_external_type_free = 0,
  /**
   * True.
   */
  clingo_external_type_true = 1,
  /**
   * False.
   */
  clingo_external_type_false = 2,
  /**
   * False for good, and no longer external.
   */
  clingo_external_type_release = 3,
};

/**
 * What a heuristic directive changes.
 */
enum clingo_heuristic_type_e {
  /**
   * The level of an atom.
   */
  clingo_heuristic_type_level = 0,
  /**
   * The value that is tried first.
   */
  clingo_heuristic_type_sign = 1,
  /**
   * A factor of the activity.
   */
  clingo_heuristic_type_factor = 2,
  /**
   * The activity at the start.
   */
  clingo_heuristic_type_init = 3,
  /**
   * The level, with the value true.
   */
  clingo_heuristic_type_true = 4,
  /**
   * The level, with the value false.
   */
  clingo_heuristic_type_false = 5,
};

/**
 * The type of an answer.
 */
enum clingo_model_type_e {
  /**
   * An answer set.
   */
  clingo_model_type_stable_model = 0,
  /**
   * What holds in some answer set.
   */
  clingo_model_type_brave_consequences = 1,
  /**
   * What holds in all answer sets.
   */
  clingo_model_type_cautious_consequences = 2,
};

/**
 * When `check` is called.
 */
enum clingo_propagator_check_mode_e {
  /**
   * Never.
   */
  clingo_propagator_check_mode_none = 0,
  /**
   * When all literals have values.
   */
  clingo_propagator_check_mode_total = 1,
  /**
   * After propagation.
   */
  clingo_propagator_check_mode_fixpoint = 2,
  /**
   * Both.
   */
  clingo_propagator_check_mode_both = 3,
};

/**
 * When `undo` is called.
 */
enum clingo_propagator_undo_mode_e {
  /**
   * For levels on which `propagate` was called.
   */
  clingo_propagator_undo_mode_default = 0,
  /**
   * Also for those on which only `check` was called.
   */
  clingo_propagator_undo_mode_always = 1,
};

/**
 * What symbols of an answer are asked for.
 */
enum clingo_show_type_e {
  /**
   * All that is shown.
   */
  clingo_show_type_shown = 2,
  /**
   * All atoms.
   */
  clingo_show_type_atoms = 4,
  /**
   * The shown terms.
   */
  clingo_show_type_terms = 8,
  /**
   * What a theory has added.
   */
  clingo_show_type_theory = 16,
  /**
   * All of these.
   */
  clingo_show_type_all = 31,
  /**
   * Those that are not in the answer, instead.
   */
  clingo_show_type_complement = 32,
};

/**
 * What an event is.
 */
enum clingo_solve_event_type_e {
  /**
   * An answer was found. The event is a `clingo_model_t *`.
   */
  clingo_solve_event_type_model = 0,
  /**
   * A lower bound of the costs was proven. The event is a pointer to the costs (`int64_t *`) and their number (`size_t`).
   */
  clingo_solve_event_type_unsat = 1,
  /**
   * The statistics may be added to. The event is an array of two `clingo_statistics_t *`: those of the step, and of all steps.
   */
  clingo_solve_event_type_statistics = 2,
  /**
   * The search has ended. The event is a `clingo_solve_result_bitset_t *`.
   */
  clingo_solve_event_type_finish = 3,
};

/**
 * How a search runs.
 */
enum clingo_solve_mode_e {
  /**
   * In a thread of its own.
   */
  clingo_solve_mode_async = 1,
  /**
   * Answer by answer.
   */
  clingo_solve_mode_yield = 2,
};

/**
 * What a search came to.
 */
enum clingo_solve_result_e {
  /**
   * There is an answer set.
   */
  clingo_solve_result_satisfiable = 1,
  /**
   * There is none.
   */
  clingo_solve_result_unsatisfiable = 2,
  /**
   * All answer sets that were asked for were looked at.
   */
  clingo_solve_result_exhausted = 4,
  /**
   * The search was interrupted.
   */
  clingo_solve_result_interrupted = 8,
};

/**
 * What is behind a key.
 */
enum clingo_statistics_type_e {
  /**
   * Nothing.
   */
  clingo_statistics_type_empty = 0,
  /**
   * A number.
   */
  clingo_statistics_type_value = 1,
  /**
   * An array of statistics.
   */
  clingo_statistics_type_array = 2,
  /**
   * A map from names to statistics.
   */
  clingo_statistics_type_map = 3,
};

/**
 * The type of a symbol.
 */
enum clingo_symbol_type_e {
  /**
   * `#inf`.
   */
  clingo_symbol_type_infimum = 0,
  /**
   * A number.
   */
  clingo_symbol_type_number = 1,
  /**
   * A string.
   */
  clingo_symbol_type_string = 4,
  /**
   * A constant, a function or a tuple.
   */
  clingo_symbol_type_function = 5,
  /**
   * `#sup`.
   */
  clingo_symbol_type_supremum = 7,
};

/**
 * The kind of a sequence of theory terms.
 */
enum clingo_theory_sequence_type_e {
  /**
   * In parentheses.
   */
  clingo_theory_sequence_type_tuple = 0,
  /**
   * In braces.
   */
  clingo_theory_sequence_type_set = 1,
  /**
   * In brackets.
   */
  clingo_theory_sequence_type_list = 2,
};

/**
 * The type of a theory term.
 */
enum clingo_theory_term_type_e {
  /**
   * A tuple.
   */
  clingo_theory_term_type_tuple = 0,
  /**
   * A list.
   */
  clingo_theory_term_type_list = 1,
  /**
   * A set.
   */
  clingo_theory_term_type_set = 2,
  /**
   * A function or an operation.
   */
  clingo_theory_term_type_function = 3,
  /**
   * A number.
   */
  clingo_theory_term_type_number = 4,
  /**
   * A constant, or another symbol.
   */
  clingo_theory_term_type_symbol = 5,
};

/**
 * The value of a literal.
 */
enum clingo_truth_value_e {
  /**
   * None.
   */
  clingo_truth_value_free = 0,
  /**
   * True.
   */
  clingo_truth_value_true = 1,
  /**
   * False.
   */
  clingo_truth_value_false = 2,
};

/**
 * The kind of a message that a logger gets.
 */
enum clingo_warning_e {
  /**
   * An operation on terms is undefined, so that an instance was left out.
   */
  clingo_warning_operation_undefined = 0,
  /**
   * An error, which the function that caused it also returns.
   */
  clingo_warning_runtime_error = 1,
  /**
   * An atom occurs in no head.
   */
  clingo_warning_atom_undefined = 2,
  /**
   * A file is read only once though it was named twice.
   */
  clingo_warning_file_included = 3,
  /**
   * A variable has no bounds.
   */
  clingo_warning_variable_unbounded = 4,
  /**
   * A variable of an element is also a global one.
   */
  clingo_warning_global_variable = 5,
  /**
   * Something else.
   */
  clingo_warning_other = 6,
};

/**
 * How a literal and a bound on a sum depend on each other.
 */
enum clingo_weight_constraint_type_e {
  /**
   * The bound implies the literal.
   */
  clingo_weight_constraint_type_implication_left = -1,
  /**
   * The literal implies the bound.
   */
  clingo_weight_constraint_type_implication_right = 1,
  /**
   * Each implies the other.
   */
  clingo_weight_constraint_type_equivalence = 0,
};

/**
 * The values of the solver's literals, for the time of a callback.
 */
struct clingo_assignment;

/**
 * Adds statements to the ground program of a control.
 */
struct clingo_backend;

/**
 * The configuration of a control. It is there as long as the control.
 */
struct clingo_configuration;

/**
 * A program, its ground program, and searches.
 */
struct clingo_control;

/**
 * An answer: an answer set, or consequences. Its pointer may be used until the search goes on.
 */
struct clingo_model;

/**
 * The options of an application beside clingo's, as long as it registers them.
 */
struct clingo_options;

/**
 * The solver during the search, for the time of a callback.
 */
struct clingo_propagate_control;

/**
 * The solver before the search, for the time of `init`.
 */
struct clingo_propagate_init;

/**
 * A model, as what its search can be changed by.
 */
struct clingo_solve_control;

/**
 * A search. It is there until `clingo_solve_handle_close`.
 */
struct clingo_solve_handle;

/**
 * Statistics: those of a control live until they are asked for again, those that a callback gets until it returns.
 */
struct clingo_statistic;

/**
 * The atoms of a ground program.
 */
struct clingo_symbolic_atoms;

/**
 * The theory atoms of a ground program.
 *
 * Terms and elements have the same numbers, and arrays of them the same address, as long as this object lives, and so do names for
 * ever. The atoms are numbered anew when the program has changed.
 */
struct clingo_theory_atoms;

/**
 * See [`clingo_options`].
 */
typedef struct clingo_options clingo_options_t;

/**
 * See [`clingo_control`].
 */
typedef struct clingo_control clingo_control_t;

/**
 * A function that takes the control and the files of a command line, and grounds and solves.
 */
typedef bool (*clingo_main_function_t)(clingo_control_t *control, const char *const *files, size_t size, void *data);

/**
 * A code of `clingo_warning_e`.
 */
typedef int clingo_warning_t;

/**
 * A function that is told of a message.
 */
typedef void (*clingo_logger_t)(clingo_warning_t code, const char *message, void *data);

/**
 * See [`clingo_model`].
 */
typedef struct clingo_model clingo_model_t;

/**
 * A function that prints an answer as clingo does. It gets the data that came with it.
 */
typedef bool (*clingo_default_model_printer_t)(void *data);

/**
 * A function that prints an answer. It may call `printer`, with its data, to print it as clingo does.
 */
typedef bool (*clingo_model_printer_t)(const clingo_model_t *model,
                                       clingo_default_model_printer_t printer,
                                       void *printer_data,
                                       void *data);

/**
 * A program of the caller's own: functions that take the place of clingo's. Each of them may be null.
 */
struct clingo_application {
  /**
   * Returns the name.
   */
  const char *(*program_name)(void *data);
  /**
   * Returns the version.
   */
  const char *(*version)(void *data);
  /**
   * Returns how many messages are told of.
   */
  unsigned int (*message_limit)(void *data);
  /**
   * Reads the files, grounds and solves.
   */
  clingo_main_function_t main;
  /**
   * Is told of messages.
   */
  clingo_logger_t logger;
  /**
   * Prints an answer.
   */
  clingo_model_printer_t printer;
  /**
   * Adds options of its own.
   */
  bool (*register_options)(clingo_options_t *options, void *data);
  /**
   * Fails if the options do not go together.
   */
  bool (*validate_options)(void *data);
};

/**
 * See [`clingo_application`].
 */
typedef struct clingo_application clingo_application_t;

/**
 * A node of a syntax tree. Its pointers are counted as those of an [`Arc`].
 */
typedef struct clingo_ast clingo_ast_t;

/**
 * An attribute of `clingo_ast_attribute_e`.
 */
typedef int clingo_ast_attribute_t;

/**
 * A type of `clingo_ast_attribute_type_e`.
 */
typedef int clingo_ast_attribute_type_t;

/**
 * A symbol.
 */
typedef uint64_t clingo_symbol_t;

/**
 * A place in a text: from one character to the one behind the last. Lines and columns are counted from 1.
 */
struct clingo_location {
  /**
   * The file in which it begins.
   */
  const char *begin_file;
  /**
   * The file in which it ends.
   */
  const char *end_file;
  /**
   * The line in which it begins.
   */
  size_t begin_line;
  /**
   * The line in which it ends.
   */
  size_t end_line;
  /**
   * The column in which it begins.
   */
  size_t begin_column;
  /**
   * The column in which it ends.
   */
  size_t end_column;
};

/**
 * See [`clingo_location`].
 */
typedef struct clingo_location clingo_location_t;

/**
 * What adds statements to the program of a control object: the control object itself, by another name.
 */
struct clingo_program_builder {
  uint8_t _opaque[0];
};

/**
 * See [`clingo_program_builder`].
 */
typedef struct clingo_program_builder clingo_program_builder_t;

/**
 * A kind of `clingo_ast_type_e`.
 */
typedef int clingo_ast_type_t;

/**
 * A sum of `clingo_ast_unpool_type_e`.
 */
typedef int clingo_ast_unpool_type_bitset_t;

/**
 * A function that is told of a node. It must acquire the node if it keeps the pointer.
 */
typedef bool (*clingo_ast_callback_t)(clingo_ast_t *ast, void *data);

/**
 * See [`clingo_backend`].
 */
typedef struct clingo_backend clingo_backend_t;

/**
 * An atom: they are numbered from 1.
 */
typedef uint32_t clingo_atom_t;

/**
 * A literal: an atom or, negative, its negation.
 */
typedef int32_t clingo_literal_t;

/**
 * A weight or a priority.
 */
typedef int32_t clingo_weight_t;

/**
 * A literal with a weight.
 */
struct clingo_weighted_literal {
  /**
   * The literal.
   */
  clingo_literal_t literal;
  /**
   * The weight.
   */
  clingo_weight_t weight;
};

/**
 * See [`clingo_weighted_literal`].
 */
typedef struct clingo_weighted_literal clingo_weighted_literal_t;

/**
 * A value of `clingo_external_type_e`.
 */
typedef int clingo_external_type_t;

/**
 * A kind of `clingo_heuristic_type_e`.
 */
typedef int clingo_heuristic_type_t;

/**
 * The number of a term, an element, a key or a thread.
 */
typedef uint32_t clingo_id_t;

/**
 * A kind of `clingo_theory_sequence_type_e`.
 */
typedef int clingo_theory_sequence_type_t;

/**
 * See [`clingo_configuration`].
 */
typedef struct clingo_configuration clingo_configuration_t;

/**
 * A set of bits of `clingo_configuration_type_e`.
 */
typedef unsigned int clingo_configuration_type_bitset_t;

/**
 * A part of a program to ground: `#program NAME(PARAMETERS).`
 */
struct clingo_part {
  /**
   * The name.
   */
  const char *name;
  /**
   * The values of the parameters.
   */
  const clingo_symbol_t *params;
  /**
   * Their number.
   */
  size_t size;
};

/**
 * See [`clingo_part`].
 */
typedef struct clingo_part clingo_part_t;

/**
 * A function of the library that takes symbols, or one of a caller.
 */
typedef bool (*clingo_symbol_callback_t)(const clingo_symbol_t *symbols, size_t symbols_size, void *data);

/**
 * A function that evaluates calls of `@`-functions: it gives the values to `symbol_callback`, which may be called more than once.
 */
typedef bool (*clingo_ground_callback_t)(const clingo_location_t *location,
                                         const char *name,
                                         const clingo_symbol_t *arguments,
                                         size_t arguments_size,
                                         void *data,
                                         clingo_symbol_callback_t symbol_callback,
                                         void *symbol_callback_data);

/**
 * A set of bits of `clingo_solve_mode_e`.
 */
typedef unsigned int clingo_solve_mode_bitset_t;

/**
 * A kind of `clingo_solve_event_type_e`.
 */
typedef unsigned int clingo_solve_event_type_t;

/**
 * A function that is told of events. What it writes to `goon` says whether the search goes on after an answer.
 */
typedef bool (*clingo_solve_event_callback_t)(clingo_solve_event_type_t type, void *event, void *data, bool *goon);

/**
 * See [`clingo_solve_handle`].
 */
typedef struct clingo_solve_handle clingo_solve_handle_t;

/**
 * A value of `clingo_truth_value_e`.
 */
typedef int clingo_truth_value_t;

/**
 * See [`clingo_propagate_init`].
 */
typedef struct clingo_propagate_init clingo_propagate_init_t;

/**
 * The function of a propagator that prepares it for a search.
 */
typedef bool (*clingo_propagator_init_callback_t)(clingo_propagate_init_t *init, void *data);

/**
 * See [`clingo_propagate_control`].
 */
typedef struct clingo_propagate_control clingo_propagate_control_t;

/**
 * The function of a propagator that hears of watched literals that became true.
 */
typedef bool (*clingo_propagator_propagate_callback_t)(clingo_propagate_control_t *control,
                                                       const clingo_literal_t *changes,
                                                       size_t size,
                                                       void *data);

/**
 * The function of a propagator that hears of changes that are taken back.
 */
typedef void (*clingo_propagator_undo_callback_t)(const clingo_propagate_control_t *control,
                                                  const clingo_literal_t *changes,
                                                  size_t size,
                                                  void *data);

/**
 * The function of a propagator that looks at an assignment.
 */
typedef bool (*clingo_propagator_check_callback_t)(clingo_propagate_control_t *control, void *data);

/**
 * See [`clingo_assignment`].
 */
typedef struct clingo_assignment clingo_assignment_t;

/**
 * The functions of a propagator, each of which may be null.
 */
struct clingo_propagator {
  /**
   * Prepares for a search.
   */
  clingo_propagator_init_callback_t init;
  /**
   * Hears of watched literals that became true.
   */
  clingo_propagator_propagate_callback_t propagate;
  /**
   * Hears of changes that are taken back.
   */
  clingo_propagator_undo_callback_t undo;
  /**
   * Looks at an assignment.
   */
  clingo_propagator_check_callback_t check;
  /**
   * Says which literal to make true; 0 leaves it to the solver. There is no `fallback`: it is 0.
   */
  bool (*decide)(clingo_id_t thread_id,
                 const clingo_assignment_t *assignment,
                 clingo_literal_t fallback,
                 void *data,
                 clingo_literal_t *decision);
};

/**
 * See [`clingo_propagator`].
 */
typedef struct clingo_propagator clingo_propagator_t;

/**
 * See [`clingo_symbolic_atoms`].
 */
typedef struct clingo_symbolic_atoms clingo_symbolic_atoms_t;

/**
 * See [`clingo_theory_atoms`].
 */
typedef struct clingo_theory_atoms clingo_theory_atoms_t;

/**
 * See [`clingo_statistic`].
 */
typedef struct clingo_statistic clingo_statistics_t;

/**
 * A code of `clingo_error_e`.
 */
typedef int clingo_error_t;

/**
 * A type of `clingo_model_type_e`.
 */
typedef int clingo_model_type_t;

/**
 * A set of bits of `clingo_show_type_e`.
 */
typedef unsigned int clingo_show_type_bitset_t;

/**
 * A value of `clingo_consequence_e`.
 */
typedef int clingo_consequence_t;

/**
 * What may be asked of a search while an answer is at hand.
 */
typedef struct clingo_solve_control clingo_solve_control_t;

/**
 * What is told of the ground program. A callback may be null. Terms, elements and atoms of theories are numbers.
 */
struct clingo_ground_program_observer {
  /**
   * A program begins, which may grow.
   */
  bool (*init_program)(bool incremental, void *data);
  /**
   * A step begins: what follows is new.
   */
  bool (*begin_step)(void *data);
  /**
   * A step ends: a search begins.
   */
  bool (*end_step)(void *data);
  /**
   * A rule whose body is a conjunction.
   */
  bool (*rule)(bool choice, const clingo_atom_t *head, size_t head_size, const clingo_literal_t *body, size_t body_size, void *data);
  /**
   * A rule whose body is a sum with a bound.
   */
  bool (*weight_rule)(bool choice,
                      const clingo_atom_t *head,
                      size_t head_size,
                      clingo_weight_t lower_bound,
                      const clingo_weighted_literal_t *body,
                      size_t body_size,
                      void *data);
  /**
   * A part of the objective at a priority.
   */
  bool (*minimize)(clingo_weight_t priority, const clingo_weighted_literal_t *literals, size_t size, void *data);
  /**
   * Atoms that projected answer sets have to differ on.
   */
  bool (*project)(const clingo_atom_t *atoms, size_t size, void *data);
  /**
   * A shown atom; its number is 0 for a fact.
   */
  bool (*output_atom)(clingo_symbol_t symbol, clingo_atom_t atom, void *data);
  /**
   * A shown term.
   */
  bool (*output_term)(clingo_symbol_t symbol, const clingo_literal_t *condition, size_t size, void *data);
  /**
   * An external atom, or a value of one.
   */
  bool (*external)(clingo_atom_t atom, clingo_external_type_t type, void *data);
  /**
   * Literals that the next search assumes.
   */
  bool (*assume)(const clingo_literal_t *literals, size_t size, void *data);
  /**
   * A heuristic directive.
   */
  bool (*heuristic)(clingo_atom_t atom,
                    clingo_heuristic_type_t type,
                    int bias,
                    unsigned int priority,
                    const clingo_literal_t *condition,
                    size_t size,
                    void *data);
  /**
   * An edge that a backend adds; those of a program are told as rules.
   */
  bool (*acyc_edge)(int node_u, int node_v, const clingo_literal_t *condition, size_t size, void *data);
  /**
   * A number in a theory.
   */
  bool (*theory_term_number)(clingo_id_t term_id, int number, void *data);
  /**
   * A name, operator or string in a theory.
   */
  bool (*theory_term_string)(clingo_id_t term_id, const char *name, void *data);
  /**
   * A function or sequence in a theory: its name, or -1 for a tuple, -2 for a set, -3 for a list.
   */
  bool (*theory_term_compound)(clingo_id_t term_id, int name_id_or_type, const clingo_id_t *arguments, size_t size, void *data);
  /**
   * An element of theory atoms.
   */
  bool (*theory_element)(clingo_id_t element_id,
                         const clingo_id_t *terms,
                         size_t terms_size,
                         const clingo_literal_t *condition,
                         size_t condition_size,
                         void *data);
  /**
   * A theory atom without a guard.
   */
  bool (*theory_atom)(clingo_id_t atom_id_or_zero, clingo_id_t term_id, const clingo_id_t *elements, size_t size, void *data);
  /**
   * A theory atom with a guard.
   */
  bool (*theory_atom_with_guard)(clingo_id_t atom_id_or_zero,
                                 clingo_id_t term_id,
                                 const clingo_id_t *elements,
                                 size_t size,
                                 clingo_id_t operator_id,
                                 clingo_id_t right_hand_side_id,
                                 void *data);
};

/**
 * See [`clingo_ground_program_observer`].
 */
typedef struct clingo_ground_program_observer clingo_ground_program_observer_t;

/**
 * A format of `clingo_backend_type_e`.
 */
typedef unsigned int clingo_backend_type_t;

/**
 * A type of `clingo_clause_type_e`.
 */
typedef int clingo_clause_type_t;

/**
 * A mode of `clingo_propagator_check_mode_e`.
 */
typedef int clingo_propagator_check_mode_t;

/**
 * A mode of `clingo_propagator_undo_mode_e`.
 */
typedef int clingo_propagator_undo_mode_t;

/**
 * A type of `clingo_weight_constraint_type_e`.
 */
typedef int clingo_weight_constraint_type_t;

/**
 * A language of scripts. Each function gets the data that was registered with it, and returns whether it has not failed.
 */
struct clingo_script {
  /**
   * Runs a script.
   */
  bool (*execute)(const struct clingo_location *location, const char *code, void *data);
  /**
   * Calls a function of a script, whose values go to `symbol_callback`.
   */
  bool (*call)(const struct clingo_location *location,
               const char *name,
               const clingo_symbol_t *arguments,
               size_t arguments_size,
               clingo_symbol_callback_t symbol_callback,
               void *symbol_callback_data,
               void *data);
  /**
   * Says whether a script has defined a function.
   */
  bool (*callable)(const char *name, bool *result, void *data);
  /**
   * Runs the function `main` of a script.
   */
  bool (*main)(clingo_control_t *control, void *data);
  /**
   * Frees the data when the process ends.
   */
  void (*free)(void *data);
  /**
   * The version of the language.
   */
  const char *version;
};

/**
 * See [`clingo_script`].
 */
typedef struct clingo_script clingo_script_t;

/**
 * A set of bits of `clingo_solve_result_e`.
 */
typedef unsigned int clingo_solve_result_bitset_t;

/**
 * A type of `clingo_statistics_type_e`.
 */
typedef int clingo_statistics_type_t;

/**
 * A type of `clingo_symbol_type_e`.
 */
typedef int clingo_symbol_type_t;

/**
 * The name of a predicate or function, its number of arguments, and its sign.
 */
typedef uint64_t clingo_signature_t;

/**
 * An iterator over atoms: see `Place`.
 */
typedef uint64_t clingo_symbolic_atom_iterator_t;

/**
 * A type of `clingo_theory_term_type_e`.
 */
typedef int clingo_theory_term_type_t;

/**
 * The names of attributes, in the order of their numbers.
 */
struct clingo_ast_attribute_names {
  /**
   * The names.
   */
  const char *const *names;
  /**
   * How many there are.
   */
  size_t size;
};

/**
 * See [`clingo_ast_attribute_names`].
 */
typedef struct clingo_ast_attribute_names clingo_ast_attribute_names_t;

/**
 * An attribute and its type.
 */
struct clingo_ast_argument {
  /**
   * The attribute.
   */
  clingo_ast_attribute_t attribute;
  /**
   * Its type.
   */
  clingo_ast_attribute_type_t type;
};

/**
 * See [`clingo_ast_argument`].
 */
typedef struct clingo_ast_argument clingo_ast_argument_t;

/**
 * A kind of nodes and its attributes.
 */
struct clingo_ast_constructor {
  /**
   * The name of the kind.
   */
  const char *name;
  /**
   * The attributes.
   */
  const clingo_ast_argument_t *arguments;
  /**
   * How many there are.
   */
  size_t size;
};

/**
 * See [`clingo_ast_constructor`].
 */
typedef struct clingo_ast_constructor clingo_ast_constructor_t;

/**
 * The kinds of nodes, in the order of their numbers.
 */
struct clingo_ast_constructors {
  /**
   * The kinds.
   */
  const clingo_ast_constructor_t *constructors;
  /**
   * How many there are.
   */
  size_t size;
};

/**
 * See [`clingo_ast_constructors`].
 */
typedef struct clingo_ast_constructors clingo_ast_constructors_t;

/**
 * A number of `clingo_ast_aggregate_function_e`.
 */
typedef int clingo_ast_aggregate_function_t;

/**
 * A number of `clingo_ast_binary_operator_e`.
 */
typedef int clingo_ast_binary_operator_t;

/**
 * A number of `clingo_ast_comparison_operator_e`.
 */
typedef int clingo_ast_comparison_operator_t;

/**
 * A number of `clingo_ast_sign_e`.
 */
typedef int clingo_ast_sign_t;

/**
 * A number of `clingo_ast_theory_atom_definition_type_e`.
 */
typedef int clingo_ast_theory_atom_definition_type_t;

/**
 * A number of `clingo_ast_theory_operator_type_e`.
 */
typedef int clingo_ast_theory_operator_type_t;

/**
 * A number of `clingo_ast_theory_sequence_type_e`.
 */
typedef int clingo_ast_theory_sequence_type_t;

/**
 * A number of `clingo_ast_unary_operator_e`.
 */
typedef int clingo_ast_unary_operator_t;

/**
 * A kind of `clingo_comment_type_e`.
 */
typedef int clingo_comment_type_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The names of all attributes.
 */
extern const clingo_ast_attribute_names_t g_clingo_ast_attribute_names;

/**
 * All kinds of nodes.
 */
extern const clingo_ast_constructors_t g_clingo_ast_constructors;

/**
 * Adds an option with a value. `option` is its name, perhaps with a letter for a short name and the level of help in which it is
 * told of: `size,s,@2`. `argument` names the value in the help, and may be null.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_options_add(clingo_options_t *options,
                        const char *group,
                        const char *option,
                        const char *description,
                        bool (*parse)(const char *value, void *data),
                        void *data,
                        bool multi,
                        const char *argument);

/**
 * Adds an option without a value; see [`clingo_options_add`].
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_options_add_flag(clingo_options_t *options,
                             const char *group,
                             const char *option,
                             const char *description,
                             bool *target);

/**
 * Runs an application with a command line, without the name of the program. Returns what the process should exit with.
 */
CLINGO_VISIBILITY_DEFAULT int clingo_main(clingo_application_t *application, const char *const *arguments, size_t size, void *data);

/**
 * Whether a node has an attribute.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_has_attribute(clingo_ast_t *ast, clingo_ast_attribute_t attribute, bool *has_attribute);

/**
 * Returns the type of an attribute.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_type(clingo_ast_t *ast,
                               clingo_ast_attribute_t attribute,
                               clingo_ast_attribute_type_t *type);

/**
 * Returns an attribute that is a number. It is an error if it has more than 32 bits.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_attribute_get_number(clingo_ast_t *ast, clingo_ast_attribute_t attribute, int *value);

/**
 * Changes an attribute that is a number.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_attribute_set_number(clingo_ast_t *ast, clingo_ast_attribute_t attribute, int value);

/**
 * Returns an attribute that is a symbol.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_get_symbol(clingo_ast_t *ast,
                                     clingo_ast_attribute_t attribute,
                                     clingo_symbol_t *value);

/**
 * Changes an attribute that is a symbol.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_set_symbol(clingo_ast_t *ast,
                                     clingo_ast_attribute_t attribute,
                                     clingo_symbol_t value);

/**
 * Returns an attribute that is a location.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_get_location(clingo_ast_t *ast,
                                       clingo_ast_attribute_t attribute,
                                       clingo_location_t *value);

/**
 * Changes an attribute that is a location.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_set_location(clingo_ast_t *ast,
                                       clingo_ast_attribute_t attribute,
                                       const clingo_location_t *value);

/**
 * Returns an attribute that is a string, which lives for ever.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_get_string(clingo_ast_t *ast,
                                     clingo_ast_attribute_t attribute,
                                     const char **value);

/**
 * Changes an attribute that is a string.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_set_string(clingo_ast_t *ast,
                                     clingo_ast_attribute_t attribute,
                                     const char *value);

/**
 * Returns an attribute that is a node, which the caller then owns.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_get_ast(clingo_ast_t *ast,
                                  clingo_ast_attribute_t attribute,
                                  clingo_ast_t **value);

/**
 * Changes an attribute that is a node.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_set_ast(clingo_ast_t *ast,
                                  clingo_ast_attribute_t attribute,
                                  clingo_ast_t *value);

/**
 * Returns an attribute that is a node, which the caller then owns, or null.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_get_optional_ast(clingo_ast_t *ast,
                                           clingo_ast_attribute_t attribute,
                                           clingo_ast_t **value);

/**
 * Changes an attribute that is a node or null.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_set_optional_ast(clingo_ast_t *ast,
                                           clingo_ast_attribute_t attribute,
                                           clingo_ast_t *value);

/**
 * Returns what adds statements to a program. It lives as long as the control object.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_program_builder_init(clingo_control_t *control, clingo_program_builder_t **builder);

/**
 * Begins to add statements. What was added without an end stays.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_program_builder_begin(clingo_program_builder_t *builder);

/**
 * Adds a statement, as it is now.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_program_builder_add(clingo_program_builder_t *builder, clingo_ast_t *ast);

/**
 * Makes the statements a part of the program. Without a `#program` before them they belong to `base`.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_program_builder_end(clingo_program_builder_t *builder);

/**
 * Counts one more pointer to a node.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_ast_acquire(clingo_ast_t *ast);

/**
 * Counts one pointer less to a node, which ends with its last one.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_ast_release(clingo_ast_t *ast);

/**
 * Makes a node with the same attributes, which has the same children.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_copy(clingo_ast_t *ast, clingo_ast_t **copy);

/**
 * Makes a node with the same attributes and copies of its children.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_deep_copy(clingo_ast_t *ast, clingo_ast_t **copy);

/**
 * Whether a node comes before another: by kind, then by attributes, but for locations.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_less_than(clingo_ast_t *a, clingo_ast_t *b);

/**
 * Whether two nodes are equal, but for locations.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_equal(clingo_ast_t *a, clingo_ast_t *b);

/**
 * Returns a hash, which is the same for equal nodes.
 */
CLINGO_VISIBILITY_DEFAULT size_t clingo_ast_hash(clingo_ast_t *ast);

/**
 * Returns the size of the buffer that [`clingo_ast_to_string`] needs.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_to_string_size(clingo_ast_t *ast, size_t *size);

/**
 * Writes a node as text into a buffer.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_to_string(clingo_ast_t *ast, char *string, size_t size);

/**
 * Returns the kind of a node.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_get_type(clingo_ast_t *ast, clingo_ast_type_t *type);

/**
 * Tells a function of the nodes without pools that a node stands for; of the node itself if it has none.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_unpool(clingo_ast_t *ast,
                       clingo_ast_unpool_type_bitset_t unpool_type,
                       clingo_ast_callback_t callback,
                       void *callback_data);

/**
 * Reads the program of a text, and tells a function of its statements. A text that is no program is refused before.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_parse_string(const char *program,
                             clingo_ast_callback_t callback,
                             void *callback_data,
                             clingo_control_t *control,
                             clingo_logger_t logger,
                             void *logger_data,
                             unsigned int message_limit);

/**
 * Reads the programs of files, the last file first, and tells a function of their statements. `-`, or no file at all, is standard
 * input.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_parse_files(const char *const *files,
                            size_t size,
                            clingo_ast_callback_t callback,
                            void *callback_data,
                            clingo_control_t *control,
                            clingo_logger_t logger,
                            void *logger_data,
                            unsigned int message_limit);

/**
 * Returns a string of a list, which lives for ever.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_get_string_at(clingo_ast_t *ast,
                                        clingo_ast_attribute_t attribute,
                                        size_t index,
                                        const char **value);

/**
 * Replaces a string of a list.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_set_string_at(clingo_ast_t *ast,
                                        clingo_ast_attribute_t attribute,
                                        size_t index,
                                        const char *value);

/**
 * Removes a string from a list.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_delete_string_at(clingo_ast_t *ast,
                                           clingo_ast_attribute_t attribute,
                                           size_t index);

/**
 * Returns the size of a list of strings.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_size_string_array(clingo_ast_t *ast,
                                            clingo_ast_attribute_t attribute,
                                            size_t *size);

/**
 * Puts a string before the one with this index, or behind the last one.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_insert_string_at(clingo_ast_t *ast,
                                           clingo_ast_attribute_t attribute,
                                           size_t index,
                                           const char *value);

/**
 * Returns a node of a list, which the caller then owns.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_get_ast_at(clingo_ast_t *ast,
                                     clingo_ast_attribute_t attribute,
                                     size_t index,
                                     clingo_ast_t **value);

/**
 * Replaces a node of a list.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_set_ast_at(clingo_ast_t *ast,
                                     clingo_ast_attribute_t attribute,
                                     size_t index,
                                     clingo_ast_t *value);

/**
 * Removes a node from a list.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_delete_ast_at(clingo_ast_t *ast,
                                        clingo_ast_attribute_t attribute,
                                        size_t index);

/**
 * Returns the size of a list of nodes.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_size_ast_array(clingo_ast_t *ast,
                                         clingo_ast_attribute_t attribute,
                                         size_t *size);

/**
 * Puts a node before the one with this index, or behind the last one.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_ast_attribute_insert_ast_at(clingo_ast_t *ast,
                                        clingo_ast_attribute_t attribute,
                                        size_t index,
                                        clingo_ast_t *value);

/**
 * Begins to add statements. Call it before the functions below.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_backend_begin(clingo_backend_t *backend);

/**
 * Ends adding statements. Call it before solving.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_backend_end(clingo_backend_t *backend);

/**
 * Adds a rule: if the body is true, an atom of the head is or, with `choice`, any of them may be.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_rule(clingo_backend_t *backend,
                         bool choice,
                         const clingo_atom_t *head,
                         size_t head_size,
                         const clingo_literal_t *body,
                         size_t body_size);

/**
 * Adds a rule whose body is true if the weights of its true literals add up to at least a bound.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_weight_rule(clingo_backend_t *backend,
                                bool choice,
                                const clingo_atom_t *head,
                                size_t head_size,
                                clingo_weight_t lower_bound,
                                const clingo_weighted_literal_t *body,
                                size_t body_size);

/**
 * Adds literals with weights to the objective at a priority.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_minimize(clingo_backend_t *backend,
                             clingo_weight_t priority,
                             const clingo_weighted_literal_t *literals,
                             size_t size);

/**
 * Adds atoms that projected answer sets have to differ on.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_backend_project(clingo_backend_t *backend, const clingo_atom_t *atoms, size_t size);

/**
 * Makes an atom external, with a value.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_backend_external(clingo_backend_t *backend, clingo_atom_t atom, clingo_external_type_t type);

/**
 * Adds assumptions for the next search.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_backend_assume(clingo_backend_t *backend, const clingo_literal_t *literals, size_t size);

/**
 * Adds a heuristic directive for an atom.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_heuristic(clingo_backend_t *backend,
                              clingo_atom_t atom,
                              clingo_heuristic_type_t type,
                              int bias,
                              unsigned int priority,
                              const clingo_literal_t *condition,
                              size_t size);

/**
 * Adds an edge: those whose condition is true must not form a cycle.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_acyc_edge(clingo_backend_t *backend,
                              int node_u,
                              int node_v,
                              const clingo_literal_t *condition,
                              size_t size);

/**
 * Returns the atom with a symbol or, where the pointer to that is null, a new one.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_backend_add_atom(clingo_backend_t *backend, clingo_symbol_t *symbol, clingo_atom_t *atom);

/**
 * Returns the theory term of a number.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_backend_theory_term_number(clingo_backend_t *backend, int number, clingo_id_t *term_id);

/**
 * Returns the theory term of a name or operator.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_theory_term_string(clingo_backend_t *backend,
                                       const char *string,
                                       clingo_id_t *term_id);

/**
 * Returns the theory term of a sequence.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_theory_term_sequence(clingo_backend_t *backend,
                                         clingo_theory_sequence_type_t type,
                                         const clingo_id_t *arguments,
                                         size_t size,
                                         clingo_id_t *term_id);

/**
 * Returns the theory term of a function.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_theory_term_function(clingo_backend_t *backend,
                                         const char *name,
                                         const clingo_id_t *arguments,
                                         size_t size,
                                         clingo_id_t *term_id);

/**
 * Returns the theory term of a symbol.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_theory_term_symbol(clingo_backend_t *backend,
                                       clingo_symbol_t symbol,
                                       clingo_id_t *term_id);

/**
 * Returns the element with a tuple of terms and a condition.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_theory_element(clingo_backend_t *backend,
                                   const clingo_id_t *tuple,
                                   size_t tuple_size,
                                   const clingo_literal_t *condition,
                                   size_t condition_size,
                                   clingo_id_t *element_id);

/**
 * Adds a theory atom, and returns its number. The number that is given may be 0 for a directive, and `UINT32_MAX` for a new atom.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_theory_atom(clingo_backend_t *backend,
                                clingo_atom_t atom,
                                clingo_id_t term_id,
                                const clingo_id_t *elements,
                                size_t size,
                                clingo_atom_t *atom_id);

/**
 * Adds a theory atom with a guard: see [`clingo_backend_theory_atom`].
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_backend_theory_atom_with_guard(clingo_backend_t *backend,
                                           clingo_atom_t atom,
                                           clingo_id_t term_id,
                                           const clingo_id_t *elements,
                                           size_t size,
                                           const char *operator_name,
                                           clingo_id_t right_hand_side_id,
                                           clingo_atom_t *atom_id);

/**
 * Returns the key of the whole configuration.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_configuration_root(const clingo_configuration_t *_configuration, clingo_id_t *key);

/**
 * Returns what is behind a key.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_type(const clingo_configuration_t *_configuration,
                               clingo_id_t key,
                               clingo_configuration_type_bitset_t *type);

/**
 * Returns the description of a key.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_description(const clingo_configuration_t *_configuration,
                                      clingo_id_t key,
                                      const char **description);

/**
 * Returns the size of an array.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_array_size(const clingo_configuration_t *configuration,
                                     clingo_id_t key,
                                     size_t *size);

/**
 * Returns the key of an element of an array.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_array_at(const clingo_configuration_t *_configuration,
                                   clingo_id_t key,
                                   size_t offset,
                                   clingo_id_t *subkey);

/**
 * Returns the number of keys below one.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_map_size(const clingo_configuration_t *_configuration,
                                   clingo_id_t key,
                                   size_t *size);

/**
 * Whether there is a key of this name, or with this path of names, below one.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_map_has_subkey(const clingo_configuration_t *_configuration,
                                         clingo_id_t key,
                                         const char *name,
                                         bool *result);

/**
 * Returns the name of a key below one, by its place.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_map_subkey_name(const clingo_configuration_t *_configuration,
                                          clingo_id_t key,
                                          size_t offset,
                                          const char **name);

/**
 * Returns the key of this name, or with this path of names, below one.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_map_at(const clingo_configuration_t *_configuration,
                                 clingo_id_t key,
                                 const char *name,
                                 clingo_id_t *subkey);

/**
 * Whether a key has a value.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_value_is_assigned(const clingo_configuration_t *configuration,
                                            clingo_id_t key,
                                            bool *assigned);

/**
 * Returns the size of the buffer that [`clingo_configuration_value_get`] needs.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_value_get_size(const clingo_configuration_t *configuration,
                                         clingo_id_t key,
                                         size_t *size);

/**
 * Writes the value of a key into a buffer.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_value_get(const clingo_configuration_t *configuration,
                                    clingo_id_t key,
                                    char *value,
                                    size_t size);

/**
 * Sets the value of a key.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_configuration_value_set(clingo_configuration_t *configuration,
                                    clingo_id_t key,
                                    const char *value);

/**
 * Creates a control; `arguments` are those of clingo's command line. The logger may be null: then messages go to standard error.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_new(const char *const *arguments,
                        size_t arguments_size,
                        clingo_logger_t logger,
                        void *logger_data,
                        unsigned int message_limit,
                        clingo_control_t **control);

/**
 * Frees a control. Its handles must be closed.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_control_free(clingo_control_t *control);

/**
 * Reads a file, and what it includes.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_load(clingo_control_t *control, const char *file);

/**
 * Reads ground programs in aspif.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_load_aspif(clingo_control_t *control, const char **files, size_t size);

/**
 * Adds a text to a part of the program.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_add(clingo_control_t *control,
                        const char *name,
                        const char *const *parameters,
                        size_t parameters_size,
                        const char *program);

/**
 * Grounds parts of the program.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_ground(clingo_control_t *control,
                           const clingo_part_t *parts,
                           size_t parts_size,
                           clingo_ground_callback_t ground_callback,
                           void *ground_callback_data);

/**
 * Begins a search under assumptions. The callback, which may be null, is told of events.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_solve(clingo_control_t *control,
                          clingo_solve_mode_bitset_t mode,
                          const clingo_literal_t *assumptions,
                          size_t assumptions_size,
                          clingo_solve_event_callback_t notify,
                          void *data,
                          clingo_solve_handle_t **handle);

/**
 * Removes the names of atoms that are false for good, and makes those facts that are true for good.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_cleanup(clingo_control_t *control);

/**
 * Sets the value of an external atom for the searches to come.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_assign_external(clingo_control_t *control,
                                    clingo_literal_t literal,
                                    clingo_truth_value_t value);

/**
 * Makes an external atom false for good.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_release_external(clingo_control_t *control, clingo_literal_t literal);

/**
 * Removes the objective.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_remove_minimize(clingo_control_t *control);

/**
 * Sets the atoms that projected answer sets have to differ on, or adds to them.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_update_project(clingo_control_t *control,
                                   const clingo_atom_t *atoms,
                                   size_t size,
                                   bool append);

/**
 * Adds a constraint of the caller's to the searches to come. One thread searches then, whether `sequential` or not.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_register_propagator(clingo_control_t *control,
                                        const clingo_propagator_t *propagator,
                                        void *data,
                                        bool sequential);

/**
 * Whether it is known that there is no answer set, whatever is assumed.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_is_conflicting(const clingo_control_t *control);

/**
 * Ends the search or grounding that is under way, or else the next search. It may be called from any thread.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_control_interrupt(clingo_control_t *control);

/**
 * Fails: there is no clasp here.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_clasp_facade(clingo_control_t *_control, void **_clasp);

/**
 * Sets whether a search may forget what it learned from the answers that it excludes. Without effect here.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_set_enable_enumeration_assumption(clingo_control_t *control, bool enable);

/**
 * See [`clingo_control_set_enable_enumeration_assumption`].
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_get_enable_enumeration_assumption(clingo_control_t *control);

/**
 * Sets whether the ground program is cleaned up before it grows after a search.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_set_enable_cleanup(clingo_control_t *control, bool enable);

/**
 * See [`clingo_control_set_enable_cleanup`].
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_get_enable_cleanup(clingo_control_t *control);

/**
 * Returns the value of a constant; its name as a symbol if nothing defines it.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_get_const(const clingo_control_t *control, const char *name, clingo_symbol_t *symbol);

/**
 * Whether something defines a constant.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_has_const(const clingo_control_t *control, const char *name, bool *exists);

/**
 * Returns the atoms of the ground program; the pointer may be used as long as the control is there.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_symbolic_atoms(const clingo_control_t *control,
                                   const clingo_symbolic_atoms_t **atoms);

/**
 * Returns the theory atoms of the ground program; the pointer may be used as long as the control is there.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_theory_atoms(const clingo_control_t *control, const clingo_theory_atoms_t **atoms);

/**
 * Returns what adds statements to the ground program; the pointer may be used as long as the control is there.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_backend(clingo_control_t *control, clingo_backend_t **backend);

/**
 * Returns the configuration; the pointer may be used as long as the control is there.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_configuration(clingo_control_t *control, clingo_configuration_t **configuration);

/**
 * Returns what the searches so far have counted; the pointer may be used until the next call.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_control_statistics(const clingo_control_t *control, const clingo_statistics_t **statistics);

/**
 * Returns the name of an error code; null for another number.
 */
CLINGO_VISIBILITY_DEFAULT const char *clingo_error_string(clingo_error_t code);

/**
 * Returns the code of this thread's last error.
 */
CLINGO_VISIBILITY_DEFAULT clingo_error_t clingo_error_code(void);

/**
 * Returns the message of this thread's last error, or null; it stays as it is until the next error.
 */
CLINGO_VISIBILITY_DEFAULT const char *clingo_error_message(void);

/**
 * Sets this thread's last error, as a callback does before it returns false.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_set_error(clingo_error_t code, const char *message);

/**
 * Returns the name of a kind of message.
 */
CLINGO_VISIBILITY_DEFAULT const char *clingo_warning_string(clingo_warning_t code);

/**
 * Returns the version of clingo whose interface this is.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_version(int *major, int *minor, int *revision);

/**
 * Returns the type of an answer.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_type(const clingo_model_t *model, clingo_model_type_t *type);

/**
 * Returns the number of answers up to this one.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_number(const clingo_model_t *model, uint64_t *number);

/**
 * Returns the number of symbols of a selection.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_symbols_size(const clingo_model_t *model, clingo_show_type_bitset_t show, size_t *size);

/**
 * Writes the symbols of a selection into an array.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_model_symbols(const clingo_model_t *model,
                          clingo_show_type_bitset_t show,
                          clingo_symbol_t *symbols,
                          size_t size);

/**
 * Whether an atom is in the answer.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_contains(const clingo_model_t *model, clingo_symbol_t atom, bool *contained);

/**
 * Whether a literal of the program is true.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_is_true(const clingo_model_t *model, clingo_literal_t literal, bool *result);

/**
 * Whether a literal of the program is a consequence.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_model_is_consequence(const clingo_model_t *model,
                                 clingo_literal_t literal,
                                 clingo_consequence_t *result);

/**
 * Returns the number of costs.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_cost_size(const clingo_model_t *model, size_t *size);

/**
 * Writes the costs into an array, by decreasing priority.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_cost(const clingo_model_t *model, int64_t *costs, size_t size);

/**
 * Writes the priorities of the costs into an array.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_priority(const clingo_model_t *model, clingo_weight_t *priorities, size_t size);

/**
 * Whether the answer set is proven optimal.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_optimality_proven(const clingo_model_t *model, bool *proven);

/**
 * Returns the number of the thread that found the answer: always 0.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_thread_id(const clingo_model_t *_model, clingo_id_t *id);

/**
 * Adds symbols to the answer.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_extend(clingo_model_t *model, const clingo_symbol_t *symbols, size_t size);

/**
 * Returns what may be asked of the search while the answer is at hand.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_model_context(const clingo_model_t *model, clingo_solve_control_t **control);

/**
 * Returns the atoms of the ground program.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_solve_control_symbolic_atoms(const clingo_solve_control_t *control,
                                         const clingo_symbolic_atoms_t **atoms);

/**
 * Excludes, for the rest of the search, answer sets in which none of these literals is true.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_solve_control_add_clause(clingo_solve_control_t *control,
                                     const clingo_literal_t *clause,
                                     size_t size);

/**
 * Has an observer told of what is ground from now on. With `replace` it takes the place of the search, which finds nothing out.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_register_observer(clingo_control_t *control,
                                      const clingo_ground_program_observer_t *observer,
                                      bool replace,
                                      void *data);

/**
 * Has the ground program written to a file, step by step: what is new is written when a search begins. With `replace` the search
 * finds nothing out.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_control_register_backend(clingo_control_t *control,
                                     clingo_backend_type_t type,
                                     const char *file,
                                     bool replace);

/**
 * Returns the current decision level.
 */
CLINGO_VISIBILITY_DEFAULT uint32_t clingo_assignment_decision_level(const clingo_assignment_t *assignment);

/**
 * Returns the level below which the search never backtracks: always 0.
 */
CLINGO_VISIBILITY_DEFAULT uint32_t clingo_assignment_root_level(const clingo_assignment_t *_assignment);

/**
 * Whether the assignment is in conflict; a propagator never sees one that is.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_assignment_has_conflict(const clingo_assignment_t *_assignment);

/**
 * Whether the solver has a literal.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_assignment_has_literal(const clingo_assignment_t *assignment, clingo_literal_t literal);

/**
 * Returns the decision level on which a literal got its value; 4294967295 if it has none.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_level(const clingo_assignment_t *assignment,
                             clingo_literal_t literal,
                             uint32_t *level);

/**
 * Returns the decision of a level; the literal that is always true for level 0.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_decision(const clingo_assignment_t *assignment,
                                uint32_t level,
                                clingo_literal_t *literal);

/**
 * Whether a literal has its value on level 0.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_is_fixed(const clingo_assignment_t *assignment,
                                clingo_literal_t literal,
                                bool *is_fixed);

/**
 * Whether a literal is true.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_is_true(const clingo_assignment_t *assignment,
                               clingo_literal_t literal,
                               bool *is_true);

/**
 * Whether a literal is false.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_is_false(const clingo_assignment_t *assignment,
                                clingo_literal_t literal,
                                bool *is_false);

/**
 * Returns the value of a literal.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_truth_value(const clingo_assignment_t *assignment,
                                   clingo_literal_t literal,
                                   clingo_truth_value_t *value);

/**
 * Returns the number of variables, whose positive literals are the numbers from 1 on.
 */
CLINGO_VISIBILITY_DEFAULT size_t clingo_assignment_size(const clingo_assignment_t *assignment);

/**
 * Returns the positive literal with an index.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_at(const clingo_assignment_t *assignment,
                          size_t offset,
                          clingo_literal_t *literal);

/**
 * Whether all literals have a value.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_assignment_is_total(const clingo_assignment_t *assignment);

/**
 * Returns the number of true literals.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_assignment_trail_size(const clingo_assignment_t *assignment, uint32_t *size);

/**
 * Returns the index of the first true literal of a level.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_trail_begin(const clingo_assignment_t *assignment,
                                   uint32_t level,
                                   uint32_t *offset);

/**
 * Returns the index behind the last true literal of a level.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_assignment_trail_end(const clingo_assignment_t *assignment, uint32_t level, uint32_t *offset);

/**
 * Returns the true literal with an index, in the order of assignment.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_assignment_trail_at(const clingo_assignment_t *assignment,
                                uint32_t offset,
                                clingo_literal_t *literal);

/**
 * Returns the number of the searching thread: always 0.
 */
CLINGO_VISIBILITY_DEFAULT clingo_id_t clingo_propagate_control_thread_id(const clingo_propagate_control_t *_control);

/**
 * Returns the values of literals.
 */
CLINGO_VISIBILITY_DEFAULT const clingo_assignment_t *clingo_propagate_control_assignment(const clingo_propagate_control_t *control);

/**
 * Adds a new literal until the search ends.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_propagate_control_add_literal(clingo_propagate_control_t *control, clingo_literal_t *result);

/**
 * Makes `propagate` hear when a literal becomes true.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_propagate_control_add_watch(clingo_propagate_control_t *control, clingo_literal_t literal);

/**
 * Whether `propagate` hears of a literal.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_control_has_watch(const clingo_propagate_control_t *control,
                                        clingo_literal_t literal);

/**
 * Ends the watch on a literal.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_propagate_control_remove_watch(clingo_propagate_control_t *control, clingo_literal_t literal);

/**
 * Adds a clause. The result is false if the assignment violates it: then the callback returns at once.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_control_add_clause(clingo_propagate_control_t *control,
                                         const clingo_literal_t *clause,
                                         size_t size,
                                         clingo_clause_type_t type,
                                         bool *result);

/**
 * Propagates what was added, which the search does after the callback. The result is false if the assignment violates a clause that
 * the callback has added.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_propagate_control_propagate(clingo_propagate_control_t *control, bool *result);

/**
 * Returns the solver literal of a literal of the program, or of the condition of a theory element.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_solver_literal(const clingo_propagate_init_t *init,
                                          clingo_literal_t aspif_literal,
                                          clingo_literal_t *solver_literal);

/**
 * Makes `propagate` hear when a literal becomes true.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_propagate_init_add_watch(clingo_propagate_init_t *init, clingo_literal_t solver_literal);

/**
 * Makes `propagate` hear when a literal becomes true in a thread, which has to be the one that searches.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_add_watch_to_thread(clingo_propagate_init_t *init,
                                               clingo_literal_t solver_literal,
                                               clingo_id_t thread_id);

/**
 * Ends the watch on a literal.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_propagate_init_remove_watch(clingo_propagate_init_t *init, clingo_literal_t solver_literal);

/**
 * Ends the watch on a literal in a thread, which has to be the one that searches.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_remove_watch_from_thread(clingo_propagate_init_t *init,
                                                    clingo_literal_t solver_literal,
                                                    clingo_id_t thread_id);

/**
 * Keeps a literal from being simplified away, which none is.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_propagate_init_freeze_literal(clingo_propagate_init_t *init, clingo_literal_t solver_literal);

/**
 * Returns the atoms of the program. They stay as long as the propagator is registered.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_symbolic_atoms(const clingo_propagate_init_t *init,
                                          const clingo_symbolic_atoms_t **atoms);

/**
 * Returns the theory atoms of the program. They stay as long as the propagator is registered.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_theory_atoms(const clingo_propagate_init_t *init,
                                        const clingo_theory_atoms_t **atoms);

/**
 * Returns the number of threads that search: always 1.
 */
CLINGO_VISIBILITY_DEFAULT int clingo_propagate_init_number_of_threads(const clingo_propagate_init_t *_init);

/**
 * Sets when `check` is called.
 */
CLINGO_VISIBILITY_DEFAULT
void clingo_propagate_init_set_check_mode(clingo_propagate_init_t *init,
                                          clingo_propagator_check_mode_t mode);

/**
 * Returns when `check` is called.
 */
CLINGO_VISIBILITY_DEFAULT clingo_propagator_check_mode_t clingo_propagate_init_get_check_mode(const clingo_propagate_init_t *init);

/**
 * Sets when `undo` is called.
 */
CLINGO_VISIBILITY_DEFAULT
void clingo_propagate_init_set_undo_mode(clingo_propagate_init_t *init,
                                         clingo_propagator_undo_mode_t mode);

/**
 * Returns when `undo` is called.
 */
CLINGO_VISIBILITY_DEFAULT clingo_propagator_undo_mode_t clingo_propagate_init_get_undo_mode(const clingo_propagate_init_t *init);

/**
 * Returns the values of literals; before the search, only those have one that are fixed by unit clauses.
 */
CLINGO_VISIBILITY_DEFAULT const clingo_assignment_t *clingo_propagate_init_assignment(const clingo_propagate_init_t *init);

/**
 * Adds a new literal, which does not occur in the program. None is simplified away, whether it is frozen or not.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_add_literal(clingo_propagate_init_t *init,
                                       bool _freeze,
                                       clingo_literal_t *result);

/**
 * Adds a clause. The result is false if there is known to be no answer set.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_add_clause(clingo_propagate_init_t *init,
                                      const clingo_literal_t *clause,
                                      size_t size,
                                      bool *result);

/**
 * Relates a literal to a bound on a sum: the weights of the true literals sum up to at least the bound or, with `compare_equal`, to
 * the bound. The result is false if there is known to be no answer set.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_add_weight_constraint(clingo_propagate_init_t *init,
                                                 clingo_literal_t literal,
                                                 const clingo_weighted_literal_t *literals,
                                                 size_t size,
                                                 clingo_weight_t bound,
                                                 clingo_weight_constraint_type_t type,
                                                 bool compare_equal,
                                                 bool *result);

/**
 * Adds a literal to what is minimized, in this search and in later ones: if it is true, it costs its weight at the priority.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_propagate_init_add_minimize(clingo_propagate_init_t *init,
                                        clingo_literal_t literal,
                                        clingo_weight_t weight,
                                        clingo_weight_t priority);

/**
 * Propagates what was added by unit clauses. The result is false if there is known to be no answer set.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_propagate_init_propagate(clingo_propagate_init_t *init, bool *result);

/**
 * Registers a language of scripts; the struct is copied.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_register_script(const char *name, const clingo_script_t *script, void *data);

/**
 * Returns the version of a registered language; null for another.
 */
CLINGO_VISIBILITY_DEFAULT const char *clingo_script_version(const char *name);

/**
 * Returns the result, once the search has ended or, answer by answer, once the next answer is found.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_solve_handle_get(clingo_solve_handle_t *handle, clingo_solve_result_bitset_t *result);

/**
 * Waits for an answer or the end: for at most some seconds or, if negative, without a limit. Says whether one of them is there; an answer
 * counts as seen from then on.
 */
CLINGO_VISIBILITY_DEFAULT
void clingo_solve_handle_wait(clingo_solve_handle_t *handle,
                              double timeout,
                              bool *result);

/**
 * Returns the answer at hand, once it is found; null if there is none.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_solve_handle_model(clingo_solve_handle_t *handle, const clingo_model_t **model);

/**
 * Returns the assumptions that exclude all answer sets, once the search has ended; they live until the handle is closed.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_solve_handle_core(clingo_solve_handle_t *handle, const clingo_literal_t **core, size_t *size);

/**
 * Returns the last answer, once the search has ended; null before, and if there is none.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_solve_handle_last(clingo_solve_handle_t *handle, const clingo_model_t **model);

/**
 * Lets the search go on to the next answer.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_solve_handle_resume(clingo_solve_handle_t *handle);

/**
 * Ends the search.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_solve_handle_cancel(clingo_solve_handle_t *handle);

/**
 * Ends the search, and frees the handle, which may be null.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_solve_handle_close(clingo_solve_handle_t *handle);

/**
 * Returns the key of the map of all statistics.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_statistics_root(const clingo_statistics_t *statistics, uint64_t *key);

/**
 * Returns what is behind a key.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_statistics_type(const clingo_statistics_t *statistics,
                            uint64_t key,
                            clingo_statistics_type_t *type);

/**
 * Returns the size of an array.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_statistics_array_size(const clingo_statistics_t *statistics, uint64_t key, size_t *size);

/**
 * Returns the key of an element of an array.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_statistics_array_at(const clingo_statistics_t *statistics,
                                uint64_t key,
                                size_t offset,
                                uint64_t *subkey);

/**
 * Adds an element at the end of an array, and returns its key.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_statistics_array_push(clingo_statistics_t *statistics,
                                  uint64_t key,
                                  clingo_statistics_type_t type,
                                  uint64_t *subkey);

/**
 * Returns the number of names in a map.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_statistics_map_size(const clingo_statistics_t *statistics, uint64_t key, size_t *size);

/**
 * Whether a map has a name, or a path of names.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_statistics_map_has_subkey(const clingo_statistics_t *statistics,
                                      uint64_t key,
                                      const char *name,
                                      bool *result);

/**
 * Returns a name in a map, by its place.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_statistics_map_subkey_name(const clingo_statistics_t *statistics,
                                       uint64_t key,
                                       size_t offset,
                                       const char **name);

/**
 * Returns the key behind a name, or a path of names.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_statistics_map_at(const clingo_statistics_t *statistics,
                              uint64_t key,
                              const char *name,
                              uint64_t *subkey);

/**
 * Adds a name to a map, unless it has it with this type, and returns its key.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_statistics_map_add_subkey(clingo_statistics_t *statistics,
                                      uint64_t key,
                                      const char *name,
                                      clingo_statistics_type_t type,
                                      uint64_t *subkey);

/**
 * Returns a number.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_statistics_value_get(const clingo_statistics_t *statistics, uint64_t key, double *value);

/**
 * Sets a number.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_statistics_value_set(clingo_statistics_t *statistics, uint64_t key, double value);

/**
 * Makes the symbol of a number.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_symbol_create_number(int number, clingo_symbol_t *symbol);

/**
 * Makes `#sup`.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_symbol_create_supremum(clingo_symbol_t *symbol);

/**
 * Makes `#inf`.
 */
CLINGO_VISIBILITY_DEFAULT void clingo_symbol_create_infimum(clingo_symbol_t *symbol);

/**
 * Makes the symbol of a string.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_create_string(const char *string, clingo_symbol_t *symbol);

/**
 * Makes a constant, with `-` in front unless `positive`.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_create_id(const char *name, bool positive, clingo_symbol_t *symbol);

/**
 * Makes a function, with `-` in front unless `positive`; a tuple if the name is empty.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbol_create_function(const char *name,
                                   const clingo_symbol_t *arguments,
                                   size_t arguments_size,
                                   bool positive,
                                   clingo_symbol_t *symbol);

/**
 * Returns the value of a number. It is an error if it has more than 32 bits.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_number(clingo_symbol_t symbol, int *number);

/**
 * Returns the name of a constant, function or tuple.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_name(clingo_symbol_t symbol, const char **name);

/**
 * Returns the text of a string.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_string(clingo_symbol_t symbol, const char **string);

/**
 * Whether a function is without `-` in front.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_is_positive(clingo_symbol_t symbol, bool *positive);

/**
 * Whether a function has a `-` in front.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_is_negative(clingo_symbol_t symbol, bool *negative);

/**
 * Returns the arguments of a function, which live for ever.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbol_arguments(clingo_symbol_t symbol,
                             const clingo_symbol_t **arguments,
                             size_t *arguments_size);

/**
 * Returns the type of a symbol.
 */
CLINGO_VISIBILITY_DEFAULT clingo_symbol_type_t clingo_symbol_type(clingo_symbol_t symbol);

/**
 * Returns the size of the buffer that [`clingo_symbol_to_string`] needs.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_to_string_size(clingo_symbol_t symbol, size_t *size);

/**
 * Writes a symbol as text into a buffer.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_to_string(clingo_symbol_t symbol, char *string, size_t size);

/**
 * Whether two symbols are equal.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_is_equal_to(clingo_symbol_t a, clingo_symbol_t b);

/**
 * Whether a symbol comes before another in the order of terms.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbol_is_less_than(clingo_symbol_t a, clingo_symbol_t b);

/**
 * Returns a hash, which is the same as long as the process lives.
 */
CLINGO_VISIBILITY_DEFAULT size_t clingo_symbol_hash(clingo_symbol_t symbol);

/**
 * Reads a term without variables, evaluates it, and returns its symbol. What is wrong with a text is told by the error, not by the
 * logger.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_parse_term(const char *string,
                       clingo_logger_t logger,
                       void *logger_data,
                       unsigned int message_limit,
                       clingo_symbol_t *symbol);

/**
 * Makes a signature.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_signature_create(const char *name,
                             uint32_t arity,
                             bool positive,
                             clingo_signature_t *signature);

/**
 * Returns the name of a signature.
 */
CLINGO_VISIBILITY_DEFAULT const char *clingo_signature_name(clingo_signature_t signature);

/**
 * Returns the number of arguments of a signature.
 */
CLINGO_VISIBILITY_DEFAULT uint32_t clingo_signature_arity(clingo_signature_t signature);

/**
 * Whether a signature is without `-` in front.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_signature_is_positive(clingo_signature_t signature);

/**
 * Whether a signature has a `-` in front.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_signature_is_negative(clingo_signature_t signature);

/**
 * Whether two signatures are equal.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_signature_is_equal_to(clingo_signature_t a, clingo_signature_t b);

/**
 * Whether a signature comes before another: by sign, number of arguments and name.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_signature_is_less_than(clingo_signature_t a, clingo_signature_t b);

/**
 * Returns a hash of a signature, which is the same as long as the process lives.
 */
CLINGO_VISIBILITY_DEFAULT size_t clingo_signature_hash(clingo_signature_t signature);

/**
 * Returns the number of atoms.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbolic_atoms_size(const clingo_symbolic_atoms_t *atoms, size_t *size);

/**
 * Returns an iterator at the first atom or, with a signature, at the first one of its predicate.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_begin(const clingo_symbolic_atoms_t *atoms,
                                 const clingo_signature_t *signature,
                                 clingo_symbolic_atom_iterator_t *iterator);

/**
 * Returns an iterator at the end.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_end(const clingo_symbolic_atoms_t *_atoms,
                               clingo_symbolic_atom_iterator_t *iterator);

/**
 * Returns an iterator at the atom with a symbol, or at the end if there is none. The atoms of all predicates follow.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_find(const clingo_symbolic_atoms_t *atoms,
                                clingo_symbol_t symbol,
                                clingo_symbolic_atom_iterator_t *iterator);

/**
 * Whether two iterators are at the same atom, or both at the end.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_iterator_is_equal_to(const clingo_symbolic_atoms_t *_atoms,
                                                clingo_symbolic_atom_iterator_t a,
                                                clingo_symbolic_atom_iterator_t b,
                                                bool *equal);

/**
 * Returns the symbol of an atom.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_symbol(const clingo_symbolic_atoms_t *atoms,
                                  clingo_symbolic_atom_iterator_t iterator,
                                  clingo_symbol_t *symbol);

/**
 * Whether an atom is known to be true in every answer set.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_is_fact(const clingo_symbolic_atoms_t *atoms,
                                   clingo_symbolic_atom_iterator_t iterator,
                                   bool *fact);

/**
 * Whether an atom is external and no rule defines it.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_is_external(const clingo_symbolic_atoms_t *atoms,
                                       clingo_symbolic_atom_iterator_t iterator,
                                       bool *external);

/**
 * Returns the literal of an atom.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_literal(const clingo_symbolic_atoms_t *atoms,
                                   clingo_symbolic_atom_iterator_t iterator,
                                   clingo_literal_t *literal);

/**
 * Returns the number of predicates.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_symbolic_atoms_signatures_size(const clingo_symbolic_atoms_t *atoms, size_t *size);

/**
 * Writes the signatures of the predicates.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_signatures(const clingo_symbolic_atoms_t *atoms,
                                      clingo_signature_t *signatures,
                                      size_t size);

/**
 * Returns an iterator at the next atom, or at the end.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_next(const clingo_symbolic_atoms_t *atoms,
                                clingo_symbolic_atom_iterator_t iterator,
                                clingo_symbolic_atom_iterator_t *next);

/**
 * Whether an iterator is at an atom.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_symbolic_atoms_is_valid(const clingo_symbolic_atoms_t *atoms,
                                    clingo_symbolic_atom_iterator_t iterator,
                                    bool *valid);

/**
 * Gives a string a copy that lives for ever.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_add_string(const char *string, const char **result);

/**
 * Returns the type of a term.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_term_type(const clingo_theory_atoms_t *atoms,
                                   clingo_id_t term,
                                   clingo_theory_term_type_t *type);

/**
 * Returns the value of a number.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_theory_atoms_term_number(const clingo_theory_atoms_t *atoms, clingo_id_t term, int *number);

/**
 * Returns the name of a function or constant, or a string in quotes.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_term_name(const clingo_theory_atoms_t *atoms,
                                   clingo_id_t term,
                                   const char **name);

/**
 * Returns the arguments of a function, or the members of a tuple, list or set; none for other terms.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_term_arguments(const clingo_theory_atoms_t *atoms,
                                        clingo_id_t term,
                                        const clingo_id_t **arguments,
                                        size_t *size);

/**
 * Returns the size of the buffer that [`clingo_theory_atoms_term_to_string`] needs.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_term_to_string_size(const clingo_theory_atoms_t *atoms,
                                             clingo_id_t term,
                                             size_t *size);

/**
 * Writes a term as text into a buffer.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_term_to_string(const clingo_theory_atoms_t *atoms,
                                        clingo_id_t term,
                                        char *string,
                                        size_t size);

/**
 * Returns the terms of an element.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_element_tuple(const clingo_theory_atoms_t *atoms,
                                       clingo_id_t element,
                                       const clingo_id_t **tuple,
                                       size_t *size);

/**
 * Returns the literals of the condition of an element.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_element_condition(const clingo_theory_atoms_t *atoms,
                                           clingo_id_t element,
                                           const clingo_literal_t **condition,
                                           size_t *size);

/**
 * Returns a number for the condition of an element, which `clingo_propagate_init_solver_literal` knows.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_element_condition_id(const clingo_theory_atoms_t *atoms,
                                              clingo_id_t element,
                                              clingo_literal_t *condition);

/**
 * Returns the size of the buffer that [`clingo_theory_atoms_element_to_string`] needs.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_element_to_string_size(const clingo_theory_atoms_t *atoms,
                                                clingo_id_t element,
                                                size_t *size);

/**
 * Writes an element as text into a buffer.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_element_to_string(const clingo_theory_atoms_t *atoms,
                                           clingo_id_t element,
                                           char *string,
                                           size_t size);

/**
 * Returns the number of theory atoms, which have the numbers from 0 on.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_theory_atoms_size(const clingo_theory_atoms_t *atoms, size_t *size);

/**
 * Returns the name of an atom with its arguments.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_atom_term(const clingo_theory_atoms_t *atoms,
                                   clingo_id_t atom,
                                   clingo_id_t *term);

/**
 * Returns the elements of an atom.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_atom_elements(const clingo_theory_atoms_t *atoms,
                                       clingo_id_t atom,
                                       const clingo_id_t **elements,
                                       size_t *size);

/**
 * Whether an atom has an operator and a term behind its elements.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_atom_has_guard(const clingo_theory_atoms_t *atoms,
                                        clingo_id_t atom,
                                        bool *has_guard);

/**
 * Returns the operator and the term behind the elements of an atom.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_atom_guard(const clingo_theory_atoms_t *atoms,
                                    clingo_id_t atom,
                                    const char **connective,
                                    clingo_id_t *term);

/**
 * Returns the literal of an atom; 0 for a directive.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_atom_literal(const clingo_theory_atoms_t *atoms,
                                      clingo_id_t atom,
                                      clingo_literal_t *literal);

/**
 * Returns the size of the buffer that [`clingo_theory_atoms_atom_to_string`] needs.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_atom_to_string_size(const clingo_theory_atoms_t *atoms,
                                             clingo_id_t atom,
                                             size_t *size);

/**
 * Writes an atom as text into a buffer.
 */
CLINGO_VISIBILITY_DEFAULT
bool clingo_theory_atoms_atom_to_string(const clingo_theory_atoms_t *atoms,
                                        clingo_id_t atom,
                                        char *string,
                                        size_t size);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLINGO_H */


#ifdef __cplusplus
extern "C" {
#endif
/**
 * Makes a node of a type: after the place for it come its attributes, in the order of `g_clingo_ast_constructors`. An array is its
 * items and their number.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_build(clingo_ast_type_t type, clingo_ast_t **ast, ...);
#ifdef __cplusplus
}
#endif
