//! The events of the crate `tracing` that grounding and search emit.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use groundplan::Engine;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};

/// A subscriber that collects the messages of events of one thread. Other tests run in other threads.
#[derive(Clone)]
struct Messages(Arc<Mutex<Vec<String>>>, ThreadId);

impl Visit for Messages {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0.lock().unwrap().push(format!("{value:?}"));
        }
    }
}

impl Subscriber for Messages {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        thread::current().id() == self.1 && metadata.target().starts_with("groundplan")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn grounding_translation_and_search_are_logged() {
    let messages = Messages(Arc::default(), thread::current().id());
    // For the whole process: an event that a thread without a subscriber is the first to meet would be off for all threads.
    tracing::subscriber::set_global_default(messages.clone()).unwrap();
    let mut engine = Engine::new();
    engine
        .add_text("log.lp", "p(1..3). { q(X) : p(X) }. r :- q(1). :- not r. #minimize { X : q(X) }.")
        .unwrap();
    engine.ground(["base"]).unwrap();
    assert!(engine.query().optimum().unwrap().proven);
    let seen = messages.0.lock().unwrap();
    let mut kinds: Vec<&str> = seen.iter().map(String::as_str).collect();
    kinds.dedup();
    assert_eq!(kinds[..2], ["component grounded", "program translated"], "{seen:?}");
    assert!(kinds.contains(&"solver call"), "{seen:?}");
    assert_eq!(kinds.iter().filter(|&&kind| kind == "component grounded").count(), 1, "{seen:?}");
}
