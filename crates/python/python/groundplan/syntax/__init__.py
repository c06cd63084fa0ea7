"""Syntax trees: what `groundplan.ast` is made of.

The engine's own tree has what it needs to ground a program, and forgets how it was written: comments, the places of terms in
facts, the order of facts and rules. These trees keep it. The engine's parser says whether a text is a program; `reader` then
takes it apart, and need not look for errors.
"""
