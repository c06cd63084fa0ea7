//! The command line of clingo 5.8 as users of clingo type it, told to `solve` in its own words.
//!
//! Every option of `clingo --help=3` is in [`OPTIONS`]. What changes answers or output has clingo's meaning; what only tunes
//! clasp's search is taken and named in one note; what would change answers or output and is missing is refused with a
//! sentence. Long options may be shortened as long as one option begins so, and a number is the number of answer sets.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::{Args, Command};
use groundplan::diagnostic::did_you_mean;

use super::arguments::SolveArguments;
use crate::exit::Failure;

/// Whether an option takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    No,
    /// After `=`, or right behind a short name.
    Optional,
    /// Also as the next word.
    Required,
}

/// What is done about an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// `solve` has the same under this name.
    Same(&'static str),
    /// It tunes a search that is not ours.
    Tunes,
    /// It would change what is found or printed, which these words end the sentence about.
    Missing(&'static str),
    /// It depends on the value: see [`judge`].
    Depends,
}

use Meaning::{Depends, Missing, Same, Tunes};
use Value::{No, Optional, Required};

/// An option of clingo: its long name, its short one, whether it takes a value, whether `no-` may stand before it.
struct Known(&'static str, Option<char>, Value, bool, Meaning);

/// Those of clingo 5.8.3, in the order of its help.
const OPTIONS: &[Known] = &[
    Known("configuration", None, Required, false, Tunes),
    Known("tester", None, Required, false, Tunes),
    Known("stats", Some('s'), Optional, false, Same("stats")),
    Known("parse-ext", None, No, true, Tunes),
    Known("parse-maxsat", None, No, true, Missing("clauses of which some may be broken are read as WCNF")),
    Known("share", None, Required, true, Tunes),
    Known("learn-explicit", None, No, false, Tunes),
    Known("sat-prepro", None, Optional, true, Tunes),
    Known("trans-ext", None, Required, true, Tunes),
    Known("eq", None, Required, false, Tunes),
    Known("backprop", None, No, true, Tunes),
    Known("supp-models", None, No, false, Missing("only answer sets are found, not all supported models")),
    Known(
        "no-ufs-check",
        None,
        No,
        false,
        Missing("every model that is printed is checked for unfounded sets"),
    ),
    Known("no-gamma", None, No, false, Tunes),
    Known("eq-dfs", None, No, false, Tunes),
    Known("solve-limit", None, Required, true, Depends),
    Known("parallel-mode", Some('t'), Required, false, Depends),
    Known("global-restarts", None, Required, true, Tunes),
    Known("distribute", None, Required, true, Tunes),
    Known("integrate", None, Required, false, Tunes),
    Known("enum-mode", Some('e'), Required, false, Depends),
    Known("project", None, Optional, true, Depends),
    Known("models", Some('n'), Required, false, Same("models")),
    Known("opt-mode", None, Required, false, Same("opt-mode")),
    Known("opt-stop", None, Required, false, Same("opt-stop")),
    Known("opt-strategy", None, Required, false, Tunes),
    Known("opt-usc-shrink", None, Required, true, Tunes),
    Known("opt-heuristic", None, Required, true, Tunes),
    Known("restart-on-model", None, No, true, Tunes),
    Known("lookahead", None, Optional, true, Tunes),
    Known("heuristic", None, Required, false, Depends),
    Known("init-moms", None, No, true, Tunes),
    Known("score-res", None, Required, false, Tunes),
    Known("score-other", None, Required, false, Tunes),
    Known("sign-def", None, Required, false, Same("sign-def")),
    Known("sign-fix", None, No, true, Depends),
    Known("berk-huang", None, No, true, Tunes),
    Known("vsids-acids", None, No, true, Tunes),
    Known("vsids-progress", None, Required, true, Tunes),
    Known("nant", None, No, true, Tunes),
    Known("dom-mod", None, Required, true, Depends),
    Known("save-progress", None, Optional, true, Tunes),
    Known("init-watches", None, Required, false, Tunes),
    Known("update-mode", None, Required, false, Tunes),
    Known("acyc-prop", None, Optional, true, Tunes),
    Known("seed", None, Required, false, Same("seed")),
    Known("partial-check", None, Optional, true, Tunes),
    Known("sign-def-disj", None, Required, false, Tunes),
    Known("rand-freq", None, Required, true, Depends),
    Known("rand-prob", None, Required, true, Tunes),
    Known("no-lookback", None, No, false, Tunes),
    Known("forget-on-step", None, Required, true, Tunes),
    Known("strengthen", None, Required, true, Tunes),
    Known("otfs", None, Optional, true, Tunes),
    Known("update-lbd", None, Required, true, Tunes),
    Known("update-act", None, No, false, Tunes),
    Known("reverse-arcs", None, Optional, true, Tunes),
    Known("contraction", None, Required, true, Tunes),
    Known("loops", None, Required, false, Depends),
    Known("restarts", Some('r'), Required, true, Tunes),
    Known("reset-restarts", None, Required, true, Tunes),
    Known("local-restarts", None, No, true, Tunes),
    Known("counter-restarts", None, Required, true, Tunes),
    Known("block-restarts", None, Required, true, Tunes),
    Known("shuffle", None, Required, true, Tunes),
    Known("deletion", Some('d'), Required, true, Tunes),
    Known("del-grow", None, Required, true, Tunes),
    Known("del-cfl", None, Required, true, Tunes),
    Known("del-init", None, Required, true, Tunes),
    Known("del-estimate", None, Optional, true, Tunes),
    Known("del-max", None, Required, true, Tunes),
    Known("del-glue", None, Required, true, Tunes),
    Known("del-on-restart", None, Required, true, Tunes),
    Known("text", None, No, false, Same("text")),
    Known("const", Some('c'), Required, false, Same("const")),
    Known("output", Some('o'), Required, false, Depends),
    Known("output-debug", None, Required, false, Depends),
    Known("warn", Some('W'), Required, false, Same("warn")),
    Known("rewrite-minimize", None, No, false, Tunes),
    Known("preserve-facts", None, Required, false, Tunes),
    Known("reify-sccs", None, No, false, Same("reify-sccs")),
    Known("reify-steps", None, No, false, Same("reify-steps")),
    Known("show-preds", None, Required, false, Same("show-preds")),
    Known("single-shot", None, No, false, Tunes),
    Known("help", Some('h'), Optional, false, Depends),
    Known("version", Some('v'), No, false, Same("version")),
    Known("verbose", Some('V'), Optional, false, Same("verbose")),
    Known("time-limit", None, Required, false, Same("time-limit")),
    Known("fast-exit", None, No, false, Tunes),
    Known("print-portfolio", None, No, false, Missing("there is no portfolio of configurations to print")),
    Known("quiet", Some('q'), Optional, false, Same("quiet")),
    Known(
        "pre",
        None,
        Optional,
        false,
        Missing("the ground program is printed by `--mode=gringo`, as it is before simplification"),
    ),
    Known("outf", None, Required, false, Same("outf")),
    Known("out-atomf", None, Required, false, Same("out-atomf")),
    Known("out-ifs", None, Required, false, Same("out-ifs")),
    Known("out-hide-aux", None, No, false, Same("out-hide-aux")),
    Known("lemma-in", None, Required, false, Missing(LEMMAS)),
    Known("lemma-out", None, Required, false, Missing(LEMMAS)),
    Known("lemma-out-lbd", None, Required, false, Tunes),
    Known("lemma-out-max", None, Required, false, Tunes),
    Known("lemma-out-dom", None, Required, false, Tunes),
    Known("lemma-out-txt", None, No, false, Tunes),
    Known("hcc-out", None, Required, false, Missing("components with head cycles are not written to files")),
    Known(
        "compute",
        None,
        Required,
        false,
        Missing("a literal that has to hold is given by `--assume`, with its name"),
    ),
    Known("mode", None, Required, false, Same("mode")),
    Known("enable-python", None, No, true, Tunes),
];

const LEMMAS: &str = "what the search learns is neither read nor written";

/// An option as it stands on the command line.
struct Given<'a> {
    /// As it was typed, without its value.
    typed: String,
    name: &'a str,
    value: Option<String>,
}

/// What an option comes to.
enum Judged {
    /// Words for `solve`.
    Words(Vec<String>),
    Tunes,
    Missing(String),
}

/// The words of a command line behind `solve`, in its own options. Those that only tune are named by a hidden option.
///
/// # Errors
///
/// When an option is unknown, or would change answers and is missing.
pub fn translate(words: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    let mut words = words.peekable();
    let mut told: Vec<OsString> = Vec::new();
    let own = Command::new("solve");
    let own = SolveArguments::augment_args(own);
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default().to_owned();
        if text == "--" {
            told.push(word);
            told.extend(words);
            break;
        }
        if text == "-" || !text.starts_with('-') {
            match text.parse::<u64>() {
                Ok(models) => told.push(format!("--models={models}").into()),
                Err(_) => told.push(word),
            }
            continue;
        }
        let Some((known, negated, mut given)) = find(&text) else {
            if !is_own(&own, &text) {
                return Err(unknown(&own, &text));
            }
            told.push(word);
            // What its value looks like is not to be looked at.
            if takes_next(&own, &text) {
                told.extend(words.next());
            }
            continue;
        };
        if known.2 == Required && given.value.is_none() && !negated {
            let Some(value) = words.next() else {
                return Err(Failure::Usage(format!("`{}` needs a value", given.typed)));
            };
            given.value = Some(value.to_string_lossy().into_owned());
        }
        if known.2 == No && given.value.is_some() {
            return Err(Failure::Usage(format!("`{}` takes no value", given.typed)));
        }
        match judge(known, negated, &given) {
            Judged::Words(words) => told.extend(words.into_iter().map(OsString::from)),
            Judged::Tunes => told.push(format!("--tuned={}", given.typed).into()),
            Judged::Missing(why) => {
                return Err(Failure::Usage(format!("`{}` is not supported here: {why}", with_value(&given))))
            }
        }
    }
    Ok(told)
}

fn with_value(given: &Given) -> String {
    match &given.value {
        Some(value) if given.typed.starts_with("--") => format!("{}={value}", given.typed),
        Some(value) => format!("{} {value}", given.typed),
        None => given.typed.clone(),
    }
}

/// The option that a word is, if clingo has it and `solve` has none of exactly that name: whether `no-` stands before it, and
/// what is given with it.
fn find(word: &str) -> Option<(&'static Known, bool, Given<'static>)> {
    if let Some(long) = word.strip_prefix("--") {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (long, None),
        };
        let given = |known: &'static Known| Given { typed: format!("--{name}"), name: known.0, value };
        let exact = OPTIONS.iter().find(|known| known.0 == name);
        if let Some(known) = exact {
            return Some((known, false, given(known)));
        }
        let positive = name.strip_prefix("no-");
        if let Some(known) = positive.and_then(|name| OPTIONS.iter().find(|known| known.3 && known.0 == name))
        {
            return Some((known, true, given(known)));
        }
        let begins = |known: &&Known| name.len() > 1 && known.0.starts_with(name);
        let mut matching = OPTIONS.iter().filter(begins);
        let (first, second) = (matching.next()?, matching.next());
        let own = SolveArguments::augment_args(Command::new("solve"));
        return (second.is_none() && !is_own(&own, word)).then(|| (first, false, given(first)));
    }
    let mut characters = word[1..].chars();
    let short = characters.next()?;
    let known = OPTIONS.iter().find(|known| known.1 == Some(short))?;
    let value = characters.as_str();
    let value = value.strip_prefix('=').unwrap_or(value);
    let value = (!value.is_empty()).then(|| value.to_owned());
    Some((known, false, Given { typed: format!("-{short}"), name: known.0, value }))
}

/// What is done about an option with its value.
fn judge(known: &Known, negated: bool, given: &Given) -> Judged {
    let value = given.value.as_deref();
    let word = |name: &str, value: Option<&str>| {
        Judged::Words(vec![match value {
            Some(value) => format!("--{name}={value}"),
            None => format!("--{name}"),
        }])
    };
    match known.4 {
        Tunes => Judged::Tunes,
        Same(name) => word(name, value),
        Missing(why) if !negated => Judged::Missing(why.to_owned()),
        Missing(_) => Judged::Words(Vec::new()),
        Depends => match (given.name, value.unwrap_or_default()) {
            ("help", _) => word("help", None),
            ("project", _) if negated => word("project", Some("no")),
            ("project", _) => word("project", value),
            ("parallel-mode", value) => {
                let (threads, mode) = value.split_once(',').unwrap_or((value, "compete"));
                let mut words = vec![format!("--threads={threads}")];
                if mode != "compete" {
                    words.push("--tuned=split".to_owned());
                }
                Judged::Words(words)
            }
            ("enum-mode", value) => match value.to_ascii_lowercase().as_str() {
                "auto" => Judged::Words(Vec::new()),
                "bt" | "record" => Judged::Tunes,
                _ => word("enum-mode", Some(value)),
            },
            ("solve-limit", value) => word("solve-limit", Some(if negated { "no" } else { value })),
            ("sign-fix", _) if negated => Judged::Words(Vec::new()),
            ("sign-fix", _) => word("sign-fix", None),
            ("rand-freq", _) if negated || value == Some("no") => word("rand-freq", Some("0")),
            ("rand-freq", value) => word("rand-freq", Some(value)),
            ("heuristic", value) if value.eq_ignore_ascii_case("domain") => word("heuristic", Some("Domain")),
            ("dom-mod", value) if !["no", "0"].contains(&value) && !negated => word("dom-mod", Some(value)),
            // Ours has the same name, and other values.
            ("loops", value) if !["common", "distinct", "shared", "no"].contains(&value) => {
                word("loops", Some(value))
            }
            ("output", _) => word("output", value),
            ("output-debug", "none") => Judged::Words(Vec::new()),
            ("output-debug", _) => Judged::Missing(
                "`groundplan ground` prints a ground program, and `--output rules|plan` how it is grounded"
                    .to_owned(),
            ),
            _ => Judged::Tunes,
        },
    }
}

/// The names of an option of `solve` that a word is.
fn is_own(own: &Command, word: &str) -> bool {
    own_argument(own, word).is_some() || word.starts_with("--version") || word.starts_with("--help")
}

fn own_argument<'c>(own: &'c Command, word: &str) -> Option<&'c clap::Arg> {
    let long = word.strip_prefix("--")?;
    let name = long.split('=').next().unwrap_or(long);
    own.get_arguments().find(|argument| argument.get_long() == Some(name))
}

/// Whether the value of an option of `solve` is the next word.
fn takes_next(own: &Command, word: &str) -> bool {
    let argument = own_argument(own, word);
    !word.contains('=')
        && argument
            .is_some_and(|argument| argument.get_action().takes_values() && !argument.is_require_equals_set())
}

fn unknown(own: &Command, word: &str) -> Failure {
    let name = word.split('=').next().unwrap_or(word).trim_start_matches('-');
    let own = own.get_arguments().filter(|argument| !argument.is_hide_set()).filter_map(clap::Arg::get_long);
    let names: BTreeSet<String> =
        own.chain(OPTIONS.iter().map(|known| known.0)).map(|name| format!("--{name}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let hint = match did_you_mean(&format!("--{name}"), &names).filter(|_| name.len() > 3) {
        Some(question) => question,
        None => "`groundplan solve --help` says what there is, beside the options of clingo".to_owned(),
    };
    Failure::Usage(format!("`solve` has no option `{}`: {hint}", word.split('=').next().unwrap_or(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Result<String, String> {
        match translate(line.split(' ').map(OsString::from)) {
            Ok(words) => Ok(words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")),
            Err(Failure::Usage(message)) => Err(message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn words_of_clingo_become_those_of_solve() {
        for (line, expected) in [
            ("p.lp 0", "p.lp --models=0"),
            ("-n 3 p.lp", "--models=3 p.lp"),
            ("-n3 -", "--models=3 -"),
            ("-q p.lp", "--quiet p.lp"),
            ("-q1,0 --quiet=2", "--quiet=1,0 --quiet=2"),
            ("-V2 -V", "--verbose=2 --verbose"),
            ("-t 4,split", "--threads=4 --tuned=split"),
            ("-cn=8 -c m=2", "--const=n=8 --const=m=2"),
            ("--stats=2 -s", "--stats=2 --stats"),
            ("-e brave --enum-mode=auto", "--enum-mode=brave"),
            ("--opt-mode=optN,3,2", "--opt-mode=optN,3,2"),
            ("--configuration jumpy p.lp", "--tuned=--configuration p.lp"),
            ("-r L,100 --no-restarts", "--tuned=-r --tuned=--no-restarts"),
            ("--sat-p=2 --sat-prepro", "--tuned=--sat-p --tuned=--sat-prepro"),
            ("--loops=shared --loops rank", "--tuned=--loops --loops=rank"),
            ("--project --no-project", "--project --project=no"),
            ("-Wnone -W no-other", "--warn=none --warn=no-other"),
            ("--assume -p(1) --backend varisat", "--assume -p(1) --backend varisat"),
            ("-- -q 0", "-- -q 0"),
            ("-o smodels --output=reify", "--output=smodels --output=reify"),
            ("--help=3", "--help"),
            (
                "--dom-mod=5,16 --dom-mod=0 --no-dom-mod",
                "--dom-mod=5,16 --tuned=--dom-mod --tuned=--no-dom-mod",
            ),
            ("--rand-freq=no --no-sign-fix --sign-fix", "--rand-freq=0 --sign-fix"),
            ("--no-supp-models", ""),
        ] {
            match told(line) {
                Ok(words) => assert_eq!(words, expected, "{line}"),
                Err(message) => assert!(expected.is_empty(), "{line}: {message}"),
            }
        }
    }

    #[test]
    fn what_is_not_there_is_said_in_a_sentence() {
        for (line, part) in [
            ("--supp-models", "`--supp-models` is not supported here: only answer sets"),
            ("--output-debug=text", "`--output-debug=text` is not supported here"),
            ("--modles=3", "did you mean `--models`"),
            ("--nonsense", "`solve` has no option `--nonsense`"),
            ("-z", "`solve` has no option `-z`"),
            ("--const", "`--const` needs a value"),
            ("--text=3", "`--text` takes no value"),
        ] {
            let message = told(line).expect_err(line);
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn no_name_is_there_twice() {
        for (index, known) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[..index].iter().all(|other| other.0 != known.0), "{}", known.0);
            assert!(
                known.1.is_none() || OPTIONS[..index].iter().all(|other| other.1 != known.1),
                "{}",
                known.0
            );
        }
    }
}
