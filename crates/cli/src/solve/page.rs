//! Web pages in one file, which need no network: a template that is filled with style, scripts and data, and the parts that
//! several pages share.
//!
//! `page/page.html` is the frame, `page/base.css` the look of its controls and panels. `page/elements.js` reads the data and
//! makes elements, `page/stepper.js` steps through numbered things. `page/terms.js` has atoms and terms, `page/tables.js` with
//! `page/tables.css` shows them, and `page/pivot.js` has those of a predicate by two of its arguments.

use std::path::Path;

use serde_json::Value;

/// The frame of each page, with placeholders for the parts.
const FRAME: &str = include_str!("page/page.html");
const BASE_STYLE: &str = include_str!("page/base.css");
const ELEMENTS: &str = include_str!("page/elements.js");

/// The style of tables of atoms.
pub const TABLE_STYLE: &str = include_str!("page/tables.css");
/// The script for atoms and terms in the data.
pub const TERMS: &str = include_str!("page/terms.js");
/// The script for pivots of atoms; it needs [`TERMS`].
pub const PIVOT: &str = include_str!("page/pivot.js");
/// The script for tables of atoms; it needs [`PIVOT`].
pub const TABLES: &str = include_str!("page/tables.js");
/// The script for steps through numbered things.
pub const STEPPER: &str = include_str!("page/stepper.js");

/// The number of characters of the data on a page, but for the last answer set, which has as many for itself.
pub const MOST_CHARACTERS: usize = 8 << 20;

/// The parts of a page that do not depend on its data.
pub struct Template {
    /// The elements between the heading and the scripts.
    pub body: &'static str,
    /// The styles beside the common one.
    pub styles: &'static [&'static str],
    /// The scripts, in the order in which they run.
    pub scripts: &'static [&'static str],
}

impl Template {
    /// Fills the placeholders of the page. The data comes last, so that nothing in it is taken for a placeholder.
    pub fn fill(&self, title: &str, data: &Value) -> String {
        let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('{', "&#123;");
        // HTML ends a script element at the first `</script`, even within a JSON string.
        let data = data.to_string().replace('<', "\\u003c");
        FRAME
            .replace("{{style}}", &(BASE_STYLE.to_owned() + &self.styles.concat()))
            .replace("{{body}}", self.body)
            .replace("{{scripts}}", &(ELEMENTS.to_owned() + &self.scripts.concat()))
            .replace("{{title}}", &title)
            .replace("{{data}}", &data)
    }
}

/// Returns a title: the names of the files, without their folders.
pub fn title(files: &[String]) -> String {
    let name = |file: &String| match file.as_str() {
        "-" => "standard input".to_owned(),
        file => {
            Path::new(file).file_name().map_or(file.to_owned(), |name| name.to_string_lossy().into_owned())
        }
    };
    match files {
        [] => "standard input".to_owned(),
        files => files.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}
