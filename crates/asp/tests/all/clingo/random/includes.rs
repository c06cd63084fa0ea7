//! Trees of files that include each other, with parts, for solving step by step.
//!
//! Every statement has a name of its own, so that nothing is defined twice, whichever part it comes to be in.

use std::fmt::Write;

use super::Generator;

impl Generator {
    /// Files by their paths; the first one is the program.
    pub fn includes(&mut self) -> Vec<(String, String)> {
        let count = 2 + self.below(5);
        let paths: Vec<String> = (0..count)
            .map(|file| match self.below(4) {
                _ if file == 0 => "program.lp".to_owned(),
                0 => format!("sub/f{file}.lp"),
                // The same name in two folders.
                1 => "sub/program.lp".to_owned(),
                _ => format!("f{file}.lp"),
            })
            .collect();
        let mut files: Vec<(String, String)> = Vec::new();
        for (file, path) in paths.iter().enumerate() {
            if files.iter().any(|(known, _)| known == path) {
                continue;
            }
            let mut text = String::new();
            if file == 0 {
                let _ = writeln!(
                    text,
                    "#include <incmode>. #const imax = {}. #const istop = \"UNSAT\".",
                    2 + self.below(2)
                );
            }
            for statement in 0..2 + self.below(6) {
                let name = format!("{}{file}_{statement}", self.pick(&["a", "b"]));
                let _ = match self.below(7) {
                    0 => {
                        writeln!(text, "#program {}.", self.pick(&["base", "step(t)", "check(t)", "step(s)"]))
                    }
                    1 | 2 => writeln!(text, "#include \"{}\".", self.path_of(path, &paths)),
                    3 => writeln!(text, "{name}(t) :- {name}x(t,1..2). {name}x(s,X) :- X = 1..2."),
                    4 => writeln!(text, "{{ {name}(t,s) }}."),
                    _ => writeln!(text, "{name}(t,s)."),
                };
            }
            files.push((path.clone(), text));
        }
        files
    }

    /// The files that a command line names: the program and perhaps others, which may be included as well, some twice and some
    /// by another path.
    pub fn named(&mut self, files: &[(String, String)]) -> Vec<String> {
        let mut named = vec!["program.lp".to_owned()];
        if self.one_in(2) {
            return named;
        }
        for _ in 0..1 + self.below(3) {
            let (path, _) = &files[self.below(files.len())];
            let dots = if self.one_in(4) { "./" } else { "" };
            let place = self.below(named.len() + 1);
            named.insert(place, format!("{dots}{path}"));
        }
        named
    }

    /// How a file names one of others: from the top folder, or from its own.
    fn path_of(&mut self, from: &str, paths: &[String]) -> String {
        let target = &paths[self.below(paths.len())];
        let local = match (from.starts_with("sub/"), target.strip_prefix("sub/")) {
            (true, Some(name)) if self.one_in(2) => name.to_owned(),
            (true, None) if self.one_in(2) => format!("../{target}"),
            _ => target.clone(),
        };
        if self.one_in(4) {
            format!("./{local}")
        } else {
            local
        }
    }
}
