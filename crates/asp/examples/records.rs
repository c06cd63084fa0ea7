//! Facts from structs, a function that the program calls, and answers as structs: who gets which room?
//!
//!     cargo run --package groundplan --example records

use groundplan::{Engine, Error, Fact};

/// A constant of the program.
#[derive(Fact, Clone, Copy, PartialEq, Eq, Debug)]
enum Floor {
    Ground,
    Upper,
}

#[derive(Fact)]
struct Room {
    number: u32,
    floor: Floor,
    beds: u32,
}

#[derive(Fact, Debug)]
struct Booking {
    guest: String,
    room: u32,
    floor: Floor,
}

const HOTEL: &str = r#"
    1 { booking(G,R,F) : room(R,F,B), B >= @persons(G) } 1 :- guest(G).
    :- booking(G,R,_), booking(H,R,_), G < H.
    :- booking("the Sandovals",_,upper).
"#;

/// Gives every guest a room.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.add_all(&[
        Room { number: 1, floor: Floor::Ground, beds: 2 },
        Room { number: 2, floor: Floor::Ground, beds: 4 },
        Room { number: 11, floor: Floor::Upper, beds: 4 },
    ])?;
    for guest in ["Ines", "the Sandovals", "the Okafors"] {
        engine.add_fact("guest", guest)?;
    }
    engine.set_function("persons", |guest: String| if guest.starts_with("the ") { 4 } else { 1 });
    engine.add_text("hotel.lp", HOTEL)?;
    engine.ground(["base"])?;
    let model = engine.query().first()?.expect("there are rooms for all");
    let bookings: Vec<Booking> = model.facts().collect::<Result<_, _>>()?;
    for booking in &bookings {
        println!("{}: room {}, {:?} floor", booking.guest, booking.room, booking.floor);
    }
    assert_eq!(bookings.len(), 3);
    assert!(bookings.iter().any(|b| b.guest == "Ines" && b.room == 1));
    assert!(bookings.iter().any(|b| b.guest == "the Okafors" && b.floor == Floor::Upper));
    Ok(())
}
