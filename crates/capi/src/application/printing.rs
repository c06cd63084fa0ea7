//! What the control of an application prints while it searches, and why it ends early.

use std::ffi::c_void;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::time::Instant;

use groundplan::program::ExternalValue;
use groundplan::Engine;
use groundplan_clingo::application::{unwritten, ApplicationRun, Printer, Stop};
use groundplan_clingo::control::{Raised, SearchRequest, Told};
use groundplan_clingo::limits::{Limits, ReachedLimit};
use groundplan_clingo::{Answer, Control, Error};
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::Plan;
use groundplan_frontend::run::Event;

use super::signals;
use crate::door::{called, door, Failure, Outcome};
use crate::model::{clingo_model, clingo_model_t};

/// A function that prints an answer as clingo does. It gets the data that came with it.
pub type clingo_default_model_printer_t = Option<unsafe extern "C" fn(data: *mut c_void) -> bool>;

/// A function that prints an answer. It may call `printer`, with its data, to print it as clingo does.
pub type clingo_model_printer_t = Option<
    unsafe extern "C" fn(
        model: *const clingo_model_t,
        printer: clingo_default_model_printer_t,
        printer_data: *mut c_void,
        data: *mut c_void,
    ) -> bool,
>;

/// What prints answers in the words of an application.
#[derive(Clone, Copy)]
pub(super) struct ModelPrinter {
    pub print: clingo_model_printer_t,
    pub data: *mut c_void,
}

/// What the control of an application prints. Unless the application has nothing of its own to do, nothing waits to be printed: what
/// its functions print has to stand behind it.
pub(crate) struct Printing {
    run: ApplicationRun,
    model_printer: Option<ModelPrinter>,
    /// Whether the application has nothing of its own to do.
    is_standard: AtomicBool,
    /// The last answer, as long as it is to be printed at the end of the search.
    held: Mutex<Option<Answer>>,
    /// Why the application ends early.
    stop: Mutex<Option<Stop>>,
}

// SAFETY: who gives a printer of answers promises that it may be called in the threads of searches; one calls at a time.
unsafe impl Send for Printing {}
// SAFETY: as above.
unsafe impl Sync for Printing {}

/// The answer that [`print_default`] prints.
struct DefaultPrinter<'a> {
    printing: &'a Printing,
    printer: &'a Printer,
    answer: &'a Answer,
}

/// Prints an answer as clingo does; `data` is a [`DefaultPrinter`].
unsafe extern "C" fn print_default(data: *mut c_void) -> bool {
    door(|| {
        // SAFETY: the printer of the application passes on what it was given.
        let DefaultPrinter { printing, printer, answer } = unsafe { &*data.cast::<DefaultPrinter<'_>>() };
        printing.written(printer.write(&printer.symbols(answer))).map_err(Failure::of_raised)
    })
}

impl Printing {
    pub(super) fn new(run: ApplicationRun, model_printer: Option<ModelPrinter>) -> Self {
        Printing {
            run,
            model_printer,
            is_standard: AtomicBool::new(false),
            held: Mutex::default(),
            stop: Mutex::default(),
        }
    }

    pub(super) fn run(&self) -> &ApplicationRun {
        &self.run
    }

    /// Hears whether the application has nothing of its own to do.
    pub(super) fn set_standard(&self, is_standard: bool) {
        self.is_standard.store(is_standard, Ordering::Relaxed);
    }

    fn is_standard(&self) -> bool {
        self.is_standard.load(Ordering::Relaxed)
    }

    /// Keeps why the application ends, unless it ends for another reason.
    fn stop(&self, stop: Stop) {
        lock(&self.stop).get_or_insert(stop);
    }

    /// Takes why the application ends.
    pub(super) fn take_stop(&self) -> Option<Stop> {
        lock(&self.stop).take()
    }

    /// Hears of an error while the program was ground.
    pub(crate) fn stop_grounding(&self, reached: Option<ReachedLimit>, error: &Error) {
        let by_time = reached == Some(ReachedLimit::Time);
        let message = match (reached, error) {
            (Some(limit), _) => limit.sentence("grounding"),
            (None, Error::Engine(groundplan::Error::Halted(_))) => error.to_string(),
            _ => return,
        };
        self.stop(Stop::CutShort { message, by_time });
    }

    /// Hears of an error of what a search was asked for.
    pub(crate) fn stop_for_options(&self, error: &Error) {
        if let Error::Options(sentence) = error {
            self.stop(Stop::Options(sentence.clone()));
        }
    }

    /// Turns the result of printing into what a search is ended by.
    fn written(&self, written: io::Result<()>) -> Told<()> {
        written.map_err(|error| {
            self.stop(Stop::of_output(&error));
            Box::new(Failure::runtime(&unwritten(&error))) as Raised
        })
    }

    /// Returns the limits of the work that begins now.
    pub(crate) fn limits(&self) -> Limits {
        self.run.limits()
    }

    /// Returns the limits of a search, which looks at the time by itself.
    pub(crate) fn limits_of_search(&self) -> Limits {
        self.run.limits_of_search()
    }

    /// Returns the time at which the application ends.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.run.deadline()
    }

    /// Hears of the value of an external atom.
    pub(crate) fn assign(&self, literal: i64, value: ExternalValue) {
        let value = match value {
            ExternalValue::True if literal < 0 => ExternalValue::False,
            ExternalValue::False if literal < 0 => ExternalValue::True,
            value => value,
        };
        self.run.assign(literal.abs(), value);
    }

    /// Prints what comes before a search; in its place, the ground program if that is asked for.
    pub(crate) fn begin(
        &self,
        control: &Control,
        request: &mut SearchRequest,
        is_incremental: bool,
    ) -> Outcome {
        request.seeks_end = self.is_standard();
        request.is_idle |= self.run.prints_ground();
        if signals::have_come() {
            control.interrupter.interrupt();
        }
        let written = if self.run.prints_ground() {
            let has_steps = !self.is_standard() || is_incremental;
            let new = control.with(|engine| self.run.new_ground(engine.ground_program(), has_steps))??;
            self.run.print(&new)
        } else {
            self.run.say("Solving...")
        };
        self.written(written).map_err(Failure::of_raised)
    }

    /// Tells the printer of a search that begins.
    pub(crate) fn announce(&self, engine: &Engine, plan: &Plan) {
        if let Some(printer) = self.run.printer() {
            printer.begin(engine, plan);
        }
    }

    /// Hears of an event of the search that is no answer.
    pub(crate) fn hear(&self, event: &Event) {
        if let Some(printer) = self.run.printer() {
            printer.hear(event);
        }
    }

    /// Prints an answer.
    pub(crate) fn print(&self, answer: &Answer) -> Told<()> {
        let Some(printer) = self.run.printer() else { return Ok(()) };
        match self.model_printer.filter(|_| printer.is_free_form()) {
            None => self.written(printer.print(answer))?,
            Some(own) => {
                let opened = printer.open(answer);
                match opened {
                    Ok(Some(rest)) => self.print_by(own, printer, answer, &rest)?,
                    Ok(None) => *lock(&self.held) = Some(answer.clone()),
                    Err(error) => self.written(Err(error))?,
                }
            }
        }
        if self.is_standard() {
            return Ok(());
        }
        self.written(printer.write(""))
    }

    /// Hears of the end of a search, and prints what was held back until then.
    pub(crate) fn finish(&self) -> Told<()> {
        let Some(printer) = self.run.printer() else { return Ok(()) };
        let answer = lock(&self.held).take();
        match (printer.finish(), self.model_printer, answer) {
            (Ok(Some(rest)), Some(own), Some(answer)) => self.print_by(own, printer, &answer, &rest),
            (finished, ..) => self.written(finished.map(drop)),
        }
    }

    /// Prints an answer in the words of the application, and then the rest of what is said of it.
    fn print_by(&self, own: ModelPrinter, printer: &Printer, answer: &Answer, rest: &str) -> Told<()> {
        let model = clingo_model::new(answer.clone());
        let default = DefaultPrinter { printing: self, printer, answer };
        let data = (&raw const default).cast_mut().cast();
        let Some(print) = own.print else { return Ok(()) };
        // SAFETY: the caller of `clingo_main` gives a function with its data.
        called(unsafe { print(&raw const model, Some(print_default), data, own.data) })
            .map_err(|failure| Box::new(failure) as Raised)?;
        self.written(printer.write(rest))
    }
}
