//! Tables of costs with as few bytes for each number as the largest needs, because whole rows are scanned often.

/// Rows of costs, or the weights added to each row, stored with one, two or four bytes for each number.
#[derive(Clone, Debug)]
pub(crate) enum FloorNumbers {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Longs(Vec<u32>),
}

/// An unsigned number type. Its largest value stands for "no cost".
trait Number: Copy + Ord {
    const NONE: Self;
    /// The greatest number stored: the sum of two such numbers does not overflow. A larger cost is stored as this,
    /// which is still a lower bound.
    const MOST: u32;

    fn new(number: u32) -> Self;
    fn plus(self, other: Self) -> Self;
}

macro_rules! number {
    ($name:ty, $most:expr) => {
        impl Number for $name {
            const NONE: Self = <$name>::MAX;
            const MOST: u32 = $most;

            fn new(number: u32) -> Self {
                number.min($most) as $name
            }

            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
        }
    };
}

number!(u8, 120);
number!(u16, 32_000);
number!(u32, (1 << 31) - 1);

impl Default for FloorNumbers {
    fn default() -> Self {
        FloorNumbers::Bytes(Vec::new())
    }
}

impl FloorNumbers {
    /// Stores these numbers in the smallest form that holds them; [`u32::MAX`] stands for none.
    pub(crate) fn new(numbers: Vec<u32>) -> Self {
        let largest = numbers.iter().copied().filter(|&number| number != u32::MAX).max().unwrap_or(0);
        if largest <= u8::MOST {
            FloorNumbers::Bytes(all(numbers))
        } else if largest <= u16::MOST {
            FloorNumbers::Words(all(numbers))
        } else {
            FloorNumbers::Longs(all(numbers))
        }
    }

    /// Replaces the content by numbers of one byte.
    pub(crate) fn bytes(&mut self, numbers: impl Iterator<Item = Option<i64>>) {
        if !matches!(self, FloorNumbers::Bytes(_)) {
            *self = FloorNumbers::Bytes(Vec::new());
        }
        if let FloorNumbers::Bytes(own) = self {
            write(own, numbers);
        }
    }

    /// Replaces the content by numbers of two bytes.
    pub(crate) fn words(&mut self, numbers: impl Iterator<Item = Option<i64>>) {
        if !matches!(self, FloorNumbers::Words(_)) {
            *self = FloorNumbers::Words(Vec::new());
        }
        if let FloorNumbers::Words(own) = self {
            write(own, numbers);
        }
    }

    /// Replaces the content by numbers of four bytes.
    pub(crate) fn longs(&mut self, numbers: impl Iterator<Item = Option<i64>>) {
        if !matches!(self, FloorNumbers::Longs(_)) {
            *self = FloorNumbers::Longs(Vec::new());
        }
        if let FloorNumbers::Longs(own) = self {
            write(own, numbers);
        }
    }

    /// Returns the least sum of a number of this row and the number of `other` in the same column; `None` if there is
    /// none.
    ///
    /// `other` is a single row in the same form.
    pub(crate) fn least(&self, row: usize, other: &FloorNumbers) -> Option<i64> {
        match (self, other) {
            (FloorNumbers::Bytes(own), FloorNumbers::Bytes(other)) => least(own, row, other).map(i64::from),
            (FloorNumbers::Words(own), FloorNumbers::Words(other)) => least(own, row, other).map(i64::from),
            (FloorNumbers::Longs(own), FloorNumbers::Longs(other)) => least(own, row, other).map(i64::from),
            _ => unreachable!("both have as many bytes a number"),
        }
    }
}

fn all<N: Number>(numbers: Vec<u32>) -> Vec<N> {
    numbers.into_iter().map(|number| if number == u32::MAX { N::NONE } else { N::new(number) }).collect()
}

fn write<N: Number>(own: &mut Vec<N>, numbers: impl Iterator<Item = Option<i64>>) {
    own.clear();
    own.extend(numbers.map(|number| match number {
        Some(number) => N::new(number.clamp(0, i64::from(N::MOST)) as u32),
        None => N::NONE,
    }));
}

fn least<N: Number>(own: &[N], row: usize, other: &[N]) -> Option<N> {
    let own = &own[row * other.len()..][..other.len()];
    let least = own.iter().zip(other).fold(N::NONE, |least, (&one, &other)| least.min(one.plus(other)));
    (least != N::NONE).then_some(least)
}
