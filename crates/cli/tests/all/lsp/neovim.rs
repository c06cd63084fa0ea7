//! Neovim as an editor of the server, without a screen: it is told what to do by a Lua script.

use std::process::Command;

use crate::support::{folder, installed};

/// Opens `main.lp`, waits for diagnostics, corrects the text, renames, formats and saves.
const SCRIPT: &str = include_str!("neovim.lua");

#[test]
fn neovim_shows_diagnostics_renames_and_formats() {
    let Some(neovim) = installed("GROUNDPLAN_NVIM", "nvim", &["--version"]) else { return };
    let main = "#include \"graph.lp\".\nreach(1).   reach(Y):-reach(X),edge( X,Y ).\n:- reach(é𝕏).\n";
    let files = folder(&[("main.lp", main), ("graph.lp", "edge(1,2).\n"), ("session.lua", SCRIPT)]);
    let output = Command::new(neovim)
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile session.lua"])
        .env("GROUNDPLAN", assert_cmd::cargo::cargo_bin!("groundplan"))
        .env("XDG_CACHE_HOME", files.path())
        .env("XDG_STATE_HOME", files.path())
        .current_dir(files.path())
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("`é` is not a character of the language"), "{said}");
    let text = |name: &str| std::fs::read_to_string(files.path().join(name)).expect("a file");
    assert_eq!(text("main.lp"), "#include \"graph.lp\".\nreach(1). reach(Y) :- reach(X), arc(X,Y).\n");
    assert_eq!(text("graph.lp"), "arc(1,2).\n");
}
