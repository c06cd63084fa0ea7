//! Several engines on one question, each in its own thread; the first final answer is returned.
//!
//! The engines share their bounds: the best lower bound of one and the cheapest plan of another can be a proof
//! together.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundplan::Interrupter;

use crate::answer::{Answer, AskError, Event, Shortfall, Verdict};
use crate::engines::by_one;
use crate::finder::{self, Beside};
use crate::instance::Instance;
use crate::question::{EngineName, Question};

/// How long to wait for the figures of the deciding engine once the answer is known.
const FIGURES_TIMEOUT: Duration = Duration::from_millis(300);

/// How often to poll the interrupter of the caller.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The stack size of an engine's thread, in bytes.
const STACK: usize = 64 << 20;

/// A message from an engine's thread.
enum Message {
    /// An event on the way to an answer.
    Event(EngineName, Event),
    /// The result of the engine, which has ended.
    Ended(EngineName, Box<Result<Answer, AskError>>),
}

/// Starts the engines and waits until there is a final answer or all of them have ended. Engines that are still running
/// are then told to stop, but not waited for.
///
/// # Errors
///
/// When an encoding is wrong, an engine fails, or grounding was halted and no other engine has an answer.
pub(crate) fn run(
    engines: &[EngineName],
    instance: &Arc<Instance>,
    question: &Question,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let (sender, messages) = channel();
    // A separate interrupter: the caller may reuse the question afterwards.
    let interrupter = Interrupter::new();
    let mut shared = question.clone();
    shared.config.solver.interrupter = interrupter.clone();
    let others = engines.len() - 1;
    let lower = Arc::new(AtomicUsize::new(0));
    for &engine in engines {
        let (instance, question, sender) = (Arc::clone(instance), shared.clone(), sender.clone());
        let beside = Beside { others, lower: Arc::clone(&lower) };
        let thread = std::thread::Builder::new().name(engine.name().to_owned()).stack_size(STACK);
        if let Err(error) = thread.spawn(move || run_engine(engine, beside, &instance, &question, &sender)) {
            // Nothing would wait for the engines that have been started.
            interrupter.interrupt();
            return Err(AskError::NoThread(error));
        }
    }
    // The channel closes when the last engine has ended.
    drop(sender);
    let mut portfolio = EnginePortfolio {
        question,
        interrupter: &interrupter,
        lower: &lower,
        answer: Answer::new(Verdict::open(question.wanted)),
        last_word: None,
        halted: None,
        running: engines.len(),
    };
    let listened = portfolio.listen(&messages, watch);
    interrupter.interrupt();
    listened?;
    if portfolio.running > 0 {
        portfolio.wait_for_figures(&messages);
    }
    portfolio.end()
}

/// The body of an engine's thread. A closed channel is ignored.
fn run_engine(
    engine: EngineName,
    beside: Beside,
    instance: &Instance,
    question: &Question,
    sender: &Sender<Message>,
) {
    let mut tell = |event| {
        let _ = sender.send(Message::Event(engine, event));
    };
    let result = match engine {
        EngineName::Fess => {
            // Half the table space of the engines that prove something.
            let question = Question { table_bytes: question.table_bytes / 2, ..question.clone() };
            finder::by_features(instance, &question, beside, &mut tell)
        }
        _ => by_one(engine, instance, question, &mut tell),
    };
    let _ = sender.send(Message::Ended(engine, Box::new(result)));
}

struct EnginePortfolio<'q> {
    question: &'q Question,
    /// Stops the engines.
    interrupter: &'q Interrupter,
    /// The lower bound by the first metric that is known so far.
    lower: &'q AtomicUsize,
    answer: Answer,
    /// The engine that decided the answer.
    last_word: Option<EngineName>,
    /// The error of an engine whose grounding was halted.
    halted: Option<AskError>,
    running: usize,
}

impl EnginePortfolio<'_> {
    /// Receives messages until there is a final answer, by one engine or by two together, or all engines have ended.
    fn listen(&mut self, messages: &Receiver<Message>, watch: &mut dyn FnMut(Event)) -> Result<(), AskError> {
        while self.running > 0 {
            if self.question.config.solver.interrupter.is_interrupted() {
                self.interrupter.interrupt();
            }
            let message = match messages.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(AskError::BrokenDown),
                Ok(message) => message,
            };
            match message {
                Message::Event(engine, Event::Known(bounds)) => {
                    // An engine that has proven its own plan is about to send its result, with its figures.
                    let own = bounds.is_proven();
                    self.learn(Verdict::Bounds(bounds), watch);
                    if self.is_over() && !own {
                        self.last_word = Some(engine);
                        return Ok(());
                    }
                }
                // The number of configurations searched for plans is no measure of the progress of a proof.
                Message::Event(EngineName::Fess, Event::Configurations(_)) => {}
                Message::Event(_, event) => watch(event),
                Message::Ended(engine, result) => {
                    self.running -= 1;
                    match *result {
                        Ok(answer) => self.conclude(engine, answer, watch),
                        Err(error) if error.is_halt() => self.halted = Some(error),
                        Err(error) => return Err(error),
                    }
                    if self.is_over() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Waits a limited time for the figures of the engine that decided the answer.
    fn wait_for_figures(&mut self, messages: &Receiver<Message>) {
        let start = Instant::now();
        while self.answer.figures.is_none() {
            match messages.recv_timeout(FIGURES_TIMEOUT.saturating_sub(start.elapsed())) {
                Ok(Message::Ended(engine, result)) if self.last_word == Some(engine) => {
                    self.answer.figures = result.ok().and_then(|answer| answer.figures);
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Merges a verdict into the answer.
    fn learn(&mut self, found: Verdict, watch: &mut dyn FnMut(Event)) {
        match (&mut self.answer.verdict, found) {
            (_, Verdict::Unknown) => {}
            (Verdict::Bounds(known), Verdict::Bounds(news)) => {
                known.learn(news);
                self.lower.store(known.lower.first, Ordering::Relaxed);
                watch(Event::Known(known.clone()));
            }
            (known, found) => *known = found,
        }
    }

    /// Merges the result of an engine into the answer.
    fn conclude(&mut self, engine: EngineName, answer: Answer, watch: &mut dyn FnMut(Event)) {
        self.learn(answer.verdict, watch);
        // Another engine may still answer the question.
        let others = |shortfall: &Shortfall| !matches!(shortfall, Shortfall::NotApplicable(_));
        self.answer.shortfalls.extend(answer.shortfalls.into_iter().filter(others));
        self.answer.confirmed |= answer.confirmed;
        if engine == EngineName::Ground {
            self.answer.warnings = answer.warnings;
        }
        if self.is_over() || self.running == 0 {
            self.last_word = Some(engine);
            self.answer.figures = answer.figures;
        }
    }

    fn is_over(&self) -> bool {
        self.answer.verdict.is_final(self.question.wanted)
    }

    fn end(self) -> Result<Answer, AskError> {
        let is_over = self.is_over();
        match self.halted {
            Some(halted) if !is_over => Err(halted),
            _ => {
                let mut answer = self.answer;
                if is_over {
                    // With a final answer, the other engines' reasons to end no longer matter.
                    answer.shortfalls.clear();
                }
                Ok(answer)
            }
        }
    }
}
