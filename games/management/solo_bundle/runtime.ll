; What the code that numba makes calls of its own runtime: arrays that a function makes for itself.
; On top of them, in this order: the number of references, how to free it (two pointers), the numbers, their size, an
; allocator. 64-bit numbers and 32-bit pointers.
%array = type { i64, ptr, ptr, ptr, i64, ptr }

declare ptr @malloc(i32)
declare void @free(ptr)
declare void @llvm.trap()

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %bytes = trunc i64 %size to i32
  %room = add i32 %bytes, %align
  %all = add i32 %room, 48
  %made = call ptr @malloc(i32 %all)
  %full = icmp eq ptr %made, null
  br i1 %full, label %no_memory, label %fill
no_memory:
  call void @llvm.trap()
  unreachable
fill:
  %end = getelementptr %array, ptr %made, i32 1
  %address = ptrtoint ptr %end to i32
  %less = sub i32 %align, 1
  %above = add i32 %address, %less
  %mask = sub i32 0, %align
  %aligned = and i32 %above, %mask
  %numbers = inttoptr i32 %aligned to ptr
  store i64 1, ptr %made
  %place = getelementptr %array, ptr %made, i32 0, i32 3
  store ptr %numbers, ptr %place
  ret ptr %made
}

define void @NRT_MemInfo_call_dtor(ptr %array) {
  call void @free(ptr %array)
  ret void
}

; Arrays are in one piece here, so other axes always fit: the steps of each axis follow from the sizes of those after it.
define i32 @numba_attempt_nocopy_reshape(i64, ptr, ptr, i64 %axes, ptr %sizes, ptr %steps, i64 %bytes, i32) {
start:
  br label %check
check:
  %left = phi i64 [ %axes, %start ], [ %axis, %fill ]
  %step = phi i64 [ %bytes, %start ], [ %larger, %fill ]
  %done = icmp eq i64 %left, 0
  br i1 %done, label %end, label %fill
fill:
  %axis = sub i64 %left, 1
  %step_place = getelementptr i64, ptr %steps, i64 %axis
  store i64 %step, ptr %step_place
  %size_place = getelementptr i64, ptr %sizes, i64 %axis
  %size = load i64, ptr %size_place
  %larger = mul i64 %step, %size
  br label %check
end:
  ret i32 1
}
