use groundplan_reference::{Program, Text};
fn main() {
    let mut texts = Vec::new();
    let mut atoms = String::new();
    let mut constants = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        match a.as_str() {
            "-a" => atoms = std::fs::read_to_string(args.next().unwrap()).unwrap(),
            "-c" => constants.push(args.next().unwrap()),
            _ => texts.push(Text { text: std::fs::read_to_string(&a).unwrap(), name: a }),
        }
    }
    let start = std::time::Instant::now();
    let program = Program::read(&texts, &constants, &|_, f| {
        Some(Text { name: f.into(), text: std::fs::read_to_string(f).ok()? })
    })
    .unwrap_or_else(|e| {
        eprintln!("{e:?}");
        std::process::exit(3)
    });
    let ground = program.ground_with(&atoms, &|| false).unwrap_or_else(|e| {
        eprintln!("{e:?}");
        std::process::exit(3)
    });
    eprintln!("grow {:?}", start.elapsed());
    let start = std::time::Instant::now();
    let again = program.ground_over(&ground.atoms, &|| false).unwrap_or_else(|e| {
        eprintln!("again {e:?}");
        std::process::exit(4)
    });
    eprintln!("check {:?}", start.elapsed());
    if again != ground {
        eprintln!("DIFFERENT");
        std::process::exit(5)
    }
    print!("{}", ground.aspif);
}
