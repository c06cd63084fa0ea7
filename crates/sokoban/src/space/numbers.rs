//! Costs in as few bytes as the largest of them needs: the sums of a whole row are looked through again and again.

/// Rows of costs, or what is added to each of a row.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Longs(Vec<u32>),
}

/// A number of so many bytes; the largest stands for none.
trait Number: Copy + Ord {
    const NONE: Self;
    /// Two numbers up to this are less than that together. Less is a lower bound too.
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

impl Default for Numbers {
    fn default() -> Self {
        Numbers::Bytes(Vec::new())
    }
}

impl Numbers {
    /// These numbers; [`u32::MAX`] stands for none.
    pub(crate) fn new(numbers: Vec<u32>) -> Self {
        let largest = numbers.iter().copied().filter(|&number| number != u32::MAX).max().unwrap_or(0);
        if largest <= u8::MOST {
            Numbers::Bytes(all(numbers))
        } else if largest <= u16::MOST {
            Numbers::Words(all(numbers))
        } else {
            Numbers::Longs(all(numbers))
        }
    }

    /// Writes them as bytes.
    pub(crate) fn bytes(&mut self, numbers: impl Iterator<Item = Option<i64>>) {
        if !matches!(self, Numbers::Bytes(_)) {
            *self = Numbers::Bytes(Vec::new());
        }
        if let Numbers::Bytes(own) = self {
            write(own, numbers);
        }
    }

    /// Writes them as words of two bytes.
    pub(crate) fn words(&mut self, numbers: impl Iterator<Item = Option<i64>>) {
        if !matches!(self, Numbers::Words(_)) {
            *self = Numbers::Words(Vec::new());
        }
        if let Numbers::Words(own) = self {
            write(own, numbers);
        }
    }

    /// Writes them as words of four bytes.
    pub(crate) fn longs(&mut self, numbers: impl Iterator<Item = Option<i64>>) {
        if !matches!(self, Numbers::Longs(_)) {
            *self = Numbers::Longs(Vec::new());
        }
        if let Numbers::Longs(own) = self {
            write(own, numbers);
        }
    }

    /// The least sum of a row with one other row, which has as many bytes a number; `None` if there is none.
    pub(crate) fn least(&self, row: usize, other: &Numbers) -> Option<i64> {
        match (self, other) {
            (Numbers::Bytes(own), Numbers::Bytes(other)) => least(own, row, other).map(i64::from),
            (Numbers::Words(own), Numbers::Words(other)) => least(own, row, other).map(i64::from),
            (Numbers::Longs(own), Numbers::Longs(other)) => least(own, row, other).map(i64::from),
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
