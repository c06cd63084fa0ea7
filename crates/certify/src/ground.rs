//! The ground program that a claim is about, with its origin.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use groundplan::diagnostic::Sources;
use groundplan::exchange::{aspif, atoms, is_aspif};
use groundplan::program::{AtomId, Body, ExternalValue, HeadKind, Program};
use groundplan::Engine;
use groundplan_certificate::{Claim, Grounder, Source, SourceTexts, Text};
use groundplan_prove::second::Input;
use groundplan_prove::Ground;

use crate::Inquiry;

/// The name in a certificate for the text of standard input.
const OWN_INPUT: &str = "standard-input.lp";

/// The version of our grounder.
const OURS: &str = env!("CARGO_PKG_VERSION");

/// The grounder's name in a certificate if grounding the texts again does not give the program: functions, parts other than `base`, a
/// backend or values of external atoms contributed to it. It is certified without texts.
const WITH_MORE: &str = "groundplan with more than texts";

/// Who has ground the texts.
#[derive(Debug, Clone)]
pub enum GroundedBy {
    /// The engine.
    Engine,
    /// The engine, in a way that has this name: the reference grounder does not ground them to the same program.
    EngineAs(&'static str),
    /// The grounder of this name and version, to this program.
    Other(&'static str, String, String),
}

/// A request for the ground program of an engine.
#[derive(Debug)]
pub struct GroundRequest<'a> {
    /// The engine, which has ground the program unless another grounder did.
    pub engine: &'a Engine,
    /// What was ground, by its names in the certificate, each with whether the certificate contains it as a file, because it cannot be
    /// read again.
    pub texts: Vec<(Text, bool)>,
    /// Definitions of constants, `NAME=VALUE`.
    pub constants: &'a [String],
    /// Who has ground it.
    pub by: GroundedBy,
    /// Whether grounding the part `base` of the texts gives the program.
    pub is_of_texts: bool,
    /// The values of external atoms, sorted by atom; `None` if they are as declared.
    pub externals: Option<Vec<(AtomId, ExternalValue)>>,
    /// External atoms that were released.
    pub released: Vec<AtomId>,
}

impl<'a> GroundRequest<'a> {
    /// Returns the request for a program that an engine has ground from its texts alone. Standard input becomes a file of the
    /// certificate, since it cannot be read again.
    #[must_use]
    pub fn of(engine: &'a Engine, constants: &'a [String]) -> Self {
        let origin = |text: Text| match text.name == Sources::STANDARD_INPUT {
            true => (Text { name: OWN_INPUT.to_owned(), ..text }, true),
            false => (text, false),
        };
        GroundRequest {
            engine,
            texts: texts(engine).map(origin).collect(),
            constants,
            by: GroundedBy::Engine,
            is_of_texts: true,
            externals: None,
            released: Vec::new(),
        }
    }

    /// Whether what the engine read was already ground.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        matches!(self.texts.as_slice(), [(one, _)] if is_aspif(&one.text))
    }

    /// Returns the inquiry whether the ground program has no answer set. The program is the text itself if that was already ground, or
    /// the one that the reference grounder makes of the texts, if it can, or the one that was ground. An interrupt of the engine ends
    /// the reference grounder, and then has to end the proof as well.
    #[must_use]
    pub fn inquiry(self) -> Inquiry {
        let start = Instant::now();
        let changed = self.changed();
        let is_of_texts = self.is_of_texts && changed.is_none();
        let of_texts = if is_of_texts { self.ground_of_texts() } else { None };
        let program = self.engine.ground_program();
        let changed = changed.as_ref().map_or(program, |changed| program.with_program(changed));
        let by_engine = || self.made(WITH_MORE, OURS, aspif(changed), Some(atoms(program)));
        Inquiry {
            ground: of_texts.unwrap_or_else(by_engine),
            claims: vec![(None, Claim::default())],
            assumed: Vec::new(),
            cubes: Vec::new(),
            input: self.input(),
            start,
        }
    }

    /// Returns the ground program with the texts that give it; `None` if grounding these again does not.
    fn ground_of_texts(&self) -> Option<Ground> {
        let program = self.engine.ground_program();
        let by_engine = |name: &str| self.made(name, OURS, aspif(program), Some(atoms(program)));
        let is_ground = self.is_ground();
        let mut ground = match &self.by {
            GroundedBy::Engine if is_ground => self.made("none", "", self.texts[0].0.text.clone(), None),
            GroundedBy::Engine => by_engine("groundplan"),
            GroundedBy::EngineAs(name) => by_engine(name),
            GroundedBy::Other(name, version, aspif) => self.made(name, version, aspif.clone(), None),
        };
        if !is_ground && !matches!(self.by, GroundedBy::EngineAs(_)) {
            let texts = SourceTexts::new(self.texts.iter().map(|(text, _)| text.clone()), self.constants);
            let interrupter = self.engine.interrupter();
            ground.ground_from_source(&texts, &|| interrupter.is_interrupted());
        }
        // Only a search that uses `#heuristic` has it ground, with rules for its conditions.
        if !is_ground && !ground.is_from_source && !program.program.heuristics.is_empty() {
            return None;
        }
        for (Text { name, text, is_included }, is_own) in &self.texts {
            // A text that is the ground program is in the certificate anyway.
            if !(is_ground && *is_own) {
                ground.sources.push(Source::of(name, text).included(*is_included));
                ground.files.extend(is_own.then(|| (name.clone(), text.clone())));
            }
        }
        Some(ground)
    }

    /// Returns a ground program without texts.
    fn made(&self, grounder: &str, version: &str, aspif: String, atoms: Option<String>) -> Ground {
        let arguments = self.constants.iter().flat_map(|constant| ["-c".to_owned(), constant.clone()]);
        Ground {
            aspif,
            atoms,
            is_from_source: false,
            sources: Vec::new(),
            grounder: Grounder {
                name: grounder.to_owned(),
                version: version.to_owned(),
                arguments: arguments.collect(),
            },
            files: Vec::new(),
        }
    }

    /// Returns the texts for another grounder, which finds included ones itself.
    fn input(&self) -> Input {
        let mut input = Input::default();
        for (Text { name, text, is_included }, is_own) in &self.texts {
            match (is_own, is_included) {
                (true, _) if name == OWN_INPUT => {
                    input.files.push(PathBuf::from("-"));
                    input.fed = Some(text.clone());
                }
                (true, _) => input.texts.push((name.clone(), text.clone())),
                (false, false) => input.files.push(PathBuf::from(name)),
                (false, true) => {}
            }
        }
        input
    }

    /// Returns the program with the values of external atoms; `None` if they are as the program declares them.
    fn changed(&self) -> Option<Program> {
        let program = self.engine.ground_program().program;
        let mut declared = program.externals.clone();
        declared.sort_by_key(|&(atom, _)| atom);
        let externals = self.externals.clone().unwrap_or_else(|| declared.clone());
        // Rules added after the release of an atom do not make it true.
        let dropped: BTreeSet<AtomId> =
            self.released.iter().copied().filter(|&atom| self.engine.is_dropped(atom)).collect();
        let heads = program.rules.iter().flat_map(|rule| rule.head).filter(|atom| dropped.contains(atom));
        let facts = dropped.iter().filter(|&&atom| program.is_fact(atom));
        let excluded: BTreeSet<AtomId> = heads.chain(facts).copied().collect();
        if externals == declared && excluded.is_empty() {
            return None;
        }
        let mut changed = program.clone();
        changed.externals = externals;
        for atom in excluded {
            let body = [atom.positive()];
            changed.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&body));
        }
        Some(changed)
    }
}

/// Returns the texts of an engine, as the reference grounder reads them.
pub fn texts(engine: &Engine) -> impl Iterator<Item = Text> + '_ {
    let sources = engine.sources();
    sources.ids().map(move |id| Text {
        name: sources.name(id).to_owned(),
        text: sources.text(id).to_owned(),
        is_included: sources.is_included(id),
    })
}
