//! Messages of the protocol on standard input and output.
//!
//! A message says its length before it comes. Memory is taken as it comes, and not for what is announced: a wrong length
//! would take all there is.

use std::io::{self, BufRead, Read};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message};

/// The largest message that is read, in bytes.
const LARGEST: u64 = 1 << 28;

/// The longest line of a header, in bytes.
const LONGEST_LINE: u64 = 1 << 13;

/// The threads that read and write messages.
#[derive(Debug)]
pub struct StdioThreads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl StdioThreads {
    /// Waits until all is read and written.
    ///
    /// # Errors
    ///
    /// If what was read is not of the protocol, or something cannot be read or written.
    pub fn join(self) -> io::Result<()> {
        for thread in [self.reader, self.writer] {
            match thread.join() {
                Ok(ended) => ended?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(())
    }
}

/// Returns a connection with the editor that has started this process.
#[must_use]
pub fn stdio() -> (Connection, StdioThreads) {
    let (server, editor) = Connection::memory();
    let Connection { sender, receiver } = editor;
    let reader = thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(message) = read(&mut input)? {
            let is_exit = matches!(&message, Message::Notification(told) if told.method == "exit");
            // If the server has ended, nobody waits for the rest.
            if sender.send(message).is_err() || is_exit {
                break;
            }
        }
        Ok(())
    });
    let writer = thread::spawn(move || {
        let mut output = io::stdout().lock();
        receiver.into_iter().try_for_each(|message| message.write(&mut output))
    });
    (server, StdioThreads { reader, writer })
}

/// Reads a message; `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = header(input)? else { return Ok(None) };
    if length > LARGEST {
        return Err(wrong(format!(
            "a message of {length} bytes is announced, and at most {LARGEST} are read"
        )));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(wrong(format!("the input ends after {} of {length} bytes of a message", body.len())));
    }
    serde_json::from_slice(&body).map(Some).map_err(|error| wrong(format!("this is no message: {error}")))
}

/// Reads the header of a message, and returns the length of its body; `None` at the end of the input.
fn header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let malformed = || {
            let begin: String = text.chars().take(80).collect();
            wrong(format!("this is no header of a message: {begin:?}"))
        };
        let text = text.strip_suffix("\r\n").ok_or_else(malformed)?;
        if text.is_empty() {
            return length.map(Some).ok_or_else(|| wrong("a message has no `Content-Length`".to_owned()));
        }
        let (name, value) = text.split_once(": ").ok_or_else(malformed)?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.parse().map_err(|_| malformed())?);
        }
    }
}

fn wrong(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(input: &[u8]) -> String {
        read(&mut &*input).map(|message| format!("{message:?}")).expect_err("an error").to_string()
    }

    #[test]
    fn a_message_is_read_to_its_length() {
        let text =
            b"Content-Length: 38\r\nX-Other: y\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1}\nrest";
        let mut input = &text[..];
        let Ok(Some(Message::Request(request))) = read(&mut input) else { panic!("a request") };
        assert_eq!((request.method.as_str(), input), ("x", &b"rest"[..]));
        assert!(read(&mut &b""[..]).expect("the end").is_none());
    }

    #[test]
    fn what_is_no_message_is_told() {
        for (input, says) in [
            (&b"Content-Length: 4000000000\r\n\r\n{}"[..], "4000000000 bytes is announced"),
            (b"Content-Length: 18446744073709551615\r\n\r\n{}", "18446744073709551615 bytes is announced"),
            (b"Content-Length: 200000000\r\n\r\n{}", "the input ends after 2 of 200000000 bytes"),
            (b"Content-Length: -1\r\n\r\n{}", "this is no header"),
            (b"Content-Length: 99999999999999999999\r\n\r\n{}", "this is no header"),
            (b"Content-Type: x\r\n\r\n{}", "no `Content-Length`"),
            (b"Content-Length: 2\n\n{}", "this is no header"),
            (b"Content-Length: 2\r\n\r\n{}", "this is no message"),
            (&[b'x'; 1 << 14], "this is no header"),
        ] {
            assert!(error(input).contains(says), "{}", error(input));
        }
    }
}
