//! Explanations as text and JSON: conflicts, repairs and justifications, with the statements in their source texts.

mod conflict;
mod contrast;
mod counting;
mod in_words;
mod justification;
mod places;
mod sentences;
mod soft;
mod tree;

pub use conflict::{causes, odd_loops};
pub use contrast::{contrast_object, write_contrast};
pub use counting::counting;
pub use in_words::in_words;
pub use justification::{derived, failed_rule, verdict, Place};
pub use places::Places;
pub use sentences::{
    answer_set_sentence, conflict_sentence, conflict_text, NOTHING_TO_EXPLAIN, NO_QUESTION, READ_AS_AXIOMS,
    SOLVED_BY_STEPS,
};
pub use soft::{ground_again, NotGround, SoftChoice, SoftItem, SoftKind, GROUNDER};
pub use tree::{underivable, write_tree};
