//! The CSV file of rows, with which an interrupted comparison can be resumed.
//!
//! Invariant: the file is a header and complete rows, each ended by a line feed, except for the last, which may be
//! incomplete. A row is written as soon as it is known.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use groundplan_terminal::exit::Failure;
use rustix::fs::{flock, FlockOperation};

use crate::row::{Row, COLUMNS};

/// A file of rows, open and locked.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    name: String,
}

impl Ledger {
    /// Opens or creates the file, and reads its rows. An incomplete last row is dropped.
    ///
    /// # Errors
    ///
    /// When the file does not hold rows of a comparison, is locked by another one, or cannot be read or written.
    pub fn open(path: &Path) -> Result<(Ledger, Vec<Row>), Failure> {
        let name = path.display().to_string();
        let cannot = |error: std::io::Error| Failure::Input(format!("cannot use `{name}`: {error}"));
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(Failure::Input(format!("`{name}` is no regular file: rows are kept in one")));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| Failure::Unwritable(format!("cannot write `{name}`: {error}")))?;
        flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            Failure::Input(format!(
                "`{name}` is in use by another comparison: wait for it, or name another file"
            ))
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(cannot)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let header = line(COLUMNS);
        // A file of another kind is not changed at all.
        let ours = if whole > 0 {
            bytes.starts_with(header.as_bytes())
        } else {
            header.as_bytes().starts_with(&bytes)
        };
        if !ours {
            return Err(Failure::Input(format!(
                "`{name}` does not begin with the columns of a comparison: name another file for `--resume`"
            )));
        }
        let rows = rows(&bytes[..whole]).map_err(|line| {
            Failure::Input(format!("`{name}`, line {line}: this is no row of a comparison: remove the line"))
        })?;
        file.set_len(whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| Failure::Unwritable(format!("cannot write `{name}`: {error}")))?;
        let mut ledger = Ledger { file, name };
        if whole == 0 {
            ledger.write(&header)?;
        }
        Ok((ledger, rows))
    }

    /// Appends a row and flushes it to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, row: &Row) -> Result<(), Failure> {
        self.write(&line(row.fields()))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::Unwritable(format!("cannot write `{}`: {error}", self.name)))
    }
}

/// Returns the fields as one line of CSV.
pub fn line<Field: AsRef<[u8]>>(fields: impl IntoIterator<Item = Field>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, and the fields are valid UTF-8.
    let _ = writer.write_record(fields);
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Parses the rows after the header; the error is the number of an invalid line.
fn rows(bytes: &[u8]) -> Result<Vec<Row>, usize> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    let records = reader.records().enumerate();
    let row = |(index, record): (usize, Result<csv::StringRecord, csv::Error>)| {
        let record = record.map_err(|_| index + 2)?;
        Row::from_fields(&record.iter().collect::<Vec<_>>()).ok_or(index + 2)
    };
    records.map(row).collect()
}
