//! Explanations as text and JSON: conflicts, repairs and justifications, with the statements in their source texts.

mod conflict;
mod contrast;
mod counting;
mod in_words;
mod justification;
mod places;
mod soft;
mod tree;

pub use conflict::{causes, odd_loops};
pub use contrast::{contrast_object, write_contrast};
pub use counting::counting;
pub use in_words::in_words;
pub use justification::{derived, failed_rule, verdict, Place};
pub use places::Places;
pub use soft::{ground_again, NotGround, SoftChoice, SoftItem, SoftKind, GROUNDER};
pub use tree::{underivable, write_tree};
