"""Loops around kernels in LLVM text: the one that runs a plan, and the queue that hands work to another thread."""

from corten.runtime.backends.llvm.processor import instruction_set

# ---- the loop that runs plans, in LLVM text; `corten.runtime.plan` says what its arguments and its result mean


_PLAN = """
declare i64 @llvm.readcyclecounter()

define i64 @"{symbol}"(ptr %call) {{
entry:
  %plan = load ptr, ptr %call
  %nstep.slot = getelementptr i64, ptr %call, i64 1
  %nstep = load i64, ptr %nstep.slot
  %m.slot = getelementptr i64, ptr %call, i64 2
  %m = load ptr, ptr %m.slot
  %d.slot = getelementptr i64, ptr %call, i64 3
  %d = load ptr, ptr %d.slot
  %ticks.slot = getelementptr i64, ptr %call, i64 4
  %ticks = load ptr, ptr %ticks.slot
  %nstage = load i64, ptr %plan
  %profiled = icmp ne ptr %ticks, null
  %watched = load ptr, ptr %m
  %seen.slot = getelementptr i64, ptr %m, i64 1
  %seen = load ptr, ptr %seen.slot
  %bytes.slot = getelementptr i64, ptr %m, i64 2
  %bytes = load i64, ptr %bytes.slot
  %watches.slot = getelementptr i64, ptr %plan, i64 3
  %watches = load i64, ptr %watches.slot
  %words = lshr i64 %bytes, 3
  %nword = mul i64 %words, %watches
  br label %compare
compare:
  %w = phi i64 [0, %entry], [%w.next, %compare.word]
  %difference = phi i64 [0, %entry], [%difference.next, %compare.word]
  %more.words = icmp ult i64 %w, %nword
  br i1 %more.words, label %compare.word, label %compared
compare.word:
  %now.slot = getelementptr i64, ptr %watched, i64 %w
  %now = load i64, ptr %now.slot
  %then.slot = getelementptr i64, ptr %seen, i64 %w
  %then = load i64, ptr %then.slot
  %word.difference = xor i64 %now, %then
  %difference.next = or i64 %difference, %word.difference
  %w.next = add i64 %w, 1
  br label %compare
compared:
  %same = icmp eq i64 %difference, 0
  br i1 %same, label %prepare, label %changed
changed:
  ret i64 254
prepare:
  %base.entry = getelementptr i64, ptr %plan, i64 1
  %base.slot = load i64, ptr %base.entry
  %offset.entry = getelementptr i64, ptr %plan, i64 2
  %offset.slot = load i64, ptr %offset.entry
  %has.status = icmp ne i64 %base.slot, 0
  br i1 %has.status, label %clear, label %step
clear:
  %base.at = getelementptr i64, ptr %d, i64 %base.slot
  %base = load ptr, ptr %base.at
  %offset.at = getelementptr i64, ptr %d, i64 %offset.slot
  %offset = load i64, ptr %offset.at
  %status.at = getelementptr i8, ptr %base, i64 %offset
  store i32 0, ptr %status.at
  br label %step
step:
  %record.at = phi ptr [null, %prepare], [%status.at, %clear], [%record.at, %step.next]
  %i = phi i64 [0, %prepare], [0, %clear], [%i.next, %step.next]
  %more.steps = icmp slt i64 %i, %nstep
  br i1 %more.steps, label %stage, label %success
stage:
  %k = phi i64 [0, %step], [%k.next, %stage.next], [%k.far, %skip]
  %more.stages = icmp slt i64 %k, %nstage
  br i1 %more.stages, label %run, label %step.next
run:
  %k.next = add i64 %k, 1
  %place = add i64 %k, 4
  %slot = getelementptr i64, ptr %plan, i64 %place
  %function = load ptr, ptr %slot
  br i1 %profiled, label %run.timed, label %run.plain
run.plain:
  %status.plain = call i32 %function(ptr %m, ptr %d)
  br label %check
run.timed:
  %begin = call i64 @llvm.readcyclecounter()
  %status.timed = call i32 %function(ptr %m, ptr %d)
  %end = call i64 @llvm.readcyclecounter()
  %spent = sub i64 %end, %begin
  %tick.slot = getelementptr i64, ptr %ticks, i64 %k
  %tick.old = load i64, ptr %tick.slot
  %tick.new = add i64 %tick.old, %spent
  store i64 %tick.new, ptr %tick.slot
  br label %check
check:
  %status = phi i32 [%status.plain, %run.plain], [%status.timed, %run.timed]
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %stage.next, label %stop
stage.next:
  br label %stage
step.next:
  %i.next = add i64 %i, 1
  br label %step
stop:
  %skip.place = add i64 %nstage, %place
  %skip.slot = getelementptr i64, ptr %plan, i64 %skip.place
  %skipped = load i64, ptr %skip.slot
  %is.failure = icmp eq i64 %skipped, 0
  br i1 %is.failure, label %failure, label %skip
skip:
  %k.far = add i64 %k.next, %skipped
  br label %stage
failure:
  br i1 %has.status, label %record, label %finish
record:
  store i32 %status, ptr %record.at
  br label %finish
finish:
  %wide = zext i32 %status to i64
  %stage.bits = shl i64 %k, 8
  %step.bits = shl i64 %i, 20
  %partial = or i64 %wide, %stage.bits
  %result = or i64 %partial, %step.bits
  ret i64 %result
success:
  ret i64 0
}}
"""


def plan_loop_text(symbol: str) -> str:
    """Return the module."""
    return _PLAN.format(symbol=symbol)


# ---------------------------------------------------------------- a queue of one job

# One thread hands work to another without Python's lock. Int64 words, on cache lines of their own:
#
#     0 jobs posted | 8 jobs done | 16 the server sleeps | 24 function, 25 and 26 its arguments: the last job
#
# The function does what its second argument says: serve (0) until nothing has come for some turns, after which the
# server goes to sleep; post a job (1), which tells whether the server sleeps and has to be woken; wait for some turns
# (2) and tell whether all jobs are done.

# tells the CPU that a thread turns in a loop
_PAUSES = {"x86_64": "@llvm.x86.sse2.pause()"}

_QUEUE = """
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


def job_queue_text(symbol: str) -> str:
    """Return the module."""
    found = instruction_set()
    pause = _PAUSES.get(found.triple.partition("-")[0], "") if found else ""
    return _QUEUE.format(
        symbol=symbol, pause=f"call void {pause}" if pause else "", declaration=f"declare void {pause}" if pause else ""
    )
