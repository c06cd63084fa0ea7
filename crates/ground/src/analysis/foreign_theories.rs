//! Theory atoms of other systems, which are not defined in a program: what they are, and what to do.

/// Says what a theory atom of this name is in the systems that interpret it, and what to do without them.
pub(super) fn advice(name: &str) -> Option<&'static str> {
    Some(match name {
        "lp" | "objective" => {
            "this is a linear constraint over rationals, as clingo[LP] solves it; groundplan solves those over integers, \
             `&sum { 2*x; -y } <= 3`"
        }
        "k" | "m" => {
            "this is epistemic logic, as eclingo solves it by several calls of clingo; run eclingo with groundplan's Python module: \
             `sys.modules[\"clingo\"] = groundplan` before it is imported"
        }
        "tel" | "del" | "initial" | "final" => {
            "this is temporal logic, which telingo rewrites before it grounds; run telingo with groundplan's Python module: \
             `sys.modules[\"clingo\"] = groundplan` before it is imported"
        }
        _ => return None,
    })
}
