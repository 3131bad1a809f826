; What the code that numba makes calls of its own runtime: arrays that a function makes for itself.
; On top of them, in this order: the number of references, how to free it (two pointers), the numbers, their size, an
; allocator. %SIZE stands for an integer as large as a pointer of the machine.
%array = type { i64, ptr, ptr, ptr, i64, ptr }

declare ptr @malloc(%SIZE)
declare void @free(ptr)
declare void @llvm.trap()

define ptr @NRT_Allocate(i64 %size) {
  %pointer = inttoptr i64 %size to ptr
  %bytes = ptrtoint ptr %pointer to %SIZE
  %made = call ptr @malloc(%SIZE %bytes)
  %full = icmp eq ptr %made, null
  br i1 %full, label %no_memory, label %end
no_memory:
  call void @llvm.trap()
  unreachable
end:
  ret ptr %made
}

define void @NRT_Free(ptr %memory) {
  call void @free(ptr %memory)
  ret void
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %room = zext i32 %align to i64
  %more = add i64 %room, 48
  %all = add i64 %size, %more
  %made = call ptr @NRT_Allocate(i64 %all)
  %end = getelementptr %array, ptr %made, i32 1
  %address = ptrtoint ptr %end to i64
  %less = sub i64 %room, 1
  %above = add i64 %address, %less
  %mask = sub i64 0, %room
  %aligned = and i64 %above, %mask
  %numbers = inttoptr i64 %aligned to ptr
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
