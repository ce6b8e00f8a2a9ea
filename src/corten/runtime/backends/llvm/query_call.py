"""Functions that Python calls without ctypes, in LLVM text: their arguments are Python's objects.

They are METH_FASTCALL functions: `self` is a NumPy array of int64 words, `corten.runtime.call` says which. Everything
that they need of Python and NumPy (functions, types) is among these words, as addresses, so their code depends on no
process. They read of objects what the C headers of Python and NumPy let compiled extensions read: the type, and the
data, shape, element type and flags of an array. What is not as they expect it they refuse by a status: Python then
looks at it at leisure. They raise nothing and hold no references.
"""

# where an object has its type, and an array its data, number of axes, extents, element type and flags [bytes]
READ = """
define private i64 @word(ptr %at, i64 %i) alwaysinline {
  %slot = getelementptr i64, ptr %at, i64 %i
  %value = load i64, ptr %slot
  ret i64 %value
}
define private ptr @pointer(ptr %at, i64 %i) alwaysinline {
  %slot = getelementptr i64, ptr %at, i64 %i
  %value = load ptr, ptr %slot
  ret ptr %value
}
define private ptr @status(ptr %t, i64 %value) alwaysinline {
  %number = call ptr @pointer(ptr %t, i64 2)
  %object = call ptr %number(i64 %value)
  ret ptr %object
}
define private i1 @same_bytes(ptr %a, ptr %b, i64 %words) alwaysinline {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%i1, %turn]
  %difference = phi i64 [0, %entry], [%difference1, %turn]
  %more = icmp ult i64 %i, %words
  br i1 %more, label %turn, label %done
turn:
  %x = call i64 @word(ptr %a, i64 %i)
  %y = call i64 @word(ptr %b, i64 %i)
  %z = xor i64 %x, %y
  %difference1 = or i64 %difference, %z
  %i1 = add i64 %i, 1
  br label %loop
done:
  %same = icmp eq i64 %difference, 0
  ret i1 %same
}
"""

# ---------------------------------------------------------------- a stage with arguments

_ARGUMENTS = """
define private i1 @read_int(ptr %t, ptr %argument, ptr %object) {
entry:
  %overflow = alloca i32
  %type = call ptr @pointer(ptr %object, i64 1)
  %get.flags = call ptr @pointer(ptr %t, i64 3)
  %flags = call i64 %get.flags(ptr %type)
  %int.flag = and i64 %flags, 16777216
  %is.int = icmp ne i64 %int.flag, 0
  br i1 %is.int, label %convert, label %refused
convert:
  %as.int = call ptr @pointer(ptr %t, i64 0)
  %value = call i64 %as.int(ptr %object, ptr %overflow)
  %beyond = load i32, ptr %overflow
  %fits = icmp eq i32 %beyond, 0
  %low = call i64 @word(ptr %argument, i64 2)
  %high = call i64 @word(ptr %argument, i64 3)
  %above = icmp sge i64 %value, %low
  %below = icmp slt i64 %value, %high
  %inside = and i1 %above, %below
  %good = and i1 %inside, %fits
  br i1 %good, label %write, label %refused
write:
  %place = call ptr @pointer(ptr %argument, i64 1)
  %narrow = trunc i64 %value to i32
  store i32 %narrow, ptr %place
  ret i1 true
refused:
  ret i1 false
}
define private i1 @read_float(ptr %t, ptr %argument, ptr %object, i1 %single) {
entry:
  %overflow = alloca i32
  %type = call ptr @pointer(ptr %object, i64 1)
  %float = call ptr @pointer(ptr %t, i64 5)
  %exact = icmp eq ptr %type, %float
  br i1 %exact, label %convert, label %look
look:
  %is.subtype = call ptr @pointer(ptr %t, i64 4)
  %sub = call i32 %is.subtype(ptr %type, ptr %float)
  %is.float = icmp ne i32 %sub, 0
  br i1 %is.float, label %convert, label %ask.int
ask.int:
  %get.flags = call ptr @pointer(ptr %t, i64 3)
  %flags = call i64 %get.flags(ptr %type)
  %int.flag = and i64 %flags, 16777216
  %is.int = icmp ne i64 %int.flag, 0
  br i1 %is.int, label %from.int, label %refused
from.int:
  %as.int = call ptr @pointer(ptr %t, i64 0)
  %integer = call i64 %as.int(ptr %object, ptr %overflow)
  %beyond = load i32, ptr %overflow
  %fits = icmp eq i32 %beyond, 0
  %widened = sitofp i64 %integer to double
  br i1 %fits, label %write, label %refused
convert:
  %as.float = call ptr @pointer(ptr %t, i64 1)
  %plain = call double %as.float(ptr %object)
  br label %write
write:
  %value = phi double [%widened, %from.int], [%plain, %convert]
  %place = call ptr @pointer(ptr %argument, i64 1)
  br i1 %single, label %short, label %long
short:
  %rounded = fptrunc double %value to float
  store float %rounded, ptr %place
  ret i1 true
long:
  store double %value, ptr %place
  ret i1 true
refused:
  ret i1 false
}
define private i1 @read_array(ptr %t, ptr %argument, ptr %object, ptr %nrow) {
entry:
  %type = call ptr @pointer(ptr %object, i64 1)
  %array = call ptr @pointer(ptr %t, i64 6)
  %is.array = icmp eq ptr %type, %array
  br i1 %is.array, label %look, label %refused
look:
  %element = call ptr @pointer(ptr %object, i64 7)
  %wanted.element = call ptr @pointer(ptr %argument, i64 2)
  %same.element = icmp eq ptr %element, %wanted.element
  %flags.at = getelementptr i8, ptr %object, i64 64
  %flags.short = load i32, ptr %flags.at
  %flags = zext i32 %flags.short to i64
  %needed = call i64 @word(ptr %argument, i64 3)
  %had = and i64 %flags, %needed
  %good.flags = icmp eq i64 %had, %needed
  %fine = and i1 %same.element, %good.flags
  br i1 %fine, label %axes, label %refused
axes:
  %naxis.at = getelementptr i8, ptr %object, i64 24
  %naxis.short = load i32, ptr %naxis.at
  %naxis = zext i32 %naxis.short to i64
  %extents = call ptr @pointer(ptr %object, i64 4)
  %wanted = call i64 @word(ptr %argument, i64 4)
  %in.rows = call i64 @word(ptr %argument, i64 7)
  %surplus = sub i64 %naxis, %wanted
  %plain = icmp eq i64 %surplus, 0
  %needs.row = icmp eq i64 %in.rows, 2
  %barred = and i1 %plain, %needs.row
  %one.more = icmp eq i64 %surplus, 1
  %rows.allowed = icmp ne i64 %in.rows, 0
  %rows = and i1 %one.more, %rows.allowed
  %either = or i1 %plain, %rows
  %allowed = xor i1 %barred, true
  %good.axes = and i1 %either, %allowed
  br i1 %good.axes, label %count, label %refused
count:
  br i1 %rows, label %several, label %counted
several:
  %given = call i64 @word(ptr %extents, i64 0)
  br label %counted
counted:
  %n = phi i64 [1, %count], [%given, %several]
  br label %compare
compare:
  %i = phi i64 [0, %counted], [%i1, %same.extent]
  %more = icmp slt i64 %i, %wanted
  br i1 %more, label %extent, label %agree
extent:
  %own.i = add i64 %i, %surplus
  %own = call i64 @word(ptr %extents, i64 %own.i)
  %wanted.i = add i64 %i, 5
  %other = call i64 @word(ptr %argument, i64 %wanted.i)
  %i1 = add i64 %i, 1
  %same.size = icmp eq i64 %own, %other
  br i1 %same.size, label %same.extent, label %refused
same.extent:
  br label %compare
agree:
  br i1 %rows.allowed, label %check.rows, label %write
check.rows:
  %before = load i64, ptr %nrow
  %first = icmp slt i64 %before, 0
  %equal = icmp eq i64 %before, %n
  %agreed = or i1 %first, %equal
  br i1 %agreed, label %keep.rows, label %refused
keep.rows:
  store i64 %n, ptr %nrow
  br label %write
write:
  %place = call ptr @pointer(ptr %argument, i64 1)
  %data = call i64 @word(ptr %object, i64 2)
  store i64 %data, ptr %place
  %row.bytes = call i64 @word(ptr %argument, i64 9)
  %bytes = mul i64 %row.bytes, %n
  %end = add i64 %data, %bytes
  %begin.at = getelementptr i64, ptr %argument, i64 10
  store i64 %data, ptr %begin.at
  %end.at = getelementptr i64, ptr %argument, i64 11
  store i64 %end, ptr %end.at
  ret i1 true
refused:
  ret i1 false
}
define private i1 @meets(i64 %begin, i64 %end, ptr %other) alwaysinline {
  %other.begin = call i64 @word(ptr %other, i64 0)
  %other.end = call i64 @word(ptr %other, i64 1)
  %a = icmp ult i64 %begin, %other.end
  %b = icmp ult i64 %other.begin, %end
  %both = and i1 %a, %b
  ret i1 %both
}
define private i1 @is_apart(ptr %t, ptr %arguments, i64 %n, i64 %k) {
entry:
  %argument = getelementptr [12 x i64], ptr %arguments, i64 %k
  %begin = call i64 @word(ptr %argument, i64 10)
  %end = call i64 @word(ptr %argument, i64 11)
  %nrange = call i64 @word(ptr %t, i64 13)
  %ranges.word = call i64 @word(ptr %t, i64 15)
  %ranges = getelementptr i64, ptr %t, i64 %ranges.word
  br label %others
others:
  %j = phi i64 [0, %entry], [%j1, %next]
  %more = icmp slt i64 %j, %n
  br i1 %more, label %other, label %ranges.loop
other:
  %j1 = add i64 %j, 1
  %self = icmp eq i64 %j, %k
  %candidate = getelementptr [12 x i64], ptr %arguments, i64 %j
  %kind = call i64 @word(ptr %candidate, i64 0)
  %is.array = icmp eq i64 %kind, 3
  %bounds = getelementptr i64, ptr %candidate, i64 10
  %met = call i1 @meets(i64 %begin, i64 %end, ptr %bounds)
  %not.self = xor i1 %self, true
  %some = and i1 %is.array, %met
  %bad = and i1 %some, %not.self
  br i1 %bad, label %no, label %next
next:
  br label %others
ranges.loop:
  %r = phi i64 [0, %others], [%r1, %range.next]
  %more.ranges = icmp slt i64 %r, %nrange
  br i1 %more.ranges, label %range, label %yes
range:
  %r1 = add i64 %r, 1
  %span = getelementptr [2 x i64], ptr %ranges, i64 %r
  %inside = call i1 @meets(i64 %begin, i64 %end, ptr %span)
  br i1 %inside, label %no, label %range.next
range.next:
  br label %ranges.loop
yes:
  ret i1 true
no:
  ret i1 false
}
define private ptr @value(ptr %t, ptr %return) alwaysinline {
entry:
  %place = call ptr @pointer(ptr %return, i64 1)
  %kind = call i64 @word(ptr %return, i64 0)
  %from.float = call ptr @pointer(ptr %t, i64 19)
  switch i64 %kind, label %int [i64 1, label %double i64 2, label %single]
int:
  %short = load i32, ptr %place
  %wide = sext i32 %short to i64
  %int.object = call ptr @status(ptr %t, i64 %wide)
  ret ptr %int.object
double:
  %number = load double, ptr %place
  %object = call ptr %from.float(double %number)
  ret ptr %object
single:
  %less = load float, ptr %place
  %more = fpext float %less to double
  %other = call ptr %from.float(double %more)
  ret ptr %other
}
"""

_QUERY = """
define ptr @"{symbol}"(ptr %self, ptr %args, i64 %count) {{
entry:
  %nrow = alloca i64
  store i64 -1, ptr %nrow
  %t = call ptr @pointer(ptr %self, i64 2)
  %model = call ptr @pointer(ptr %t, i64 7)
  %n = call i64 @word(ptr %t, i64 11)
  %has.model = icmp ne ptr %model, null
  %nmodel = zext i1 %has.model to i64
  %wanted = add i64 %n, %nmodel
  %right.count = icmp eq i64 %count, %wanted
  br i1 %right.count, label %check.model, label %refused
check.model:
  br i1 %has.model, label %compare.model, label %check.choices
compare.model:
  %given = call ptr @pointer(ptr %args, i64 0)
  %same.model = icmp eq ptr %given, %model
  br i1 %same.model, label %check.turn, label %refused
check.turn:
  %turn = call ptr @pointer(ptr %t, i64 9)
  %has.turn = icmp ne ptr %turn, null
  br i1 %has.turn, label %compare.turn, label %check.choices
compare.turn:
  %owner = load atomic i64, ptr %turn seq_cst, align 8
  %get.ident = call ptr @pointer(ptr %t, i64 23)
  %ident = call i64 %get.ident()
  %mask = call i64 @word(ptr %t, i64 24)
  %me = and i64 %ident, %mask
  %is.free = icmp eq i64 %owner, 0
  %is.mine = icmp eq i64 %owner, %me
  %may.compute = or i1 %is.free, %is.mine
  br i1 %may.compute, label %check.choices, label %refused
check.choices:
  %first = getelementptr ptr, ptr %args, i64 %nmodel
  %m = call ptr @pointer(ptr %t, i64 8)
  %watches = call i64 @word(ptr %t, i64 10)
  %has.choices = icmp ne i64 %watches, 0
  br i1 %has.choices, label %compare.choices, label %arguments
compare.choices:
  %watches.at = inttoptr i64 %watches to ptr
  %now = load i64, ptr %watches.at
  %then = call i64 @word(ptr %t, i64 18)
  %unchanged = icmp eq i64 %now, %then
  %watched = call ptr @pointer(ptr %m, i64 0)
  %seen = call ptr @pointer(ptr %m, i64 1)
  %bytes = call i64 @word(ptr %m, i64 2)
  %words = lshr i64 %bytes, 3
  %same = call i1 @same_bytes(ptr %watched, ptr %seen, i64 %words)
  %accepted = and i1 %same, %unchanged
  br i1 %accepted, label %arguments, label %refused
arguments:
  %table = getelementptr i64, ptr %t, i64 32
  br label %read
read:
  %k = phi i64 [0, %arguments], [%k1, %read.next]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %choose, label %rows
choose:
  %k1 = add i64 %k, 1
  %argument = getelementptr [12 x i64], ptr %table, i64 %k
  %object = call ptr @pointer(ptr %first, i64 %k)
  %kind = call i64 @word(ptr %argument, i64 0)
  switch i64 %kind, label %int [i64 1, label %double i64 2, label %single i64 3, label %array]
int:
  %good.int = call i1 @read_int(ptr %t, ptr %argument, ptr %object)
  br i1 %good.int, label %read.next, label %refused
double:
  %good.double = call i1 @read_float(ptr %t, ptr %argument, ptr %object, i1 false)
  br i1 %good.double, label %read.next, label %refused
single:
  %good.single = call i1 @read_float(ptr %t, ptr %argument, ptr %object, i1 true)
  br i1 %good.single, label %read.next, label %refused
array:
  %good.array = call i1 @read_array(ptr %t, ptr %argument, ptr %object, ptr %nrow)
  br i1 %good.array, label %read.next, label %refused
read.next:
  br label %read
rows:
  %rows.place = call ptr @pointer(ptr %t, i64 16)
  %in.rows = icmp ne ptr %rows.place, null
  br i1 %in.rows, label %write.rows, label %results
write.rows:
  %nrow.now = load i64, ptr %nrow
  store i64 %nrow.now, ptr %rows.place
  br label %results
results:
  %q = phi i64 [0, %rows], [0, %write.rows], [%q1, %result.next]
  %more.results = icmp slt i64 %q, %n
  br i1 %more.results, label %result, label %prepare
result:
  %q1 = add i64 %q, 1
  %filled = getelementptr [12 x i64], ptr %table, i64 %q
  %is.result = call i64 @word(ptr %filled, i64 8)
  %written = icmp ne i64 %is.result, 0
  br i1 %written, label %compare.result, label %result.next
compare.result:
  %apart = call i1 @is_apart(ptr %t, ptr %table, i64 %n, i64 %q)
  br i1 %apart, label %result.next, label %refused
result.next:
  br label %results
prepare:
  %nstage = call i64 @word(ptr %t, i64 12)
  %stages.word = call i64 @word(ptr %t, i64 14)
  %stages = getelementptr i64, ptr %t, i64 %stages.word
  br label %stage
stage:
  %s = phi i64 [0, %prepare], [%s1, %run]
  %more.stages = icmp slt i64 %s, %nstage
  br i1 %more.stages, label %run, label %done
run:
  %s1 = add i64 %s, 1
  %function.word = mul i64 %s, 2
  %function = call ptr @pointer(ptr %stages, i64 %function.word)
  %memory.word = add i64 %function.word, 1
  %d = call ptr @pointer(ptr %stages, i64 %memory.word)
  %result.status = call i32 %function(ptr %m, ptr %d)
  %fine = icmp eq i32 %result.status, 0
  br i1 %fine, label %stage, label %failed
failed:
  %wide = zext i32 %result.status to i64
  %failed.object = call ptr @status(ptr %t, i64 %wide)
  ret ptr %failed.object
refused:
  %refused.object = call ptr @status(ptr %t, i64 -1)
  ret ptr %refused.object
done:
  %nreturn = call i64 @word(ptr %t, i64 17)
  %returns.word = call i64 @word(ptr %t, i64 20)
  %returns = getelementptr i64, ptr %t, i64 %returns.word
  switch i64 %nreturn, label %several [i64 0, label %nothing i64 1, label %one]
nothing:
  %zero.object = call ptr @status(ptr %t, i64 0)
  ret ptr %zero.object
one:
  %one.object = call ptr @value(ptr %t, ptr %returns)
  ret ptr %one.object
several:
  %new.tuple = call ptr @pointer(ptr %t, i64 21)
  %set.item = call ptr @pointer(ptr %t, i64 22)
  %tuple = call ptr %new.tuple(i64 %nreturn)
  %no.memory = icmp eq ptr %tuple, null
  br i1 %no.memory, label %finished, label %items
items:
  %e = phi i64 [0, %several], [%e1, %item]
  %more.items = icmp slt i64 %e, %nreturn
  br i1 %more.items, label %item, label %finished
item:
  %e1 = add i64 %e, 1
  %return = getelementptr [2 x i64], ptr %returns, i64 %e
  %item.object = call ptr @value(ptr %t, ptr %return)
  %ignored = call i32 %set.item(ptr %tuple, i64 %e, ptr %item.object)
  br label %items
finished:
  ret ptr %tuple
}}
"""


def query_call_text(symbol: str) -> str:
    """Return the module of the function that runs stages with arguments."""
    return READ + _ARGUMENTS + _QUERY.format(symbol=symbol)
