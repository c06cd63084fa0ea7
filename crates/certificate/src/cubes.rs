//! Combines certificates: a *cover* proves that no answer set lies outside of its cubes, and each cube has its own certificate,
//! which may be a cover again.
//!
//! The program within a cube is the text of the program with the cube's literals assumed, as written by [`within`]. Certificates
//! are matched by the digest of this text. So each one is about the program and the cube, no cube is missing, and no cube was
//! changed.

use crate::claim::Claim;
use crate::constraint::Lit;
use crate::manifest::text_digest;

/// Returns the text of a ground program with literals assumed, or `None` if the text does not end like a program.
#[must_use]
pub fn within(aspif: &str, cube: &[Lit]) -> Option<String> {
    let body = aspif.strip_suffix("\n0\n")?;
    if cube.is_empty() {
        return Some(aspif.to_owned());
    }
    let literals: String = cube.iter().map(|literal| format!(" {}", literal.number())).collect();
    Some(format!("{body}\n6 {}{literals}\n0\n", cube.len()))
}

/// A verified certificate, as a part of several.
#[derive(Debug, Clone)]
pub struct Part {
    name: String,
    pub(crate) program: String,
    pub(crate) costs: Vec<(i64, i128)>,
    /// The priorities of the program's objectives, in descending order.
    pub(crate) priorities: Vec<i64>,
    /// Whether the program has assumptions.
    pub(crate) is_assuming: bool,
    cover: Option<CertificateCover>,
}

/// The contents of a cover.
#[derive(Debug, Clone)]
struct CertificateCover {
    aspif: String,
    cubes: Vec<Vec<Lit>>,
    /// The claim that holds if there is no answer set in the cubes either.
    conclusion: String,
}

/// The result of combining certificates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// The combined claim in words, as returned by [`Claim::sentence`].
    pub claim: String,
    /// The digest of the ground program: SHA-256 in hexadecimal digits.
    pub program: String,
    /// The number of covers.
    pub covers: usize,
    /// The number of refuted cubes.
    pub cubes: usize,
}

impl Part {
    /// Extracts the relevant contents of a verified certificate, which is called `name` in messages.
    #[must_use]
    pub fn of(name: &str, verified: &crate::Verified) -> Part {
        let crate::Verified { program, aspif, claim, .. } = verified;
        let whole = Claim { costs: claim.costs.clone(), cubes: Vec::new() };
        let cover = (!claim.cubes.is_empty()).then(|| CertificateCover {
            aspif: aspif.clone(),
            cubes: claim.cubes.clone(),
            conclusion: whole.sentence(program),
        });
        let priorities = program.objectives.keys().rev().copied().collect();
        Part {
            name: name.to_owned(),
            program: text_digest(aspif),
            costs: whole.costs,
            priorities,
            is_assuming: !program.assumptions.is_empty(),
            cover,
        }
    }

    /// Whether the certificate is a cover.
    #[must_use]
    pub fn is_cover(&self) -> bool {
        self.cover.is_some()
    }
}

/// Combines verified certificates.
///
/// # Errors
///
/// The reasons why they are not a cover with one certificate for each of its cubes. There is no cover, or a cube has no
/// certificate. Or a certificate is about no cube, about a cube that has one already, or about other costs.
pub fn together(parts: &[Part]) -> Result<Conclusion, String> {
    let covers = parts.iter().enumerate().filter_map(|(index, part)| Some((index, part.cover.as_ref()?)));
    // A program within a cube has a longer text.
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
            // A cover is preferred to a refutation of the whole cube, so that the certificates of the cover's cubes are used.
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
