"""The loop that runs plans, in LLVM text; `corten.runtime.plan` says what its arguments and its result mean."""

_TEXT = """
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


def runner_text(symbol: str) -> str:
    """Return the module."""
    return _TEXT.format(symbol=symbol)
