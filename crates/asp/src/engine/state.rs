//! The state of an engine, which decides which calls are allowed.

use super::Error;

/// The state of an engine.
#[derive(Clone, Debug, Default)]
pub(super) enum State {
    /// Nothing is ground yet.
    #[default]
    Open,
    /// There is a ground program, which may grow.
    Ground,
    /// A call failed half-way and left an incomplete program; the text is the message of that failure.
    Broken(String),
}

impl State {
    /// Fails if the engine is broken.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn usable(&self) -> Result<(), Error> {
        match self {
            State::Broken(cause) => Err(Error::Broken { cause: cause.clone() }),
            State::Open | State::Ground => Ok(()),
        }
    }

    /// Fails if something is ground, or the engine is broken.
    ///
    /// # Errors
    ///
    /// [`Error::Ground`], [`Error::Broken`].
    pub fn open(&self) -> Result<(), Error> {
        match self {
            State::Ground => Err(Error::Ground),
            State::Open | State::Broken(_) => self.usable(),
        }
    }

    /// Fails if nothing is ground, or the engine is broken.
    ///
    /// # Errors
    ///
    /// [`Error::NotGround`], [`Error::Broken`].
    pub fn ground(&self) -> Result<(), Error> {
        match self {
            State::Open => Err(Error::NotGround("the program")),
            State::Ground | State::Broken(_) => self.usable(),
        }
    }

    /// The state after this failure.
    pub fn broken(error: &Error) -> Self {
        State::Broken(error.to_string().lines().next().unwrap_or_default().to_owned())
    }
}
