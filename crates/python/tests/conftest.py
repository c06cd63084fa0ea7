"""The tests are those of the files that are called so; snippets and clients are run by `test_snippets.py`."""

collect_ignore = ["snippets", "clients"]
