//! The ground program as it is printed in place of solving, or beside it: step by step, each step what is new in it.

mod aspif;
mod facts;
mod files;

use groundplan::exchange::{self, ReifyOptions, SmodelsError};
use groundplan::program::{ExternalValue, GroundProgram};
use groundplan_frontend::arguments::Output;

use crate::externals::opposite;
use crate::observer::{statements, News, Statement};
use crate::record::ToldStatements;
use crate::term::TermCache;
use facts::FactOutput;
pub(crate) use files::GroundFiles;

/// What was printed of a ground program in a format.
pub struct GroundOutput {
    format: Output,
    reify: ReifyOptions,
    /// The number of steps that were printed.
    steps: u64,
    /// The lines that were printed, where the format is no list of statements.
    printed: ToldStatements<String>,
    /// The statements that were printed.
    news: News,
    facts: FactOutput,
    terms: TermCache,
    /// The values of external atoms that were set since the last step.
    values: Vec<Statement>,
}

impl GroundOutput {
    /// Prints in a format: text, aspif, that of smodels, or facts.
    pub fn new(format: Output, reify: ReifyOptions) -> Self {
        GroundOutput {
            format,
            reify,
            steps: 0,
            printed: ToldStatements::default(),
            news: News::default(),
            facts: FactOutput::new(reify),
            terms: TermCache::default(),
            values: Vec::new(),
        }
    }

    /// Hears that an external atom has a value from the next step on; a negated literal, the opposite value.
    pub fn assign(&mut self, literal: i64, value: ExternalValue) {
        let value = if literal < 0 { opposite(value) } else { value };
        self.values.push(Statement::External { atom: literal.abs(), value });
    }

    /// Returns what to print for a step. With `has_steps`, the first one says that there are several, as clingo does where a program
    /// runs the steps itself.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot express the program.
    pub fn step(&mut self, ground: GroundProgram<'_>, has_steps: bool) -> Result<String, SmodelsError> {
        self.printed.begin();
        let new = match self.format {
            Output::Aspif => self.new_aspif(ground, has_steps),
            Output::Smodels if has_steps => self.new_smodels(&exchange::smodels(ground)?),
            Output::Smodels => exchange::smodels(ground)?,
            Output::Reify if has_steps => self.new_facts(ground),
            Output::Reify => exchange::reified(ground, self.reify),
            _ => self.new_lines(exchange::text(ground).split_terminator('\n')),
        };
        self.steps += 1;
        self.values.clear();
        Ok(new)
    }

    fn new_lines<'t>(&mut self, lines: impl Iterator<Item = &'t str>) -> String {
        lines.filter(|&line| self.printed.is_new(line)).flat_map(|line| [line, "\n"]).collect()
    }

    fn new_aspif(&mut self, ground: GroundProgram<'_>, has_steps: bool) -> String {
        let mut text = match (self.steps, has_steps) {
            (0, true) => "asp 1 0 0 incremental\n".to_owned(),
            (0, false) => "asp 1 0 0\n".to_owned(),
            _ => String::new(),
        };
        let new = self.news.of(&statements(ground, &mut self.terms));
        new.iter().for_each(|statement| aspif::write(statement, &mut text));
        self.values.iter().for_each(|value| aspif::write(value, &mut text));
        aspif::write(&Statement::EndStep, &mut text);
        text
    }

    fn new_facts(&mut self, ground: GroundProgram<'_>) -> String {
        let header = if self.steps == 0 { "tag(incremental).\n" } else { "" };
        let new = self.news.of(&statements(ground, &mut self.terms));
        new.iter().for_each(|statement| self.facts.write(statement));
        self.values.iter().for_each(|value| self.facts.write(value));
        self.facts.write_components(ground.program);
        header.to_owned() + &self.facts.end_step()
    }

    fn new_smodels(&mut self, text: &str) -> String {
        // A line of the names and one of the rules cannot be equal: a name is no number.
        let mut lines = text.split_terminator('\n');
        let rules = self.new_lines(lines.by_ref().take_while(|&line| line != "0"));
        let names = self.new_lines(lines.by_ref().take_while(|&line| line != "0"));
        let rest = lines.flat_map(|line| [line, "\n"]).collect::<String>();
        format!("90 0\n{rules}0\n{names}0\n{rest}")
    }
}
