"""Spack of June 2024: what it makes of packages, by its own program and without a change."""

import re
import tempfile

from . import environment

PACKAGES = "zlib hdf5 cmake openmpi python boost petsc llvm gcc trilinos".split()


class Spack:
    """A package is concretized to the same specification at the same costs, or not."""

    has_verdicts = False
    name = "spack"
    repository = "manuel-g-castro/spack"

    def run(self, module, checkouts):
        """What each package becomes."""
        spack = checkouts / self.name / "bin" / "spack"
        found = {}
        # What Spack knows of packages is kept there: the first one takes a minute.
        with tempfile.TemporaryDirectory() as home:
            for package in PACKAGES:
                given = {"HOME": home, "SPACK_PYTHON": str(environment.PYTHON), "SPACK_DISABLE_LOCAL_CONFIG": "1"}
                done = environment.run([spack, "solve", package], module, home, **given)
                found[package] = None if done is None or done.returncode else solved(done.stdout)
        return found


def solved(text):
    """A solution without the number of those that were considered on the way."""
    return re.sub(r"^==> Best of \d+ considered solutions\.\n", "", text)


SPACK = Spack()
