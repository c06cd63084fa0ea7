//! Places the locations of an instance on a grid, so that it can be drawn as a map.
//!
//! Invariant: two locations are neighbours in the instance if and only if they are on the grid, in the same direction,
//! and no two share a square. Facts can describe floors that fit on no grid: a corridor that closes to a ring, or a
//! wall without thickness. Rooms without a connection are placed by the names of their locations if these are
//! coordinates (`c3r4`, `p(3,4)`), else side by side.

use rustc_hash::FxHashMap;

use crate::instance::Instance;
use crate::level::{MapPosition, Square};
use crate::location::{Direction, Location};

/// The squares of the locations of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    places: Vec<MapPosition>,
    width: usize,
    height: usize,
}

/// The reason why an instance cannot be drawn. The strings are names of locations.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// Two paths lead to a location, and put it on different squares.
    #[error("`{0}` would be on two squares: the ways that lead to it do not fit on a flat floor")]
    Folded(String),
    /// Two locations would be on the same square.
    #[error("`{0}` and `{1}` would be on the same square")]
    SameSquare(String, String),
    /// Two locations that are not neighbours would be side by side.
    #[error("`{0}` and `{1}` would be side by side, but the facts do not make them neighbours")]
    ThinWall(String, String),
}

type Coordinates = (i64, i64);

impl Layout {
    /// Lays an instance out, with a margin of one square on each side for a wall.
    ///
    /// # Errors
    ///
    /// When the instance does not fit on a grid.
    pub fn of(instance: &Instance) -> Result<Layout, LayoutError> {
        let rooms = rooms(instance)?;
        let named = by_name(instance).filter(|coordinates| verify(instance, coordinates).is_ok());
        let coordinates = match named {
            Some(coordinates) => coordinates,
            None => {
                let coordinates = side_by_side(&rooms, instance.locations.len());
                verify(instance, &coordinates)?;
                coordinates
            }
        };
        let extreme = |of: fn(&Coordinates) -> i64, most: bool| {
            let values = coordinates.iter().map(of);
            (if most { values.max() } else { values.min() }).unwrap_or(0)
        };
        let (left, top) = (extreme(|at| at.0, false), extreme(|at| at.1, false));
        let places = coordinates
            .iter()
            .map(|&(x, y)| MapPosition { column: (x - left) as usize + 1, row: (y - top) as usize + 1 });
        Ok(Layout {
            places: places.collect(),
            width: (extreme(|at| at.0, true) - left) as usize + 3,
            height: (extreme(|at| at.1, true) - top) as usize + 3,
        })
    }

    /// The square of a location.
    #[must_use]
    pub fn place(&self, location: Location) -> MapPosition {
        self.places[location.index()]
    }

    /// The number of columns, walls included.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows, walls included.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The map with these boxes and the sokoban. There is a wall on each empty square next to a floor square, also
    /// diagonally.
    #[must_use]
    pub fn squares(
        &self,
        instance: &Instance,
        boxes: &[Location],
        sokoban: Location,
    ) -> Vec<Vec<Option<Square>>> {
        let mut squares = vec![vec![None; self.width]; self.height];
        for &MapPosition { column, row } in &self.places {
            for square in
                squares[row - 1..=row + 1].iter_mut().flat_map(|row| &mut row[column - 1..=column + 1])
            {
                *square = Some(Square::Wall);
            }
        }
        for &MapPosition { column, row } in &self.places {
            squares[row][column] = Some(Square::Floor);
        }
        let mut put = |location: Location, change: fn(Square) -> Square| {
            let MapPosition { column, row } = self.place(location);
            squares[row][column] = squares[row][column].map(change);
        };
        instance.storages.iter().for_each(|&storage| put(storage, |_| Square::Storage));
        boxes.iter().for_each(|&location| put(location, Square::with_box));
        put(sokoban, Square::with_sokoban);
        squares
    }

    /// The map in XSB notation, one line per row.
    #[must_use]
    pub fn map(&self, instance: &Instance, boxes: &[Location], sokoban: Location) -> String {
        let mut text = String::new();
        for row in self.squares(instance, boxes, sokoban) {
            let row: String = row.into_iter().map(|square| square.map_or(' ', Square::to_char)).collect();
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text
    }
}

fn shift((x, y): Coordinates, direction: Direction) -> Coordinates {
    match direction {
        Direction::Right => (x + 1, y),
        Direction::Left => (x - 1, y),
        Direction::Up => (x, y - 1),
        Direction::Down => (x, y + 1),
    }
}

fn text(instance: &Instance, location: usize) -> String {
    instance.name(Location(location as u32))
}

/// The connected components of the floor, each with its own coordinates.
fn rooms(instance: &Instance) -> Result<Vec<Vec<(Location, Coordinates)>>, LayoutError> {
    let mut placed: Vec<Option<Coordinates>> = vec![None; instance.locations.len()];
    let mut rooms = Vec::new();
    for start in 0..placed.len() {
        if placed[start].is_some() {
            continue;
        }
        placed[start] = Some((0, 0));
        let mut room = vec![(Location(start as u32), (0, 0))];
        let mut next = 0;
        while let Some(&(location, at)) = room.get(next) {
            next += 1;
            for direction in Direction::ALL {
                let Some(neighbour) = instance.neighbour(location, direction) else { continue };
                let there = shift(at, direction);
                match placed[neighbour.index()] {
                    None => {
                        placed[neighbour.index()] = Some(there);
                        room.push((neighbour, there));
                    }
                    Some(known) if known != there => {
                        return Err(LayoutError::Folded(text(instance, neighbour.index())));
                    }
                    Some(_) => {}
                }
            }
        }
        rooms.push(room);
    }
    Ok(rooms)
}

/// The rooms from left to right, with a wall between them.
fn side_by_side(rooms: &[Vec<(Location, Coordinates)>], count: usize) -> Vec<Coordinates> {
    let mut coordinates = vec![(0, 0); count];
    let mut left = 0;
    for room in rooms {
        let first = room.iter().map(|(_, at)| at.0).min().unwrap_or(0);
        let last = room.iter().map(|(_, at)| at.0).max().unwrap_or(0);
        let top = room.iter().map(|(_, at)| at.1).min().unwrap_or(0);
        for &(location, (x, y)) in room {
            coordinates[location.index()] = (x - first + left, y - top);
        }
        left += last - first + 2;
    }
    coordinates
}

/// Coordinates from the names, if each contains two numbers: column and row or the reverse, with rows counted downwards
/// or upwards.
fn by_name(instance: &Instance) -> Option<Vec<Coordinates>> {
    let numbers: Option<Vec<Coordinates>> =
        (0..instance.locations.len()).map(|location| two_numbers(&text(instance, location))).collect();
    let numbers = numbers?;
    let readings: [fn(Coordinates) -> Coordinates; 4] =
        [|(x, y)| (x, y), |(y, x)| (x, y), |(x, y)| (x, -y), |(y, x)| (x, -y)];
    readings
        .into_iter()
        .find_map(|reading| {
            let coordinates: Vec<Coordinates> = numbers.iter().map(|&pair| reading(pair)).collect();
            let fits = |(location, &at): (usize, &Coordinates)| {
                Direction::ALL.into_iter().all(|direction| {
                    let neighbour = instance.neighbour(Location(location as u32), direction);
                    neighbour.is_none_or(|neighbour| coordinates[neighbour.index()] == shift(at, direction))
                })
            };
            coordinates.iter().enumerate().all(fits).then_some(coordinates)
        })
        // Names are arbitrary: numbers that are far apart would make a map too large to draw.
        .filter(|coordinates: &Vec<Coordinates>| {
            let span = |of: fn(&Coordinates) -> i64| {
                coordinates.iter().map(of).max().unwrap_or(0) - coordinates.iter().map(of).min().unwrap_or(0)
            };
            let most = 4 * coordinates.len() as i64 + 100;
            span(|at| at.0) <= most && span(|at| at.1) <= most
        })
}

/// The two numbers in a name; `None` unless there are exactly two that fit into 32 bits.
fn two_numbers(name: &str) -> Option<Coordinates> {
    let parts = name.split(|character: char| !character.is_ascii_digit()).filter(|part| !part.is_empty());
    let numbers: Vec<i64> =
        parts.map(|part| part.parse::<u32>().map(i64::from)).collect::<Result<_, _>>().ok()?;
    match numbers[..] {
        [first, second] => Some((first, second)),
        _ => None,
    }
}

/// Checks that neighbours on the grid and in the facts are the same.
fn verify(instance: &Instance, coordinates: &[Coordinates]) -> Result<(), LayoutError> {
    let mut at: FxHashMap<Coordinates, usize> = FxHashMap::default();
    for (location, &here) in coordinates.iter().enumerate() {
        if let Some(other) = at.insert(here, location) {
            return Err(LayoutError::SameSquare(text(instance, other), text(instance, location)));
        }
    }
    for (location, &here) in coordinates.iter().enumerate() {
        for direction in [Direction::Right, Direction::Up] {
            let beside = at.get(&shift(here, direction)).copied();
            let neighbour = instance.neighbour(Location(location as u32), direction).map(Location::index);
            if let Some(beside) = beside.filter(|_| beside != neighbour) {
                return Err(LayoutError::ThinWall(text(instance, location), text(instance, beside)));
            }
        }
    }
    Ok(())
}
