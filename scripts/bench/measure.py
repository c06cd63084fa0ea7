"""Runs one command to its end or to a limit and says what it cost (Linux)."""

import ctypes
import math
import os
import signal
import subprocess
import tempfile
import threading
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
    processes it waited for), peak resident memory of the largest process, and whether the limit came first; what of the output
    was there after the CPU seconds that `measure` was told, all of it if they were never reached."""

    status: int
    output: str
    errors: str
    cpu_seconds: float
    peak_mib: float
    timed_out: bool
    early: str = ""


def measure(command, limit, patience=2, early=math.inf):
    """Runs the command with a limit in CPU seconds; on a busy machine it may take so many times as long by the clock. At
    the limit, and after its end, the whole process group is killed. What is said within the first `early` CPU seconds is kept."""
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
            ended, said = threading.Event(), []
            if early < math.inf:
                watch = threading.Thread(target=length_at, args=(pid, early, Path(directory) / "output", ended, said))
                watch.start()
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            ended.set()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            os.killpg(launcher.pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
            while reap(launcher.pid):
                pass
        status = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        output = (Path(directory) / "output").read_bytes()
        return Measured(
            status,
            output.decode("utf-8"),
            (Path(directory) / "errors").read_text(encoding="utf-8"),
            cpu,
            usage.ru_maxrss / 1024,
            late or cpu >= limit or status == -signal.SIGXCPU,
            output[: said[0] if said else None].decode("utf-8", "ignore"),
        )


def length_at(pid, seconds, file, ended, said):
    """Appends how long the file is when the process has had so many CPU seconds."""
    while not ended.wait(0.05):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return
        if sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK") >= seconds:
            said.append(file.stat().st_size)
            return


def reap(group):
    """Waits for one further orphan of the process group; whether there was one."""
    try:
        os.waitpid(-group, 0)
    except ChildProcessError:
        return False
    return True
