"""The loop that runs plans for many environments, in LLVM text; its arguments stand in `corten.runtime.batch_plan`.

Each thread calls it with the same job and a worker of its own. It takes packs of `width` environments as long as there
are some, copies what belongs to each of them from their rows into the worker's memory, in which the lane is the
innermost index, runs the steps and copies results back. Environments of a pack that fails stay as they were.
"""

from corten.runtime.backends.llvm.copying import copying_text

# one step of all lanes; a lane whose stages are passed over goes on at its place in `resume`. With each of the first
# stages the rows of an environment of the next pack are asked for
_STEP = """
define private i64 @run_step(ptr %plan, i64 %nstage, ptr %models, ptr %tables, i64 %width, ptr %resume, ptr %plain,
                             ptr %detours, ptr %copies, i64 %ncopy, ptr %next) {
entry:
  %is.next = icmp ne ptr %next, null
  %m.first = load ptr, ptr %models
  %d.first = load ptr, ptr %tables
  br label %clear
clear:
  %c = phi i64 [0, %entry], [%c1, %clear.lane]
  %more.clear = icmp slt i64 %c, %width
  br i1 %more.clear, label %clear.lane, label %stage
clear.lane:
  %clear.at = getelementptr i64, ptr %resume, i64 %c
  store i64 0, ptr %clear.at
  %c1 = add i64 %c, 1
  br label %clear
stage:
  %k = phi i64 [0, %clear], [%k1, %together.next], [%k1, %apart], [%aside.end, %aside]
  %latest = phi i64 [0, %clear], [%latest, %together.next], [%latest.now, %apart], [%latest, %aside]
  %more.stages = icmp slt i64 %k, %nstage
  br i1 %more.stages, label %fetch.ask, label %success
fetch.ask:
  %for.lane = icmp slt i64 %k, %width
  %is.fetched = and i1 %is.next, %for.lane
  br i1 %is.fetched, label %fetch, label %read
fetch:
  %next.at = getelementptr i64, ptr %next, i64 %k
  %next.env = load i64, ptr %next.at
  call void @fetch_rows(ptr %copies, i64 %ncopy, i64 %next.env)
  br label %read
read:
  %k1 = add i64 %k, 1
  %entry.at = getelementptr [5 x i64], ptr %plan, i64 %k
  %together.f = load ptr, ptr %entry.at
  %apart.at = getelementptr i64, ptr %entry.at, i64 1
  %apart.f = load ptr, ptr %apart.at
  %skip.at = getelementptr i64, ptr %entry.at, i64 2
  %skip = load i64, ptr %skip.at
  %far = add i64 %k1, %skip
  %is.stage = icmp eq i64 %skip, 0
  %all.on = icmp sge i64 %k, %latest
  %has.lanes = icmp ne ptr %together.f, null
  %on.and.lanes = and i1 %all.on, %has.lanes
  %is.together = and i1 %on.and.lanes, %is.stage
  %aside.count.at = getelementptr i64, ptr %entry.at, i64 3
  %aside.count = load i64, ptr %aside.count.at
  %is.aside = icmp ne i64 %aside.count, 0
  br i1 %is.aside, label %detour, label %choose
choose:
  br i1 %is.together, label %together, label %apart
together:
  %status.together = call i32 %together.f(ptr %m.first, ptr %d.first)
  %fine.together = icmp eq i32 %status.together, 0
  br i1 %fine.together, label %together.next, label %failure
together.next:
  br label %stage
apart:
  %l = phi i64 [0, %choose], [%l1, %apart.next]
  %latest.now = phi i64 [%latest, %choose], [%latest.next, %apart.next]
  %more.lanes = icmp slt i64 %l, %width
  br i1 %more.lanes, label %ask, label %stage
ask:
  %l1 = add i64 %l, 1
  %resume.at = getelementptr i64, ptr %resume, i64 %l
  %resumed = load i64, ptr %resume.at
  %is.on = icmp sle i64 %resumed, %k
  br i1 %is.on, label %run, label %apart.next
run:
  %table.at = getelementptr ptr, ptr %tables, i64 %l
  %d = load ptr, ptr %table.at
  %model.at = getelementptr ptr, ptr %models, i64 %l
  %m = load ptr, ptr %model.at
  %status.apart = call i32 %apart.f(ptr %m, ptr %d)
  %fine.apart = icmp eq i32 %status.apart, 0
  br i1 %fine.apart, label %apart.next, label %stopped
stopped:
  br i1 %is.stage, label %failure, label %pass
pass:
  store i64 %far, ptr %resume.at
  %is.later = icmp sgt i64 %far, %latest.now
  %latest.far = select i1 %is.later, i64 %far, i64 %latest.now
  br label %apart.next
apart.next:
  %latest.next = phi i64 [%latest.now, %ask], [%latest.now, %run], [%latest.far, %pass]
  br label %apart
detour:
  %detour.at = getelementptr i64, ptr %entry.at, i64 4
  %detour.number = load i64, ptr %detour.at
  %exchanges.at = getelementptr [4 x i64], ptr %detours, i64 %detour.number
  %takes = load ptr, ptr %exchanges.at
  %ntakes.at = getelementptr i64, ptr %exchanges.at, i64 1
  %ntakes = load i64, ptr %ntakes.at
  %gives.at = getelementptr i64, ptr %exchanges.at, i64 2
  %gives = load ptr, ptr %gives.at
  %ngives.at = getelementptr i64, ptr %exchanges.at, i64 3
  %ngives = load i64, ptr %ngives.at
  %aside.end = add i64 %k, %aside.count
  br label %aside
aside:
  %a = phi i64 [0, %detour], [%a1, %aside.next]
  %more.aside = icmp slt i64 %a, %width
  br i1 %more.aside, label %aside.ask, label %stage
aside.ask:
  %a1 = add i64 %a, 1
  %aside.resume.at = getelementptr i64, ptr %resume, i64 %a
  %aside.resumed = load i64, ptr %aside.resume.at
  %aside.on = icmp sle i64 %aside.resumed, %k
  br i1 %aside.on, label %aside.take, label %aside.next
aside.take:
  call void @take_lane(ptr %takes, i64 %ntakes, i64 %a, i64 %width)
  %aside.model.at = getelementptr ptr, ptr %models, i64 %a
  %aside.m = load ptr, ptr %aside.model.at
  br label %aside.stage
aside.stage:
  %i = phi i64 [%k, %aside.take], [%i1, %aside.run]
  %more.inside = icmp slt i64 %i, %aside.end
  br i1 %more.inside, label %aside.run, label %aside.give
aside.run:
  %i1 = add i64 %i, 1
  %aside.f.at = getelementptr [5 x i64], ptr %plan, i64 %i, i64 1
  %aside.f = load ptr, ptr %aside.f.at
  %status.aside = call i32 %aside.f(ptr %aside.m, ptr %plain)
  %fine.aside = icmp eq i32 %status.aside, 0
  br i1 %fine.aside, label %aside.stage, label %failure
aside.give:
  call void @give_lane(ptr %gives, i64 %ngives, i64 %a, i64 %width)
  br label %aside.next
aside.next:
  br label %aside
failure:
  %status = phi i32 [%status.together, %together], [%status.apart, %stopped], [%status.aside, %aside.run]
  %failed = phi i64 [%k, %together], [%k, %stopped], [%i, %aside.run]
  %wide = zext i32 %status to i64
  %stage.bits = shl i64 %failed, 8
  %result = or i64 %wide, %stage.bits
  ret i64 %result
success:
  ret i64 0
}
"""

_PACK = """
define private i64 @run_pack(ptr %job, ptr %worker, ptr %envs, ptr %next) {
entry:
{job}
{worker}
  call void @copy_in(ptr %in, i64 %nin, ptr %envs, i64 %width, i64 0)
  %last = sub i64 %nstep, 1
  %several = icmp sgt i64 %nstep, 1
  br label %step
step:
  %s = phi i64 [0, %entry], [%s1, %step.done]
  %more.steps = icmp slt i64 %s, %nstep
  br i1 %more.steps, label %begin, label %finish
begin:
  %s1 = add i64 %s, 1
  %number = add i64 %begin.step, %s
  call void @copy_in(ptr %feed, i64 %nfeed, ptr %envs, i64 %width, i64 %number)
  %is.last = icmp eq i64 %s, %last
  %next.now = select i1 %is.last, ptr %next, ptr null
  %later = and i1 %is.last, %several
  br i1 %later, label %remember, label %run
remember:
  call void @copy_out(ptr %before, i64 %nbefore, ptr %envs, i64 %width, i64 0)
  br label %run
run:
  %status = call i64 @run_step(ptr %plan, i64 %nstage, ptr %models, ptr %tables, i64 %width, ptr %resume,
                             ptr %plain, ptr %detours, ptr %copies, i64 %ncopy, ptr %next.now)
  %fine = icmp eq i64 %status, 0
  br i1 %fine, label %step.done, label %failure
step.done:
  call void @copy_out(ptr %record, i64 %nrecord, ptr %envs, i64 %width, i64 %number)
  br label %step
finish:
  br i1 %several, label %store, label %single
single:
  call void @copy_rows(ptr %copies, i64 %ncopy, ptr %envs, i64 %width)
  br label %store
store:
  call void @copy_out(ptr %out, i64 %nout, ptr %envs, i64 %width, i64 0)
  ret i64 0
failure:
  %step.bits = shl i64 %s, 20
  %result = or i64 %status, %step.bits
  ret i64 %result
}
"""

# packs are in as many regions as there are workers: each begins with its own, whose environments lie in its cache
_RUN = """
define i64 @"{symbol}"(ptr %job, ptr %worker) {{
entry:
  %stop.at = getelementptr i64, ptr %job, i64 1
  %chunk.at = getelementptr i64, ptr %job, i64 3
  %chunk = load i64, ptr %chunk.at
  %envs.at = getelementptr i64, ptr %job, i64 4
  %all.envs = load ptr, ptr %envs.at
  %statuses.at = getelementptr i64, ptr %job, i64 5
  %statuses = load ptr, ptr %statuses.at
  %width.at = getelementptr i64, ptr %job, i64 6
  %width = load i64, ptr %width.at
  %regions = load ptr, ptr %job
  %nregion.at = getelementptr i64, ptr %job, i64 2
  %nregion = load i64, ptr %nregion.at
  %quota = load i64, ptr %worker
  %own.at = getelementptr i64, ptr %worker, i64 18
  %own = load i64, ptr %own.at
  br label %region
region:
  %r = phi i64 [0, %entry], [%r1, %region.empty]
  %taken.before = phi i64 [0, %entry], [%taken, %region.empty]
  %more.regions = icmp slt i64 %r, %nregion
  br i1 %more.regions, label %enter, label %empty
enter:
  %r1 = add i64 %r, 1
  %number = add i64 %own, %r
  %place = urem i64 %number, %nregion
  %region.at = getelementptr [8 x i64], ptr %regions, i64 %place
  %end.at = getelementptr i64, ptr %region.at, i64 1
  %end = load i64, ptr %end.at
  %sort.at = getelementptr i64, ptr %region.at, i64 2
  %sort = load ptr, ptr %sort.at
  %is.sorted = icmp ne ptr %sort, null
  br i1 %is.sorted, label %claim, label %take
claim:
  %state.at = getelementptr i64, ptr %region.at, i64 5
  %claimed = cmpxchg ptr %state.at, i64 0, i64 1 acquire acquire
  %is.mine = extractvalue {{ i64, i1 }} %claimed, 1
  br i1 %is.mine, label %sort.region, label %sort.wait
sort.region:
  %sorted.at = getelementptr i64, ptr %region.at, i64 3
  %sorted = load ptr, ptr %sorted.at
  %order.at = getelementptr i64, ptr %region.at, i64 4
  %order = load ptr, ptr %order.at
  call i32 %sort(ptr %sorted, ptr %order)
  store atomic i64 2, ptr %state.at release, align 8
  br label %take
sort.wait:
  %state = load atomic i64, ptr %state.at acquire, align 8
  %is.ready = icmp eq i64 %state, 2
  br i1 %is.ready, label %take, label %sort.wait
take:
  %taken = phi i64 [%taken.before, %enter], [%taken.before, %sort.region], [%taken.before, %sort.wait],
                   [%taken.next, %chunk.done]
  %hungry = icmp slt i64 %taken, %quota
  br i1 %hungry, label %draw, label %full
draw:
  %first = atomicrmw add ptr %region.at, i64 %chunk monotonic
  %beyond = add i64 %first, %chunk
  %is.short = icmp slt i64 %end, %beyond
  %last = select i1 %is.short, i64 %end, i64 %beyond
  %some = icmp slt i64 %first, %end
  br i1 %some, label %pack, label %region.empty
region.empty:
  br label %region
pack:
  %p = phi i64 [%first, %draw], [%p1, %pack.done]
  %more.packs = icmp slt i64 %p, %last
  br i1 %more.packs, label %ask, label %chunk.done
ask:
  %stop = load atomic i64, ptr %stop.at monotonic, align 8
  %goes.on = icmp eq i64 %stop, 0
  br i1 %goes.on, label %run, label %empty
run:
  %p1 = add i64 %p, 1
  %env.place = mul i64 %p, %width
  %envs = getelementptr i64, ptr %all.envs, i64 %env.place
  %next.place = mul i64 %p1, %width
  %next.envs = getelementptr i64, ptr %all.envs, i64 %next.place
  %is.more = icmp slt i64 %p1, %end
  %next = select i1 %is.more, ptr %next.envs, ptr null
  %status = call i64 @run_pack(ptr %job, ptr %worker, ptr %envs, ptr %next)
  %status.at = getelementptr i64, ptr %statuses, i64 %p
  store i64 %status, ptr %status.at
  br label %pack.done
pack.done:
  br label %pack
chunk.done:
  %taken.next = add i64 %taken, %chunk
  br label %take
empty:
  ret i64 1
full:
  ret i64 0
}}
"""


def _loads(struct: str, first: int, names: str) -> str:
    """Return loads of consecutive entries of a table; names that begin with n, and a few others, are numbers."""
    lines = []
    for place, name in enumerate(names.split(), first):
        kind = "i64" if name[0] == "n" or name in ("width", "begin.step") else "ptr"
        lines.append(f"  %{name}.slot = getelementptr i64, ptr %{struct}, i64 {place}")
        lines.append(f"  %{name} = load {kind}, ptr %{name}.slot")
    return "\n".join(lines)


def batch_loop_text(symbol: str) -> str:
    """Return the module."""
    lists = "in nin before nbefore feed nfeed record nrecord out nout copies ncopy"
    pack = _PACK.replace("{job}", _loads("job", 6, "width nstep begin.step plan nstage"))
    pack = pack.replace("{worker}", _loads("worker", 1, f"resume models tables {lists} plain detours"))
    return "\n".join([copying_text(), _STEP, pack, _RUN.format(symbol=symbol)])
