// By builtin and by a function around it.
#define DEVICE __attribute__((device))

DEVICE int thread_index() { return static_cast<int>(__builtin_amdgcn_workitem_id_x()); }

DEVICE int workgroup_index() { return static_cast<int>(__builtin_amdgcn_workgroup_id_x()); }

DEVICE int global_index(int threads) { return workgroup_index() * threads + thread_index(); }
