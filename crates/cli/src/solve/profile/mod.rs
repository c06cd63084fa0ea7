//! Where the time of a run goes (`--profile`, `--profile-html`): the tables of [`groundplan_frontend::print::profile`], or a
//! page with a table and the source text.

pub mod arguments;

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use groundplan::diagnostic::Sources;
use groundplan::{Counts, Engine, Profile, Profiler};
use groundplan_frontend::print::profile::ProfiledRun;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::{file, report};
use serde_json::{json, Value};

use super::page::{title, Template};
use super::reasons::excerpt::Excerpts;
use arguments::ProfileArguments;

/// The page, without the profile.
const PAGE: Template = Template {
    body: include_str!("page/profile.html"),
    styles: &[include_str!("../reasons/page/source.css"), include_str!("page/profile.css")],
    scripts: &[include_str!("../reasons/page/source.js"), include_str!("page/profile.js")],
};

/// The profile of a run that is wanted, as the thread that enforces limits sees it, too.
#[derive(Clone)]
pub struct WantedProfile {
    arguments: ProfileArguments,
    files: Vec<String>,
    begin: Instant,
    followed: Arc<OnceLock<(Profiler, Sources)>>,
}

impl WantedProfile {
    /// Begins to measure the time of the run. `files` are those of the program.
    ///
    /// # Errors
    ///
    /// When the page cannot be written; the reason has been printed.
    pub fn of(arguments: &ProfileArguments, files: &[String]) -> Result<Self, Failure> {
        arguments.profile_html.as_ref().map_or(Ok(()), |path| file::probe(path))?;
        Ok(WantedProfile {
            arguments: arguments.clone(),
            files: files.to_vec(),
            begin: Instant::now(),
            followed: Arc::default(),
        })
    }

    /// Turns the profile of an engine on, if one is wanted. The engine has read all its texts.
    pub fn follow(&self, engine: &mut Engine) {
        if self.arguments.is_wanted() {
            let _ = self.followed.set((engine.profiler(), engine.sources().clone()));
        }
    }

    /// Returns the profile of a run that has ended as a JSON object, if one is to be in the output.
    pub fn object(&self, engine: &mut Engine) -> Option<Value> {
        let profile = engine.profile().filter(|_| self.arguments.profile)?;
        Some(self.run(&profile, engine.sources()).object())
    }

    /// Returns the profile of a run that was cut short as a JSON object, if one is to be in the output.
    pub fn object_so_far(&self, counts: &Counts) -> Option<Value> {
        let (profiler, sources) = self.followed.get().filter(|_| self.arguments.profile)?;
        Some(self.run(&profiler.profile(counts), sources).object())
    }

    /// Prints the profile of a run that has ended, unless the output has it, and writes the page.
    ///
    /// # Errors
    ///
    /// When the page cannot be written; the reason has been printed.
    pub fn tell(&self, engine: &mut Engine, is_in_output: bool) -> Result<(), Failure> {
        let Some(profile) = engine.profile() else { return Ok(()) };
        self.tell_of(&profile, engine.sources(), is_in_output)
    }

    /// Prints the profile of a run that was cut short, and writes the page.
    ///
    /// # Errors
    ///
    /// See [`WantedProfile::tell`].
    pub fn tell_so_far(&self, counts: &Counts, is_in_output: bool) -> Result<(), Failure> {
        let Some((profiler, sources)) = self.followed.get() else { return Ok(()) };
        self.tell_of(&profiler.profile(counts), sources, is_in_output)
    }

    fn tell_of(&self, profile: &Profile, sources: &Sources, is_in_output: bool) -> Result<(), Failure> {
        let run = self.run(profile, sources);
        if self.arguments.profile && !is_in_output {
            report::say(&run.lines());
        }
        let Some(path) = &self.arguments.profile_html else { return Ok(()) };
        let mut data = run.object();
        let mut excerpts = Excerpts::of(sources);
        let marks: Vec<Option<usize>> =
            profile.statements.iter().map(|statement| excerpts.add(statement.span)).collect();
        let cut = marks.contains(&None).then_some("the text of some statements does not fit on the page");
        data["costs"] = std::mem::take(&mut data["statements"]);
        data["marks"] = json!(marks);
        data["verdict"] = json!("");
        data["cut"] = json!(cut);
        excerpts.write(&mut data);
        file::write(path, &PAGE.fill(&title(&self.files), &data))
    }

    fn run<'a>(&self, profile: &'a Profile, sources: &'a Sources) -> ProfiledRun<'a> {
        ProfiledRun { profile, sources, elapsed: self.begin.elapsed() }
    }
}
