//! The claim of a certificate: no answer set has at most these costs, or lies outside of these cubes.

use crate::constraint::Lit;
use crate::error::Refusal;
use crate::program::Program;

/// The claim that no answer set satisfies all cost bounds and lies outside of all cubes. Without bounds and cubes, it says that
/// there is no answer set at all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claim {
    /// Cost bounds: distinct priorities, each with the maximum cost.
    pub costs: Vec<(i64, i128)>,
    /// Cubes: conjunctions of literals. An answer set lies in a cube if all its literals are true.
    pub cubes: Vec<Vec<Lit>>,
}

impl Claim {
    /// Parses a claim: lines `cost PRIORITY BOUND`, then lines `outside LITERAL...`.
    ///
    /// # Errors
    ///
    /// The first line that is malformed, repeats a priority, or is a cost after a cube.
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

    /// Returns the claim about a program in words, including assumptions and the values of external atoms.
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
    /// Writes the text that [`parse`](Claim::parse) reads.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.costs.iter().try_for_each(|(priority, bound)| writeln!(f, "cost {priority} {bound}"))?;
        self.cubes.iter().try_for_each(|cube| {
            f.write_str("outside")?;
            cube.iter().try_for_each(|literal| write!(f, " {}", literal.number()))?;
            writeln!(f)
        })
    }
}

/// Splits a text into lines, each of which must end with a newline.
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

/// Parses an integer in canonical form.
pub(crate) fn integer<N: std::str::FromStr + std::fmt::Display>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}
