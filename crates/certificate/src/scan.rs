//! A check that a proof stays within a trusted sub-language, before VeriPB reads it.
//!
//! VeriPB supports more kinds of statements than a refutation needs, and some of them require trust. This check accepts a small
//! sub-language of its format 3.0. Every line is one statement, words are separated by single blanks, and only these statements
//! are allowed:
//!
//! - `rup CONSTRAINT : HINTS ;` with the numbers of constraints, or `~`, as hints;
//! - `pol OPERANDS AND OPERATORS ;` with `+`, `NUMBER *`, `NUMBER d`, `s`, `VARIABLE w`;
//! - `red CONSTRAINT : VARIABLE -> 0 ;` or `1`, of a new variable: at most two consecutive statements define it;
//! - `del id NUMBERS ;` of derived constraints, never of an axiom.
//!
//! Two more properties are checked here. `red` is used for definitions only, which is sound no matter what was deleted before. And
//! numbers stay small. VeriPB 3.0.2 lets 64-bit integers wrap around when it adds a constraint whose degree is near their limit,
//! and can accept a wrong contradiction. So the *size* of every constraint is bounded from above along the proof and must not
//! exceed [`LIMIT`]. The size is the sum of the weights and the absolute value of the degree.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};

use crate::axioms::Axioms;
use crate::claim::integer;
use crate::constraint::Lit;
use crate::error::Refusal;

/// The maximum size of a constraint. Addition adds sizes, so no number within the limit comes near 64 bits.
const LIMIT: u64 = 1 << 61;

/// The maximum length of a line, in bytes.
const LONGEST: u64 = 1 << 28;

/// Reads a proof that starts from the axioms.
///
/// # Errors
///
/// The first line that is not in the sub-language.
pub(crate) fn scan(axioms: &Axioms, proof: &mut impl BufRead) -> Result<(), Refusal> {
    let mut lines = ProofLines { proof, number: 0, line: Vec::new() };
    let mut scan = ScanState {
        axioms: axioms.constraints().len(),
        variables: axioms.variables(),
        sizes: axioms.constraints().iter().map(|axiom| axiom.total() + axiom.at_least).collect(),
        definition: None,
    };
    let run = |lines: &mut ProofLines<'_, _>, scan: &mut ScanState| -> Result<(), String> {
        lines.expect("pseudo-Boolean proof version 3.0")?;
        lines.expect(&format!("f {} ;", scan.axioms))?;
        while !scan.statement(lines.next()?)? {}
        lines.expect("end pseudo-Boolean proof ;")?;
        match lines.read()? {
            None => Ok(()),
            Some(_) => Err("this follows the end of the proof".to_owned()),
        }
    };
    run(&mut lines, &mut scan).map_err(|message| Refusal::at(lines.number, message))
}

/// A reader of the lines of a proof. `number` is the number of the last line read.
struct ProofLines<'a, R> {
    proof: &'a mut R,
    number: usize,
    line: Vec<u8>,
}

impl<R: BufRead> ProofLines<'_, R> {
    /// Returns the next line without its newline, or `None` at the end.
    fn read(&mut self) -> Result<Option<&str>, String> {
        self.number += 1;
        self.line.clear();
        let read = self.proof.by_ref().take(LONGEST).read_until(b'\n', &mut self.line);
        match read.map_err(|error| format!("this cannot be read: {error}"))? {
            0 => return Ok(None),
            _ if self.line.pop() == Some(b'\n') => {}
            _ => return Err("this line does not end, or is longer than 256 MiB".to_owned()),
        }
        std::str::from_utf8(&self.line).map(Some).map_err(|_| "this is not text".to_owned())
    }

    fn next(&mut self) -> Result<&str, String> {
        self.read()?.ok_or_else(|| "the proof is not complete".to_owned())
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        match self.next()? == text {
            true => Ok(()),
            false => Err(format!("this is not `{text}`")),
        }
    }
}

/// The state of the check after a line.
struct ScanState {
    /// The number of axioms.
    axioms: usize,
    /// The highest variable so far.
    variables: u32,
    /// Upper bounds of the sizes of the constraints, in order; the first constraint has number 1.
    sizes: Vec<u64>,
    /// The first half of the definition of the last variable, if no second half has followed.
    definition: Option<DefinitionHalf>,
}

/// One half of a definition: if the literal is false, the weights of the other true literals reach the bound.
struct DefinitionHalf {
    literal: Lit,
    others: BTreeMap<Lit, u64>,
    at_least: u64,
}

/// The words of a statement.
type Words<'a> = std::iter::Peekable<std::str::Split<'a, char>>;

/// An inequality in a proof.
struct ScannedInequality {
    terms: Vec<(u64, Lit)>,
    at_least: u64,
    size: u64,
}

impl ScanState {
    /// Reads a statement. Returns whether it was the conclusion.
    fn statement(&mut self, line: &str) -> Result<bool, String> {
        let statement = line.strip_suffix(" ;").ok_or("this does not end in ` ;`")?;
        if statement == "output NONE" {
            return Ok(false);
        }
        let mut words = statement.split(' ').peekable();
        let words = &mut words;
        let definition = self.definition.take();
        match word(words)? {
            "rup" => {
                let size = self.inequality(words)?.size;
                self.hints(words)?;
                self.sizes.push(size);
            }
            "pol" => {
                let size = self.sums(words)?;
                self.sizes.push(size);
            }
            "red" => self.define(words, definition)?,
            "del" => self.delete(words)?,
            "conclusion" => {
                expect(words, "UNSAT")?;
                expect(words, ":")?;
                self.constraint(words)?;
                return end(words).map(|()| true);
            }
            other => return Err(format!("`{other}` is not allowed in a certificate")),
        }
        end(words).map(|()| false)
    }

    /// Reads `WEIGHT LITERAL ... >= BOUND`.
    fn inequality(&self, words: &mut Words<'_>) -> Result<ScannedInequality, String> {
        let mut terms = Vec::new();
        let mut size = 0;
        loop {
            match word(words)? {
                ">=" => break,
                weight => {
                    let weight = number(weight)?;
                    size = bounded(size, weight)?;
                    terms.push((weight, self.literal(word(words)?)?));
                }
            }
        }
        let at_least = number(word(words)?)?;
        // The weights count twice, because a variable may occur with both signs, which moves weights into the degree.
        let size = bounded(bounded(size, size)?, at_least)?;
        Ok(ScannedInequality { terms, at_least, size })
    }

    fn hints(&self, words: &mut Words<'_>) -> Result<(), String> {
        expect(words, ":")?;
        loop {
            match words.next_if_eq(&"~") {
                Some(_) => {}
                None => drop(self.constraint(words)?),
            }
            if words.peek().is_none() {
                return Ok(());
            }
        }
    }

    /// Reads a sum in reverse Polish notation. Returns an upper bound of the size of the result.
    fn sums(&self, words: &mut Words<'_>) -> Result<u64, String> {
        let few = || "an operator has too few operands".to_owned();
        let mut stack: Vec<u64> = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "+" => {
                    let (second, first) = (stack.pop().ok_or_else(few)?, stack.pop().ok_or_else(few)?);
                    stack.push(bounded(first, second)?);
                }
                "s" => drop(stack.last().ok_or_else(few)?),
                _ if word.starts_with(['x', '~']) => {
                    let literal = self.literal(word)?;
                    if words.next_if_eq(&"w").is_none() {
                        stack.push(1);
                    } else if literal.is_negative() || stack.is_empty() {
                        return Err("`w` needs a constraint and a variable".to_owned());
                    }
                }
                _ if words.next_if_eq(&"*").is_some() => {
                    let size = stack.last_mut().ok_or_else(few)?;
                    *size =
                        size.checked_mul(number(word)?).filter(|&size| size <= LIMIT).ok_or_else(large)?;
                }
                _ if words.next_if_eq(&"d").is_some() => {
                    number(word)?;
                    stack.last().ok_or_else(few)?;
                }
                _ => stack.push(self.size(word)?),
            }
        }
        match stack[..] {
            [size] => Ok(size),
            _ => Err(format!("{} constraints are left", stack.len())),
        }
    }

    /// Reads one half of the definition of a new variable. The right value of the variable satisfies it, and satisfies both
    /// halves together, for all values of the other variables.
    fn define(&mut self, words: &mut Words<'_>, first: Option<DefinitionHalf>) -> Result<(), String> {
        let number_of =
            |word: &str| word.strip_prefix('x').and_then(integer::<i32>).filter(|&number| number > 0);
        let Some(colon) = words.clone().position(|word| word == ":") else {
            return Err("a definition has a witness".to_owned());
        };
        let name = words.clone().nth(colon + 1).and_then(number_of).and_then(Lit::new);
        let variable = name.ok_or("a definition is of a variable")?.variable();
        let second = first.filter(|first| first.literal.variable() == variable);
        if second.is_none() {
            if variable <= self.variables {
                return Err(format!("x{variable} is not new, and was not defined just before"));
            }
            self.variables = variable;
        }
        let inequality = self.inequality(words)?;
        expect(words, ":")?;
        word(words)?;
        expect(words, "->")?;
        let literal = match word(words)? {
            "1" => Lit::positive(variable),
            "0" => !Lit::positive(variable),
            _ => return Err("a definition's witness is 0 or 1".to_owned()),
        };
        let mut others = BTreeMap::new();
        for &(weight, term) in &inequality.terms {
            if others.contains_key(&!term) || others.insert(term, weight).is_some() {
                return Err(format!("x{} occurs twice in a definition", term.variable()));
            }
        }
        if others.remove(&literal).is_none_or(|weight| weight < inequality.at_least) {
            return Err("the witness does not satisfy the definition".to_owned());
        }
        let part = DefinitionHalf { literal, others, at_least: inequality.at_least };
        match second {
            Some(first) if !first.complements(&part) => {
                return Err(format!("the two parts of the definition of x{variable} do not fit together"));
            }
            Some(_) => {}
            None => self.definition = Some(part),
        }
        self.sizes.push(inequality.size);
        Ok(())
    }

    fn delete(&self, words: &mut Words<'_>) -> Result<(), String> {
        expect(words, "id")?;
        while words.peek().is_some() {
            let constraint = self.constraint(words)?;
            if constraint <= self.axioms {
                return Err(format!("constraint {constraint} is an axiom and stays"));
            }
        }
        Ok(())
    }

    fn literal(&self, word: &str) -> Result<Lit, String> {
        let (negative, name) = word.strip_prefix('~').map_or((false, word), |name| (true, name));
        let variable = name.strip_prefix('x').and_then(integer::<u32>);
        let Some(variable) = variable.filter(|variable| (1..=self.variables).contains(variable)) else {
            return Err(format!("`{word}` is not a literal of a known variable"));
        };
        let literal = Lit::positive(variable);
        Ok(if negative { !literal } else { literal })
    }

    /// Reads the number of a constraint that exists or was deleted.
    fn constraint(&self, words: &mut Words<'_>) -> Result<usize, String> {
        let word = word(words)?;
        self.size(word)?;
        integer(word).ok_or_else(large)
    }

    fn size(&self, word: &str) -> Result<u64, String> {
        let index = integer::<usize>(word).and_then(|number| number.checked_sub(1));
        let size = index.and_then(|index| self.sizes.get(index));
        size.copied().ok_or_else(|| format!("`{word}` is not the number of a constraint"))
    }
}

impl DefinitionHalf {
    /// Returns whether every assignment of the other variables satisfies one of the two halves, so that the defined variable can
    /// satisfy the other half. If the true weights miss the first bound, the false ones reach the second.
    fn complements(&self, other: &DefinitionHalf) -> bool {
        let total: u128 = self.others.values().map(|&weight| u128::from(weight)).sum();
        self.literal == !other.literal
            && self.others.len() == other.others.len()
            && self.others.iter().all(|(&literal, weight)| other.others.get(&!literal) == Some(weight))
            && u128::from(self.at_least) + u128::from(other.at_least) <= total + 1
    }
}

fn word<'a>(words: &mut Words<'a>) -> Result<&'a str, String> {
    words.next().ok_or_else(|| "this statement is not complete".to_owned())
}

fn expect(words: &mut Words<'_>, text: &str) -> Result<(), String> {
    match word(words)? == text {
        true => Ok(()),
        false => Err(format!("`{text}` is missing")),
    }
}

fn end(words: &mut Words<'_>) -> Result<(), String> {
    words.next().map_or(Ok(()), |word| Err(format!("`{word}` follows the statement")))
}

fn number(word: &str) -> Result<u64, String> {
    integer(word)
        .filter(|&number| number <= LIMIT)
        .ok_or_else(|| format!("`{word}` is not a number up to 2^61"))
}

/// Adds two sizes, and fails if the sum exceeds the limit.
fn bounded(first: u64, second: u64) -> Result<u64, String> {
    first.checked_add(second).filter(|&sum| sum <= LIMIT).ok_or_else(large)
}

fn large() -> String {
    "numbers grow beyond 2^61, where VeriPB is not to be trusted".to_owned()
}
