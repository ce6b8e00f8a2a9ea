"""What entries need beside their arguments, in LLVM text: the lock of a Data, and plans that are run on it.

`@may_compute` tells whether no other thread computes with a Data. `@run_plans` calls the native functions that run the
plans of an entry, one after the other, as the Data has them in its dict. Where it has none, or one ends with a status,
a function of Python finishes the work: it gets the arguments, the place of the plan and the status.
"""

HELPERS = """
define private i1 @may_compute(ptr %words, ptr %held) {{
entry:
  %lock.at = getelementptr ptr, ptr %held, i64 {at_lock}
  %lock = load ptr, ptr %lock.at
  %looks = icmp ne ptr %lock, null
  br i1 %looks, label %look, label %yes
look:
  %holder = load atomic i64, ptr %lock seq_cst, align 8
  %free = icmp eq i64 %holder, 0
  br i1 %free, label %yes, label %compare
compare:
{ident}
{bits}
  %thread = call i64 %ident()
  %me = and i64 %thread, %bits
  %mine = icmp eq i64 %holder, %me
  br i1 %mine, label %yes, label %no
yes:
  ret i1 true
no:
  ret i1 false
}}

define private ptr @run_plans(ptr %words, ptr %args, ptr %held) {{
entry:
  %call = alloca [4 x ptr]
  %overflow = alloca i32
{kinds}
{nkind}
{lookup}
{keep}
{drop}
{to_long}
{from_long}
{vectorcall}
{none}
  %model.at = getelementptr ptr, ptr %held, i64 {at_model}
  %model = load ptr, ptr %model.at
  %runs.at = getelementptr ptr, ptr %held, i64 {at_runs}
  %runs = load ptr, ptr %runs.at
  br label %loop
loop:
  %k = phi i64 [0, %entry], [%k.next, %told]
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k, %nkind
  br i1 %more, label %find, label %done
find:
  %kind.at = getelementptr ptr, ptr %kinds, i64 %k
  %kind = load ptr, ptr %kind.at
  %native = call ptr %lookup(ptr %runs, ptr %kind)
  %unknown = icmp eq ptr %native, null
  br i1 %unknown, label %unfinished, label %run
run:
  store ptr %model, ptr %call
  call void %keep(ptr %native)
  %object = call ptr %vectorcall(ptr %native, ptr %call, i64 1, ptr null)
  call void %drop(ptr %native)
  %failed = icmp eq ptr %object, null
  br i1 %failed, label %fail, label %told
told:
  %status = call i64 %to_long(ptr %object, ptr %overflow)
  call void %drop(ptr %object)
  %fine = icmp eq i64 %status, 0
  br i1 %fine, label %loop, label %unfinished
unfinished:
  %left = phi i64 [-1, %find], [%status, %told]
{finish}
  %place = call ptr %from_long(i64 %k)
  %number = call ptr %from_long(i64 %left)
  %no.place = icmp eq ptr %place, null
  %no.number = icmp eq ptr %number, null
  %no.memory = or i1 %no.place, %no.number
  br i1 %no.memory, label %fail, label %hand.over
hand.over:
  %given.model = load ptr, ptr %args
  %data.at = getelementptr ptr, ptr %args, i64 1
  %given.data = load ptr, ptr %data.at
  store ptr %given.model, ptr %call
  %second = getelementptr ptr, ptr %call, i64 1
  store ptr %given.data, ptr %second
  %third = getelementptr ptr, ptr %call, i64 2
  store ptr %place, ptr %third
  %fourth = getelementptr ptr, ptr %call, i64 3
  store ptr %number, ptr %fourth
  %result = call ptr %vectorcall(ptr %finish, ptr %call, i64 4, ptr null)
  call void %drop(ptr %place)
  call void %drop(ptr %number)
  ret ptr %result
done:
{bit}
  %called.at = getelementptr i64, ptr %held, i64 {at_called}
  %called.before = load i64, ptr %called.at
  %called = or i64 %called.before, %bit
  store i64 %called, ptr %called.at
  call void %keep(ptr %none)
  ret ptr %none
fail:
  ret ptr null
}}
"""
