//! What a certificate claims: that no answer set costs so little, or that none lies outside of some cubes.

use crate::constraint::Lit;
use crate::error::Refusal;
use crate::program::Program;

/// The claim that no answer set costs at most so much in all of these priorities and lies outside of all of these cubes; that
/// there is none at all, without any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claim {
    /// Priorities, each once, and the cost that is at most reached.
    pub costs: Vec<(i64, i128)>,
    /// Conjunctions of literals: an answer set lies in one if all of them hold.
    pub cubes: Vec<Vec<Lit>>,
}

impl Claim {
    /// Reads a claim: `cost PRIORITY BOUND` in each line, then `outside LITERAL...`.
    ///
    /// # Errors
    ///
    /// The first line that is something else, speaks of a priority again, or is a cost behind a cube.
    pub fn parse(text: &str) -> Result<Claim, Refusal> {
        let mut claim = Claim::default();
        for (line, number) in lines(text)?.zip(1..) {
            let words: Vec<&str> = line.split(' ').collect();
            let cost = match *words.as_slice() {
                ["cost", priority, bound] if claim.cubes.is_empty() => {
                    integer::<i64>(priority).zip(integer::<i128>(bound))
                }
                ["outside", ref literals @ ..] => {
                    let literal = |word: &&str| integer::<i32>(word).and_then(Lit::new);
                    let cube: Option<Vec<Lit>> = literals.iter().map(literal).collect();
                    let wrong = || Refusal::at(number, format!("`{line}` is not `outside LITERAL...`"));
                    claim.cubes.push(cube.ok_or_else(wrong)?);
                    continue;
                }
                _ => None,
            };
            let Some((priority, bound)) = cost else {
                return Err(Refusal::at(
                    number,
                    format!("`{line}` is not `cost PRIORITY BOUND`, and no cube"),
                ));
            };
            if claim.costs.iter().any(|&(other, _)| other == priority) {
                return Err(Refusal::at(number, format!("this is the second bound for priority {priority}")));
            }
            claim.costs.push((priority, bound));
        }
        Ok(claim)
    }

    /// What is claimed of a program, in words; assumptions and the values of external atoms are part of it.
    #[must_use]
    pub fn sentence(&self, program: &Program) -> String {
        let list = |what: &str, items: Vec<String>| match items.as_slice() {
            [] => String::new(),
            items => format!("; {what} {}", items.join(", ")),
        };
        let costs =
            self.costs.iter().map(|(priority, bound)| format!("at most {bound} at priority {priority}"));
        let costs: Vec<String> = costs.collect();
        let costs = if costs.is_empty() { String::new() } else { format!(" costs {}", costs.join(" and ")) };
        let assumptions = program.assumptions.iter().map(|&literal| program.literal(literal));
        let assumptions = list("assumed:", assumptions.collect());
        let externals =
            program.externals.iter().map(|(&atom, value)| format!("{} {value}", program.name(atom)));
        let externals = list("external:", externals.collect());
        let verb = if costs.is_empty() { "there is no answer set" } else { "no answer set" };
        let outside = match self.cubes.len() {
            0 => String::new(),
            1 => " outside of the cube of claim.txt".to_owned(),
            count => format!(" outside of the {count} cubes of claim.txt"),
        };
        format!("{verb}{costs}{outside}{assumptions}{externals}")
    }
}

impl std::fmt::Display for Claim {
    /// The text that is read.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.costs.iter().try_for_each(|(priority, bound)| writeln!(f, "cost {priority} {bound}"))?;
        self.cubes.iter().try_for_each(|cube| {
            f.write_str("outside")?;
            cube.iter().try_for_each(|literal| write!(f, " {}", literal.number()))?;
            writeln!(f)
        })
    }
}

/// The lines of a text, all of which are ended.
pub(crate) fn lines(text: &str) -> Result<std::str::Split<'_, char>, Refusal> {
    if text.is_empty() {
        let mut none = text.split('\n');
        none.next();
        return Ok(none);
    }
    let Some(text) = text.strip_suffix('\n') else {
        return Err(Refusal::whole("the last line is not ended"));
    };
    Ok(text.split('\n'))
}

/// An integer as everybody writes it.
pub(crate) fn integer<N: std::str::FromStr + std::fmt::Display>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}
