// SPDX-License-Identifier: MIT
// The built-in description of ATen, against declarations of the same names.
namespace c10 {
enum class DeviceType : signed char { CPU = 0, CUDA = 1, HIP = 6, MPS = 13, COMPILE_TIME_MAX_DEVICE_TYPES = 21 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
struct Device {
  Device(DeviceType type, signed char index = -1);
  DeviceType type() const noexcept;
  signed char index() const noexcept;
  bool is_cuda() const noexcept;
  bool is_hip() const noexcept;
  bool is_mps() const noexcept;
  bool operator==(const Device& other) const noexcept;
};
namespace detail {
[[noreturn]] void torchCheckFail(const char* function, const char* file, unsigned line, const char* what);
}
}  // namespace c10

namespace at {
using c10::Device;
using c10::DeviceType;
using c10::kCPU;
using c10::kCUDA;
class TensorBase {
 public:
  bool is_cuda() const;
  bool is_hip() const;
  bool is_cpu() const;
  bool is_contiguous() const;
  Device device() const;
  long numel() const;
};
class Tensor : public TensorBase {};
bool hasCUDA();
bool hasHIP();
bool hasMPS();
Tensor empty_like(const Tensor& like);
}  // namespace at

namespace torch {
struct Library {
  Library& impl(const char* name, void (*kernel)(at::Tensor&));
};
}  // namespace torch

#define TORCH_CHECK(condition, what)                                          \
  if (!(condition)) {                                                         \
    ::c10::detail::torchCheckFail(__func__, __FILE__, __LINE__, what);        \
  }
#define TORCH_LIBRARY_IMPL(space, key, m) \
  static void register_##space##_##key(torch::Library& m)

void launch_cuda(at::Tensor& x);
void launch_hip(at::Tensor& x);
void launch_any(at::Tensor& x);

void by_method(at::Tensor& x) {
  if (x.is_cuda()) launch_cuda(x);  // expect: backend-kind-gate
}

void by_device_method(at::Tensor& x) {
  if (!x.device().is_hip()) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void by_type(at::Tensor& x) {
  if (x.device().type() == at::kCUDA) launch_cuda(x);  // expect: backend-kind-gate
}

void by_switch(at::Tensor& x) {
  switch (x.device().type()) {  // expect: backend-kind-gate
    case at::DeviceType::HIP:
      launch_hip(x);
      break;
    default:
      launch_any(x);
  }
}

void by_device_object(at::Tensor& x) {
  if (x.device() == at::Device(at::kCUDA)) launch_cuda(x);  // expect: backend-kind-gate
}

void checked(at::Tensor& x) {
  TORCH_CHECK(x.is_cuda(), "x must be a CUDA tensor");  // expect: hand-rolled-refusal
  launch_cuda(x);
}

bool any_gpu() { return at::hasCUDA() || at::hasHIP(); }  // expect: availability-chain

// legitimate: two tensors on one device
void same_device(at::Tensor& a, at::Tensor& b) {
  TORCH_CHECK(a.device() == b.device(), "tensors must be on one device");
  launch_any(a);
}

// legitimate: a property of the tensor
void contiguous(at::Tensor& x) {
  TORCH_CHECK(x.is_contiguous(), "x must be contiguous");
  launch_any(x);
}

// legitimate: the dispatcher decides, by registration
TORCH_LIBRARY_IMPL(engine, CUDA, m) { m.impl("rms_norm", launch_cuda); }
TORCH_LIBRARY_IMPL(engine, HIP, m) { m.impl("rms_norm", launch_hip); }
