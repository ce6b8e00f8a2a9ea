"""A mailbox through which one thread hands work to another without Python's lock, in LLVM text.

Its int64 words, on cache lines of their own: how many jobs were posted (0), how many are done (8), whether the thread
that serves it sleeps (16), and the function and both arguments of the last job (24 to 26). The function does what its
second argument says: serve it (0) until nothing has come for some turns, after which the thread that serves goes to
sleep; post a job (1), which tells whether that thread sleeps and has to be woken; wait for some turns (2) and tell
whether all jobs are done.
"""

import platform

# tells the CPU that a thread turns in a loop
_PAUSES = {"x86_64": "@llvm.x86.sse2.pause()", "AMD64": "@llvm.x86.sse2.pause()"}

_TEXT = """
{declaration}
define i64 @"{symbol}"(ptr %box, i64 %what, i64 %a, i64 %b) {{
entry:
  %done.at = getelementptr i64, ptr %box, i64 8
  %sleeps.at = getelementptr i64, ptr %box, i64 16
  %function.at = getelementptr i64, ptr %box, i64 24
  %first.at = getelementptr i64, ptr %box, i64 25
  %second.at = getelementptr i64, ptr %box, i64 26
  switch i64 %what, label %serve [i64 1, label %post i64 2, label %wait]

post:
  store i64 %a, ptr %first.at
  store i64 %b, ptr %second.at
  %before = atomicrmw add ptr %box, i64 1 seq_cst
  %post.swap = cmpxchg ptr %sleeps.at, i64 1, i64 0 seq_cst seq_cst
  %slept = extractvalue {{ i64, i1 }} %post.swap, 1
  %slept.wide = zext i1 %slept to i64
  ret i64 %slept.wide

wait:
  %w = phi i64 [%a, %entry], [%w1, %wait.turn]
  %wait.posted = load atomic i64, ptr %box acquire, align 8
  %wait.done = load atomic i64, ptr %done.at acquire, align 8
  %is.done = icmp eq i64 %wait.posted, %wait.done
  br i1 %is.done, label %all.done, label %wait.turn
wait.turn:
  {pause}
  %w1 = sub i64 %w, 1
  %wait.more = icmp sgt i64 %w1, 0
  br i1 %wait.more, label %wait, label %not.done
all.done:
  ret i64 1
not.done:
  ret i64 0

serve:
  %s = phi i64 [%a, %entry], [%s1, %serve.turn], [%a, %run]
  %posted = load atomic i64, ptr %box acquire, align 8
  %done = load atomic i64, ptr %done.at monotonic, align 8
  %is.new = icmp ne i64 %posted, %done
  br i1 %is.new, label %run, label %serve.turn
serve.turn:
  {pause}
  %s1 = sub i64 %s, 1
  %serve.more = icmp sgt i64 %s1, 0
  br i1 %serve.more, label %serve, label %sleep
run:
  %function = load ptr, ptr %function.at
  %first = load i64, ptr %first.at
  %second = load i64, ptr %second.at
  %ignored = call i64 %function(i64 %first, i64 %second)
  %served = add i64 %done, 1
  store atomic i64 %served, ptr %done.at release, align 8
  br label %serve
sleep:
  store atomic i64 1, ptr %sleeps.at seq_cst, align 8
  %late = load atomic i64, ptr %box seq_cst, align 8
  %is.late = icmp ne i64 %late, %done
  br i1 %is.late, label %wake, label %asleep
wake:
  %wake.swap = cmpxchg ptr %sleeps.at, i64 1, i64 0 seq_cst seq_cst
  %is.awake = extractvalue {{ i64, i1 }} %wake.swap, 1
  br i1 %is.awake, label %run, label %asleep
asleep:
  ret i64 0
}}
"""


def mailbox_text(symbol: str) -> str:
    """Return the module."""
    pause = _PAUSES.get(platform.machine(), "")
    return _TEXT.format(
        symbol=symbol, pause=f"call void {pause}" if pause else "", declaration=f"declare void {pause}" if pause else ""
    )
