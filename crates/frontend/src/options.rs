//! Translation of clingo 5.8's options, from its command line and its configuration, into arguments of `solve`.
//!
//! [`OPTIONS`] lists every option of `clingo --help=3`. An option that changes answers or output has clingo's meaning. An
//! option that only tunes clasp's search is accepted and named in one note. An option that would change answers or output but
//! is not supported is refused with a message. Long options may be abbreviated to an unambiguous prefix; one that only
//! an option of clingo begins with stands for that, as in clingo. A bare number is the number of answer sets. Numbers are read as clingo reads them: see [`plain_number`].

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::Command;
use groundplan::diagnostic::did_you_mean;

/// Whether an option takes a value, and where the value stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    No,
    /// After `=`, or directly after a short name.
    Optional,
    /// After `=` or a short name, or as the next word.
    Required,
}

/// The treatment of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OptionMeaning {
    /// Passed to `solve` under this name, with the same value.
    Same(&'static str),
    /// Accepted and ignored: it only tunes clasp's search.
    Tunes,
    /// Refused: it would change what is found or printed. The text ends the message.
    Missing(&'static str),
    /// Dependent on the value: see [`translate_option`].
    Depends,
}

/// The section of clingo's configuration that has an option as a key, with the default value. The key is the name with `_`
/// for `-`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Not a key.
    Nowhere,
    /// The top level.
    Root(&'static str),
    /// The section `solve`.
    Solve(&'static str),
    /// The section `asp`.
    Asp(&'static str),
    /// The section `solver`.
    Solver(&'static str),
}

use Key::{Asp, Nowhere, Root, Solve, Solver};
use OptionMeaning::{Depends, Missing, Same, Tunes};
use Value::{No, Optional, Required};

/// An option of clingo.
pub struct ClingoOption {
    /// The long name, without dashes.
    pub name: &'static str,
    short: Option<char>,
    value: Value,
    /// Whether the name may be prefixed with `no-`.
    is_negatable: bool,
    meaning: OptionMeaning,
    /// The section and default value of the option in the configuration.
    pub key: Key,
}

impl ClingoOption {
    /// Whether the option is accepted but has no effect.
    pub fn only_tunes(&self) -> bool {
        self.meaning == Tunes
    }
}

const fn option(
    name: &'static str,
    short: Option<char>,
    value: Value,
    is_negatable: bool,
    meaning: OptionMeaning,
    key: Key,
) -> ClingoOption {
    ClingoOption { name, short, value, is_negatable, meaning, key }
}

/// The options of clingo 5.8.3, in the order of its help.
pub const OPTIONS: &[ClingoOption] = &[
    option("configuration", None, Required, false, Tunes, Root("auto")),
    option("tester", None, Required, false, Tunes, Nowhere),
    option("stats", Some('s'), Optional, false, Depends, Root("0")),
    option("parse-ext", None, No, true, Tunes, Root("false")),
    option(
        "parse-maxsat",
        None,
        No,
        true,
        Missing("clauses of which some may be broken are read as WCNF"),
        Root("false"),
    ),
    option("share", None, Required, true, Tunes, Root("auto")),
    option("learn-explicit", None, No, false, Tunes, Root("0")),
    option("sat-prepro", None, Optional, true, Tunes, Root("no")),
    option("trans-ext", None, Required, true, Tunes, Asp("dynamic")),
    option("eq", None, Required, false, Tunes, Asp("3")),
    option("backprop", None, No, true, Tunes, Asp("0")),
    option(
        "supp-models",
        None,
        No,
        false,
        Missing("only answer sets are found, not all supported models"),
        Asp("0"),
    ),
    option(
        "no-ufs-check",
        None,
        No,
        false,
        Missing("every model that is printed is checked for unfounded sets"),
        Asp("0"),
    ),
    option("no-gamma", None, No, false, Tunes, Asp("0")),
    option("eq-dfs", None, No, false, Tunes, Asp("0")),
    // A key of the configuration only, not an option.
    option("dlp-old-map", None, No, true, Tunes, Asp("0")),
    option("solve-limit", None, Required, true, Depends, Solve("umax,umax")),
    option("parallel-mode", Some('t'), Required, false, Depends, Solve("1,compete")),
    option("global-restarts", None, Required, true, Tunes, Solve("no")),
    option("distribute", None, Required, true, Tunes, Solve("conflict,global,4,4194303")),
    option("integrate", None, Required, false, Tunes, Solve("gp,1024,all")),
    option("enum-mode", Some('e'), Required, false, Depends, Solve("auto")),
    option("project", None, Optional, true, Depends, Solve("no")),
    option("models", Some('n'), Required, false, Depends, Solve("-1")),
    option("opt-mode", None, Required, false, Same("opt-mode"), Solve("opt")),
    option("opt-stop", None, Required, false, Depends, Solve("no")),
    option("opt-strategy", None, Required, false, Depends, Solver("bb,lin")),
    option("opt-usc-shrink", None, Required, true, Tunes, Solver("no")),
    option("opt-heuristic", None, Required, true, Tunes, Solver("no")),
    option("restart-on-model", None, No, true, Tunes, Solver("0")),
    option("lookahead", None, Optional, true, Tunes, Solver("no")),
    option("heuristic", None, Required, false, Depends, Solver("vsids,92")),
    option("init-moms", None, No, true, Tunes, Solver("1")),
    option("score-res", None, Required, false, Tunes, Solver("auto")),
    option("score-other", None, Required, false, Tunes, Solver("all")),
    option("sign-def", None, Required, false, Same("sign-def"), Solver("asp")),
    option("sign-fix", None, No, true, Depends, Solver("0")),
    option("berk-huang", None, No, true, Tunes, Solver("0")),
    option("vsids-acids", None, No, true, Tunes, Solver("0")),
    option("vsids-progress", None, Required, true, Tunes, Solver("no")),
    option("nant", None, No, true, Tunes, Solver("0")),
    option("dom-mod", None, Required, true, Depends, Solver("no")),
    option("save-progress", None, Optional, true, Tunes, Solver("160")),
    option("init-watches", None, Required, false, Tunes, Solver("least")),
    option("update-mode", None, Required, false, Tunes, Solver("propagate")),
    option("acyc-prop", None, Optional, true, Tunes, Solver("1")),
    option("seed", None, Required, false, Same("seed"), Solver("1")),
    option("partial-check", None, Optional, true, Tunes, Solver("no")),
    option("sign-def-disj", None, Required, false, Tunes, Solver("asp")),
    option("rand-freq", None, Required, true, Depends, Solver("0")),
    option("rand-prob", None, Required, true, Depends, Solver("no")),
    option("no-lookback", None, No, false, Tunes, Solver("false")),
    option("forget-on-step", None, Required, true, Tunes, Solver("no")),
    option("strengthen", None, Required, true, Tunes, Solver("recursive,all,yes")),
    option("otfs", None, Optional, true, Tunes, Solver("2")),
    option("update-lbd", None, Required, true, Tunes, Solver("less,0")),
    option("update-act", None, No, false, Tunes, Solver("0")),
    option("reverse-arcs", None, Optional, true, Tunes, Solver("0")),
    option("contraction", None, Required, true, Tunes, Solver("no")),
    option("loops", None, Required, false, Depends, Solver("shared")),
    option("restarts", Some('r'), Required, true, Tunes, Solver("l,60")),
    option("reset-restarts", None, Required, true, Tunes, Solver("no")),
    option("local-restarts", None, No, true, Tunes, Solver("1")),
    option("counter-restarts", None, Required, true, Tunes, Solver("no")),
    option("block-restarts", None, Required, true, Tunes, Solver("no")),
    option("shuffle", None, Required, true, Tunes, Solver("no")),
    option("deletion", Some('d'), Required, true, Tunes, Solver("basic,50,activity")),
    option("del-grow", None, Required, true, Tunes, Solver("no")),
    option("del-cfl", None, Required, true, Tunes, Solver("+,2000,100,20")),
    option("del-init", None, Required, true, Tunes, Solver("3,10,4294967285")),
    option("del-estimate", None, Optional, true, Tunes, Solver("1")),
    option("del-max", None, Required, true, Tunes, Solver("2000000,0")),
    option("del-glue", None, Required, true, Tunes, Solver("2,0")),
    option("del-on-restart", None, Required, true, Tunes, Solver("0")),
    option("text", None, No, false, Same("text"), Nowhere),
    option("const", Some('c'), Required, false, Same("const"), Nowhere),
    option("output", Some('o'), Required, false, Depends, Nowhere),
    option("output-debug", None, Required, false, Depends, Nowhere),
    option("warn", Some('W'), Required, false, Same("warn"), Nowhere),
    option("rewrite-minimize", None, No, false, Tunes, Nowhere),
    option("preserve-facts", None, Required, false, Same("preserve-facts"), Nowhere),
    // Not in the help.
    option("keep-facts", None, No, false, Depends, Nowhere),
    option("reify-sccs", None, No, false, Same("reify-sccs"), Nowhere),
    option("reify-steps", None, No, false, Same("reify-steps"), Nowhere),
    option("show-preds", None, Required, false, Same("show-preds"), Nowhere),
    option("single-shot", None, No, false, Tunes, Nowhere),
    option("help", Some('h'), Optional, false, Depends, Nowhere),
    option("version", Some('v'), No, false, Same("version"), Nowhere),
    option("verbose", Some('V'), Optional, false, Same("verbose"), Nowhere),
    option("time-limit", None, Required, false, Same("time-limit"), Nowhere),
    option("fast-exit", None, No, false, Tunes, Nowhere),
    option(
        "print-portfolio",
        None,
        No,
        false,
        Missing("there is no portfolio of configurations to print"),
        Nowhere,
    ),
    option("quiet", Some('q'), Optional, false, Same("quiet"), Nowhere),
    option(
        "pre",
        None,
        Optional,
        false,
        Missing("the ground program is printed by `--mode=gringo`, as it is before simplification"),
        Nowhere,
    ),
    option("outf", None, Required, false, Same("outf"), Nowhere),
    option("out-atomf", None, Required, false, Same("out-atomf"), Nowhere),
    option("out-ifs", None, Required, false, Same("out-ifs"), Nowhere),
    option("out-hide-aux", None, No, false, Same("out-hide-aux"), Nowhere),
    option("lemma-in", None, Required, false, Missing(LEMMAS), Nowhere),
    option("lemma-out", None, Required, false, Missing(LEMMAS), Nowhere),
    option("lemma-out-lbd", None, Required, false, Tunes, Nowhere),
    option("lemma-out-max", None, Required, false, Tunes, Nowhere),
    option("lemma-out-dom", None, Required, false, Tunes, Nowhere),
    option("lemma-out-txt", None, No, false, Tunes, Nowhere),
    option(
        "hcc-out",
        None,
        Required,
        false,
        Missing("components with head cycles are not written to files"),
        Nowhere,
    ),
    option(
        "compute",
        None,
        Required,
        false,
        Missing("a literal that has to hold is given by `--assume` or `Control.solve(assumptions=...)`, with its name"),
        Nowhere,
    ),
    option("mode", None, Required, false, Same("mode"), Nowhere),
    option("enable-python", None, No, true, Tunes, Nowhere),
];

const LEMMAS: &str = "what the search learns is neither read nor written";

/// An option given on the command line.
struct GivenOption<'a> {
    /// The option as typed, without its value.
    typed: String,
    name: &'a str,
    value: Option<String>,
}

/// The translation of one option.
enum OptionTranslation {
    /// Arguments of `solve`.
    Words(Vec<String>),
    Tunes,
    Missing(String),
}

/// A command line translated into arguments of `solve` and into keys of clingo's configuration.
#[derive(Default, Debug)]
pub struct TranslatedArguments {
    /// The arguments. A hidden option names the options that only tune.
    pub words: Vec<OsString>,
    /// Keys and their values.
    pub keys: Vec<(&'static str, String)>,
}

/// The reason why a command line is refused, as a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The option or its value does not exist.
    Wrong(String),
    /// The option exists in clingo and would change answers, but is not supported.
    Missing(String),
}

impl Refusal {
    /// Returns the message.
    pub fn into_sentence(self) -> String {
        let (Refusal::Wrong(sentence) | Refusal::Missing(sentence)) = self;
        sentence
    }
}

/// Translates the arguments that follow `solve`. `own` declares the arguments that `solve` takes.
///
/// # Errors
///
/// Returns a [`Refusal`] if an option is unknown, or would change answers and is not supported.
pub fn translate(
    words: impl Iterator<Item = OsString>,
    own: &Command,
) -> Result<TranslatedArguments, Refusal> {
    let mut words = words.peekable();
    let mut told = TranslatedArguments::default();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default().to_owned();
        if text == "--" {
            told.words.push(word);
            told.words.extend(words);
            break;
        }
        if text == "-" || !text.starts_with('-') {
            match plain_number(&text).filter(|number| number.parse::<u64>().is_ok()) {
                Some(models) => {
                    told.words.push(format!("--models={models}").into());
                    told.keys.push(("models", models));
                }
                None => told.words.push(word),
            }
            continue;
        }
        let Some((known, negated, mut given)) = find(&text, own) else {
            let (word, text) = match is_own(own, &text) {
                true => (word, text),
                false => {
                    let text = spelled_out(own, &text)?;
                    (text.clone().into(), text)
                }
            };
            told.words.push(word);
            // The next word is a value, even if it looks like an option.
            if takes_next(own, &text) {
                told.words.extend(words.next());
            }
            continue;
        };
        if known.value == Required && given.value.is_none() && !negated {
            let Some(value) = words.next() else {
                return Err(Refusal::Wrong(format!("`{}` needs a value", given.typed)));
            };
            given.value = Some(value.to_string_lossy().into_owned());
        }
        given.value = given.value.map(|value| plain_value(known, value));
        if known.value == No && given.value.is_some() {
            return Err(Refusal::Wrong(format!("`{}` takes no value", given.typed)));
        }
        match translate_option(known, negated, &given) {
            OptionTranslation::Words(words) => told.words.extend(words.into_iter().map(OsString::from)),
            OptionTranslation::Tunes => told.words.push(format!("--tuned={}", given.typed).into()),
            OptionTranslation::Missing(why) => {
                let sentence = format!("`{}` is not supported here: {why}", with_value(&given));
                return Err(Refusal::Missing(sentence));
            }
        }
        if known.key != Nowhere {
            let usual = if known.name == "project" { "auto" } else { "1" };
            let value = if negated { "no" } else { given.value.as_deref().unwrap_or(usual) };
            told.keys.push((known.name, value.to_owned()));
        }
    }
    Ok(told)
}

/// Translates a key of clingo's configuration and its value into arguments of `solve`.
///
/// # Errors
///
/// Returns a message if the setting would change answers and is not supported.
pub fn translate_key(known: &ClingoOption, text: &str) -> Result<Vec<String>, String> {
    let (negated, value) = match known.value {
        No => (["no", "0", "off", "false"].contains(&text), None),
        _ if known.is_negatable && text == "no" => (true, None),
        _ => (false, Some(plain_value(known, text.to_owned()))),
    };
    match translate_option(known, negated, &GivenOption { typed: String::new(), name: known.name, value }) {
        OptionTranslation::Words(words) => Ok(words),
        OptionTranslation::Tunes => Ok(Vec::new()),
        OptionTranslation::Missing(why) => Err(why),
    }
}

/// Returns the value of an option with its numbers in plain decimals. The value of an option that takes a text is unchanged.
fn plain_value(known: &ClingoOption, value: String) -> String {
    if ["const", "out-atomf", "out-ifs", "show-preds"].contains(&known.name) {
        return value;
    }
    let plain = |part: &str| plain_number(part).unwrap_or_else(|| part.to_owned());
    value.split(',').map(plain).collect::<Vec<_>>().join(",")
}

/// Returns a number in plain decimals; `None` if the text is no number. As in clingo, whose numbers are read by C's functions,
/// white space and a plus sign may precede it, and whole numbers may be hexadecimal.
fn plain_number(text: &str) -> Option<String> {
    let blanks = [' ', '\t', '\n', '\u{b}', '\u{c}', '\r'];
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u64::from_str_radix(digits, 16).ok().map(|number| number.to_string());
    }
    let signed = text.trim_start_matches(blanks);
    let number = signed.strip_prefix('+').unwrap_or(signed);
    let starts_as_one =
        number.trim_start_matches(['-', '.']).starts_with(|first: char| first.is_ascii_digit());
    match number.parse::<u64>() {
        // Without leading zeros.
        Ok(whole) => Some(whole.to_string()),
        Err(_) => (starts_as_one && number.parse::<f64>().is_ok()).then(|| number.to_owned()),
    }
}

fn with_value(given: &GivenOption) -> String {
    match &given.value {
        Some(value) if given.typed.starts_with("--") => format!("{}={value}", given.typed),
        Some(value) => format!("{} {value}", given.typed),
        None => given.typed.clone(),
    }
}

/// Returns clingo's option that `word` names, unless `solve` has an option of exactly that name. The flag tells whether `no-`
/// precedes the name.
fn find(word: &str, own: &Command) -> Option<(&'static ClingoOption, bool, GivenOption<'static>)> {
    if let Some(long) = word.strip_prefix("--") {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (long, None),
        };
        let given = |known: &'static ClingoOption| GivenOption {
            typed: format!("--{name}"),
            name: known.name,
            value,
        };
        let exact = OPTIONS.iter().find(|known| known.name == name);
        if let Some(known) = exact {
            return Some((known, false, given(known)));
        }
        let positive = name.strip_prefix("no-");
        if let Some(known) =
            positive.and_then(|name| OPTIONS.iter().find(|known| known.is_negatable && known.name == name))
        {
            return Some((known, true, given(known)));
        }
        let begins = |known: &&ClingoOption| name.len() > 1 && known.name.starts_with(name);
        let mut matching = OPTIONS.iter().filter(begins);
        let (first, second) = (matching.next()?, matching.next());
        return (second.is_none() && !is_own(own, word)).then(|| (first, false, given(first)));
    }
    let mut characters = word[1..].chars();
    let short = characters.next()?;
    let known = OPTIONS.iter().find(|known| known.short == Some(short))?;
    let value = characters.as_str();
    let value = value.strip_prefix('=').unwrap_or(value);
    let value = (!value.is_empty()).then(|| value.to_owned());
    Some((known, false, GivenOption { typed: format!("-{short}"), name: known.name, value }))
}

/// Translates one option and its value.
fn translate_option(known: &ClingoOption, negated: bool, given: &GivenOption) -> OptionTranslation {
    let value = given.value.as_deref();
    let word = |name: &str, value: Option<&str>| {
        OptionTranslation::Words(vec![match value {
            Some(value) => format!("--{name}={value}"),
            None => format!("--{name}"),
        }])
    };
    match known.meaning {
        Tunes => OptionTranslation::Tunes,
        Same(name) => word(name, value),
        Missing(why) if !negated => OptionTranslation::Missing(why.to_owned()),
        Missing(_) => OptionTranslation::Words(Vec::new()),
        Depends => match (given.name, value.unwrap_or_default()) {
            ("help", "") if given.typed == "-h" => OptionTranslation::Words(vec!["-h".to_owned()]),
            ("help", _) => word("help", None),
            ("stats", "no") => word("stats", Some("0")),
            ("stats", _) => word("stats", value),
            // As in clingo, -1 is the default of `models`.
            ("models", "-1") | ("opt-stop", "no" | "off") | ("output-debug", "none") => {
                OptionTranslation::Words(Vec::new())
            }
            ("models", value) => word("models", Some(value)),
            ("opt-stop", value) => word("opt-stop", Some(value)),
            ("project", _) if negated => word("project", Some("no")),
            ("project", "1") => word("project", Some("auto")),
            ("project", "0" | "off" | "false") => word("project", Some("no")),
            ("project", _) => word("project", value),
            ("parallel-mode", value) => {
                let (threads, mode) = value.split_once(',').unwrap_or((value, "compete"));
                let mut words = vec![format!("--threads={threads}")];
                if mode != "compete" {
                    words.push("--tuned=split".to_owned());
                }
                OptionTranslation::Words(words)
            }
            ("enum-mode", value) => match value.to_ascii_lowercase().as_str() {
                "auto" => OptionTranslation::Words(Vec::new()),
                "bt" | "record" => OptionTranslation::Tunes,
                _ => word("enum-mode", Some(value)),
            },
            ("solve-limit", value) => word("solve-limit", Some(if negated { "no" } else { value })),
            ("sign-fix", _) if negated => OptionTranslation::Words(Vec::new()),
            ("sign-fix", _) => word("sign-fix", None),
            ("rand-freq", _) if negated || value == Some("no") => word("rand-freq", Some("0")),
            ("rand-freq", value) => word("rand-freq", Some(value)),
            ("rand-prob", _) if negated || value == Some("no") => word("rand-prob", Some("0")),
            ("rand-prob", _) => word("rand-prob", value),
            ("heuristic", value) if decides_by_domain(value) => word("heuristic", Some("Domain")),
            ("dom-mod", value) if !["no", "0"].contains(&value) && !negated => word("dom-mod", Some(value)),
            // The option of `solve` has the same name, but other values.
            ("loops", value) if !["common", "distinct", "shared", "no"].contains(&value) => {
                word("loops", Some(value))
            }
            ("output", _) => word("output", value),
            // clasp's search for unsatisfiable cores prints the lower bounds that it proves.
            ("opt-strategy", value) if value.starts_with("usc") => OptionTranslation::Words(vec![
                "--lower-bounds".to_owned(),
                format!("--tuned={}", given.typed),
            ]),
            ("keep-facts", _) => word("preserve-facts", Some("body")),
            ("output-debug", _) => OptionTranslation::Missing(
                "`groundplan ground` prints a ground program, and `--output rules|plan` how it is grounded"
                    .to_owned(),
            ),
            _ => OptionTranslation::Tunes,
        },
    }
}

/// Whether a heuristic of clasp is the domain heuristic; parameters may follow after a comma.
fn decides_by_domain(value: &str) -> bool {
    value.split(',').next().is_some_and(|name| name.eq_ignore_ascii_case("domain"))
}

/// Whether `word` is an option of `solve`.
fn is_own(own: &Command, word: &str) -> bool {
    own_argument(own, word).is_some() || word.starts_with("--version") || word.starts_with("--help")
}

fn own_argument<'c>(own: &'c Command, word: &str) -> Option<&'c clap::Arg> {
    let long = word.strip_prefix("--")?;
    let name = long.split('=').next().unwrap_or(long);
    own.get_arguments().find(|argument| argument.get_long() == Some(name))
}

/// Whether the option of `solve` that `word` names takes its value from the next word.
fn takes_next(own: &Command, word: &str) -> bool {
    let argument = own_argument(own, word);
    !word.contains('=')
        && argument
            .is_some_and(|argument| argument.get_action().takes_values() && !argument.is_require_equals_set())
}

/// Returns the names of all options that are not hidden: those of `solve`, and those of clingo.
fn names(own: &Command) -> BTreeSet<String> {
    let own = own.get_arguments().filter(|argument| !argument.is_hide_set()).filter_map(clap::Arg::get_long);
    own.chain(OPTIONS.iter().map(|known| known.name)).map(|name| format!("--{name}")).collect()
}

/// Returns an abbreviated option of `solve` with its whole name, and its value if it has one.
fn spelled_out(own: &Command, word: &str) -> Result<String, Refusal> {
    let (name, value) = word.split_at(word.find('=').unwrap_or(word.len()));
    let names = names(own);
    let matching: Vec<&String> =
        names.iter().filter(|known| name.len() > 3 && known.starts_with(name)).collect();
    match matching.as_slice() {
        [] => Err(Refusal::Wrong(unknown(own, word))),
        [single] => Ok(format!("{single}{value}")),
        several => {
            let listed: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
            Err(Refusal::Wrong(format!("`{name}` is ambiguous: it begins {}", listed.join(", "))))
        }
    }
}

fn unknown(own: &Command, word: &str) -> String {
    let name = word.split('=').next().unwrap_or(word).trim_start_matches('-');
    let names = names(own);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let hint = match did_you_mean(&format!("--{name}"), &names).filter(|_| name.len() > 3) {
        Some(question) => question,
        None => "`groundplan solve --help` says what there is, beside the options of clingo".to_owned(),
    };
    format!("`solve` has no option `{}`: {hint}", word.split('=').next().unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use clap::Args;

    use super::*;
    use crate::arguments::SolveArguments;

    fn told(line: &str) -> Result<String, String> {
        told_words(&line.split(' ').collect::<Vec<_>>())
    }

    fn told_words(words: &[&str]) -> Result<String, String> {
        let own = SolveArguments::augment_args(Command::new("solve"));
        let told = translate(words.iter().map(OsString::from), &own).map_err(Refusal::into_sentence)?;
        Ok(told.words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "))
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
            ("--keep-facts --preserve-facts all", "--preserve-facts=body --preserve-facts=all"),
            ("0x10 +3 010", "--models=16 --models=3 --models=10"),
        ] {
            match told(line) {
                Ok(words) => assert_eq!(words, expected, "{line}"),
                Err(message) => assert!(expected.is_empty(), "{line}: {message}"),
            }
        }
    }

    #[test]
    fn numbers_may_follow_white_space() {
        for (word, expected) in [
            ("-n 0", "--models=0"),
            ("-t 2", "--threads=2"),
            (" 0", "--models=0"),
            ("\t+3", "--models=3"),
            ("--seed= 7", "--seed=7"),
            ("--models=\n0x", "--models=\n0x"),
            ("--rand-freq= .5", "--rand-freq=.5"),
            ("--opt-mode=optN, 3, -2", "--opt-mode=optN,3,-2"),
            ("--solve-limit=0x10,umax", "--solve-limit=16,umax"),
            ("--out-ifs= 3", "--out-ifs= 3"),
            ("-c n= 3", "--const= n= 3"),
            ("--opt-mode= optN", "--opt-mode= optN"),
            ("3 ", "3 "),
            (" p.lp", " p.lp"),
        ] {
            assert_eq!(told_words(&[word]).as_deref(), Ok(expected), "{word:?}");
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
            let earlier = &OPTIONS[..index];
            assert!(earlier.iter().all(|other| other.name != known.name), "{}", known.name);
            let is_new = known.short.is_none() || earlier.iter().all(|other| other.short != known.short);
            assert!(is_new, "{}", known.name);
        }
    }
}
