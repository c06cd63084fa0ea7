//! Checks.
use std::path::Path;
fn main() {
    for dir in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        match groundplan_certificate::check(
            Path::new(&dir),
            Path::new("/work/tools/veripb/bin/veripb"),
            &|| false,
        ) {
            groundplan_certificate::Verdict::Verified(v) => println!(
                "{dir}: VERIFIED sets {} axioms {} {:.2}s",
                v.sets,
                v.axioms,
                t.elapsed().as_secs_f64()
            ),
            other => {
                println!("{dir}: {other:?}");
                std::process::exit(1)
            }
        }
    }
}
