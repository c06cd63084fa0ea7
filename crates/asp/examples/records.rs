//! Facts from structs, a function that the program calls, and answers as structs: who gets which room?
//!
//!     cargo run --package groundplan --example records

use groundplan::symbol::{Symbol, SymbolView, Symbols};
use groundplan::value::{FromSymbol, Interner, Mismatch, ToSymbol};
use groundplan::{record, Engine, Error};

/// A constant of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Floor {
    Ground,
    Upper,
}

impl ToSymbol for Floor {
    fn to_symbol(&self, terms: &mut Interner<'_>) -> Symbol {
        terms.constant(match self {
            Floor::Ground => "ground",
            Floor::Upper => "upper",
        })
    }
}

impl FromSymbol for Floor {
    fn from_symbol(symbol: Symbol, symbols: &Symbols) -> Result<Self, Mismatch> {
        match symbols.view(symbol) {
            SymbolView::Function { name: Some("ground"), arguments: [], negative: false } => {
                Ok(Floor::Ground)
            }
            SymbolView::Function { name: Some("upper"), arguments: [], negative: false } => Ok(Floor::Upper),
            _ => Err(Mismatch::new("a floor", symbol, symbols)),
        }
    }
}

struct Room {
    number: u32,
    floor: Floor,
    beds: u32,
}
record!(Room { number, floor, beds });

#[derive(Debug)]
struct Booking {
    guest: String,
    room: u32,
    floor: Floor,
}
record!(Booking { guest, room, floor });

const HOTEL: &str = r#"
    1 { booking(G,R,F) : room(R,F,B), B >= @persons(G) } 1 :- guest(G).
    :- booking(G,R,_), booking(H,R,_), G < H.
    :- booking("the Sandovals",_,upper).
"#;

/// Gives every guest a room.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    for room in [
        Room { number: 1, floor: Floor::Ground, beds: 2 },
        Room { number: 2, floor: Floor::Ground, beds: 4 },
        Room { number: 11, floor: Floor::Upper, beds: 4 },
    ] {
        engine.add_fact("room", room)?;
    }
    for guest in ["Ines", "the Sandovals", "the Okafors"] {
        engine.add_fact("guest", guest)?;
    }
    engine.set_function("persons", |guest: String| if guest.starts_with("the ") { 4 } else { 1 });
    engine.add_text("hotel.lp", HOTEL)?;
    engine.ground(["base"])?;
    let model = engine.query().first()?.expect("there are rooms for all");
    let bookings: Vec<Booking> = model.all("booking")?;
    for booking in &bookings {
        println!("{}: room {}, {:?} floor", booking.guest, booking.room, booking.floor);
    }
    assert_eq!(bookings.len(), 3);
    assert!(bookings.iter().any(|b| b.guest == "Ines" && b.room == 1));
    assert!(bookings.iter().any(|b| b.guest == "the Okafors" && b.floor == Floor::Upper));
    Ok(())
}
