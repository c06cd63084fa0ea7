"""Syntax trees: what `groundplan.ast` is made of, besides the nodes, which `_core` makes of the trees of the engine's parser."""
