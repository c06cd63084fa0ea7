//! A bound on the work of counting, in steps, so that the same question always has the same answer.

/// The steps that are left.
#[derive(Debug)]
pub struct Effort(pub u64);

impl Effort {
    /// Spends steps; `None` if there are not enough. Then none are left.
    pub fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.0.checked_sub(steps as u64);
        self.0 = left.unwrap_or(0);
        left.map(drop)
    }
}
