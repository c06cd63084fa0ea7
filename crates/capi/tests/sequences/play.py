"""Plays random sequences of calls with a library: play.py LIBRARY SEQUENCES FIRST COUNT [wild]

SEQUENCES is the program of `sequences.c` as a shared object. A library that is a module of Python, as clingo's is in its package, is
not linked with the functions of Python that it calls: here they are.
"""

import ctypes
import sys

ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
arguments = [argument.encode() for argument in sys.argv[2:]]
sys.exit(ctypes.CDLL(sys.argv[2]).main(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments)))
