//! Explanations as text and JSON: conflicts, repairs and justifications, with the statements in their source texts.

mod conflict;
mod justification;
mod places;
mod soft;
mod tree;

pub use conflict::{causes, odd_loops};
pub use justification::{derived, failed_rule, verdict, Place};
pub use places::Places;
pub use soft::{ground_again, NotGround, SoftKind, GROUNDER};
pub use tree::{underivable, write_tree};
