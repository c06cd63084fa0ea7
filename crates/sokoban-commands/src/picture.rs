//! Images as PNG, of the same SVG that `convert --to svg` writes.

use groundplan_terminal::exit::Failure;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Returns an SVG image as PNG, one pixel for each of its units of width and height.
///
/// # Errors
///
/// When the image is too large for the memory.
pub fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| Failure::Internal(format!("the image cannot be read: {error}")))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Failure::Input("the level is too large for an image: write it as SVG".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| Failure::Internal(format!("the image cannot be written: {error}")))
}
