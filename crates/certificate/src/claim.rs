//! What a certificate claims: that no answer set costs so little.

use crate::error::Refusal;
use crate::program::Program;

/// The claim that no answer set costs at most so much in all of these priorities; that there is none at all, without any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claim {
    /// Priorities, each once, and the cost that is at most reached.
    pub costs: Vec<(i64, i128)>,
}

impl Claim {
    /// Reads a claim: `cost PRIORITY BOUND` in each line.
    ///
    /// # Errors
    ///
    /// The first line that is something else, or speaks of a priority again.
    pub fn parse(text: &str) -> Result<Claim, Refusal> {
        let mut claim = Claim::default();
        for (line, number) in lines(text)?.zip(1..) {
            let cost = match *line.split(' ').collect::<Vec<_>>().as_slice() {
                ["cost", priority, bound] => integer::<i64>(priority).zip(integer::<i128>(bound)),
                _ => None,
            };
            let Some((priority, bound)) = cost else {
                return Err(Refusal::at(number, format!("`{line}` is not `cost PRIORITY BOUND`")));
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
        format!("{verb}{costs}{assumptions}{externals}")
    }
}

impl std::fmt::Display for Claim {
    /// The text that is read.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.costs.iter().try_for_each(|(priority, bound)| writeln!(f, "cost {priority} {bound}"))
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
