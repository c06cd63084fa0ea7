//! Whether certificates together prove what each proves within a cube: that of a *cover*, outside of whose cubes there is no
//! answer set, and one within each cube, which may be a cover again.
//!
//! What is within a cube is the program with the cube's literals assumed, byte by byte: [`within`] writes it, and by its digest
//! a certificate is recognised. So there is no other program in between, no cube is missing, and none has been changed.

use crate::claim::Claim;
use crate::constraint::Lit;
use crate::manifest::text_digest;

/// The text of a ground program with literals assumed; `None` where the text does not end as a program does.
#[must_use]
pub fn within(aspif: &str, cube: &[Lit]) -> Option<String> {
    let body = aspif.strip_suffix("\n0\n")?;
    if cube.is_empty() {
        return Some(aspif.to_owned());
    }
    let literals: String = cube.iter().map(|literal| format!(" {}", literal.number())).collect();
    Some(format!("{body}\n6 {}{literals}\n0\n", cube.len()))
}

/// A certificate that is verified, as one of several.
#[derive(Debug, Clone)]
pub struct Part {
    name: String,
    program: String,
    costs: Vec<(i64, i128)>,
    cover: Option<Cover>,
}

/// What is known of a cover.
#[derive(Debug, Clone)]
struct Cover {
    aspif: String,
    cubes: Vec<Vec<Lit>>,
    /// What is claimed if there is nothing in the cubes either.
    conclusion: String,
}

/// What several certificates prove together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// In words, as [`Claim::sentence`] puts it.
    pub claim: String,
    /// The digest of the ground program: SHA-256 in hexadecimal digits.
    pub program: String,
    /// How many covers there are.
    pub covers: usize,
    /// How many cubes are refuted.
    pub cubes: usize,
}

impl Part {
    /// What counts of a verified certificate, which goes by a name.
    #[must_use]
    pub fn of(name: &str, verified: &crate::Verified) -> Part {
        let crate::Verified { program, aspif, claim, .. } = verified;
        let whole = Claim { costs: claim.costs.clone(), cubes: Vec::new() };
        let cover = (!claim.cubes.is_empty()).then(|| Cover {
            aspif: aspif.clone(),
            cubes: claim.cubes.clone(),
            conclusion: whole.sentence(program),
        });
        Part { name: name.to_owned(), program: text_digest(aspif), costs: whole.costs, cover }
    }

    /// Whether it is one of a cover.
    #[must_use]
    pub fn is_cover(&self) -> bool {
        self.cover.is_some()
    }
}

/// Puts certificates together, each of which is verified.
///
/// # Errors
///
/// What keeps them from being a cover and one certificate for each of its cubes: there is no cover, a cube has no certificate,
/// or a certificate has no cube, one that another has as well, or another claim about costs.
pub fn together(parts: &[Part]) -> Result<Conclusion, String> {
    let covers = parts.iter().enumerate().filter_map(|(index, part)| Some((index, part.cover.as_ref()?)));
    // Whatever is within a cube has a longer text.
    let Some((root, whole)) = covers.min_by_key(|(_, cover)| cover.aspif.len()) else {
        return Err("there is no certificate of a cover, which says that these cubes are all".to_owned());
    };
    let mut is_used = vec![false; parts.len()];
    is_used[root] = true;
    let mut missing = Vec::new();
    let (mut covers, mut cubes) = (0, 0);
    let mut open = vec![root];
    while let Some(index) = open.pop() {
        let (part, Some(cover)) = (&parts[index], &parts[index].cover) else { continue };
        covers += 1;
        for (cube, number) in cover.cubes.iter().zip(1..) {
            let wanted = within(&whole.aspif, cube).map(|text| text_digest(&text));
            let fits = |&other: &usize| {
                let part = &parts[other];
                !is_used[other] && Some(&part.program) == wanted.as_ref() && part.costs == parts[root].costs
            };
            let found: Vec<usize> = (0..parts.len()).filter(fits).collect();
            // A cover of the cube comes first: that the cube is all there is in itself would say no more.
            match found.iter().find(|&&found| parts[found].is_cover()).or(found.first()) {
                None => missing.push(format!("cube {number} of `{}` has no certificate", part.name)),
                Some(&found) => {
                    is_used[found] = true;
                    cubes += usize::from(!parts[found].is_cover());
                    open.push(found);
                }
            }
        }
    }
    let strange = parts.iter().zip(is_used).filter(|(_, is_used)| !is_used);
    missing.extend(strange.map(|(part, _)| {
        format!(
            "`{}` is about another program, about no cube of the cover, or about one that has a certificate",
            part.name
        )
    }));
    if !missing.is_empty() {
        return Err(missing.join("; "));
    }
    let program = parts[root].program.clone();
    Ok(Conclusion { claim: whole.conclusion.clone(), program, covers, cubes })
}
