//! Statistics as a tree of values, arrays and maps, which users read and extend.
//!
//! Invariants: a statistic keeps the kind that it was made with, and is never taken out. It is made after the array or map that it is
//! in, so that its key is the greater one.

mod counts;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::error::{Error, Result};

pub use counts::UserStatistics;

/// What a statistic is, by clingo's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatisticKind {
    /// A number.
    Value = 1,
    /// An array of statistics.
    Array = 2,
    /// A map from names to statistics.
    Map = 3,
}

impl StatisticKind {
    fn name(self) -> &'static str {
        match self {
            StatisticKind::Value => "a value",
            StatisticKind::Array => "an array",
            StatisticKind::Map => "a map",
        }
    }

    fn empty(self) -> Statistic {
        match self {
            StatisticKind::Value => Statistic::Value(0.0),
            StatisticKind::Array => Statistic::Array(Vec::new()),
            StatisticKind::Map => Statistic::Map(StatisticNames::default()),
        }
    }
}

/// The key of a statistic in its tree, which is a number for C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StatisticKey(u64);

impl From<u64> for StatisticKey {
    fn from(number: u64) -> Self {
        StatisticKey(number)
    }
}

impl From<StatisticKey> for u64 {
    fn from(key: StatisticKey) -> u64 {
        key.0
    }
}

type StatisticNames = IndexMap<String, StatisticKey, FxBuildHasher>;

#[derive(Clone, Debug)]
enum Statistic {
    Value(f64),
    Array(Vec<StatisticKey>),
    Map(StatisticNames),
}

impl Statistic {
    fn kind(&self) -> StatisticKind {
        match self {
            Statistic::Value(_) => StatisticKind::Value,
            Statistic::Array(_) => StatisticKind::Array,
            Statistic::Map(_) => StatisticKind::Map,
        }
    }

    /// Returns the error for a statistic of another kind than is asked for.
    fn is_no(&self, wanted: StatisticKind) -> Error {
        Error::Type(format!("the statistic is {}, and not {}", self.kind().name(), wanted.name()))
    }
}

/// A tree of statistics, with a map at its root.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The statistics, by their keys.
    all: Vec<Statistic>,
}

impl Default for Statistics {
    fn default() -> Self {
        Statistics::new()
    }
}

impl Statistics {
    /// Returns an empty map.
    pub fn new() -> Self {
        Statistics { all: vec![StatisticKind::Map.empty()] }
    }

    /// Returns the key of the map of all statistics.
    pub fn root(&self) -> StatisticKey {
        StatisticKey(0)
    }

    /// Returns the keys of all statistics: the one in an array or a map comes after it.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = StatisticKey> {
        (0..self.all.len() as u64).map(StatisticKey)
    }

    fn place(&self, key: StatisticKey) -> Result<usize> {
        let place = usize::try_from(key.0).ok().filter(|&place| place < self.all.len());
        place.ok_or_else(|| Error::Value(format!("there is no statistic with the key {}", key.0)))
    }

    fn of(&self, key: StatisticKey) -> Result<&Statistic> {
        Ok(&self.all[self.place(key)?])
    }

    fn array(&self, key: StatisticKey) -> Result<&[StatisticKey]> {
        match self.of(key)? {
            Statistic::Array(values) => Ok(values),
            other => Err(other.is_no(StatisticKind::Array)),
        }
    }

    fn map(&self, key: StatisticKey) -> Result<&StatisticNames> {
        match self.of(key)? {
            Statistic::Map(names) => Ok(names),
            other => Err(other.is_no(StatisticKind::Map)),
        }
    }

    /// Returns what a statistic is.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Value`] if there is none with this key.
    pub fn kind(&self, key: StatisticKey) -> Result<StatisticKind> {
        self.of(key).map(Statistic::kind)
    }

    /// Returns the number of statistics in an array.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no array.
    pub fn array_size(&self, key: StatisticKey) -> Result<usize> {
        self.array(key).map(<[_]>::len)
    }

    /// Returns a statistic in an array.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no array, and [`Error::Index`] if it is too short.
    pub fn array_at(&self, key: StatisticKey, index: usize) -> Result<StatisticKey> {
        let found = self.array(key)?.get(index).copied();
        found.ok_or_else(|| Error::Index(format!("the array has no statistic {index}")))
    }

    /// Adds a statistic to the end of an array: 0, an empty array or an empty map.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no array.
    pub fn push(&mut self, key: StatisticKey, kind: StatisticKind) -> Result<StatisticKey> {
        let (place, new) = (self.place(key)?, StatisticKey(self.all.len() as u64));
        match &mut self.all[place] {
            Statistic::Array(values) => values.push(new),
            other => return Err(other.is_no(StatisticKind::Array)),
        }
        self.all.push(kind.empty());
        Ok(new)
    }

    /// Returns the number of statistics in a map.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no map.
    pub fn map_size(&self, key: StatisticKey) -> Result<usize> {
        self.map(key).map(StatisticNames::len)
    }

    /// Returns the names in a map, in the order in which they were added.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no map.
    pub fn names(&self, key: StatisticKey) -> Result<impl Iterator<Item = &str>> {
        Ok(self.map(key)?.keys().map(String::as_str))
    }

    /// Returns a name in a map by its place among the names.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no map, and [`Error::Index`] if it has fewer names.
    pub fn subkey_name(&self, key: StatisticKey, index: usize) -> Result<&str> {
        let found = self.map(key)?.get_index(index).map(|(name, _)| name.as_str());
        found.ok_or_else(|| Error::Index(format!("the map has no statistic {index}")))
    }

    /// Returns the statistic of this name in a map, if there is one. As in clingo, the name may be a path of names and, in arrays,
    /// of numbers, with dots between them.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no map.
    pub fn find(&self, key: StatisticKey, path: &str) -> Result<Option<StatisticKey>> {
        // The whole comes first: a name that was added may have dots.
        if let Some(&found) = self.map(key)?.get(path) {
            return Ok(Some(found));
        }
        let mut found = key;
        for name in path.split('.') {
            let below = match self.of(found)? {
                Statistic::Map(names) => names.get(name).copied(),
                Statistic::Array(values) => {
                    name.parse().ok().and_then(|index: usize| values.get(index)).copied()
                }
                Statistic::Value(_) => None,
            };
            match below {
                Some(below) => found = below,
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// Returns the statistic of this name, or with this path, in a map: see [`Statistics::find`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no map, and [`Error::Attribute`] if it has no such name.
    pub fn map_at(&self, key: StatisticKey, path: &str) -> Result<StatisticKey> {
        self.find(key, path)?.ok_or_else(|| Error::Attribute(format!("the map has no statistic `{path}`")))
    }

    /// Adds a statistic of this name to a map: 0, an empty array or an empty map. If it has one of this kind, that one is returned.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no map, or has one of this name and of another kind.
    pub fn add_subkey(&mut self, key: StatisticKey, name: &str, kind: StatisticKind) -> Result<StatisticKey> {
        if let Some(&known) = self.map(key)?.get(name) {
            let statistic = self.of(known)?;
            return if statistic.kind() == kind { Ok(known) } else { Err(statistic.is_no(kind)) };
        }
        let (place, new) = (self.place(key)?, StatisticKey(self.all.len() as u64));
        if let Statistic::Map(names) = &mut self.all[place] {
            names.insert(name.to_owned(), new);
        }
        self.all.push(kind.empty());
        Ok(new)
    }

    /// Returns a value.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no value.
    pub fn value(&self, key: StatisticKey) -> Result<f64> {
        match self.of(key)? {
            Statistic::Value(value) => Ok(*value),
            other => Err(other.is_no(StatisticKind::Value)),
        }
    }

    /// Sets a value.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the statistic is no value.
    pub fn set_value(&mut self, key: StatisticKey, value: f64) -> Result<()> {
        let place = self.place(key)?;
        match &mut self.all[place] {
            Statistic::Value(old) => *old = value,
            other => return Err(other.is_no(StatisticKind::Value)),
        }
        Ok(())
    }

    /// Adds a copy of other statistics, as a map of this name that the root does not have yet.
    fn add_copy(&mut self, name: &str, other: &Statistics) {
        let first = self.all.len() as u64;
        let moved = |key: &StatisticKey| StatisticKey(first + key.0);
        self.all.extend(other.all.iter().map(|statistic| match statistic {
            Statistic::Value(value) => Statistic::Value(*value),
            Statistic::Array(values) => Statistic::Array(values.iter().map(moved).collect()),
            Statistic::Map(names) => {
                Statistic::Map(names.iter().map(|(name, key)| (name.clone(), moved(key))).collect())
            }
        }));
        if let Statistic::Map(names) = &mut self.all[0] {
            names.insert(name.to_owned(), StatisticKey(first));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statistics with a value, an array and a map.
    fn made() -> Statistics {
        let mut statistics = Statistics::new();
        let root = statistics.root();
        let count = statistics.add_subkey(root, "count", StatisticKind::Value).unwrap();
        statistics.set_value(count, 2.5).unwrap();
        let list = statistics.add_subkey(root, "list", StatisticKind::Array).unwrap();
        statistics.push(list, StatisticKind::Value).unwrap();
        let map = statistics.push(list, StatisticKind::Map).unwrap();
        let leaf = statistics.add_subkey(map, "leaf", StatisticKind::Value).unwrap();
        statistics.set_value(leaf, 7.0).unwrap();
        statistics
    }

    fn value(statistics: &Statistics, path: &str) -> f64 {
        statistics.value(statistics.map_at(statistics.root(), path).expect(path)).expect(path)
    }

    #[test]
    fn a_tree_is_read_by_names_and_indices() {
        let made = made();
        let root = made.root();
        assert_eq!(made.names(root).unwrap().collect::<Vec<_>>(), ["count", "list"]);
        assert_eq!((made.map_size(root).unwrap(), made.subkey_name(root, 1).unwrap()), (2, "list"));
        assert!(matches!(made.subkey_name(root, 2), Err(Error::Index(_))));
        let list = made.map_at(root, "list").unwrap();
        assert_eq!((made.kind(list).unwrap(), made.array_size(list).unwrap()), (StatisticKind::Array, 2));
        let map = made.array_at(list, 1).unwrap();
        assert_eq!(made.kind(map).unwrap(), StatisticKind::Map);
        assert_eq!(made.value(made.map_at(map, "leaf").unwrap()).unwrap(), 7.0);
        assert!(matches!(made.array_at(list, 2), Err(Error::Index(_))));
        assert!(made.keys().all(|key| made.kind(key).is_ok()));
    }

    #[test]
    fn paths_have_dots() {
        let mut made = made();
        assert_eq!(
            (value(&made, "count"), value(&made, "list.0"), value(&made, "list.1.leaf")),
            (2.5, 0.0, 7.0)
        );
        for path in ["nothing", "", "list.2", "list.x", "count.x", "list.1.leaf.x"] {
            assert_eq!(made.find(made.root(), path).unwrap(), None, "{path}");
            assert!(matches!(made.map_at(made.root(), path), Err(Error::Attribute(_))), "{path}");
        }
        let dotted = made.add_subkey(made.root(), "list.0", StatisticKind::Map).unwrap();
        assert_eq!(made.map_at(made.root(), "list.0").unwrap(), dotted);
    }

    #[test]
    fn a_statistic_keeps_its_kind() {
        let mut made = made();
        let root = made.root();
        let list = made.map_at(root, "list").unwrap();
        assert_eq!(made.add_subkey(root, "list", StatisticKind::Array).unwrap(), list);
        assert_eq!(made.array_size(list).unwrap(), 2);
        for refused in [
            made.add_subkey(root, "list", StatisticKind::Map).map(drop),
            made.add_subkey(list, "name", StatisticKind::Value).map(drop),
            made.push(root, StatisticKind::Value).map(drop),
            made.set_value(list, 1.0),
            made.value(root).map(drop),
            made.map_size(list).map(drop),
            made.array_size(root).map(drop),
        ] {
            assert!(matches!(refused, Err(Error::Type(_))), "{refused:?}");
        }
        let count = made.map_at(root, "count").unwrap();
        assert_eq!(
            made.set_value(list, 1.0).unwrap_err().to_string(),
            "the statistic is an array, and not a value"
        );
        assert!(matches!(made.kind(StatisticKey::from(u64::MAX)), Err(Error::Value(_))));
        assert_eq!(made.value(StatisticKey::from(u64::from(count))).unwrap(), 2.5);
    }

    #[test]
    fn copies_stand_alone() {
        let (mut whole, mut user) = (made(), made());
        whole.add_copy("user_step", &user);
        user.set_value(user.map_at(user.root(), "count").unwrap(), 3.0).unwrap();
        assert_eq!((value(&whole, "user_step.count"), value(&whole, "user_step.list.1.leaf")), (2.5, 7.0));
        assert_eq!(value(&whole, "list.1.leaf"), 7.0);
        assert_eq!(whole.names(whole.root()).unwrap().last(), Some("user_step"));
    }
}
