"""Functions that Python calls without ctypes: taking turns on a Data, and a plan that runs once, in LLVM text.

`query_call` says how they look into Python's objects, `corten.runtime.thread_lock` and `corten.runtime.plan` what their
words are.
"""

from corten.runtime.backends.llvm.query_call import READ

# A lock is two int64 words: the thread that has it, and how many times it has taken it.
_TURN = """
define private i1 @take_lock(ptr %lock, i64 %me) alwaysinline {
entry:
  %swap = cmpxchg ptr %lock, i64 0, i64 %me seq_cst seq_cst
  %free = extractvalue { i64, i1 } %swap, 1
  %owner = extractvalue { i64, i1 } %swap, 0
  %mine = icmp eq i64 %owner, %me
  %taken = or i1 %free, %mine
  br i1 %taken, label %deeper, label %refused
deeper:
  %depth.at = getelementptr i64, ptr %lock, i64 1
  %depth = load i64, ptr %depth.at
  %depth1 = add i64 %depth, 1
  store i64 %depth1, ptr %depth.at
  ret i1 true
refused:
  ret i1 false
}
define private void @release_lock(ptr %lock) alwaysinline {
entry:
  %depth.at = getelementptr i64, ptr %lock, i64 1
  %depth = load i64, ptr %depth.at
  %depth1 = sub i64 %depth, 1
  store i64 %depth1, ptr %depth.at
  %last = icmp eq i64 %depth1, 0
  br i1 %last, label %free, label %done
free:
  store atomic i64 0, ptr %lock seq_cst, align 8
  br label %done
done:
  ret void
}
"""

_TURN_CALLS = """
define ptr @"{symbol}.take"(ptr %self, ptr %args, i64 %count) {{
  %t = call ptr @pointer(ptr %self, i64 2)
  %get.ident = call ptr @pointer(ptr %t, i64 3)
  %ident = call i64 %get.ident()
  %mask = call i64 @word(ptr %t, i64 4)
  %me = and i64 %ident, %mask
  %taken = call i1 @take_lock(ptr %t, i64 %me)
  %wide = zext i1 %taken to i64
  %object = call ptr @status(ptr %t, i64 %wide)
  ret ptr %object
}}
define ptr @"{symbol}.leave"(ptr %self, ptr %args, i64 %count) {{
  %t = call ptr @pointer(ptr %self, i64 2)
  call void @release_lock(ptr %t)
  %object = call ptr @status(ptr %t, i64 0)
  ret ptr %object
}}
"""

_PLAN_CALL = """
define ptr @"{symbol}"(ptr %self, ptr %args, i64 %count) {{
entry:
  %t = call ptr @pointer(ptr %self, i64 2)
  %model = call ptr @pointer(ptr %t, i64 1)
  %single = icmp eq i64 %count, 1
  br i1 %single, label %compare, label %refused
compare:
  %given = call ptr @pointer(ptr %args, i64 0)
  %same = icmp eq ptr %given, %model
  %version.at = call ptr @pointer(ptr %t, i64 6)
  %now = load i64, ptr %version.at
  %then = call i64 @word(ptr %t, i64 7)
  %unchanged = icmp eq i64 %now, %then
  %fits = and i1 %same, %unchanged
  br i1 %fits, label %take, label %refused
take:
  %get.ident = call ptr @pointer(ptr %t, i64 0)
  %ident = call i64 %get.ident()
  %mask = call i64 @word(ptr %t, i64 14)
  %me = and i64 %ident, %mask
  %lock = call ptr @pointer(ptr %t, i64 5)
  %taken = call i1 @take_lock(ptr %lock, i64 %me)
  br i1 %taken, label %run, label %refused
run:
  %save = call ptr @pointer(ptr %t, i64 3)
  %restore = call ptr @pointer(ptr %t, i64 4)
  %loop = call ptr @pointer(ptr %t, i64 8)
  %arguments = getelementptr i64, ptr %t, i64 9
  %state = call ptr %save()
  %result = call i64 %loop(ptr %arguments)
  call void %restore(ptr %state)
  %fine = icmp eq i64 %result, 0
  br i1 %fine, label %leave, label %told
leave:
  call void @release_lock(ptr %lock)
  br label %told
told:
  %object = call ptr @status(ptr %t, i64 %result)
  ret ptr %object
refused:
  %refused.object = call ptr @status(ptr %t, i64 -1)
  ret ptr %refused.object
}}
"""


def plan_call_text(symbol: str) -> str:
    """Return the module of the functions that run a plan once, take a lock and leave it."""
    return READ + _TURN + _TURN_CALLS.format(symbol=symbol) + _PLAN_CALL.format(symbol=symbol)
