//! Names of documents: a document is named by the path of its file, or by its URI if it is not a file.
//!
//! An editor may write the URI of a file in several ways; the path is the same for all of them.

use std::path::{Component, Path, PathBuf};

use lsp_types::Uri;
use percent_encoding::{percent_decode_str, utf8_percent_encode, AsciiSet, NON_ALPHANUMERIC};

/// The characters that are escaped in the path of a URI: all but the unreserved ones (RFC 3986, section 2.3) and `/`.
const ESCAPED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Returns the name of a document.
pub fn name(uri: &Uri) -> PathBuf {
    let Some(rest) = uri.0.strip_prefix("file://") else { return PathBuf::from(&uri.0) };
    let decoded = percent_decode_str(rest.strip_prefix("localhost").unwrap_or(rest)).decode_utf8_lossy();
    if cfg!(windows) {
        let path = match decoded.strip_prefix('/') {
            Some(with_drive) => with_drive.to_owned(),
            None => format!("//{decoded}"),
        };
        return normal(Path::new(&with_upper_drive(path)));
    }
    normal(Path::new(decoded.as_ref()))
}

/// Returns the URI of a document with this name.
pub fn uri(name: &Path) -> Uri {
    let text = name.to_string_lossy();
    if !name.is_absolute() {
        return Uri(text.into_owned());
    }
    let path = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    let path = match path.strip_prefix("//") {
        Some(with_host) if cfg!(windows) => with_host.to_owned(),
        _ if path.starts_with('/') => path,
        _ => format!("/{path}"),
    };
    Uri(format!("file://{}", utf8_percent_encode(&path, &ESCAPED)))
}

/// Removes `.` and `..` from a path, without a look at the file system.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            component => normal.push(component),
        }
    }
    normal
}

/// Returns a path of Windows with its drive as a capital letter.
fn with_upper_drive(path: String) -> String {
    match path.split_once(':') {
        Some((drive, rest)) if drive.len() == 1 => format!("{}:{rest}", drive.to_ascii_uppercase()),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(windows))]
    fn files_are_named_by_their_paths() {
        for (written, path) in [
            ("file:///home/a%20b/%C3%A9.lp", "/home/a b/é.lp"),
            ("file:///home/a/../b/./c.lp", "/home/b/c.lp"),
            ("file://localhost/c%3A/d.lp", "/c:/d.lp"),
        ] {
            assert_eq!(name(&written.into()), Path::new(path), "{written}");
        }
        assert_eq!(uri(Path::new("/home/a b/é:1.lp")).0, "file:///home/a%20b/%C3%A9%3A1.lp");
    }

    #[test]
    #[cfg(windows)]
    fn drives_are_capital_letters() {
        assert_eq!(name(&"file:///c%3A/a%20b/d.lp".into()), Path::new("C:\\a b\\d.lp"));
        assert_eq!(uri(Path::new("C:\\a b\\d.lp")).0, "file:///C%3A/a%20b/d.lp");
    }

    #[test]
    fn documents_without_a_file_are_named_by_their_uris() {
        let untitled = Uri::from("untitled:Untitled-1");
        assert_eq!(uri(&name(&untitled)), untitled);
    }
}
