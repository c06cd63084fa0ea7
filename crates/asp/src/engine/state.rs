//! What can be asked of an engine now.

use super::Error;

/// How far an engine has come.
#[derive(Clone, Debug, Default)]
pub(super) enum State {
    /// Nothing is ground.
    #[default]
    Open,
    /// There is a ground program, which may grow.
    Ground,
    /// Something failed half-way: what is there is no program.
    Broken(String),
}

impl State {
    /// # Errors
    ///
    /// When the engine is broken.
    pub fn usable(&self) -> Result<(), Error> {
        match self {
            State::Broken(cause) => Err(Error::Broken { cause: cause.clone() }),
            State::Open | State::Ground => Ok(()),
        }
    }

    /// # Errors
    ///
    /// When something is ground, or the engine is broken.
    pub fn open(&self) -> Result<(), Error> {
        match self {
            State::Ground => Err(Error::Ground),
            State::Open | State::Broken(_) => self.usable(),
        }
    }

    /// # Errors
    ///
    /// When nothing is ground, or the engine is broken.
    pub fn ground(&self) -> Result<(), Error> {
        match self {
            State::Open => Err(Error::NotGround("the program")),
            State::Ground | State::Broken(_) => self.usable(),
        }
    }

    /// After this failure nothing can be said of the program.
    pub fn broken(error: &Error) -> Self {
        State::Broken(error.to_string().lines().next().unwrap_or_default().to_owned())
    }
}
