"""Solves an instance of `integer_families` by CP-SAT with one worker, and prints what it finds as it finds it.

    integer_cp_sat.py FAMILY SIZE SEED
    integer_cp_sat.py --version

A line `Start: S` for the CPU seconds until Python has what it needs, `Cost: N` for each value, `Bound: N` for each bound, and at
the end the verdict, in the words of clingo.
"""

import sys
import time

sys.dont_write_bytecode = True

import ortools
from integer_families import Family
from ortools.sat.python import cp_model


class Values(cp_model.CpSolverSolutionCallback):
    def on_solution_callback(self):
        print(f"Cost: {self.objective_value:.0f}", flush=True)


def main(arguments):
    if arguments == ["--version"]:
        print(ortools.__version__)
        return
    print(f"Start: {time.process_time():.3f}", flush=True)
    name, size, seed = arguments
    family = Family.of(name)
    model = cp_model.CpModel()
    family.module.model(model, family.instance(size, int(seed)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.best_bound_callback = lambda bound: print(f"Bound: {bound:.0f}", flush=True)
    status = solver.solve(model, Values() if family.has_objective else None)
    proven = "OPTIMUM FOUND" if family.has_objective else "SATISFIABLE"
    print({cp_model.OPTIMAL: proven, cp_model.INFEASIBLE: "UNSATISFIABLE"}.get(status, solver.status_name(status)))


if __name__ == "__main__":
    main(sys.argv[1:])
