// SPDX-License-Identifier: MIT
// Data races of one workgroup's accesses: with its other waves, and with other workgroups.
//
// Two accesses race if they touch a byte in common, one writes, not both are atomic, and nothing
// orders them, whatever order the schedule ran them in:
// - instructions of one wave are ordered;
// - s_barrier orders everything that the waves of its workgroup completed before it: an access that
//   a wave has not waited for when it reaches the barrier is not ordered by it (in CU mode, vector
//   memory needs no wait: all waves share a cache that keeps order);
// - workgroups are not ordered, except through atomics: in a kernel that has some whose result
//   or coherent load another wave could act on, races between waves that no barrier separates are
//   not reported on global memory.
// gfx11 has no atomic store: a plain one may be one. A store is therefore taken for atomic where it
// meets atomics or coherent (glc) loads, or where it leaves the bytes as they were.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gates/emulator/access.hpp"
#include "gates/emulator/hazards/outstanding.hpp"
#include "gates/emulator/hazards/race_pages.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

class GroupRaces {
 public:
  /// `cells` are shared by all workgroups of the launch.
  GroupRaces(const Launch& launch, GlobalCells& cells);

  /// A workgroup begins; all of its earlier accesses are forgotten.
  void start(std::uint64_t group, std::size_t lds_bytes);

  /// An access of one lane (-1: of the whole wave) that passed its other checks, before it happens.
  void on_global(Wave& wave, std::uint64_t address, unsigned size, Access access, int lane);
  /// The same for the lanes of a whole access to device memory.
  void on_span(Wave& wave, const LaneAddresses& addresses, std::uint64_t exec, unsigned size,
               Access access);
  void on_lds(Wave& wave, std::uint64_t offset, unsigned size, Access access, int lane);

  /// After an instruction: reports the stores that raced and changed what was there.
  [[nodiscard]] bool has_doubts() const { return !doubts_.empty(); }
  void settle(Wave& wave);

  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  /// `wave` is at the barrier with these operations outstanding.
  void arrive(const Wave& wave, const std::vector<Operation>& outstanding);
  /// All waves are.
  void release_barrier();

 private:
  /// A store that races, unless the bytes turn out to be what they were.
  struct Doubt {
    Stamp other;
    std::uint64_t address = 0;
    std::uint32_t before = 0;
    unsigned lane = 0;
    bool lds = false;
    bool other_wrote = false;
  };
  class HeldPage;
  /// One lane's access to one cell.
  struct Visit {
    std::uint64_t address = 0;  ///< of the cell
    Stamp stamp;
    Access access = Access::load;
    bool coherent = false;  ///< a load that reads what others write atomically
    bool lds = false;
  };
  /// An access that a wave had outstanding when it passed a barrier.
  struct Late {
    std::uint32_t wave = 0;
    std::uint32_t epoch = 0;
    std::uint32_t instruction = 0;
  };

  /// The stamp of the current instruction but for lane and bytes.
  [[nodiscard]] Visit visit_of(const Wave& wave, Access access, bool lds) const;
  template <class Find>
  void on_access(Wave& wave, Visit visit, std::uint64_t address, unsigned size, unsigned lane,
                 const Find& find);
  /// Lanes `lane` to `end`, each `size` bytes further on than the one before it.
  void on_run(Wave& wave, HeldPage& held, const Visit& visit, std::uint64_t address, unsigned size,
              unsigned lane, unsigned end);
  /// False, with nothing done, if the access races with one to the block.
  bool visit_block(Cell& block, const Visit& visit) const;
  void visit_cell(Wave& wave, Cell& cell, const Visit& visit);
  [[nodiscard]] bool is_ordered(Stamp other, const Visit& visit) const;
  void collide(Wave& wave, Stamp other, bool other_wrote, const Visit& visit);
  void raise_race(Wave& wave, Stamp other, bool other_wrote, std::uint64_t address, bool lds,
                  std::string_view verb, unsigned lane);
  ShadowPage* page_of(std::uint64_t address);
  [[nodiscard]] std::uint32_t word_at(const Wave& wave, std::uint64_t address, bool lds) const;

  const Launch* launch_;
  GlobalCells* cells_;
  bool synchronises_ = false;    ///< the code can order waves by atomics on global memory
  bool vector_in_order_ = true;  ///< CU mode
  std::uint64_t group_ = 0;
  std::uint32_t epoch_ = 0;
  std::vector<Cell> lds_;
  std::vector<Late> late_;      ///< at the last barrier
  std::vector<Late> arriving_;  ///< at the next one
  std::vector<Doubt> doubts_;
  struct CachedPage {
    std::uint64_t number = ~std::uint64_t{0};
    ShadowPage* page = nullptr;
  };
  std::array<CachedPage, 512> pages_{};
};

}  // namespace kgate::emulator
