//! Several engines at one question, each in a thread of its own: the first final answer wins.
//!
//! What one engine finds out counts for all of them: the best lower bound and the shortest plan are a proof together,
//! whoever they are from.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundplan::Interrupter;

use crate::answer::{Answer, AskError, Event, Shortfall, Verdict};
use crate::engines::by_one;
use crate::finder::{self, Pace};
use crate::instance::Instance;
use crate::question::{EngineName, Question};

/// How long the engines get to say how far they got once the answer is there.
const GRACE: Duration = Duration::from_millis(300);

/// How often to look whether the caller wants the race to end.
const GLANCE: Duration = Duration::from_millis(20);

/// The stack of an engine's thread.
const STACK: usize = 64 << 20;

/// What an engine tells.
enum News {
    /// What it is doing.
    Event(EngineName, Event),
    /// It has ended.
    Ended(EngineName, Box<Result<Answer, AskError>>),
}

/// Sets the engines to work and listens until there is a final answer, or none of them is left. An engine that is still at
/// work then is told to stop, and is not waited for.
///
/// # Errors
///
/// When an encoding is wrong, an engine fails, or grounding had to end and no other engine has an answer.
pub(crate) fn run(
    engines: &[EngineName],
    instance: &Arc<Instance>,
    question: &Question,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let (sender, news) = channel();
    // One of the race alone: the caller may go on to ask with the same question.
    let interrupter = Interrupter::new();
    let mut theirs = question.clone();
    theirs.config.solver.interrupter = interrupter.clone();
    let others = engines.len() - 1;
    for &engine in engines {
        let (instance, question, sender) = (Arc::clone(instance), theirs.clone(), sender.clone());
        let thread = std::thread::Builder::new().name(engine.name().to_owned()).stack_size(STACK);
        thread
            .spawn(move || work(engine, others, &instance, &question, &sender))
            .map_err(AskError::NoThread)?;
    }
    // The channel closes when the last engine is gone.
    drop(sender);
    let mut race = Race {
        question,
        interrupter: &interrupter,
        answer: Answer::new(Verdict::open(question.wanted)),
        last_word: None,
        halted: None,
        running: engines.len(),
    };
    let listened = race.listen(&news, watch);
    interrupter.interrupt();
    listened?;
    if race.running > 0 {
        race.wait_for_figures(&news);
    }
    race.end()
}

/// An engine's thread, beside so many others. That nobody listens any more is no error.
fn work(engine: EngineName, others: usize, instance: &Instance, question: &Question, sender: &Sender<News>) {
    let mut tell = |event| {
        let _ = sender.send(News::Event(engine, event));
    };
    let result = match engine {
        EngineName::Fess => {
            // Half of what the search has that proves something.
            let question = Question { table_bytes: question.table_bytes / 2, ..question.clone() };
            finder::answer(instance, &question, &Pace::beside(others), &mut tell)
        }
        _ => by_one(engine, instance, question, &mut tell),
    };
    let _ = sender.send(News::Ended(engine, Box::new(result)));
}

struct Race<'q> {
    question: &'q Question,
    /// Stops the engines.
    interrupter: &'q Interrupter,
    answer: Answer,
    /// Which engine had the last word.
    last_word: Option<EngineName>,
    /// The engine that had to end in the middle of grounding says so.
    halted: Option<AskError>,
    running: usize,
}

impl Race<'_> {
    /// Listens until an engine has ended with a final answer, two have one together, or none is left.
    fn listen(&mut self, news: &Receiver<News>, watch: &mut dyn FnMut(Event)) -> Result<(), AskError> {
        while self.running > 0 {
            if self.question.config.solver.interrupter.is_interrupted() {
                self.interrupter.interrupt();
            }
            let told = match news.recv_timeout(GLANCE) {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(AskError::BrokenDown),
                Ok(told) => told,
            };
            match told {
                News::Event(engine, Event::Known(bounds)) => {
                    // Its own proof an engine gives as its result, at once and with its figures.
                    let own = bounds.is_proven();
                    self.learn(Verdict::Bounds(bounds), watch);
                    if self.is_over() && !own {
                        self.last_word = Some(engine);
                        return Ok(());
                    }
                }
                // How many configurations it takes to find plans says nothing of the proof.
                News::Event(EngineName::Fess, Event::Configurations(_)) => {}
                News::Event(_, event) => watch(event),
                News::Ended(engine, result) => {
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

    /// Takes what the engine that had the last word has counted, if it comes in time.
    fn wait_for_figures(&mut self, news: &Receiver<News>) {
        let start = Instant::now();
        while self.answer.figures.is_none() {
            match news.recv_timeout(GRACE.saturating_sub(start.elapsed())) {
                Ok(News::Ended(engine, result)) if self.last_word == Some(engine) => {
                    self.answer.figures = result.ok().and_then(|answer| answer.figures);
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Takes what an engine has found out.
    fn learn(&mut self, found: Verdict, watch: &mut dyn FnMut(Event)) {
        match (&mut self.answer.verdict, found) {
            (_, Verdict::Unknown) => {}
            (Verdict::Bounds(known), Verdict::Bounds(news)) => {
                known.learn(news);
                watch(Event::Known(known.clone()));
            }
            (known, found) => *known = found,
        }
    }

    /// Takes what an engine says in the end.
    fn conclude(&mut self, engine: EngineName, answer: Answer, watch: &mut dyn FnMut(Event)) {
        self.learn(answer.verdict, watch);
        // Another engine may well have an answer to the question.
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
                    // Who had to give up does not matter any more.
                    answer.shortfalls.clear();
                }
                Ok(answer)
            }
        }
    }
}
