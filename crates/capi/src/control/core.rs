//! What a control does, for its own functions, its backend, its observers and the application that it belongs to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use groundplan::program::{ExternalValue, Literal};
use groundplan::Engine;
use groundplan_clingo::control::{just, SearchRequest};
use groundplan_clingo::limits::{limited, Limits};
use groundplan_clingo::literal::number;
use groundplan_clingo::programs::{AddedTexts, Calls, MessageCode};
use groundplan_clingo::script::Scripts;
use groundplan_clingo::texts::TextHost;
use groundplan_clingo::{Assumption, ConfigurationTree, Control, HostedSearch, Term};
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::warnings::wanted;

use super::callbacks::{GroundCallback, MessageLog};
use super::clingo_control;
use crate::application::Printing;
use crate::backend::BackendHooks;
use crate::door::{Failure, Outcome};
use crate::script::SCRIPTS;
use crate::solve::EventCallback;

/// What a control and its backend share.
pub(crate) struct ControlCore {
    pub(crate) control: Arc<Control>,
    pub(crate) settings: Arc<Mutex<ConfigurationTree>>,
    pub(super) logger: MessageLog,
    pub(super) calls: Calls,
    pub(super) callback: Arc<Mutex<Option<GroundCallback>>>,
    pub(super) cleans_up: AtomicBool,
    pub(super) has_enumeration_assumption: AtomicBool,
    /// Whether a search was started.
    pub(super) is_searched: AtomicBool,
    /// Whether texts were added that warnings have not looked at.
    pub(super) is_new: AtomicBool,
    pub(super) is_incremental: AtomicBool,
    /// What the control of an application prints.
    pub(super) printing: Option<Arc<Printing>>,
    /// Whether the ground program goes elsewhere, so that there is nothing to search for.
    pub(super) is_replaced: AtomicBool,
}

impl ControlCore {
    /// Hears of texts that were added.
    pub(super) fn added(&self, added: groundplan_clingo::Result<AddedTexts>) -> Outcome {
        let AddedTexts { is_incremental, warnings, .. } = added.map_err(|error| self.refuse(error.into()))?;
        self.is_new.store(true, Ordering::Relaxed);
        self.is_incremental.fetch_or(is_incremental, Ordering::Relaxed);
        let selected = wanted(&lock(&self.settings).arguments().program.warnings);
        if selected.is_ok_and(|selected| selected.about_files()) {
            warnings.iter().for_each(|it| self.logger.tell(MessageCode::FileIncluded, it));
        }
        Ok(())
    }

    /// Whether the program asks to be solved step by step.
    pub(crate) fn is_incremental(&self) -> bool {
        self.is_incremental.load(Ordering::Relaxed)
    }

    /// Reads the files of a command line, each of them once, and what they include.
    pub(crate) fn load_all(&self, paths: &[String]) -> Outcome {
        self.added(self.control.add_files(self, paths))
    }

    /// Tells the logger of a failure.
    pub(super) fn refuse(&self, failure: Failure) -> Failure {
        self.logger.tell_failure(&failure);
        failure
    }

    /// Returns what a callback has failed with or, without that, the failure of the library.
    pub(super) fn failure(&self, error: groundplan_clingo::Error) -> Failure {
        match self.control.take_raised() {
            Some(raised) => Failure::of_raised(raised),
            None => self.refuse(error.into()),
        }
    }

    /// Sets the engine's options before the first search: see [`Control::configure`].
    pub(super) fn configure(&self, hears: bool) -> Outcome {
        if self.is_searched.load(Ordering::Relaxed) {
            return Ok(());
        }
        Ok(self.control.configure(lock(&self.settings).arguments(), hears)?)
    }

    pub(super) fn tell_warnings(&self) -> Outcome {
        let (selected, assumed) = {
            let settings = lock(&self.settings);
            let selected = wanted(&settings.arguments().program.warnings);
            (selected.map_err(|message| Failure::runtime(&message))?, settings.arguments().assume.clone())
        };
        let lints = self.is_new.swap(false, Ordering::Relaxed);
        for (code, message) in self.control.warnings(&selected.as_clingo(), &assumed, lints)? {
            self.logger.tell(code, &message);
        }
        Ok(())
    }

    /// Does what only an interrupt that comes meanwhile may end: one that came while nothing worked is for the next search.
    pub(super) fn undisturbed<T>(&self, act: impl FnOnce() -> T) -> T {
        let interrupter = &self.control.interrupter;
        let was_interrupted = self.printing.is_none() && interrupter.is_interrupted();
        if was_interrupted {
            interrupter.clear();
        }
        let done = act();
        if was_interrupted {
            interrupter.interrupt();
        }
        done
    }

    /// Begins the next step if a search took place since the program last grew.
    pub(super) fn begin_step(&self) -> Outcome {
        self.control.settle()?;
        self.undisturbed(|| self.control.begin_step(self.cleans_up.load(Ordering::Relaxed), just))?;
        Ok(())
    }

    pub(crate) fn ground(&self, parts: &[(&str, Vec<Term>)]) -> Outcome {
        self.begin_step()?;
        self.configure(true)?;
        self.tell_warnings()?;
        let (interrupter, mut reached) = (&self.control.interrupter, None);
        let limits = self.printing.as_ref().map_or_else(Limits::default, |printing| printing.limits());
        let grounded = self.control.ground(parts, |work| reached = limited(limits, interrupter, work).1);
        interrupter.clear();
        grounded.map_err(|error| {
            if let Some(printing) = &self.printing {
                printing.stop_grounding(reached, &error);
            }
            match reached {
                Some(limit) => self.refuse(Failure::runtime(&limit.sentence("grounding"))),
                None => self.failure(error),
            }
        })?;
        self.tell_warnings()?;
        Ok(self.control.observe()?)
    }

    /// Returns when a search has to end that begins now: a control of an application has a limit for all that it does.
    pub(super) fn deadline(&self) -> Option<Instant> {
        if let Some(printing) = &self.printing {
            return printing.deadline();
        }
        let limit = lock(&self.settings).arguments().limits.time_limit.filter(|limit| !limit.is_zero());
        Instant::now().checked_add(limit?)
    }

    /// Sets the value of an external atom for the searches to come.
    pub(crate) fn assign(&self, literal: Literal, value: ExternalValue) -> Outcome {
        if let Some(printing) = &self.printing {
            printing.assign(number(literal), value);
        }
        Ok(self.control.assign_external(literal, value)?)
    }

    /// With `replace`, no search finds anything out from now on: the ground program goes elsewhere.
    pub(crate) fn replace_search(&self, replace: bool) {
        self.is_replaced.fetch_or(replace, Ordering::Relaxed);
    }

    pub(crate) fn search(
        &self,
        assumptions: Vec<Assumption>,
        yields: bool,
        callback: EventCallback,
    ) -> Outcome<Arc<HostedSearch<EventCallback>>> {
        self.control.settle()?;
        self.configure(false)?;
        self.is_searched.store(true, Ordering::Relaxed);
        let plan = self.control.plan(lock(&self.settings).arguments());
        let plan = plan.inspect_err(|error| {
            if let Some(printing) = &self.printing {
                printing.stop_for_options(error);
            }
        })?;
        let mut request =
            SearchRequest { assumptions, deadline: self.deadline(), ..SearchRequest::default() };
        request.is_idle = self.is_replaced.load(Ordering::Relaxed);
        if let Some(printing) = &self.printing {
            printing.begin(&self.control, &mut request, self.is_incremental())?;
        }
        let announce = |engine: &Engine, plan: &Plan| {
            if let Some(printing) = &self.printing {
                printing.announce(engine, plan);
            }
        };
        let session =
            self.control.search(plan, request, announce, just).map_err(|error| self.failure(error))?;
        let callback = callback.printing_by(self.printing.clone());
        let search = HostedSearch::new(Arc::clone(&self.control), session, callback, yields);
        if let Some(raised) = self.control.take_raised() {
            search.close();
            return Err(Failure::of_raised(raised));
        }
        Ok(search)
    }
}

impl TextHost for ControlCore {
    type Control = clingo_control;

    fn scripts(&self) -> &Scripts<clingo_control> {
        &SCRIPTS
    }

    fn calls(&self) -> &Calls {
        &self.calls
    }
}

impl BackendHooks for Arc<ControlCore> {
    fn begin(&self) -> Outcome {
        self.begin_step()?;
        Ok(self.control.begin_adding()?)
    }

    fn end(&self) -> Outcome {
        Ok(self.control.end_adding()?)
    }
}
