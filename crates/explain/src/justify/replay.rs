//! The check of a justification against the answer set, before anybody sees it.
//!
//! A derivation is replayed from its nodes alone: the body of each instance holds in the answer set, and each atom follows
//! from atoms before it. A refutation is replayed case by case: the instances of an atom are compared with a scan of all true
//! atoms. The check shares the evaluation of single literals with the search, but neither its order and indexes nor the
//! ranks.

use groundplan_ground::analysis::rule::Literal;
use groundplan_ground::program::{AtomId, PredicateId};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::syntax::ast::Sign;
use rustc_hash::FxHashSet;

use super::aggregate::Truth;
use super::cases::Cases;
use super::derivation::{DerivationNode, GroundSupport};
use super::instance::{equations, HeadMeaning, RuleInstance};
use super::literal::LiteralWays;
use super::refute::{head_end, End, Refutation, RefutedRule};
use super::search::Goal;
use super::statements::Statements;
use super::values::{VariableValues, Way};
use super::world::{way, World};
use crate::Error;

/// The error that a justification is wrong.
pub fn wrong(what: &str) -> Error {
    Error::Unjustified(format!("the check of the justification failed: {what}"))
}

/// Checks a derivation.
///
/// # Errors
///
/// [`Error::Unjustified`] if it is wrong; the errors of [`World::solve`].
pub fn check_derivation(
    world: &mut World,
    statements: &Statements,
    nodes: &[DerivationNode],
) -> Result<(), Error> {
    for node in nodes {
        for support in &node.supports {
            if let GroundSupport::Rule(instance) = support {
                check_instance(world, statements, instance, node.atom)?;
            }
        }
    }
    let mut ordered: Vec<&DerivationNode> = nodes.iter().collect();
    ordered.sort_by_key(|node| (node.rank.is_none(), node.rank));
    let mut derived: FxHashSet<AtomId> = FxHashSet::default();
    let mut open = Vec::new();
    for node in ordered {
        world.poll()?;
        if node.rank.is_none() {
            open.push(node);
            continue;
        }
        let known = |atom: AtomId| if derived.contains(&atom) { Truth::True } else { Truth::Open };
        let mut follows = |support: &GroundSupport| match support {
            GroundSupport::Fact(_) | GroundSupport::Given => true,
            GroundSupport::Rule(it) => it.heads.len() == 1 && it.body(world, &known) == Truth::True,
        };
        if node.supports.is_empty() || !node.supports.iter().all(&mut follows) {
            return Err(wrong("an atom does not follow from the atoms before it"));
        }
        derived.insert(node.atom);
    }
    let supports = open.iter().flat_map(|node| &node.supports);
    let instances = supports.filter_map(|support| match support {
        GroundSupport::Rule(instance) => Some(instance),
        GroundSupport::Fact(_) | GroundSupport::Given => None,
    });
    let open: Vec<AtomId> = open.iter().map(|node| node.atom).collect();
    let cases = Cases { instances: instances.collect(), derived: &derived, open: open.clone() };
    for atom in open {
        if !cases.entail(world, atom)? {
            return Err(wrong("an atom does not follow by a distinction of cases"));
        }
    }
    Ok(())
}

/// Checks that the body of an instance holds, and that its head derives the atom.
fn check_instance(
    world: &mut World,
    statements: &Statements,
    instance: &RuleInstance,
    atom: AtomId,
) -> Result<(), Error> {
    world.poll()?;
    let statement = &statements.all[instance.statement];
    let mut values = instance.values.clone();
    let goal = statement.goal(instance.place, &[]);
    for &literal in &goal.literals {
        let holds = match literal {
            Literal::Atom(Sign::Positive, premise) => {
                world.true_atom(premise, &values).is_some_and(|premise| instance.premises.contains(&premise))
            }
            _ => matches!(world.fully(literal, statement, &mut values)?, LiteralWays::Holds),
        };
        if !holds {
            return Err(wrong("a literal does not hold"));
        }
    }
    let derives = world.true_atom(statement.head_atom(instance.place), &values) == Some(atom);
    match world.head(statement, instance.place, &mut values)? {
        HeadMeaning::Derives(heads, _) if derives && heads == instance.heads => Ok(()),
        _ => Err(wrong("a head does not derive its atom")),
    }
}

/// Checks the refutations of a false atom.
///
/// # Errors
///
/// [`Error::Unjustified`] if one is wrong; the errors of [`World::solve`].
pub fn check_refutations(
    world: &mut World,
    statements: &Statements,
    (predicate, arguments): (PredicateId, &[Symbol]),
    rules: &[RefutedRule],
) -> Result<(), Error> {
    if world.find(predicate, arguments).is_some_and(|atom| world.holds(atom)) {
        return Err(wrong("the atom is true"));
    }
    for rule in rules {
        let statement = &statements.all[rule.statement];
        let equations = equations(statement.head_atom(rule.place), arguments);
        let goal = statement.goal(rule.place, &equations);
        let mut values = VariableValues::new(statement.rule.variables.len());
        check_refutation(world, &goal, rule, &rule.refutation, &mut values)?;
    }
    Ok(())
}

fn check_refutation(
    world: &mut World,
    goal: &Goal,
    rule: &RefutedRule,
    refutation: &Refutation,
    values: &mut VariableValues,
) -> Result<(), Error> {
    let start = values.mark();
    world.equate(goal, values)?;
    for (index, only) in &refutation.steps {
        check_ways(world, goal, *index, std::slice::from_ref(only), values)?;
        values.bind_all(only);
        world.equate(goal, values)?;
    }
    match &refutation.end {
        End::Literal(index) => check_ways(world, goal, *index, &[], values)?,
        End::Cases(index, cases) => {
            let ways: Vec<Way> = cases.iter().map(|(way, _)| way.clone()).collect();
            check_ways(world, goal, *index, &ways, values)?;
            for (way, case) in cases {
                let mark = values.mark();
                values.bind_all(way);
                check_refutation(world, goal, rule, case, values)?;
                values.undo(mark);
            }
        }
        End::Head(end) => {
            for &literal in &goal.literals {
                if !matches!(world.fully(literal, goal.statement, values)?, LiteralWays::Holds) {
                    return Err(wrong("a literal does not hold"));
                }
            }
            if head_end(world, goal.statement, rule.place, values)? != *end {
                return Err(wrong("a head says something else"));
            }
        }
    }
    values.undo(start);
    Ok(())
}

/// Checks that a literal holds in these ways, and in no other.
fn check_ways(
    world: &mut World,
    goal: &Goal,
    index: usize,
    ways: &[Way],
    values: &mut VariableValues,
) -> Result<(), Error> {
    world.poll()?;
    let literal = goal.literals[index];
    let mut found: Vec<Way> = match literal {
        Literal::Atom(Sign::Positive, atom) if !atom.arguments.iter().all(|term| values.binds(term)) => {
            let domain = world.base.domain(atom.predicate);
            let rows = (0..domain.len()).filter(|&row| world.truth.contains(domain.atom(row).index()));
            rows.filter_map(|row| way(&atom.arguments, domain.row(row), values, world.symbols)).collect()
        }
        _ => match world.fully(literal, goal.statement, values)? {
            LiteralWays::None => Vec::new(),
            LiteralWays::Holds => vec![Vec::new()],
            LiteralWays::Few(ways) => ways,
            _ => return Err(wrong("a variable has no value")),
        },
    };
    let mut wanted = ways.to_vec();
    found.sort_unstable();
    wanted.sort_unstable();
    if found != wanted {
        return Err(wrong("a literal has other instances"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use groundplan_ground::program::AtomId;
    use groundplan_ground::symbol::Symbol;

    use super::super::derivation::{derivation, DerivationNode, GroundSupport};
    use super::super::refute::{refutations, End, RefutedRule};
    use super::super::statements::Statements;
    use super::super::world::World;
    use super::{check_derivation, check_refutations};
    use crate::Detail;
    use groundplan::{Engine, Signature};

    /// Calls `test` with an answer set of a program in which these literals hold.
    fn with_world(text: &str, assumed: &[&str], test: impl FnOnce(&mut World, &Statements)) {
        let mut engine = Engine::new();
        engine.keep_statements().expect("nothing is ground");
        engine.add_text("program.lp", text).expect("it follows the syntax");
        engine.ground(["base"]).expect("it can be ground");
        let mut query = engine.query();
        for literal in assumed {
            query = query.assume_text(literal).expect("a literal");
        }
        let answer_set = query.first().expect("it is solved").expect("there is one").into_answer_set();
        let truth =
            engine.model(&answer_set).expect("it is its own").true_atoms().map(AtomId::index).collect();
        let interrupter = engine.interrupter();
        let snapshot = engine.snapshot().expect("the statements are kept");
        let statements = Statements::of(snapshot.statements);
        test(&mut World::new(snapshot, &truth, &[], &interrupter), &statements);
    }

    fn signature(world: &mut World, name: &str, arity: u32) -> Signature {
        Signature { name: world.symbols.name(name), arity, negative: false }
    }

    fn constant(world: &mut World, name: &str) -> AtomId {
        let signature = signature(world, name, 0);
        let predicate = world.base.find_predicate(signature).expect("it occurs");
        world.find(predicate, &[]).expect("a rule derives it")
    }

    /// The derivation of `d` from `a`, changed by `change`, is refused.
    fn is_refused(change: impl FnOnce(&mut Vec<DerivationNode>)) -> bool {
        let mut refused = false;
        with_world("{ a }. b :- a. c :- b, not e. d :- c. e :- not a.", &["a"], |world, statements| {
            let d = constant(world, "d");
            let mut nodes =
                derivation(world, statements, &Default::default(), &[d], Detail::Brief).expect("it is true");
            assert!(check_derivation(world, statements, &nodes).is_ok());
            change(&mut nodes);
            refused = check_derivation(world, statements, &nodes).is_err();
        });
        refused
    }

    #[test]
    fn a_derivation_that_is_changed_is_refused() {
        assert!(!is_refused(|_| {}));
        assert!(is_refused(|nodes| {
            nodes.pop();
        }));
        assert!(is_refused(|nodes| nodes[0].rank = Some(0)));
        assert!(is_refused(|nodes| nodes[1].supports.clear()));
        assert!(is_refused(|nodes| nodes[1].supports = nodes[2].supports.clone()));
        assert!(is_refused(|nodes| {
            let GroundSupport::Rule(instance) = &mut nodes[0].supports[0] else { panic!("a rule") };
            instance.premises.clear();
        }));
        // By cases, a choice and rules without circles entail the same.
        assert!(!is_refused(|nodes| nodes.iter_mut().for_each(|node| node.rank = None)));
        assert!(is_refused(|nodes| {
            nodes.iter_mut().for_each(|node| node.rank = None);
            nodes.pop();
        }));
    }

    /// The refutation of `t(b)`, changed by `change`, is refused.
    fn is_refutation_refused(change: impl FnOnce(&mut RefutedRule)) -> bool {
        let mut refused = false;
        let text = "e(b, 1..3). { r(1..4) }. t(X) :- e(X, Y), r(Y), Y != 4. r(5). r(6).";
        with_world(text, &["r(4)", "not r(1)", "not r(2)", "not r(3)"], |world, statements| {
            let signature = signature(world, "t", 1);
            let predicate = world.base.find_predicate(signature).expect("it occurs");
            let b = world.symbols.name("b");
            let arguments: [Symbol; 1] = [world.symbols.constant(b)];
            let mut rules = refutations(world, statements, (predicate, &arguments)).expect("it is false");
            assert!(check_refutations(world, statements, (predicate, &arguments), &rules).is_ok());
            change(&mut rules[0]);
            refused = check_refutations(world, statements, (predicate, &arguments), &rules).is_err();
        });
        refused
    }

    #[test]
    fn a_refutation_that_is_changed_is_refused() {
        assert!(!is_refutation_refused(|_| {}));
        assert!(is_refutation_refused(|rule| {
            let End::Cases(_, cases) = &mut rule.refutation.end else { panic!("there are three") };
            cases.pop();
        }));
        assert!(is_refutation_refused(|rule| {
            let End::Cases(_, cases) = &mut rule.refutation.end else { panic!("there are three") };
            cases[0].1.end = End::Literal(3);
        }));
        assert!(is_refutation_refused(|rule| rule.refutation.end = End::Literal(1)));
    }
}
