//! A strict parser of ground programs in aspif: everything that the axioms do not account for is rejected.
//!
//! The format is that of M. Gebser, R. Kaminski, B. Kaufmann, M. Ostrowski, T. Schaub and P. Wanko, "Theory Solving Made
//! Easy with Clingo 5" (ICLP 2016, technical communications), version 1.0.0, without steps.

use std::collections::HashSet;

use crate::constraint::Lit;
use crate::error::Refusal;
use crate::program::{Atom, Body, External, Program, Rule};

/// The required first line.
const HEADER: &str = "asp 1 0 0";

/// Returns whether a text is in aspif, and no program that has to be ground.
pub fn is_aspif(text: &str) -> bool {
    text.starts_with("asp ")
}

impl Program {
    /// Parses a program.
    ///
    /// # Errors
    ///
    /// The first line that is not aspif, or that the axioms do not account for: edges, theories, negative weights in bodies,
    /// external atoms that are released or have rules, text after the end.
    pub fn parse(text: &str) -> Result<Program, Refusal> {
        let mut lines = text.split('\n').zip(1..);
        if lines.next().is_none_or(|(line, _)| line != HEADER) {
            return Err(Refusal::at(1, format!("the first line is not `{HEADER}`")));
        }
        let mut program = Program::default();
        let mut last = 1;
        for (line, number) in lines.by_ref() {
            last = number;
            if line == "0" {
                return match (lines.next(), lines.next()) {
                    (Some(("", _)), None) => {
                        program.find_shared_names();
                        program.check_externals()
                    }
                    _ => Err(Refusal::at(number, "this ends the program, and is not the last line")),
                };
            }
            let mut fields = Fields { rest: Some(line) };
            program
                .statement(&mut fields, number)
                .and_then(|()| fields.end())
                .map_err(|message| Refusal::at(number, message))?;
        }
        Err(Refusal::at(last, "the line `0` that ends the program is missing"))
    }

    /// Parses one statement.
    fn statement(&mut self, fields: &mut Fields, line: usize) -> Result<(), String> {
        match fields.word()? {
            "1" => self.rule(fields, line),
            "2" => self.objective(fields),
            "3" => fields.list(Fields::atom).map(drop),
            "4" => self.show_statement(fields),
            "5" => self.external(fields),
            "6" => {
                let literals = fields.list(Fields::literal)?;
                self.atoms.extend(literals.iter().map(|literal| literal.variable()));
                self.assumptions.extend(literals);
                Ok(())
            }
            "7" => heuristic(fields),
            "8" => Err("edges are not supported".to_owned()),
            "9" => Err("theories are not supported".to_owned()),
            "10" => {
                fields.rest = None;
                Ok(())
            }
            other => Err(format!("no statement begins with `{other}`")),
        }
    }

    fn rule(&mut self, fields: &mut Fields, line: usize) -> Result<(), String> {
        let choice = match fields.word()? {
            "0" => false,
            "1" => true,
            _ => return Err("a head is 0, a disjunction, or 1, a choice".to_owned()),
        };
        let mut heads = fields.list(Fields::atom)?;
        heads.sort_unstable();
        heads.dedup();
        let body = match fields.word()? {
            "0" => {
                let literals = fields.list(Fields::literal)?;
                let at_least = i64::try_from(literals.len()).map_err(|_| "this is too long")?;
                Body { terms: literals.into_iter().map(|literal| (1, literal)).collect(), at_least }
            }
            "1" => Body { at_least: fields.number()?, terms: fields.list(Fields::weighted)? },
            _ => return Err("a body is 0, a conjunction, or 1, a sum of weights".to_owned()),
        };
        if body.terms.iter().any(|&(weight, _)| weight < 0) {
            return Err("weights in bodies are not negative".to_owned());
        }
        self.atoms.extend(&heads);
        self.atoms.extend(body.terms.iter().map(|(_, literal)| literal.variable()));
        self.rules.push(Rule { choice, heads, body, line });
        Ok(())
    }

    fn objective(&mut self, fields: &mut Fields) -> Result<(), String> {
        let priority = fields.number()?;
        let terms = fields.list(Fields::weighted)?;
        self.atoms.extend(terms.iter().map(|(_, literal)| literal.variable()));
        self.objectives.entry(priority).or_default().extend(terms);
        Ok(())
    }

    /// Parses a show statement. It matters only for output: a single positive literal as its condition gives an atom its name.
    fn show_statement(&mut self, fields: &mut Fields) -> Result<(), String> {
        let name = fields.text()?;
        if let [literal] = fields.list(Fields::literal)?.as_slice() {
            if !literal.is_negative() {
                self.give_name(literal.variable(), name);
            }
        }
        Ok(())
    }

    /// Gives an atom its name: the first one that it gets. If it gets another one as well, neither tells which atom it is.
    fn give_name(&mut self, atom: Atom, name: &str) {
        let known = self.names.entry(atom).or_insert_with(|| name.to_owned());
        if known != name {
            self.shared.insert(known.clone());
        }
    }

    /// Finds the names that several atoms have.
    fn find_shared_names(&mut self) {
        let mut seen = HashSet::with_capacity(self.names.len());
        let twice = self.names.values().filter(|name| !seen.insert(name.as_str()));
        self.shared.extend(twice.cloned());
    }

    /// Parses an external statement. The last one for an atom counts.
    fn external(&mut self, fields: &mut Fields) -> Result<(), String> {
        let atom = fields.atom()?;
        let value = match fields.word()? {
            "0" => External::Free,
            "1" => External::True,
            "2" => External::False,
            "3" => return Err("external atoms that are released are not supported".to_owned()),
            _ => return Err("an external's value is a number from 0 to 2".to_owned()),
        };
        self.atoms.insert(atom);
        self.externals.insert(atom, value);
        Ok(())
    }

    /// Checks conditions that concern several statements.
    fn check_externals(self) -> Result<Program, Refusal> {
        for rule in &self.rules {
            if let Some(atom) = rule.heads.iter().find(|atom| self.externals.contains_key(atom)) {
                return Err(Refusal::at(
                    rule.line,
                    format!("a rule has the external atom {atom} in its head"),
                ));
            }
        }
        Ok(self)
    }
}

/// Parses a heuristic statement, which has no effect on answer sets.
fn heuristic(fields: &mut Fields) -> Result<(), String> {
    if !(0..=5).contains(&fields.number()?) {
        return Err("a heuristic's kind is a number from 0 to 5".to_owned());
    }
    fields.atom()?;
    fields.number()?;
    if fields.number()? < 0 {
        return Err("a heuristic's priority is not negative".to_owned());
    }
    fields.list(Fields::literal).map(drop)
}

/// The unread part of a line. Fields are separated by single blanks.
struct Fields<'a> {
    rest: Option<&'a str>,
}

impl<'a> Fields<'a> {
    fn word(&mut self) -> Result<&'a str, String> {
        let rest = self.rest.ok_or("the line is too short")?;
        let (word, rest) = rest.split_once(' ').map_or((rest, None), |(word, rest)| (word, Some(rest)));
        self.rest = rest;
        Ok(word)
    }

    /// Parses an integer in canonical form, so that all readers agree on it.
    fn number(&mut self) -> Result<i64, String> {
        let word = self.word()?;
        let number: i64 = word.parse().map_err(|_| format!("`{word}` is not a 64-bit integer"))?;
        if number.to_string() == word {
            Ok(number)
        } else {
            Err(format!("`{word}` is not how an integer is written"))
        }
    }

    fn literal(&mut self) -> Result<Lit, String> {
        let number = self.number()?;
        i32::try_from(number).ok().and_then(Lit::new).ok_or_else(|| format!("{number} is not a literal"))
    }

    fn atom(&mut self) -> Result<Atom, String> {
        let literal = self.literal()?;
        if literal.is_negative() {
            return Err(format!("{} is not an atom", literal.number()));
        }
        Ok(literal.variable())
    }

    fn weighted(&mut self) -> Result<(i64, Lit), String> {
        let literal = self.literal()?;
        Ok((self.number()?, literal))
    }

    /// Parses a count and that many items.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let count = self.number()?;
        if count < 0 {
            return Err("a count is not negative".to_owned());
        }
        (0..count).map(|_| item(self)).collect()
    }

    /// Parses a length in bytes and a text of that length.
    fn text(&mut self) -> Result<&'a str, String> {
        let short = || "fewer bytes follow than this length says".to_owned();
        let length = usize::try_from(self.number()?).map_err(|_| short())?;
        let (text, rest) = self.rest.and_then(|rest| rest.split_at_checked(length)).ok_or_else(short)?;
        self.rest = Some(rest.strip_prefix(' ').ok_or_else(short)?);
        Ok(text)
    }

    fn end(&self) -> Result<(), String> {
        match self.rest {
            None => Ok(()),
            Some(rest) => Err(format!("`{rest}` follows the end of the statement")),
        }
    }
}
