// SPDX-License-Identifier: MIT
// Reads the MessagePack metadata; the only file that knows the JSON library.
#include "gates/emulator/hip/code_object_metadata.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gates/emulator/hip/bounded_reader.hpp"

namespace kgate::emulator {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostDepth = 16;
constexpr std::uint32_t kMostKernarg = 1U << 16U;

template <class... Values>
Status invalid(fmt::format_string<Values...> format, Values&&... values) {
  return Status::error(StatusCode::invalid_argument, format, std::forward<Values>(values)...);
}

/// Accepts a document whose nesting and counts are possible for its size. The parser recurses per
/// level and reserves per announced element, so 0xDD FF FF FF FF must not reach it unguarded.
class Guard : public nlohmann::json_sax<Json> {
 public:
  explicit Guard(std::size_t size) : size_(size) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool key(string_t& /*value*/) override { return true; }
  bool start_object(std::size_t elements) override { return enter(elements); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t elements) override { return enter(elements); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const Json::exception& /*error*/) override {
    return false;
  }

 private:
  bool enter(std::size_t elements) { return elements <= size_ && ++depth_ <= kMostDepth; }
  bool leave() {
    --depth_;
    return true;
  }

  std::size_t size_;
  std::size_t depth_ = 0;
};

/// One kernel's map being read; remembers the first thing that is wrong.
class KernelReader {
 public:
  explicit KernelReader(const Json& map) : map_(map) {}

  Status read(KernelMetadata& kernel) {
    text(map_, ".name", true, kernel.name);
    name_ = kernel.name;
    text(map_, ".symbol", true, kernel.symbol);
    number(map_, ".kernarg_segment_size", true, kMostKernarg, kernel.kernarg_segment_size);
    number(map_, ".group_segment_fixed_size", true, UINT32_MAX, kernel.group_segment_fixed_size);
    number(map_, ".private_segment_fixed_size", true, UINT32_MAX,
           kernel.private_segment_fixed_size);
    number(map_, ".wavefront_size", true, 64, kernel.wavefront_size);
    number(map_, ".sgpr_count", false, UINT32_MAX, kernel.sgpr_count);
    number(map_, ".vgpr_count", false, UINT32_MAX, kernel.vgpr_count);
    number(map_, ".max_flat_workgroup_size", true, 1024, kernel.max_flat_workgroup_size);
    if (const auto found = map_.find(".uses_dynamic_stack"); found != map_.end()) {
      kernel.uses_dynamic_stack = found->is_boolean() && found->get<bool>();
    }
    required_size(kernel);
    arguments(kernel);
    return status_;
  }

 private:
  template <class... Values>
  void fail(fmt::format_string<Values...> format, Values&&... values) {
    if (status_.ok()) {
      status_ = invalid(format, std::forward<Values>(values)...);
    }
  }

  void text(const Json& map, const char* key, bool required, std::string& value) {
    const auto found = map.find(key);
    if (found != map.end() && found->is_string()) {
      value = found->get<std::string>();
    } else if (found != map.end() || required) {
      fail("metadata: kernel '{}': {} is not a string", name_, key);
    }
  }

  void number(const Json& map, const char* key, bool required, std::uint64_t most,
              std::uint32_t& value) {
    const auto found = map.find(key);
    if (found != map.end() && found->is_number_unsigned() && found->get<std::uint64_t>() <= most) {
      value = static_cast<std::uint32_t>(found->get<std::uint64_t>());
    } else if (found != map.end() || required) {
      fail("metadata: kernel '{}': {} is not a number up to {}", name_, key, most);
    }
  }

  void required_size(KernelMetadata& kernel) {
    const auto found = map_.find(".reqd_workgroup_size");
    if (found == map_.end()) {
      return;
    }
    if (!found->is_array() || found->size() != kernel.required_workgroup_size.size()) {
      fail("metadata: kernel '{}': .reqd_workgroup_size is not three numbers", name_);
      return;
    }
    for (std::size_t i = 0; i < kernel.required_workgroup_size.size(); ++i) {
      const Json& one = found->at(i);
      if (!one.is_number_unsigned() || one.get<std::uint64_t>() > 1024) {
        fail("metadata: kernel '{}': .reqd_workgroup_size is not three numbers", name_);
        return;
      }
      kernel.required_workgroup_size.at(i) = static_cast<std::uint32_t>(one.get<std::uint64_t>());
    }
  }

  void arguments(KernelMetadata& kernel) {
    const auto found = map_.find(".args");
    if (found == map_.end()) {
      return;
    }
    if (!found->is_array()) {
      fail("metadata: kernel '{}': .args is not a list", name_);
      return;
    }
    for (const Json& map : *found) {
      if (!map.is_object()) {
        fail("metadata: kernel '{}': an argument is not a map", name_);
        return;
      }
      KernelArgument argument;
      text(map, ".name", false, argument.name);
      text(map, ".value_kind", true, argument.value_kind);
      number(map, ".offset", true, kMostKernarg, argument.offset);
      number(map, ".size", true, kMostKernarg, argument.size);
      if (!in_range(argument.offset, argument.size, kernel.kernarg_segment_size)) {
        fail("metadata: kernel '{}': an argument of {} bytes at {} is outside the {} of the kernel",
             name_, argument.size, argument.offset, kernel.kernarg_segment_size);
      }
      kernel.arguments.push_back(std::move(argument));
    }
  }

  const Json& map_;
  std::string name_;
  Status status_;
};

Status read_document(const Json& document, CodeObjectMetadata& metadata) {
  if (!document.is_object()) {
    return invalid("metadata: the note is not a map");
  }
  const auto target = document.find("amdhsa.target");
  if (target == document.end() || !target->is_string()) {
    return invalid("metadata: amdhsa.target is not a string");
  }
  metadata.target = target->get<std::string>();
  const auto kernels = document.find("amdhsa.kernels");
  if (kernels == document.end()) {
    return {};
  }
  if (!kernels->is_array()) {
    return invalid("metadata: amdhsa.kernels is not a list");
  }
  for (const Json& map : *kernels) {
    if (!map.is_object()) {
      return invalid("metadata: an entry of amdhsa.kernels is not a map");
    }
    if (Status status = KernelReader(map).read(metadata.kernels.emplace_back()); !status) {
      return status;
    }
  }
  return {};
}

}  // namespace

std::uint32_t KernelMetadata::explicit_end() const {
  std::uint32_t end = 0;
  for (const KernelArgument& argument : arguments) {
    if (!argument.hidden()) {
      end = std::max(end, argument.offset + argument.size);
    }
  }
  return end;
}

Status parse_metadata(std::span<const std::byte> note, CodeObjectMetadata& metadata) {
  metadata = {};
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(note.data());
  try {
    Guard guard(note.size());
    if (!Json::sax_parse(begin, begin + note.size(), &guard, Json::input_format_t::msgpack)) {
      return invalid("metadata: the note of {} bytes is not MessagePack of a possible shape",
                     note.size());
    }
    return read_document(Json::from_msgpack(begin, begin + note.size()), metadata);
  } catch (const Json::exception& error) {
    return invalid("metadata: {}", error.what());
  }
}

}  // namespace kgate::emulator
