//! Aggregates over twenty to thirty atoms, with weights that differ, where there are still few answer sets.

use super::Generator;

impl Generator {
    /// Some atoms to choose, one for each ordered pair of which the first holds and the second does not, and an aggregate
    /// over the pairs.
    pub(super) fn large_aggregate(&mut self) -> String {
        let chosen = 5 + self.below(2);
        let pairs = format!("{{ w(1..{chosen}) }}. y(A,B) :- w(A), B = 1..{chosen}, A != B, not w(B).");
        // At most nine pairs hold together.
        let (weight, most) = match self.below(4) {
            0 => ("1".to_owned(), 9),
            1 => (format!("{}-(A*{}+B*B*{})\\17", self.below(9), 1 + self.below(9), 1 + self.below(9)), 40),
            _ => (format!("1+(A*{}+B*B*{})\\29", 1 + self.below(19), 1 + self.below(19)), 140),
        };
        let least = self.below(most) as i64;
        let elements = format!("{weight},A,B : y(A,B)");
        let (left, right) = match self.below(3) {
            0 => (format!("{least} <= "), format!(" <= {}", least + self.below(most) as i64 / 4)),
            1 => (format!("{least} < "), String::new()),
            _ => (String::new(), format!(" < {least}")),
        };
        let sum = format!("{left}#sum {{ {elements} }}{right}");
        let statement = match self.below(6) {
            0 => format!("u :- {sum}."),
            1 => format!("{{ p(2) }} :- {sum}. q(2) :- not {sum}."),
            2 => format!("w(1) :- {sum}, w(2)."),
            3 => format!("#minimize {{ {weight}@{},A,B : y(A,B) }}. :- {sum}.", self.below(3)),
            4 => format!(":- {sum}."),
            _ => format!(":- not {sum}."),
        };
        format!("{pairs} {statement}")
    }
}
