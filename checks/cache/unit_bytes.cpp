// SPDX-License-Identifier: MIT
// Units as bytes, for files of one machine: no byte order, no alignment, one version.
#include <concepts>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "checks/unit_cache.hpp"

namespace kgate::checks {
namespace {

template <class One, class Plain>
concept Is = std::same_as<std::remove_const_t<One>, Plain>;

// The fields of each struct that is more than bytes; one list serves both directions.
template <class One>
auto fields(One& one) {
  if constexpr (Is<One, Type>) {
    return std::tie(one.type_class, one.indirections, one.name, one.arguments);
  } else if constexpr (Is<One, Function>) {
    return std::tie(one.key, one.name, one.place, one.result, one.flags, one.parameters,
                    one.overridden, one.annotations, one.defined, one.body);
  } else if constexpr (Is<One, Record>) {
    return std::tie(one.name, one.bases);
  } else if constexpr (Is<One, MacroUse>) {
    return std::tie(one.name, one.place, one.arguments);
  } else {
    static_assert(Is<One, Unit>);
    return std::tie(one.texts, one.types, one.nodes, one.functions, one.variables, one.records,
                    one.enumerators, one.includes, one.macros, one.comments, one.pragmas,
                    one.errors, one.inputs, one.absent, one.device, one.has_tree);
  }
}

class Writer {
 public:
  void operator()(const std::string& text) {
    (*this)(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <class Item>
  void operator()(const std::vector<Item>& list) {
    (*this)(std::uint64_t{list.size()});
    if constexpr (std::is_trivially_copyable_v<Item>) {
      raw(list.data(), list.size() * sizeof(Item));
    } else {
      for (const auto& item : list) {
        (*this)(item);
      }
    }
  }
  template <class Item>
  void operator()(const Item& item) {
    if constexpr (std::is_trivially_copyable_v<Item>) {
      raw(&item, sizeof(Item));
    } else {
      std::apply([this](const auto&... field) { ((*this)(field), ...); }, fields(item));
    }
  }

  std::string take() { return std::move(bytes_); }

 private:
  void raw(const void* data, std::size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
  }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  void operator()(std::string& text) {
    const std::size_t size = length(1);
    text.assign(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
  }
  template <class Item>
  void operator()(std::vector<Item>& list) {
    if constexpr (std::is_trivially_copyable_v<Item>) {
      list.resize(length(sizeof(Item)));
      raw(list.data(), list.size() * sizeof(Item));
    } else {
      list.resize(length(1));
      for (auto& item : list) {
        (*this)(item);
      }
    }
  }
  template <class Item>
  void operator()(Item& item) {
    if constexpr (std::is_trivially_copyable_v<Item>) {
      raw(&item, sizeof(Item));
    } else {
      std::apply([this](auto&... field) { ((*this)(field), ...); }, fields(item));
    }
  }

  [[nodiscard]] bool read_all() const { return good_ && bytes_.empty(); }

 private:
  /// A count of items of at least `least` bytes each; 0 where so many cannot follow.
  std::size_t length(std::size_t least) {
    std::uint64_t size = 0;
    (*this)(size);
    if (size > bytes_.size() / least) {
      good_ = false;
      return 0;
    }
    return size;
  }

  void raw(void* to, std::size_t size) {
    if (size > bytes_.size()) {
      good_ = false;
    } else if (size > 0) {
      std::memcpy(to, bytes_.data(), size);
      bytes_.remove_prefix(size);
    }
  }

  std::string_view bytes_;
  bool good_ = true;
};

}  // namespace

std::string pack(const Unit& unit) {
  Writer writer;
  writer(unit);
  return writer.take();
}

std::optional<Unit> unpack(std::string_view bytes) {
  Unit unit;
  Reader reader(bytes);
  reader(unit);
  return reader.read_all() ? std::optional<Unit>(std::move(unit)) : std::nullopt;
}

}  // namespace kgate::checks
