"""Runs one command to its end or to a limit and says what it cost (Linux)."""

import ctypes
import math
import os
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

# A process starts as a copy of its parent, whose memory the kernel counts into its peak. So a small shell leaves a copy
# of itself behind; this process adopts the orphan, tells it to become the command, and gets the figures of it alone.
PR_SET_CHILD_SUBREAPER = 36
LAUNCH = """
ulimit -c 0
ulimit -S -t "$1"
directory=$2
shift 2
exec 3<&0
{ read -r _ <&3 && exec "$@" 3<&- </dev/null >"$directory/output" 2>"$directory/errors"; } >/dev/null &
echo $!
"""


@dataclass(frozen=True)
class Measured:
    """What a command did: exit status (negative for a signal), output, CPU seconds (user and system, with those of the
    processes it waited for), peak resident memory of the largest process, and whether the limit came first."""

    status: int
    output: str
    errors: str
    cpu_seconds: float
    peak_mib: float
    timed_out: bool


def measure(command, limit, patience=2):
    """Runs the command with a limit in CPU seconds; on a busy machine it may take so many times as long by the clock. At
    the limit, and after its end, the whole process group is killed."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as directory:
        words = ["sh", "-c", LAUNCH, "sh", str(math.ceil(limit)), directory, *command]
        pipe = subprocess.PIPE
        launcher = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
        pid = int(launcher.stdout.read())
        launcher.wait()
        late = False

        def stop(*_):
            nonlocal late
            late = True
            os.killpg(launcher.pid, signal.SIGKILL)

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, patience * limit + 1)
        try:
            launcher.communicate("start\n")
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            os.killpg(launcher.pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
            while reap(launcher.pid):
                pass
        status = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        return Measured(
            status,
            (Path(directory) / "output").read_text(encoding="utf-8"),
            (Path(directory) / "errors").read_text(encoding="utf-8"),
            cpu,
            usage.ru_maxrss / 1024,
            late or cpu >= limit or status == -signal.SIGXCPU,
        )


def reap(group):
    """Waits for one further orphan of the process group; whether there was one."""
    try:
        os.waitpid(-group, 0)
    except ChildProcessError:
        return False
    return True
