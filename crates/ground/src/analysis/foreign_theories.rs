//! Theory atoms of other systems, which are not defined in a program: what they are, and what to do.

/// Says what a theory atom of this name is in the systems that interpret it, and what to do without them.
pub(super) fn advice(name: &str) -> Option<&'static str> {
    Some(match name {
        "sum" | "nsum" | "dom" | "distinct" | "disjoint" | "minimize" | "maximize" | "show" => CONSTRAINTS,
        "lp" | "objective" => {
            "this is a linear constraint over rationals, as clingo[LP] solves it; groundplan solves only differences of integers, \
             `&diff { u - v } <= k`"
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

const CONSTRAINTS: &str = "this is a linear constraint over integers, as clingcon solves it; groundplan solves only differences, \
     `&diff { u - v } <= k`: run clingcon, or give each variable a value of its domain by a choice, `1 { value(x,1..3) } 1.`, \
     and state the constraint by `#sum { V,X : value(X,V) } <= 4`";
