//! Pictures of answer sets: a web page (`--html`), and graphs in Graphviz's language (`--dot`).
//!
//! In reading order: `answer` turns an answer into rows of tables, `graph` into graphs, `bar` into the bars of a schedule, and
//! `course` has the bounds of an objective. `page` is the web page, and `dot` the other language. The files are written when the search has ended, also when
//! it was cut short.

pub mod answer;
pub mod arguments;
mod bar;
mod course;
mod dot;
mod graph;
mod page;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundplan::exchange::Formula;
use groundplan::Engine;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::run::{Event, FoundAnswer};
use groundplan_frontend::values::Aim;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::{file, report};

use super::page::{title, MOST_CHARACTERS};
use arguments::PictureArguments;
use page::{DescribedPage, Head, Page, MOST_ANSWERS};

/// The answers of a run, as far as they go into the files.
pub struct Pictures {
    arguments: PictureArguments,
    /// The names of the program's files.
    title: String,
    start: Instant,
    /// The formula whose models the answer sets are.
    formula: Option<Arc<Formula>>,
    /// The number of the current solver call, and of answers in it.
    call: u64,
    number: u64,
    /// Whether answer sets have costs that count, and whether all answers from now on are optimal.
    has_costs: bool,
    proven: bool,
    page: Page,
    dot: DotFile,
}

/// The text of the graphs.
#[derive(Default)]
struct DotFile {
    text: String,
    /// The number of answer sets in it.
    answers: u64,
    is_cut: bool,
}

impl Pictures {
    /// Starts without answers; `None` if no picture is asked for.
    ///
    /// # Errors
    ///
    /// When one of the files cannot be written; the reason has been printed.
    pub fn start(arguments: &PictureArguments, files: &[String]) -> Result<Option<Pictures>, Failure> {
        let paths = arguments.html.iter().chain(&arguments.dot);
        paths.clone().try_for_each(|path| file::probe(path))?;
        if paths.count() == 0 {
            return match arguments.digraph {
                true => Err(Failure::Usage(
                    "`--digraph` draws nothing: it is for `--html` and `--dot`".to_owned(),
                )),
                false => Ok(None),
            };
        }
        Ok(Some(Pictures {
            arguments: arguments.clone(),
            title: title(files),
            start: Instant::now(),
            formula: None,
            call: 0,
            number: 0,
            has_costs: false,
            proven: false,
            page: Page::default(),
            dot: DotFile::default(),
        }))
    }

    /// Starts a solver call with this plan.
    pub fn begin(&mut self, engine: &Engine, plan: &Plan) {
        self.formula = engine.formula().cloned().map(Arc::new);
        self.call += 1;
        self.number = 0;
        self.proven = false;
        self.has_costs = plan.aim != Aim::Ignore && (engine.has_objective() || plan.variable.is_some());
        self.page.improves = self.has_costs && plan.aim != Aim::Within;
        self.page.priorities.push(engine.ground_program().program.priorities());
    }

    /// Hears of an event of the run, other than an answer, which is [added](Self::add).
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Answer | Event::Ended(_) => {}
            Event::Bound(bound) => self.page.course.lower(self.call, self.start.elapsed(), bound),
            Event::Proven => {
                self.proven = true;
                self.number = 0;
                self.dot = DotFile::default();
            }
        }
    }

    /// Adds an answer.
    pub fn add(&mut self, found: &FoundAnswer<'_>) {
        self.number += 1;
        self.page.found += 1;
        let head = self.head(found);
        // The last answer is wanted if it is the best one, or the most precise one.
        let improves = self.page.improves && !self.proven;
        let replaces = improves || matches!(found, FoundAnswer::Consequences(..));
        if improves {
            self.page.course.upper(self.call, head.time, &head.costs, self.page.found);
        }
        let is_on_page = self.arguments.html.is_some() && (replaces || self.page.has_room());
        let is_in_dot = self.arguments.dot.is_some() && (replaces || !self.dot.is_cut);
        if !is_on_page && !is_in_dot {
            return;
        }
        let symbols = found.ground_program().symbols;
        let named = answer::named(found);
        let graphs = graph::graphs(&named, symbols);
        if is_in_dot {
            let texts = graphs.iter().map(|graph| dot::text(graph, self.arguments.digraph));
            self.dot.add(&format!("// Answer: {}\n{}", self.number, texts.collect::<String>()), replaces);
        }
        if is_on_page {
            let rows = answer::rows(found, self.formula.as_deref(), MOST_CHARACTERS);
            let bars = bar::bars(&named, found);
            self.page.add(rows.map(|rows| DescribedPage { head, rows, graphs, bars }), replaces);
        }
    }

    fn head(&self, found: &FoundAnswer<'_>) -> Head {
        let (costs, consequences) = match found {
            FoundAnswer::Model(model) => (model.costs().to_vec(), None),
            FoundAnswer::Consequences(_, common) => (Vec::new(), Some((common.known(), common.open()))),
        };
        let time: Duration = self.start.elapsed();
        Head {
            call: self.call,
            number: self.number,
            found: self.page.found,
            time,
            costs,
            optimal: self.proven,
            consequences,
        }
    }

    /// Writes the files; `verdict` is the word that the command prints.
    ///
    /// # Errors
    ///
    /// When one cannot be written; the reason has been printed.
    pub fn write(&mut self, verdict: &str, is_terse: bool) -> Result<(), Failure> {
        if let Some(path) = self.arguments.html.clone() {
            let cut = self.page.cut();
            file::write(&path, &self.page.render(&self.title, verdict, self.arguments.digraph))?;
            if let Some(cut) = cut.filter(|_| !is_terse) {
                report::note(&format!("`{}`: {cut}", path.display()));
            }
        }
        match &self.arguments.dot {
            Some(path) => self.dot.write(path, is_terse),
            None => Ok(()),
        }
    }
}

impl DotFile {
    /// Adds the graphs of an answer set, in place of all before them if it `replaces` them.
    fn add(&mut self, text: &str, replaces: bool) {
        if replaces {
            self.text.clear();
        } else if self.answers >= MOST_ANSWERS || self.text.len() + text.len() > MOST_CHARACTERS {
            self.is_cut = true;
            return;
        }
        self.answers += 1;
        self.text += text;
    }

    fn write(&self, path: &Path, is_terse: bool) -> Result<(), Failure> {
        file::write(path, &self.text)?;
        if self.is_cut && !is_terse {
            report::note(&format!(
                "`{}` has the graphs of the first {} answer sets",
                path.display(),
                self.answers
            ));
        }
        let has_graph = self.text.lines().any(|line| !line.starts_with("//"));
        if self.answers > 0 && !has_graph && !is_terse {
            report::warning(
                &format!("there is no graph in `{}`", path.display()),
                "graphs are made of the shown atoms `node(ID)` and `edge((ID,ID))` (docs/pictures.md)",
            );
        }
        Ok(())
    }
}
