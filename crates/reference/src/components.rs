//! Strongly connected components (S. R. Kosaraju; M. Sharir, A strong-connectivity algorithm, Comput. Math. Appl. 7, 1981).

use std::mem::replace;

/// Returns for each node the number of its component. The successors of a node are in its component or in one with a smaller
/// number.
pub(crate) fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (node, list) in successors.iter().enumerate() {
        list.iter().for_each(|&successor| predecessors[successor].push(node));
    }
    let finished = trees(successors, 0..successors.len()).concat();
    // From the node that was finished last, the predecessors lead to its component and nowhere else that is not visited yet.
    let found = trees(&predecessors, finished.into_iter().rev());
    let mut component = vec![0; successors.len()];
    for (number, members) in found.iter().rev().enumerate() {
        members.iter().for_each(|&member| component[member] = number);
    }
    component
}

/// Returns the trees of a depth-first search from these roots, each with its nodes as they are finished.
fn trees(successors: &[Vec<usize>], roots: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut visited = vec![false; successors.len()];
    let mut trees = Vec::new();
    for root in roots {
        if replace(&mut visited[root], true) {
            continue;
        }
        // A path of nodes, each with the number of successors that were looked at. There is no recursion, so paths may be long.
        let (mut path, mut finished) = (vec![(root, 0)], Vec::new());
        while let Some((node, next)) = path.last_mut() {
            if let Some(&successor) = successors[*node].get(*next) {
                *next += 1;
                if !replace(&mut visited[successor], true) {
                    path.push((successor, 0));
                }
            } else {
                finished.push(*node);
                path.pop();
            }
        }
        trees.push(finished);
    }
    trees
}
