//! Where the time of a run goes, as tables and as JSON: the output of `--profile`.

use std::time::Duration;

use groundplan::diagnostic::{Sources, Span};
use groundplan::solve::OriginProfile;
use groundplan::{Cost, Profile, StatementProfile, Suggestion, TagCounts};
use serde_json::{json, Map, Value};

use crate::explain::Places;

/// The number of statements in a table; the others are summed up.
const MOST_STATEMENTS: usize = 20;

/// The number of characters of a statement in a table.
const MOST_CHARACTERS: usize = 100;

/// The profile of a run, with the texts of its statements.
pub struct ProfiledRun<'a> {
    /// The profile.
    pub profile: &'a Profile,
    /// The texts.
    pub sources: &'a Sources,
    /// The time of the run, from its beginning to its end.
    pub elapsed: Duration,
    /// The part of it in which answers or ground rules were printed.
    pub printing: Duration,
}

impl ProfiledRun<'_> {
    /// Returns the stages of the run with their times. They add up to the time of the run.
    fn stages(&self) -> [(&'static str, Duration); 8] {
        let profile = self.profile;
        let statements = profile.statements.iter().map(|statement| statement.cost.time).sum();
        [
            ("reading", profile.reading),
            ("facts", profile.facts.time),
            ("statements", statements),
            ("grounding, other", profile.grounding),
            ("translation", profile.translation),
            ("search", profile.search),
            ("printing", self.printing),
            ("other", self.elapsed.saturating_sub(profile.total() + self.printing)),
        ]
    }

    fn total(&self) -> Duration {
        self.elapsed.max(self.profile.total() + self.printing)
    }

    /// Returns the profile as tables: the stages, the cost of each statement in grounding, and what its clauses contribute to
    /// the search.
    #[must_use]
    pub fn lines(&self) -> String {
        let mut lines = vec![format!("{:<24}{:>12}{:>9}", "profile", "seconds", "share")];
        let total = ("total", self.total());
        for (name, time) in self.stages().into_iter().chain([total]) {
            lines.push(format!("{name:<24}{:>12.6}{:>8.1}%", time.as_secs_f64(), self.share(time)));
        }
        let places = Places::of(self.sources);
        lines.push(String::new());
        self.ground_lines(&places, &mut lines);
        self.search_lines(&places, &mut lines);
        lines.join("\n")
    }

    fn share(&self, time: Duration) -> f64 {
        let total = self.total().as_secs_f64();
        if total > 0.0 {
            100.0 * time.as_secs_f64() / total
        } else {
            0.0
        }
    }

    fn ground_lines(&self, places: &Places, lines: &mut Vec<String>) {
        lines.push(format!(
            "{:>9}{:>8}{:>12}{:>12}{:>12}{:>12}  statement",
            "seconds", "share", "instances", "candidates", "literals", "bytes"
        ));
        let mut line = |cost: &Cost, what: &str| {
            let Cost { instances, candidates, literals, bytes, time } = cost;
            let (seconds, share) = (time.as_secs_f64(), self.share(*time));
            lines.push(format!(
                "{seconds:>9.3}{share:>7.1}%{instances:>12}{candidates:>12}{literals:>12}{bytes:>12}  {what}"
            ));
        };
        let (shown, rest) =
            self.profile.statements.split_at(self.profile.statements.len().min(MOST_STATEMENTS));
        for statement in shown {
            let kind = if statement.is_projection { "projection of " } else { "" };
            line(&statement.cost, &format!("{kind}{}", quoted(places, statement.span)));
        }
        if !rest.is_empty() {
            let sum = rest.iter().fold(Cost::default(), |sum, statement| sum + statement.cost);
            line(&sum, &format!("{} more statements", rest.len()));
        }
        if self.profile.facts.instances > 0 {
            line(&self.profile.facts, "facts");
        }
        for statement in shown {
            for remark in remarks(statement, places) {
                lines.push(format!("{}: {remark}", place(places, statement.span)));
            }
        }
    }

    fn search_lines(&self, places: &Places, lines: &mut Vec<String>) {
        let Profile { statements, shared, others, attributed_conflicts, conflicts, .. } = self.profile;
        let mut rows: Vec<(u64, TagCounts, String)> = statements
            .iter()
            .filter(|statement| statement.clauses > 0)
            .map(|statement| (statement.clauses, statement.counts, quoted(places, statement.span)))
            .collect();
        rows.extend(shared.iter().map(|OriginProfile { statements: several, clauses, counts, .. }| {
            let names: Vec<String> =
                several.iter().map(|&index| place(places, statements[index as usize].span)).collect();
            (*clauses, *counts, format!("atoms of {}", names.join(", ")))
        }));
        if rows.is_empty() && others.clauses == 0 {
            return;
        }
        rows.sort_by_key(|(clauses, counts, _)| std::cmp::Reverse((counts.reasons, *clauses)));
        let rest = rows.split_off(rows.len().min(MOST_STATEMENTS));
        if !rest.is_empty() {
            let mut sum = (0, TagCounts::default(), format!("{} more rows", rest.len()));
            for (clauses, counts, _) in &rest {
                sum.0 += clauses;
                sum.1 += *counts;
            }
            rows.push(sum);
        }
        rows.push((
            others.clauses,
            others.counts,
            "learned, of propagators, of the question; decisions".to_owned(),
        ));
        lines.push(String::new());
        lines.push(format!(
            "{:>9}{:>14}{:>12}{:>12}  clauses of",
            "clauses", "propagations", "conflicts", "reasons"
        ));
        for (clauses, counts, what) in rows {
            let TagCounts { propagations, conflicts, reasons, .. } = counts;
            lines.push(format!("{clauses:>9}{propagations:>14}{conflicts:>12}{reasons:>12}  {what}"));
        }
        let elsewhere = conflicts.unwrap_or(0).saturating_sub(*attributed_conflicts);
        if elsewhere > 0 {
            lines
                .push(format!("{elsewhere} conflicts are not attributed: another solver than cdnl had them"));
        }
    }

    /// Returns the profile as a JSON object.
    #[must_use]
    pub fn object(&self) -> Value {
        let Profile { statements, facts, shared, others, conflicts, attributed_conflicts, .. } = self.profile;
        let places = Places::of(self.sources);
        let stages = self.stages().into_iter().map(|(name, time)| (name.to_owned(), seconds(time)));
        let statement = |statement: &StatementProfile| {
            let mut object = Map::new();
            places.add(&mut object, statement.span);
            object.insert("projection".to_owned(), json!(statement.is_projection));
            object.extend(of_cost(&statement.cost));
            object.insert("driver".to_owned(), driver(statement, &places));
            object.extend(of_clauses(statement.clauses, statement.counts));
            let suggestion = statement.suggestion.as_ref().map(|suggestion| sentence(suggestion, &places));
            object.insert("suggestion".to_owned(), json!(suggestion));
            Value::Object(object)
        };
        let of_several = |origin: &OriginProfile| {
            let mut object = of_clauses(origin.clauses, origin.counts);
            object.insert("statements".to_owned(), json!(origin.statements));
            Value::Object(object)
        };
        json!({
            "seconds": seconds(self.total()),
            "stages": stages.collect::<Map<_, _>>(),
            "statements": statements.iter().map(statement).collect::<Vec<_>>(),
            "facts": of_cost(facts),
            "shared": shared.iter().map(of_several).collect::<Vec<_>>(),
            "others": of_clauses(others.clauses, others.counts),
            "conflicts": conflicts,
            "attributed_conflicts": attributed_conflicts,
        })
    }
}

/// The number of conflicts, and so on, of some clauses.
fn of_clauses(clauses: u64, counts: TagCounts) -> Map<String, Value> {
    let TagCounts { propagations, conflicts, reasons, .. } = counts;
    [("clauses", clauses), ("propagations", propagations), ("conflicts", conflicts), ("reasons", reasons)]
        .map(|(name, count)| (name.to_owned(), json!(count)))
        .into_iter()
        .collect()
}

fn of_cost(cost: &Cost) -> Map<String, Value> {
    let Cost { instances, candidates, literals, bytes, time } = *cost;
    [
        ("seconds", seconds(time)),
        ("instances", json!(instances)),
        ("candidates", json!(candidates)),
        ("literals", json!(literals)),
        ("bytes", json!(bytes)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into_iter()
    .collect()
}

fn driver(statement: &StatementProfile, places: &Places) -> Value {
    statement.driver.as_ref().map_or(Value::Null, |driver| {
        json!({
            "literal": places.on_one_line(driver.span),
            "rows": driver.predicate.map(|_| driver.rows),
            "candidates": driver.candidates,
        })
    })
}

fn seconds(time: Duration) -> Value {
    json!((time.as_secs_f64() * 1e6).round() / 1e6)
}

fn place(places: &Places, span: Span) -> String {
    let (line, column) = places.position(span);
    format!("{}:{line}:{column}", places.file(span))
}

/// The place and the beginning of a statement.
fn quoted(places: &Places, span: Span) -> String {
    let text = places.on_one_line(span);
    let (place, short) = (place(places, span), text.char_indices().nth(MOST_CHARACTERS));
    match short {
        Some((end, _)) => format!("{place}: {}…", &text[..end]),
        None => format!("{place}: {text}"),
    }
}

/// The number of candidates from which on the literal that has most of them is named.
const MANY: u64 = 1000;

/// What is to say of a statement beside its numbers: the literal that makes it costly, and a suggestion.
fn remarks(statement: &StatementProfile, places: &Places) -> Vec<String> {
    let driver = statement.driver.as_ref().filter(|driver| driver.candidates >= MANY);
    let driver = driver.filter(|_| !matches!(statement.suggestion, Some(Suggestion::Product { .. })));
    let named = driver.map(|driver| {
        let literal = places.on_one_line(driver.span);
        let rows = match driver.predicate {
            Some(_) => format!(", which has {} rows", driver.rows),
            None => String::new(),
        };
        format!("{} of the candidates are for `{literal}`{rows}", driver.candidates)
    });
    let suggestion = statement.suggestion.as_ref().map(|suggestion| sentence(suggestion, places));
    named.into_iter().chain(suggestion).collect()
}

/// Returns a suggestion as a sentence.
#[must_use]
pub fn sentence(suggestion: &Suggestion, places: &Places) -> String {
    match suggestion {
        Suggestion::Symmetric { variables: [one, other] } => format!(
            "every instance comes twice, once with the variables exchanged: write `{one} < {other}` for `{one} != {other}`"
        ),
        Suggestion::Argument { predicate, place, variable, atoms, distinct } => format!(
            "nothing reads argument {place} of `{predicate}`, here `{variable}`: without it, {distinct} atoms take the place of {atoms}"
        ),
        Suggestion::Projection { variable, literal, rows, distinct } => format!(
            "`{variable}` is used only once: with `_` in its place, {distinct} rows take the place of the {rows} of `{}`",
            places.on_one_line(*literal)
        ),
        Suggestion::Product { literal, rows, candidates } => format!(
            "`{}` shares no variable with the literals that are joined before it: its {rows} rows are tried for all of theirs, \
             {candidates} candidates; can a literal link them?",
            places.on_one_line(*literal)
        ),
    }
}
