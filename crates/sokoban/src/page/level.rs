//! The data of a level for the page: floor, start, plan, and what the engine knows about it.
//!
//! The squares are listed once, in the order of the locations' numbers. Everything else refers to them by number.

use serde_json::{json, Value};

use super::table;
use crate::drawing::Outlines;
use crate::instance::Instance;
use crate::layout::Layout;
use crate::level::Square;
use crate::location::Location;
use crate::space::dead_places;
use crate::trace::{Board, Trace};

/// A level's title and summary, and whether a plan was found for it.
#[derive(Clone, Copy, Debug)]
pub struct Described<'a> {
    /// The title of the level.
    pub title: &'a str,
    /// The summary of what is known about it.
    pub summary: &'a str,
    /// The outcome of the search for a plan.
    pub sought: Sought<'a>,
    /// The number of levels on the page, which share the work for tables.
    pub levels: usize,
}

/// The outcome of the search for a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought<'a> {
    /// A plan was found.
    Found,
    /// It is proven that there is no plan.
    Refuted,
    /// Neither is known, for a reason in a few words, such as `not solved within 3 s`.
    Unsolved(&'a str),
    /// No plan was asked for.
    Never,
}

impl Described<'_> {
    /// The level as JSON, with the plan in `trace`; `texts` has one text per action.
    #[must_use]
    pub fn level(&self, instance: &Instance, layout: &Layout, trace: &Trace, texts: &[String]) -> Value {
        let actions = trace.actions.iter().zip(texts).map(|(action, text)| {
            json!({
                "text": text,
                "walk": action.walk.iter().map(|direction| direction.letter()).collect::<String>(),
                "letter": action.direction.letter().to_string(),
                "pushes": action.pushes,
                "box": action.box_index,
            })
        });
        let squares = instance.locations().map(|location| {
            let place = layout.place(location);
            json!([place.column, place.row])
        });
        let Outlines { wall, floor } = Outlines::of(instance, layout);
        let numbers = |locations: &[Location]| locations.iter().map(|place| place.0).collect::<Vec<_>>();
        json!({
            "title": self.title,
            "summary": self.summary,
            "columns": layout.width(),
            "rows": rows(instance, layout),
            "wall": wall,
            "floor": floor,
            "squares": squares.collect::<Vec<_>>(),
            "names": instance.locations().map(|location| instance.name(location)).collect::<Vec<_>>(),
            "boxes": numbers(&instance.boxes),
            "sokoban": instance.sokoban.0,
            "storages": numbers(&instance.storages),
            "dead": numbers(&dead_places(instance)),
            "unsolved": match self.sought {
                Sought::Refuted => Some("no plan"),
                Sought::Unsolved(why) => Some(why),
                Sought::Found | Sought::Never => None,
            },
            "plan": (self.sought == Sought::Found).then(|| json!({
                "actions": actions.collect::<Vec<_>>(),
                "rest": trace.rest.iter().map(|direction| direction.letter()).collect::<String>(),
                "solved": trace.solves(instance),
            })),
            table::KEY: table::of(instance, table::share(self.levels)),
        })
    }
}

/// Walls and floor, row by row.
fn rows(instance: &Instance, layout: &Layout) -> Vec<String> {
    let sign = |square: Option<Square>| match square {
        None => ' ',
        Some(Square::Wall) => '#',
        Some(_) => '-',
    };
    let start = Board::start(instance);
    let squares = layout.squares(instance, &start.boxes, start.sokoban);
    squares.into_iter().map(|row| row.into_iter().map(sign).collect()).collect()
}
