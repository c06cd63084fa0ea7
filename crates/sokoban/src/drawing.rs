//! Draws a configuration as SVG. The pages that play plans draw with the same outlines, shapes and colours.
//!
//! A square has the side 1. Colours are variables of the style sheet of the pages (`page/page.css`).

use serde_json::{json, Value};

use crate::instance::Instance;
use crate::layout::Layout;
use crate::level::{MapPosition, Square};
use crate::location::Location;
use crate::trace::Board;

/// The style sheet of the pages. It begins with the colours of the light scheme.
pub(crate) const STYLE: &str = include_str!("page/page.css");

/// The pixels along a side of a square.
const PIXELS: usize = 32;

/// A storage location, a box and the sokoban, each on the square at the origin. The colour of a box on a storage
/// location is `--home` instead of `--box`.
const STORAGE: &str = r#"<circle cx=".5" cy=".5" r=".16" fill="var(--goal)"/>"#;
const BOX: &str = concat!(
    r#"<rect x=".12" y=".12" width=".76" height=".76" rx=".08" fill="var(--box)" stroke="var(--edge)" stroke-width=".05"/>"#,
    r#"<path d="M.2 .2L.8 .8M.8 .2L.2 .8" fill="none" stroke="var(--edge)" stroke-width=".04" opacity=".6"/>"#,
);
const SOKOBAN: &str = concat!(
    r#"<circle cx=".5" cy=".5" r=".32" fill="var(--man)" stroke="var(--panel)" stroke-width=".05"/>"#,
    r#"<circle cx=".4" cy=".43" r=".05" fill="var(--panel)"/><circle cx=".6" cy=".43" r=".05" fill="var(--panel)"/>"#,
);

/// Returns the shapes for a page, by name.
pub(crate) fn shapes() -> Value {
    json!({ "storage": STORAGE, "box": BOX, "sokoban": SOKOBAN })
}

/// The outlines of walls and floor, as paths of SVG.
pub(crate) struct Outlines {
    /// The walls with the floor inside them. The floor is drawn over them, so that no background shows in between.
    pub wall: String,
    /// The floor.
    pub floor: String,
}

impl Outlines {
    /// Returns the outlines of the floor of an instance and of the walls around it.
    pub fn of(instance: &Instance, layout: &Layout) -> Outlines {
        let squares = layout.squares(instance, &[], instance.sokoban);
        Outlines {
            wall: outline(&squares, |square| square.is_some()),
            floor: outline(&squares, |square| square.is_some_and(|square| square != Square::Wall)),
        }
    }
}

/// Returns a configuration as an SVG image, in the colours of the light scheme, on a ground without colour.
#[must_use]
pub fn svg(instance: &Instance, layout: &Layout, board: &Board) -> String {
    let Outlines { wall, floor } = Outlines::of(instance, layout);
    let (columns, rows) = (layout.width(), layout.height());
    let mut image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {columns} {rows}\">\n\
         <path d=\"{wall}\" fill=\"var(--wall)\"/>\n<path d=\"{floor}\" fill=\"var(--floor)\"/>\n",
        columns * PIXELS,
        rows * PIXELS,
    );
    let mut put = |location: Location, shape: &str| {
        let MapPosition { column, row } = layout.place(location);
        image.push_str(&format!("<g transform=\"translate({column} {row})\">{shape}</g>\n"));
    };
    instance.storages.iter().for_each(|&storage| put(storage, STORAGE));
    for &location in &board.boxes {
        match instance.storages.contains(&location) {
            true => put(location, &BOX.replace("--box", "--home")),
            false => put(location, BOX),
        }
    }
    put(board.sokoban, SOKOBAN);
    in_colours(&image) + "</svg>\n"
}

/// Replaces the names of colours by the colours of the light scheme, for programs that draw images without a style
/// sheet.
fn in_colours(image: &str) -> String {
    let light = STYLE.split('}').next().unwrap_or_default();
    let colours = light.split([';', '{']).filter_map(|line| line.trim().split_once(": "));
    colours
        .filter(|(name, _)| name.starts_with("--"))
        .fold(image.to_owned(), |image, (name, colour)| image.replace(&format!("var({name})"), colour))
}

/// Returns the outline of a set of squares as one path, so that no seams show between them. Its edges run clockwise.
fn outline(squares: &[Vec<Option<Square>>], is_in: impl Fn(Option<Square>) -> bool) -> String {
    let width = squares.first().map_or(0, Vec::len);
    let has = |x: usize, y: usize| {
        // The coordinates left of the first column and above the first row wrap around.
        squares.get(y).and_then(|row| row.get(x)).is_some_and(|&square| is_in(square))
    };
    // For each corner, the ends of the edges that begin there.
    let mut edges = vec![Vec::new(); (width + 1) * (squares.len() + 1)];
    let corner = |x: usize, y: usize| y * (width + 1) + x;
    for y in 0..squares.len() {
        for x in (0..width).filter(|&x| has(x, y)) {
            let sides = [
                ((x, y.wrapping_sub(1)), (x, y), (x + 1, y)),
                ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
                ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
                ((x.wrapping_sub(1), y), (x, y + 1), (x, y)),
            ];
            for (beside, from, to) in sides {
                if !has(beside.0, beside.1) {
                    edges[corner(from.0, from.1)].push(to);
                }
            }
        }
    }
    let mut path = String::new();
    for start in 0..edges.len() {
        while let Some(mut at) = edges[start].pop() {
            let mut before = (start % (width + 1), start / (width + 1));
            path.push_str(&format!("M{},{}", before.0, before.1));
            loop {
                let next = edges[corner(at.0, at.1)].pop();
                // Edges in a row are one line, and the last one is drawn by closing the path.
                let turns = |to: (usize, usize)| (to.0 == at.0) != (at.0 == before.0);
                if next.is_some_and(turns) {
                    path.push_str(&if at.0 == before.0 {
                        format!("V{}", at.1)
                    } else {
                        format!("H{}", at.0)
                    });
                }
                match next {
                    Some(to) => (before, at) = (at, to),
                    None => break,
                }
            }
            path.push('Z');
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(facts: &str) -> (Outlines, String) {
        let instance = Instance::read("a test", facts).expect("an instance");
        let layout = Layout::of(&instance).expect("a flat floor");
        (Outlines::of(&instance, &layout), svg(&instance, &layout, &Board::start(&instance)))
    }

    #[test]
    fn outlines_go_around_walls_floor_and_holes() {
        let (corridor, _) = drawn("right(a,b). right(b,c). sokoban(a). box(b). solution(c).");
        assert_eq!(corridor.wall, "M0,0H5V3H0Z");
        assert_eq!(corridor.floor, "M1,1H4V2H1Z");
        // A ring around a pillar: its inner edges run the other way.
        let (ring, _) = drawn(
            "right(c0r0,c1r0). right(c1r0,c2r0). right(c0r2,c1r2). right(c1r2,c2r2). \
             top(c0r1,c0r0). top(c0r2,c0r1). top(c2r1,c2r0). top(c2r2,c2r1). \
             sokoban(c0r0). box(c1r0). solution(c2r0).",
        );
        assert_eq!(ring.floor, "M1,1H4V4H1ZM2,2V3H3V2Z");
    }

    #[test]
    fn every_colour_of_an_image_is_one_of_the_light_scheme() {
        let (_, image) = drawn("right(a,b). right(b,c). sokoban(a). box(b). box(c). solution(c).");
        assert!(!image.contains("var("), "{image}");
        // One box is on the storage location.
        for (colour, count) in [("#c98b3c", 1), ("#4c8a4f", 1), ("#b4483a", 1), ("#2b5c9e", 1)] {
            assert_eq!(image.matches(colour).count(), count, "{colour}: {image}");
        }
        assert!(image.starts_with("<svg xmlns=") && image.contains("viewBox=\"0 0 5 3\""), "{image}");
    }
}
