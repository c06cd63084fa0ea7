//! clingo's configuration as a tree: sections of keys, an array of solvers, and values.
//!
//! A key is an option of clingo's command line, and has the meaning that it has there. What only tunes clasp's search can be set and
//! read, and changes nothing. The section `tester` configures a solver of clasp that does not exist here: its values are only kept.
//!
//! The shape of the tree never changes, so that a [`ConfigurationKey`] knows it; a [`ConfigurationTree`] has the values.

use std::collections::BTreeMap;
use std::sync::Mutex;

use groundplan_frontend::arguments::SolveArguments;
use groundplan_frontend::configuration::{Configuration, KeyError};
use groundplan_frontend::lock::lock;
use groundplan_frontend::options::{ClingoOption, Key, Refusal, OPTIONS};
use groundplan_frontend::warnings::wanted;

use crate::error::{Error, Result};

/// The length up to which an array can be accessed past its size: that of clasp's `solver`.
const MAX_ELEMENTS: usize = 64;

/// The options that are keys of `tester`, too.
const TESTER: [&str; 4] = ["configuration", "share", "learn-explicit", "sat-prepro"];

/// A section of the configuration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum ConfigurationSection {
    Root,
    Tester,
    Solve,
    Asp,
    Solver,
    TesterSolver,
}

impl ConfigurationSection {
    const ALL: [ConfigurationSection; 6] = [
        ConfigurationSection::Root,
        ConfigurationSection::Tester,
        ConfigurationSection::Solve,
        ConfigurationSection::Asp,
        ConfigurationSection::Solver,
        ConfigurationSection::TesterSolver,
    ];

    fn path(self) -> &'static str {
        match self {
            ConfigurationSection::Root => "",
            ConfigurationSection::Tester => "tester",
            ConfigurationSection::Solve => "solve",
            ConfigurationSection::Asp => "asp",
            ConfigurationSection::Solver => "solver",
            ConfigurationSection::TesterSolver => "tester.solver",
        }
    }

    /// Returns the sections below this one, in clingo's order.
    fn sections(self) -> &'static [ConfigurationSection] {
        match self {
            ConfigurationSection::Root => &[
                ConfigurationSection::Tester,
                ConfigurationSection::Solve,
                ConfigurationSection::Asp,
                ConfigurationSection::Solver,
            ],
            ConfigurationSection::Tester => &[ConfigurationSection::TesterSolver],
            _ => &[],
        }
    }

    fn is_array(self) -> bool {
        matches!(self, ConfigurationSection::Solver | ConfigurationSection::TesterSolver)
    }

    fn is_of_tester(self) -> bool {
        matches!(self, ConfigurationSection::Tester | ConfigurationSection::TesterSolver)
    }

    /// Whether an option is a key of this section.
    fn has(self, known: &ClingoOption) -> bool {
        match self {
            ConfigurationSection::Root => matches!(known.key, Key::Root(_)),
            ConfigurationSection::Tester => TESTER.contains(&known.name),
            ConfigurationSection::Solve => matches!(known.key, Key::Solve(_)),
            ConfigurationSection::Asp => matches!(known.key, Key::Asp(_)),
            ConfigurationSection::Solver | ConfigurationSection::TesterSolver => {
                matches!(known.key, Key::Solver(_))
            }
        }
    }
}

/// An entry of the configuration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum ConfigurationEntry {
    /// A map of keys. Arrays are maps, too, whose keys are those of all elements.
    Section(ConfigurationSection),
    /// An element of an array. All elements have the same values, so that it does not matter which one it is.
    Element(ConfigurationSection),
    /// The value of an option, by its place in [`OPTIONS`].
    Value(ConfigurationSection, u16),
}

/// The key of an entry of the configuration, which is a number for C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConfigurationKey(ConfigurationEntry);

impl From<ConfigurationKey> for u32 {
    fn from(key: ConfigurationKey) -> u32 {
        match key.0 {
            ConfigurationEntry::Section(section) => section as u32,
            ConfigurationEntry::Element(section) => 0x80 | section as u32,
            ConfigurationEntry::Value(section, option) => (u32::from(option) + 1) << 8 | section as u32,
        }
    }
}

impl TryFrom<u32> for ConfigurationKey {
    type Error = Error;

    /// Returns the key with this number.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Value`] if there is none.
    fn try_from(number: u32) -> Result<Self> {
        let section = ConfigurationSection::ALL.get((number & 0x7f) as usize).copied();
        let entry = section.and_then(|section| match (number & 0x80 != 0, number >> 8) {
            (false, 0) => Some(ConfigurationEntry::Section(section)),
            (true, 0) if section.is_array() => Some(ConfigurationEntry::Element(section)),
            (true, _) => None,
            (false, place) => {
                let option = u16::try_from(place - 1).ok()?;
                let known = OPTIONS.get(usize::from(option))?;
                section.has(known).then_some(ConfigurationEntry::Value(section, option))
            }
        });
        let known = entry.map(ConfigurationKey);
        known.ok_or_else(|| Error::Value(format!("the configuration has no key with the number {number}")))
    }
}

impl ConfigurationKey {
    /// The key of the whole configuration.
    pub const ROOT: ConfigurationKey =
        ConfigurationKey(ConfigurationEntry::Section(ConfigurationSection::Root));

    fn section(self) -> ConfigurationSection {
        let (ConfigurationEntry::Section(section)
        | ConfigurationEntry::Element(section)
        | ConfigurationEntry::Value(section, _)) = self.0;
        section
    }

    fn option(self) -> Option<&'static ClingoOption> {
        match self.0 {
            ConfigurationEntry::Value(_, option) => Some(&OPTIONS[usize::from(option)]),
            ConfigurationEntry::Section(_) | ConfigurationEntry::Element(_) => None,
        }
    }

    /// Whether there are keys below this one.
    pub fn is_map(self) -> bool {
        !self.is_value()
    }

    /// Whether the entry is an array.
    pub fn is_array(self) -> bool {
        matches!(self.0, ConfigurationEntry::Section(section) if section.is_array())
    }

    /// Whether the entry has a value, or can have one.
    pub fn is_value(self) -> bool {
        matches!(self.0, ConfigurationEntry::Value(..))
    }

    /// Returns clingo's set of bits for what the entry is: 1 for a value, 2 for an array, 4 for a map.
    pub fn kinds(self) -> u32 {
        u32::from(self.is_value()) | u32::from(self.is_array()) << 1 | u32::from(self.is_map()) << 2
    }

    /// Returns the keys below this one, in clingo's order; none for a value.
    pub fn subkeys(self) -> impl Iterator<Item = ConfigurationKey> {
        let section = self.section();
        let sections = section.sections().iter().map(|&below| ConfigurationEntry::Section(below));
        let options = OPTIONS.iter().enumerate().filter(move |(_, known)| section.has(known));
        let values = options.map(move |(place, _)| ConfigurationEntry::Value(section, place as u16));
        sections.chain(values).filter(move |_| self.is_map()).map(ConfigurationKey)
    }

    /// Returns the name of this key in the map that it is in; that of an element is the name of its array.
    pub fn name(self) -> String {
        match self.option() {
            Some(known) => known.name.replace('-', "_"),
            None => self.section().path().rsplit('.').next().unwrap_or_default().to_owned(),
        }
    }

    /// Returns the names from the root to this key, with dots between them.
    pub fn path(self) -> String {
        let section = self.section().path();
        match self.option() {
            None => section.to_owned(),
            Some(_) if section.is_empty() => self.name(),
            Some(_) => format!("{section}.{}", self.name()),
        }
    }

    /// Returns the key of this name below this one. As in clingo, it may be a path of names and, in arrays, of numbers, with dots
    /// between them; an empty one leads to this key itself.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`], which names the keys that there are, if there is none.
    pub fn at(self, path: &str) -> Result<ConfigurationKey> {
        let path = path.strip_prefix('.').unwrap_or(path);
        if path.is_empty() {
            return Ok(self);
        }
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        if let Some(element) = name.parse().ok().and_then(|index| self.array_at(index).ok()) {
            return element.at(rest);
        }
        // The name of a value is the last one.
        let named = |key: &ConfigurationKey| key.name() == if key.is_value() { path } else { name };
        match self.subkeys().find(named) {
            Some(key) if key.is_value() => Ok(key),
            Some(key) => key.at(rest),
            None => {
                let own = self.path();
                let dot = if own.is_empty() { "" } else { "." };
                let known: Vec<String> = self.subkeys().map(ConfigurationKey::name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                Err(Error::Runtime(format!("there is no key `{own}{dot}{path}`; there are {known}")))
            }
        }
    }

    /// Returns the key of an element of an array. As in clingo, it may lie past the size of the array.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the entry is no array, and [`Error::Index`] if no array is so long.
    pub fn array_at(self, index: usize) -> Result<ConfigurationKey> {
        if !self.is_array() {
            return Err(self.is_no_array());
        }
        if index >= MAX_ELEMENTS {
            return Err(Error::Index(format!("`{}` has no element {index}", self.path())));
        }
        Ok(ConfigurationKey(ConfigurationEntry::Element(self.section())))
    }

    fn is_no_array(self) -> Error {
        Error::Type(format!("`{}` is no array", self.path()))
    }

    /// Returns the description of the entry.
    pub fn description(self) -> String {
        let path = self.path();
        match self.option() {
            // In the words of clingo.
            None => match self.section() {
                ConfigurationSection::Root => "Options".to_owned(),
                ConfigurationSection::Tester => "Tester Options".to_owned(),
                ConfigurationSection::Solve => "Solve Options".to_owned(),
                ConfigurationSection::Asp => "Asp Options".to_owned(),
                ConfigurationSection::Solver | ConfigurationSection::TesterSolver => {
                    "Solver Options".to_owned()
                }
            },
            Some(known) if self.section().is_of_tester() || known.only_tunes() => {
                format!("`{path}` tunes clasp's search, and changes nothing here")
            }
            Some(_) => format!("`{path}`, as in clingo"),
        }
    }
}

/// The number of command lines that are remembered.
const MAX_READ: usize = 16;

/// Command lines that were read: programs make many controls with the same one, and reading it takes as long as a small search.
static READ: Mutex<BTreeMap<Vec<String>, ConfigurationTree>> = Mutex::new(BTreeMap::new());

/// The configuration of a control: its command line, and the keys set since.
#[derive(Clone, Debug)]
pub struct ConfigurationTree {
    configuration: Configuration,
    /// The values that were set below `tester`.
    tester: BTreeMap<ConfigurationKey, String>,
    /// The number of elements of `solver`. As in clingo, it is that of the command line.
    solvers: usize,
}

impl ConfigurationTree {
    /// Reads the arguments of a command line, and checks that they go together.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if an option is invalid or contradicts others, and [`Error::Missing`] if it is not supported.
    pub fn read(words: Vec<String>) -> Result<Self> {
        if let Some(known) = lock(&READ).get(&words) {
            return Ok(known.clone());
        }
        let tree = Self::read_anew(words.clone())?;
        let mut read = lock(&READ);
        if read.len() == MAX_READ {
            read.clear();
        }
        read.insert(words, tree.clone());
        Ok(tree)
    }

    fn read_anew(words: Vec<String>) -> Result<Self> {
        let configuration = Configuration::read(words).map_err(|refusal| match refusal {
            Refusal::Wrong(sentence) => Error::Runtime(sentence),
            Refusal::Missing(sentence) => Error::Missing(sentence),
        })?;
        let arguments = configuration.arguments();
        wanted(&arguments.program.warnings).map_err(Error::Runtime)?;
        arguments.shown().map_err(Error::Runtime)?;
        arguments.config().map_err(Error::Runtime)?;
        let mut tree = ConfigurationTree { configuration, tester: BTreeMap::new(), solvers: 1 };
        let (threads, mode) = tree.parallel_mode();
        // As in clingo, threads that split the search share one configuration.
        if mode != "split" {
            tree.solvers = threads;
        }
        Ok(tree)
    }

    /// Returns the current settings as arguments of `solve`.
    pub fn arguments(&self) -> &SolveArguments {
        self.configuration.arguments()
    }

    /// Sets the least and the greatest value of integer variables, which are no keys: see [`Configuration::set_integer_bounds`].
    pub fn set_integer_bounds(&mut self, least: Option<i64>, greatest: Option<i64>) {
        self.configuration.set_integer_bounds(least, greatest);
    }

    /// Returns the number of threads, and how they share the search.
    fn parallel_mode(&self) -> (usize, String) {
        let text = self.value("parallel-mode");
        let (threads, mode) = text.split_once(',').unwrap_or((&text, ""));
        (threads.parse().unwrap_or(1), mode.to_owned())
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.parallel_mode().0
    }

    /// Whether statistics are wanted of all searches, and of what only we count.
    pub fn wants_statistics(&self) -> bool {
        self.value("stats") != "0"
    }

    /// Returns the value of an option that is a key.
    fn value(&self, name: &str) -> String {
        let known = OPTIONS.iter().find(|known| known.name == name);
        known.and_then(|known| self.configuration.get(known)).unwrap_or_default()
    }

    /// Returns the number of elements of an array.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the entry is no array.
    pub fn array_size(&self, key: ConfigurationKey) -> Result<usize> {
        match key.0 {
            ConfigurationEntry::Section(ConfigurationSection::Solver) => Ok(self.solvers),
            ConfigurationEntry::Section(ConfigurationSection::TesterSolver) => Ok(0),
            _ => Err(key.is_no_array()),
        }
    }

    /// Returns the value of a key: `None` if it was not set, and has no default.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if it is the key of a map.
    pub fn get(&self, key: ConfigurationKey) -> Result<Option<String>> {
        let known = key.option().ok_or_else(|| has_keys(key))?;
        Ok(match key.section().is_of_tester() {
            true => self.tester.get(&key).cloned(),
            false => self.configuration.get(known),
        })
    }

    /// Sets a key to a value.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if the value is invalid or it is the key of a map, and [`Error::Missing`] if the value is not
    /// supported. The key then keeps its old value.
    pub fn set(&mut self, key: ConfigurationKey, text: &str) -> Result<()> {
        let known = key.option().ok_or_else(|| has_keys(key))?;
        if key.section().is_of_tester() {
            self.tester.insert(key, text.to_owned());
            return Ok(());
        }
        let path = key.path();
        self.configuration.set(known, text).map_err(|error| match error {
            KeyError::Value => {
                Error::Runtime(format!("could not set option value: `{text}` is no value of `{path}`"))
            }
            KeyError::Missing(why) => Error::Missing(format!("`{path}` cannot be set: {why}")),
        })
    }
}

fn has_keys(key: ConfigurationKey) -> Error {
    Error::Runtime(format!("`{}` has keys, and no value", key.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> ConfigurationTree {
        ConfigurationTree::read(line.split_whitespace().map(str::to_owned).collect()).expect(line)
    }

    fn at(path: &str) -> ConfigurationKey {
        ConfigurationKey::ROOT.at(path).expect(path)
    }

    fn names(path: &str) -> Vec<String> {
        at(path).subkeys().map(ConfigurationKey::name).collect()
    }

    #[test]
    fn keys_are_those_of_clingo() {
        assert_eq!(
            names(""),
            [
                "tester",
                "solve",
                "asp",
                "solver",
                "configuration",
                "stats",
                "parse_ext",
                "parse_maxsat",
                "share",
                "learn_explicit",
                "sat_prepro"
            ]
        );
        assert_eq!(names("tester"), ["solver", "configuration", "share", "learn_explicit", "sat_prepro"]);
        assert_eq!(names("solver"), names("tester.solver"));
        assert_eq!(names("solver"), names("solver.0"));
        assert!(names("solver").contains(&"opt_usc_shrink".to_owned()));
        assert!(names("solve.models").is_empty());
    }

    #[test]
    fn kinds_are_bits_of_clingo() {
        for (path, kinds) in
            [("", 4), ("solve", 4), ("solve.models", 1), ("solver", 6), ("solver.3", 4), ("tester.solver", 6)]
        {
            assert_eq!(at(path).kinds(), kinds, "{path}");
        }
    }

    #[test]
    fn paths_have_dots() {
        for (path, same) in [
            (".", ""),
            ("solve.", "solve"),
            (".solve", "solve"),
            ("solver.0.seed", "solver.seed"),
            ("tester.solver.1.seed", "tester.solver.seed"),
        ] {
            assert_eq!(at(path), at(same), "{path}");
        }
        assert_eq!(at("solve").at("models").unwrap(), at("solve.models"));
        assert_eq!(at("tester.solver.seed").path(), "tester.solver.seed");
        for path in [
            "nothing",
            "solve.nothing",
            "solve.models.x",
            "solve.models.",
            "tester.solve",
            "solve.opt-mode",
            "solve.0",
            "solver.64",
        ] {
            assert!(matches!(ConfigurationKey::ROOT.at(path), Err(Error::Runtime(_))), "{path}");
        }
        let error = ConfigurationKey::ROOT.at("tester.nothing").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no key `tester.nothing`; there are solver, configuration, share, learn_explicit, sat_prepro"
        );
    }

    #[test]
    fn keys_are_numbers() {
        let mut all = vec![ConfigurationKey::ROOT, at("solver.0"), at("tester.solver.0")];
        let mut seen = 0;
        while let Some(&key) = all.get(seen) {
            all.extend(key.subkeys());
            seen += 1;
        }
        for key in all {
            assert_eq!(ConfigurationKey::try_from(u32::from(key)).unwrap(), key, "{}", key.path());
        }
        for number in [0x80, 6, 0x100 | 2, u32::MAX] {
            assert!(ConfigurationKey::try_from(number).is_err(), "{number}");
        }
    }

    #[test]
    fn values_are_options() {
        let mut tree = read("0 --opt-mode=optN");
        for (path, value) in
            [("solve.models", "0"), ("solve.opt_mode", "optN"), ("solver.0.seed", "1"), ("stats", "0")]
        {
            assert_eq!(tree.get(at(path)).unwrap().as_deref(), Some(value), "{path}");
        }
        tree.set(at("solver.0.seed"), "17").unwrap();
        assert_eq!(tree.get(at("solver.seed")).unwrap().as_deref(), Some("17"));
        assert_eq!(tree.arguments().seed, Some(17));
        tree.set(at("stats"), "2").unwrap();
        assert!(tree.wants_statistics());
        let refused = tree.set(at("solve.models"), "many").unwrap_err();
        assert!(matches!(&refused, Error::Runtime(_)), "{refused}");
        assert_eq!(refused.to_string(), "could not set option value: `many` is no value of `solve.models`");
        assert!(matches!(tree.set(at("asp.supp_models"), "1"), Err(Error::Missing(_))));
        assert!(matches!(tree.set(at("solve"), "1"), Err(Error::Runtime(_))));
        assert!(matches!(tree.get(at("solver.0")), Err(Error::Runtime(_))));
    }

    #[test]
    fn the_tester_has_values_of_its_own() {
        let mut tree = read("--configuration=jumpy");
        assert_eq!(tree.get(at("configuration")).unwrap().as_deref(), Some("jumpy"));
        assert_eq!(tree.get(at("tester.configuration")).unwrap(), None);
        tree.set(at("tester.configuration"), "anything").unwrap();
        tree.set(at("tester.solver.seed"), "2").unwrap();
        assert_eq!(tree.get(at("tester.configuration")).unwrap().as_deref(), Some("anything"));
        assert_eq!(tree.get(at("tester.solver.0.seed")).unwrap().as_deref(), Some("2"));
        assert_eq!(tree.get(at("configuration")).unwrap().as_deref(), Some("jumpy"));
        assert_eq!(tree.get(at("solver.seed")).unwrap().as_deref(), Some("1"));
    }

    #[test]
    fn there_is_a_solver_for_each_thread() {
        for (line, size) in [("", 1), ("-t4", 4), ("-t 4,compete", 4), ("-t4,split", 1)] {
            let mut tree = read(line);
            assert_eq!(tree.array_size(at("solver")).unwrap(), size, "{line}");
            assert_eq!(tree.array_size(at("tester.solver")).unwrap(), 0);
            tree.set(at("solve.parallel_mode"), "2").unwrap();
            assert_eq!((tree.array_size(at("solver")).unwrap(), tree.threads()), (size, 2), "{line}");
        }
        assert!(matches!(read("").array_size(at("solve")), Err(Error::Type(_))));
        assert!(matches!(at("solver.0").array_at(0), Err(Error::Type(_))));
        assert!(matches!(at("solver").array_at(64), Err(Error::Index(_))));
    }

    #[test]
    fn descriptions_say_what_only_tunes() {
        for (path, description) in [
            ("solve", "Solve Options"),
            ("solve.models", "`solve.models`, as in clingo"),
            ("solver.0.restarts", "`solver.restarts` tunes clasp's search, and changes nothing here"),
            ("tester.solver.seed", "`tester.solver.seed` tunes clasp's search, and changes nothing here"),
        ] {
            assert_eq!(at(path).description(), description);
        }
    }
}
