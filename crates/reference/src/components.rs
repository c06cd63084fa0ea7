//! Strongly connected components (R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972).

/// Returns for each node the number of its component. The successors of a node are in its component or in one with a smaller
/// number.
pub(crate) fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = successors.len();
    let (mut order, mut low, mut component) = (vec![NEW; count], vec![0; count], vec![NEW; count]);
    let (mut stack, mut visited, mut found) = (Vec::new(), 0, 0);
    for root in 0..count {
        if order[root] != NEW {
            continue;
        }
        // A path of nodes, each with the number of successors that were looked at. There is no recursion, so paths may be long.
        let mut path = vec![(root, 0)];
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            if *next == 0 {
                order[node] = visited;
                low[node] = visited;
                visited += 1;
                stack.push(node);
            }
            if let Some(&successor) = successors[node].get(*next) {
                *next += 1;
                if order[successor] == NEW {
                    path.push((successor, 0));
                } else if component[successor] == NEW {
                    low[node] = low[node].min(order[successor]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == order[node] {
                while let Some(member) = stack.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}
