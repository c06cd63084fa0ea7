"""`#heuristic`: the first answer set, where it is determined."""

from transcript import control


def _first(program, *arguments):
    found = []
    control(program, "--heuristic=Domain", *arguments).solve(on_model=lambda model: found.append(sorted(model.symbols(shown=True))))
    return found


def true_first(out):
    out(_first("{a;b}. #heuristic a. [1,true] #heuristic b. [1,true]"))


def false_first(out):
    out(_first("{a;b}. #heuristic a. [1,false] #heuristic b. [1,false]"))


def levels(out):
    out(_first("1 {a;b;c} 1. #heuristic a. [1,true] #heuristic b. [3,true] #heuristic c. [2,true]"))


def sign(out):
    out(_first("{a;b}. #heuristic a. [1,sign] #heuristic a. [1,level] #heuristic b. [-1,sign] #heuristic b. [1,level]"))


def priorities(out):
    out(_first("{a}. #heuristic a. [1@1,true] #heuristic a. [1@2,false]"))


def conditions(out):
    out(_first("{a;b}. #heuristic a. [2,true] #heuristic b : a. [1,true] #heuristic b : not a. [1,false]"))


def a_minimal_model_first(out):
    out(_first("{p(1..5)}. :- {p(X)} 0. :- not p(3). #heuristic p(X). [1,false]"))


def a_maximal_model_first(out):
    out(_first("{p(1..5)}. :- p(2), p(3). #heuristic p(X) : X != 2. [2,true] #heuristic p(2). [1,true]"))


def all_models_nevertheless(out):
    out.models(control("{a;b}. #heuristic a. [1,true] #heuristic b. [1,false]", "0", "--heuristic=Domain"))


def they_do_not_change_optima(out):
    out.best(control("1 {a;b;c}. #minimize {1:a; 2:b; 3:c}. #heuristic c. [9,true]", "0", "--heuristic=Domain"))


def subset_minimal_by_domain_recording(out):
    found = []
    control("1 {a;b;c}.", "0", "--enum-mode=domRec", "--heuristic=Domain", "--dom-mod=5,16").solve(
        on_model=lambda model: found.append(sorted(model.symbols(shown=True))))
    out.unordered(found)


def through_configuration(out):
    ctl = control("{a;b}. #heuristic a. [1,true] #heuristic b. [1,true]")
    ctl.configuration.solver.heuristic = "Domain"
    found = []
    ctl.solve(on_model=lambda model: found.append(sorted(model.symbols(shown=True))))
    out(found)
