//! Where the time of a run goes (`--profile`, `--profile-html`): the tables of [`groundplan_frontend::print::profile`], or a
//! page with a table and the source text.

pub mod arguments;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

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

    /// Returns the profile of a run that has ended as a JSON object, if one is to be in the output. `printing` is the time in
    /// which answers were printed.
    pub fn object(&self, engine: &mut Engine, printing: Duration) -> Option<Value> {
        let profile = engine.profile().filter(|_| self.arguments.profile)?;
        Some(self.run(&profile, engine.sources(), printing).object())
    }

    /// Returns the profile of a run that was cut short as a JSON object, if one is to be in the output.
    pub fn object_so_far(&self, counts: &Counts, printing: Duration) -> Option<Value> {
        let (profile, sources) = self.so_far(counts, printing).filter(|_| self.arguments.profile)?;
        Some(self.run(&profile, sources, printing).object())
    }

    /// Prints the profile of a run that has ended, unless the output has it, and writes the page.
    ///
    /// # Errors
    ///
    /// When the page cannot be written; the reason has been printed.
    pub fn tell(&self, engine: &mut Engine, is_in_output: bool, printing: Duration) -> Result<(), Failure> {
        let Some(profile) = engine.profile() else { return Ok(()) };
        self.tell_of(&self.run(&profile, engine.sources(), printing), is_in_output)
    }

    /// Prints the profile of a run that was cut short, and writes the page.
    ///
    /// # Errors
    ///
    /// See [`WantedProfile::tell`].
    pub fn tell_so_far(
        &self,
        counts: &Counts,
        is_in_output: bool,
        printing: Duration,
    ) -> Result<(), Failure> {
        let Some((profile, sources)) = self.so_far(counts, printing) else { return Ok(()) };
        self.tell_of(&self.run(&profile, sources, printing), is_in_output)
    }

    /// Returns the profile of a run that was cut short, with its texts.
    fn so_far(&self, counts: &Counts, printing: Duration) -> Option<(Profile, &Sources)> {
        let (profiler, sources) = self.followed.get()?;
        let mut profile = profiler.profile(counts);
        // The time of a search that goes on has that between its answers, too.
        profile.search = profile.search.saturating_sub(printing);
        Some((profile, sources))
    }

    fn tell_of(&self, run: &ProfiledRun, is_in_output: bool) -> Result<(), Failure> {
        if self.arguments.profile && !is_in_output {
            report::say(&run.lines());
        }
        let Some(path) = &self.arguments.profile_html else { return Ok(()) };
        let mut data = run.object();
        let mut excerpts = Excerpts::of(run.sources);
        let marks: Vec<Option<usize>> =
            run.profile.statements.iter().map(|statement| excerpts.add(statement.span)).collect();
        let cut = marks.contains(&None).then_some("the text of some statements does not fit on the page");
        data["costs"] = std::mem::take(&mut data["statements"]);
        data["marks"] = json!(marks);
        data["verdict"] = json!("");
        data["cut"] = json!(cut);
        excerpts.write(&mut data);
        file::write(path, &PAGE.fill(&title(&self.files), &data))
    }

    fn run<'a>(&self, profile: &'a Profile, sources: &'a Sources, printing: Duration) -> ProfiledRun<'a> {
        ProfiledRun { profile, sources, elapsed: self.begin.elapsed(), printing }
    }
}
