//! Gives the library the name that programs linked with clingo's look for, and compiles what only C can say.

use std::env;

fn main() {
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux") => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libclingo.so.4"),
        Ok("macos") => println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libclingo.4.dylib"),
        _ => {}
    }
    println!("cargo::rerun-if-changed=src/ast_build.c");
    cc::Build::new().file("src/ast_build.c").compile("groundplan_ast_build");
}
