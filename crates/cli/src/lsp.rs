//! `groundplan lsp`: a language server on standard input and output.

use clap::Args;
use groundplan_lsp::{serve, stdio, ServerEnding};
use groundplan_terminal::exit::{Exit, Failure};

/// Serve an editor by the Language Server Protocol.
///
/// The editor starts this command, writes messages to its standard input and reads others from its standard output. It gets
/// diagnostics, definitions, references, renaming, completion, an outline, and commands that solve and ground a program:
/// docs/editor.md says how editors are set up.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the editor asked for the end, 1 it went away, 65 what it wrote is not of the protocol, \
    70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan lsp"
)]
pub struct LspArguments {
    /// Use standard input and output, which is done anyway: some editors say so
    #[arg(long = "stdio")]
    _stdio: bool,
}

/// Runs the command.
///
/// # Errors
///
/// When the editor does not follow the protocol.
pub fn run(_arguments: &LspArguments) -> Result<Exit, Failure> {
    let (connection, threads) = stdio();
    let ending = serve(&connection).map_err(|error| Failure::Input(error.to_string()))?;
    // The thread that writes ends when nothing can be sent to it any more.
    drop(connection);
    threads
        .join()
        .map_err(|error| Failure::Input(format!("what the editor wrote is not of the protocol: {error}")))?;
    Ok(match ending {
        ServerEnding::Requested => Exit::Success,
        ServerEnding::Abrupt => Exit::None,
    })
}
