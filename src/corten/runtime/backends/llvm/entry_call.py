"""The function behind Python's calls of a kernel, in LLVM text: `corten.runtime.entry` says what its table means.

It is a METH_FASTCALL | METH_KEYWORDS function of the interpreter: (self, args, nargs, kwnames) -> a new reference, or
null with an exception set. `self` is an array of int64: the table of one entry. Each argument is held against its row:

    float, int, bool   exactly of that type: into a number of `room`, whose address the kernel's table gets
    array              an ndarray of the right type, axes, flags and extents: its address, or, since kernels take it
                       that no two fields overlap, that of a copy in `room` if it is read and small; a long one that
                       overlaps an array before it that is written is left to Python
    object             exactly of one class; the owner of a Model or a Data says where their tables are, and a Data
                       that another thread computes with does not fit

Whatever does not fit goes to Python with all arguments as they came: nothing has happened yet. What fits goes to the
kernel, or to plans of the Data, or, where the entry has neither, to a function of Python that need not check its
arguments again.
"""

from corten.runtime.backends.llvm.entry_plans import HELPERS
from corten.runtime.backends.llvm.span_copies import SPANS
from corten.runtime.entry_table import (
    ARGUMENT,
    ARGUMENTS,
    HEADER,
    HELD,
    MOST_SLOTS,
    NONE_FITS,
    ROOM,
    SMALL,
    WORDS,
    Kinds,
)

_TEXT = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define ptr @"{symbol}"(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) {{
entry:
  %slots = alloca [{MOST_SLOTS} x i64], align 64
  %room = alloca [{ROOM} x i64], align 64
  %dump = alloca [16 x i64], align 64
  %begins = alloca [{NONE_FITS} x i64]
  %ends = alloca [{NONE_FITS} x i64]
  %overflow = alloca i32
  %answer = alloca i64
  %model.at = alloca ptr
  store ptr null, ptr %model.at
  %held.at = alloca ptr
  store ptr null, ptr %held.at
  %absent = getelementptr i64, ptr %dump, i64 14
  store i64 0, ptr %absent
  %present = getelementptr i64, ptr %dump, i64 15
  store i64 1, ptr %present
  %words.at = getelementptr i8, ptr %self, i64 {header}
  %words = load ptr, ptr %words.at
{most}
{least}
{nsize}
  %plain = icmp eq ptr %kwnames, null
  %not.few = icmp sge i64 %nargs, %least
  %not.many = icmp sle i64 %nargs, %most
  %some = and i1 %not.few, %not.many
  %regular = and i1 %plain, %some
  br i1 %regular, label %sizes, label %refuse
sizes:
  %s = phi i64 [0, %entry], [%s.next, %size]
  %more.sizes = icmp slt i64 %s, %nsize
  br i1 %more.sizes, label %size, label %known
size:
  %s.place = add i64 %s, 3
  %s.slot = getelementptr i64, ptr %slots, i64 %s.place
  store i64 -1, ptr %s.slot
  %s.next = add i64 %s, 1
  br label %sizes
known:
{none}
{ndarray}
{float}
{float64}
{int}
{true}
{false}
{to_long}
  br label %argument

argument:
  %i = phi i64 [0, %known], [%i.next, %next]
  %used = phi i64 [0, %known], [%used.next, %next]
  %made = phi ptr [null, %known], [%made.next, %next]
  %more = icmp slt i64 %i, %most
  br i1 %more, label %take, label %all
take:
  %row.number = mul i64 %i, {ARGUMENT}
  %row.place = add i64 %row.number, {ARGUMENTS}
  %row = getelementptr i64, ptr %words, i64 %row.place
{kind}
{optional}
{slot}
{wanted}
{given}
  %given.at = getelementptr i64, ptr %slots, i64 %given
  store ptr %present, ptr %given.at
  %begin.at = getelementptr i64, ptr %begins, i64 %i
  store i64 0, ptr %begin.at
  %end.at = getelementptr i64, ptr %ends, i64 %i
  store i64 0, ptr %end.at
  %slot.at = getelementptr i64, ptr %slots, i64 %slot
  %number = getelementptr i64, ptr %room, i64 %used
  %is.given = icmp slt i64 %i, %nargs
  br i1 %is.given, label %fetch, label %look
fetch:
  %object.at = getelementptr ptr, ptr %args, i64 %i
  %object.given = load ptr, ptr %object.at
  br label %look
look:
  %object.passed = phi ptr [%none, %take], [%object.given, %fetch]
  %is.none = icmp eq ptr %object.passed, %none
  %may.lack = icmp ne i64 %optional, 0
  %lacks = and i1 %is.none, %may.lack
  br i1 %lacks, label %lack, label %classify
lack:
  %makes = icmp eq i64 %optional, 2
  br i1 %makes, label %make, label %ignore
ignore:
  store ptr %dump, ptr %slot.at
  store ptr %absent, ptr %given.at
  br label %next
make:
{empty}
{shape}
{vectorcall_new}
  %shape.at = getelementptr i64, ptr %answer, i64 0
  store ptr %shape, ptr %shape.at
  %new = call ptr %vectorcall_new(ptr %empty, ptr %shape.at, i64 1, ptr null)
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %fail, label %classify
fail:
  ret ptr null
classify:
  %object = phi ptr [%object.passed, %look], [%new, %make]
  %made.next.here = phi ptr [%made, %look], [%new, %make]
  %type.at = getelementptr i8, ptr %object, i64 {type_offset}
  %type = load ptr, ptr %type.at
  switch i64 %kind, label %next [
    i64 {FLOAT}, label %take.float
    i64 {INT}, label %take.int
    i64 {BOOL}, label %take.bool
    i64 {ARRAY}, label %take.array
    i64 {OBJECT}, label %take.object
  ]

take.float:
  %is.float = icmp eq ptr %type, %float
  %is.float64 = icmp eq ptr %type, %float64
  %is.real = or i1 %is.float, %is.float64
  br i1 %is.real, label %real, label %maybe.whole
real:
  %real.at = getelementptr i8, ptr %object, i64 {header}
  %real.value = load i64, ptr %real.at
  store i64 %real.value, ptr %number
  br label %numbered
maybe.whole:
  %whole = icmp eq ptr %type, %int
  %converts = icmp ne i64 %slot, 0
  %convertible = and i1 %whole, %converts
  br i1 %convertible, label %whole.real, label %refuse
whole.real:
  %whole.value = call i64 %to_long(ptr %object, ptr %overflow)
  %whole.over = load i32, ptr %overflow
  %whole.fits = icmp eq i32 %whole.over, 0
  br i1 %whole.fits, label %whole.store, label %refuse
whole.store:
  %whole.float = sitofp i64 %whole.value to double
  store double %whole.float, ptr %number
  br label %numbered
take.int:
  %is.int = icmp eq ptr %type, %int
  br i1 %is.int, label %long, label %refuse
long:
  %long.value = call i64 %to_long(ptr %object, ptr %overflow)
  %long.over = load i32, ptr %overflow
  %long.fits = icmp eq i32 %long.over, 0
  br i1 %long.fits, label %long.store, label %refuse
long.store:
  store i64 %long.value, ptr %number
  br label %numbered
take.bool:
  %is.true = icmp eq ptr %object, %true
  %is.false = icmp eq ptr %object, %false
  %is.bool = or i1 %is.true, %is.false
  br i1 %is.bool, label %truth, label %refuse
truth:
  %truth.value = zext i1 %is.true to i64
  store i64 %truth.value, ptr %number
  br label %numbered
take.object:
  %is.object = icmp eq ptr %type, %wanted
  br i1 %is.object, label %own, label %refuse
own:
{owner}
  %owns = icmp ne i64 %owner, 0
  br i1 %owns, label %memory.of, label %next
memory.of:
{attribute}
{memory}
{drop}
{npair}
{pairs}
  %memory.object = call ptr %attribute(ptr %object, ptr %memory)
  %no.memory = icmp eq ptr %memory.object, null
  br i1 %no.memory, label %fail, label %tables
tables:
  %tables.at = getelementptr i8, ptr %memory.object, i64 {header}
  %both = load ptr, ptr %tables.at
  %table = load ptr, ptr %both
  %its.model.at = getelementptr ptr, ptr %both, i64 1
  %its.model = load ptr, ptr %its.model.at
  call void %drop(ptr %memory.object)
  %model.before = load ptr, ptr %model.at
  %first.owner = icmp eq ptr %model.before, null
  %same.model = icmp eq ptr %model.before, %its.model
  %model.fits = or i1 %first.owner, %same.model
  store ptr %its.model, ptr %model.at
  br i1 %model.fits, label %hold, label %refuse
hold:
  %is.model = icmp eq i64 %owner, 1
  br i1 %is.model, label %borrow, label %look.lock
look.lock:
  store ptr %both, ptr %held.at
  %takes = icmp eq i64 %owner, 3
  %free.lock = call i1 @may_compute(ptr %words, ptr %both)
  %may = or i1 %takes, %free.lock
  br i1 %may, label %borrow, label %refuse
borrow:
  %p = phi i64 [0, %hold], [0, %look.lock], [%p.next, %borrow.pair]
  %more.pairs = icmp slt i64 %p, %npair
  br i1 %more.pairs, label %borrow.pair, label %next
borrow.pair:
  %pair.number = mul i64 %p, 2
  %from.at = getelementptr i64, ptr %pairs, i64 %pair.number
  %from = load i64, ptr %from.at
  %to.at = getelementptr i64, ptr %from.at, i64 1
  %to = load i64, ptr %to.at
  %source.at = getelementptr i64, ptr %table, i64 %from
  %source = load i64, ptr %source.at
  %target.at = getelementptr i64, ptr %slots, i64 %to
  store i64 %source, ptr %target.at
  %p.next = add i64 %p, 1
  br label %borrow
numbered:
  store ptr %number, ptr %slot.at
  %used.number = add i64 %used, 1
  %full = icmp sge i64 %used.number, {ROOM}
  br i1 %full, label %refuse, label %next

take.array:
  %is.array = icmp eq ptr %type, %ndarray
  br i1 %is.array, label %array, label %refuse
array:
{flags_wanted}
{axes_wanted}
{extent0}
{extent1}
{item}
{written}
  %data.at = getelementptr i8, ptr %object, i64 {header}
  %data = load ptr, ptr %data.at
  %axes.at = getelementptr i8, ptr %object, i64 {axes_offset}
  %axes32 = load i32, ptr %axes.at
  %axes = zext i32 %axes32 to i64
  %extents.at = getelementptr i8, ptr %object, i64 {extents_offset}
  %extents = load ptr, ptr %extents.at
  %descr.at = getelementptr i8, ptr %object, i64 {descr_offset}
  %descr = load ptr, ptr %descr.at
  %flags.at = getelementptr i8, ptr %object, i64 {flags_offset}
  %flags32 = load i32, ptr %flags.at
  %flags = zext i32 %flags32 to i64
  %flags.there = and i64 %flags, %flags_wanted
  %flags.fit = icmp eq i64 %flags.there, %flags_wanted
  %descr.fits = icmp eq ptr %descr, %wanted
  %axes.fit = icmp eq i64 %axes, %axes_wanted
  %fits.so.far = and i1 %flags.fit, %descr.fits
  %array.fits = and i1 %fits.so.far, %axes.fit
  br i1 %array.fits, label %first, label %refuse
first:
  %length0 = load i64, ptr %extents
  %fixed0 = icmp sge i64 %extent0, 0
  br i1 %fixed0, label %compare0, label %free0
free0:
  %place0 = sub i64 0, %extent0
  %size0.at = getelementptr i64, ptr %slots, i64 %place0
  %size0 = load i64, ptr %size0.at
  %new0 = icmp slt i64 %size0, 0
  br i1 %new0, label %set0, label %compare0
set0:
  store i64 %length0, ptr %size0.at
  br label %firstly
compare0:
  %expected0 = phi i64 [%extent0, %first], [%size0, %free0]
  %same0 = icmp eq i64 %expected0, %length0
  br i1 %same0, label %firstly, label %refuse
firstly:
  %flat = icmp eq i64 %axes, 1
  br i1 %flat, label %shaped, label %second
second:
  %extents1.at = getelementptr i64, ptr %extents, i64 1
  %length1 = load i64, ptr %extents1.at
  %fixed1 = icmp sge i64 %extent1, 0
  br i1 %fixed1, label %compare1, label %free1
free1:
  %place1 = sub i64 0, %extent1
  %size1.at = getelementptr i64, ptr %slots, i64 %place1
  %size1 = load i64, ptr %size1.at
  %new1 = icmp slt i64 %size1, 0
  br i1 %new1, label %set1, label %compare1
set1:
  store i64 %length1, ptr %size1.at
  br label %shaped
compare1:
  %expected1 = phi i64 [%extent1, %second], [%size1, %free1]
  %same1 = icmp eq i64 %expected1, %length1
  br i1 %same1, label %shaped, label %refuse
shaped:
  %columns = phi i64 [1, %firstly], [%length1, %set1], [%length1, %compare1]
  %count = mul i64 %length0, %columns
  %bytes = mul i64 %count, %item
  %begin = ptrtoint ptr %data to i64
  %end = add i64 %begin, %bytes
  %writes = icmp ne i64 %written, 0
  br i1 %writes, label %in.place, label %reads
in.place:
  store i64 %begin, ptr %begin.at
  store i64 %end, ptr %end.at
  store ptr %data, ptr %slot.at
  br label %next
reads:
  %bytes.up = add i64 %bytes, 7
  %needed = lshr i64 %bytes.up, 3
  %used.array = add i64 %used, %needed
  %small = icmp sle i64 %needed, {SMALL}
  %holds = icmp slt i64 %used.array, {ROOM}
  %compiled = icmp ne i64 %slot, 0
  %copyable = and i1 %small, %holds
  %copies = and i1 %copyable, %compiled
  br i1 %copies, label %copy, label %overlap
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %number, ptr %data, i64 %bytes, i1 false)
  store ptr %number, ptr %slot.at
  br label %next
overlap:
  %j = phi i64 [0, %reads], [%j.next, %overlap.next]
  %more.before = icmp slt i64 %j, %i
  %matters = and i1 %more.before, %compiled
  br i1 %matters, label %overlap.next, label %apart
overlap.next:
  %j.next = add i64 %j, 1
  %other.begin.at = getelementptr i64, ptr %begins, i64 %j
  %other.begin = load i64, ptr %other.begin.at
  %other.end.at = getelementptr i64, ptr %ends, i64 %j
  %other.end = load i64, ptr %other.end.at
  %starts.before = icmp ult i64 %begin, %other.end
  %ends.behind = icmp ult i64 %other.begin, %end
  %meets = and i1 %starts.before, %ends.behind
  br i1 %meets, label %refuse, label %overlap
apart:
  store ptr %data, ptr %slot.at
  br label %next
next:
  %used.next = phi i64 [%used, %ignore], [%used, %classify], [%used.number, %numbered], [%used, %own], [%used, %borrow],
                       [%used, %in.place], [%used.array, %copy], [%used, %apart]
  %made.next = phi ptr [%made, %ignore], [%made.next.here, %classify], [%made.next.here, %numbered],
                       [%made.next.here, %own], [%made.next.here, %borrow], [%made.next.here, %in.place],
                       [%made.next.here, %copy], [%made.next.here, %apart]
  %i.next = add i64 %i, 1
  br label %argument

all:
{kernel}
  %runs = icmp ne ptr %kernel, null
  br i1 %runs, label %run, label %pass
pass:
{kinds}
  %has.plans = icmp ne ptr %kinds, null
  br i1 %has.plans, label %plans, label %python
plans:
{veto}
  %stops = load i64, ptr %veto
  %runs.none = icmp ne i64 %stops, 0
  br i1 %runs.none, label %refuse, label %compare.models
compare.models:
  %held = load ptr, ptr %held.at
  %wrapper.at = getelementptr ptr, ptr %held, i64 {WRAPPER}
  %wrapper = load ptr, ptr %wrapper.at
  %given.model = load ptr, ptr %args
  %own.model = icmp eq ptr %wrapper, %given.model
  br i1 %own.model, label %run.plans, label %refuse
run.plans:
  %ran = call ptr @run_plans(ptr %words, ptr %args, ptr %held)
  ret ptr %ran
python:
{function}
{vectorcall}
  %passed = tail call ptr %vectorcall(ptr %function, ptr %args, i64 %nargs, ptr null)
  ret ptr %passed
run:
{result_kind}
{result_slot}
{keep}
  %answer.slot = getelementptr i64, ptr %slots, i64 %result_slot
  store i64 0, ptr %answer
  store ptr %answer, ptr %answer.slot
  %model = load ptr, ptr %model.at
  %status = call i32 %kernel(ptr %model, ptr %slots)
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %return, label %refuse
return:
  switch i64 %result_kind, label %return.none [
    i64 {FLOAT}, label %return.float
    i64 {INT}, label %return.int
    i64 {ARRAY}, label %return.array
  ]
return.none:
  call void %keep(ptr %none)
  ret ptr %none
return.float:
{from_double}
  %float.value = load double, ptr %answer
  %float.object = tail call ptr %from_double(double %float.value)
  ret ptr %float.object
return.int:
{from_long}
  %int.value = load i64, ptr %answer
  %int.object = tail call ptr %from_long(i64 %int.value)
  ret ptr %int.object
return.array:
  %is.new = icmp ne ptr %made, null
  br i1 %is.new, label %return.new, label %return.given
return.new:
  ret ptr %made
return.given:
  %last = sub i64 %most, 1
  %last.at = getelementptr ptr, ptr %args, i64 %last
  %last.object = load ptr, ptr %last.at
  call void %keep(ptr %last.object)
  ret ptr %last.object

refuse:
{slow}
{vectorcall_slow}
  %refused = tail call ptr %vectorcall_slow(ptr %slow, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %refused
}}
"""


def entry_call_text(symbol: str) -> str:
    """Return the text of the function; it depends on how large the interpreter makes the head of an object."""
    names = {
        "MOST_SLOTS": MOST_SLOTS,
        "ROOM": ROOM,
        "SMALL": SMALL,
        "NONE_FITS": NONE_FITS,
        "ARGUMENT": len(ARGUMENT),
        "ARGUMENTS": ARGUMENTS,
        "WRAPPER": HELD["wrapper"],
        **{kind.name: int(kind) for kind in Kinds},
        "header": HEADER,
        "type_offset": HEADER - 8,
        "axes_offset": HEADER + 8,
        "extents_offset": HEADER + 16,
        "descr_offset": HEADER + 40,
        "flags_offset": HEADER + 48,
    }
    loads = {word: _load(word, "words", place, kind) for word, (place, kind) in WORDS.items()}
    loads |= {f"vectorcall_{use}": _load("vectorcall", "words", *WORDS["vectorcall"], use) for use in ("new", "slow")}
    loads |= {word: _load(word, "row", place, kind) for word, (place, kind) in ARGUMENT.items()}
    held = {f"at_{name}": place for name, place in HELD.items()}
    text = _TEXT.format(symbol=symbol, **names, **loads)
    return text + HELPERS.format(**held, **loads) + SPANS.format(symbol=symbol, header=HEADER)


def _load(word: str, table: str, place: int, kind: str, use: str = "") -> str:
    """Return the instructions that read a word of a table into a name."""
    name = f"{word}_{use}" if use else word
    at = f"  %{name}.word = getelementptr i64, ptr %{table}, i64 {place}\n"
    return f"{at}  %{name} = load {kind}, ptr %{name}.word"
