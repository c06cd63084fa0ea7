//! Exchange of learned clauses between the portfolios of several threads, which search the same clauses.
//!
//! A clause is passed on if it has only variables that mean the same in all threads: the first ones. The portfolios exchange
//! clauses between their time slices (Hamadi, Jabbour & Saïs: ManySAT, JSAT 6, 2009).

use std::sync::{Arc, Mutex, PoisonError};

use crate::clauses::FlatClauses;

/// An inbox that has this many numbers (literals and zeros) takes no more, in case its owner reads it no longer.
const INBOX_LIMIT: usize = 1 << 20;

/// The access of one thread to an exchange.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The clauses for each thread.
    inboxes: Arc<Mutex<Vec<FlatClauses>>>,
    number: usize,
    /// The number of variables that mean the same in all threads.
    variables: usize,
}

impl Exchange {
    /// Returns the access of the first of several threads, whose first variables mean the same.
    #[must_use]
    pub fn new(threads: usize, variables: usize) -> Self {
        Exchange {
            inboxes: Arc::new(Mutex::new(vec![FlatClauses::default(); threads])),
            number: 0,
            variables,
        }
    }

    /// Returns the access of a thread, by its number from 0 up.
    #[must_use]
    pub fn in_thread(&self, number: usize) -> Self {
        Exchange { number, ..self.clone() }
    }

    /// Gives learned clauses to the other threads, and returns those from them.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "the portfolio alone shares"))]
    pub(crate) fn swap(&self, learned: &FlatClauses) -> FlatClauses {
        let is_common = |number: &i32| number.unsigned_abs() as usize <= self.variables;
        // No thread panics while it has the lock.
        let mut inboxes = self.inboxes.lock().unwrap_or_else(PoisonError::into_inner);
        let theirs = std::mem::take(&mut inboxes[self.number]);
        for inbox in inboxes.iter_mut().enumerate().filter(|it| it.0 != self.number).map(|it| it.1) {
            for clause in learned.iter().filter(|clause| clause.iter().all(is_common)) {
                if inbox.len() < INBOX_LIMIT {
                    clause.iter().chain([&0]).for_each(|&number| inbox.write(number));
                }
            }
        }
        theirs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::lit;

    #[test]
    fn others_get_the_clauses_over_common_variables() {
        let first = Exchange::new(3, 2);
        let (second, third) = (first.in_thread(1), first.in_thread(2));
        let learned =
            FlatClauses::from_iter([vec![lit![0], !lit![1]], vec![lit![0], lit![2]], vec![lit![1]]]);
        assert!(first.swap(&learned).is_empty());
        let common: [&[i32]; 2] = [&[1, -2], &[2]];
        assert_eq!(second.swap(&FlatClauses::of(&[lit![0]])).iter().collect::<Vec<_>>(), common);
        assert!(second.swap(&FlatClauses::default()).is_empty());
        assert_eq!(first.swap(&FlatClauses::default()).iter().collect::<Vec<_>>(), [&[1]]);
        assert_eq!(third.swap(&FlatClauses::default()).iter().count(), 3);
    }
}
