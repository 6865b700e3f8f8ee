// SPDX-License-Identifier: MIT
// Comparing each access with those that shadow memory remembers.
#include "gates/emulator/hazards/group_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/hazards/reachable_code.hpp"
#include "gates/emulator/hazards/source_place.hpp"

namespace kgate::emulator {
namespace {

constexpr std::uint32_t kLastEpoch = 0xFFFF;  ///< then races inside the workgroup are not told

/// A load that other waves' atomics or stores may be meant for: glc.
bool is_coherent(const Instruction& instruction) { return (instruction.cache_policy & 1U) != 0; }

}  // namespace

GroupRaces::GroupRaces(const Launch& launch, GlobalCells& cells)
    : launch_(&launch),
      cells_(&cells),
      synchronises_(can_synchronise(*launch.kernel->program, launch.kernel->entry_address)),
      vector_in_order_((launch.kernel->descriptor.compute_pgm_rsrc1 >> 29U & 1U) == 0) {}

void GroupRaces::start(std::uint64_t group, std::size_t lds_bytes) {
  group_ = group;
  epoch_ = 0;
  lds_.assign((lds_bytes + 3) / 4, {});
  late_.clear();
  arriving_.clear();
  doubts_.clear();
}

ShadowPage* GroupRaces::page_of(std::uint64_t address) {
  const std::uint64_t number = address / ShadowPage::kSize;
  CachedPage& cached = pages_.at(number % pages_.size());
  if (cached.number != number) cached = {number, cells_->page(number)};
  return cached.page;
}

/// The page that was used last stays locked, so that lanes beside each other lock it once.
class GroupRaces::HeldPage {
 public:
  explicit HeldPage(GroupRaces& races) : races_(races) {}
  HeldPage(const HeldPage&) = delete;
  HeldPage& operator=(const HeldPage&) = delete;
  HeldPage(HeldPage&&) = delete;
  HeldPage& operator=(HeldPage&&) = delete;
  ~HeldPage() {
    if (page_ != nullptr) page_->unlock();
  }

  ShadowPage& at(std::uint64_t address) {
    ShadowPage* const wanted = races_.page_of(address);
    if (wanted != page_) {
      if (page_ != nullptr) page_->unlock();
      page_ = wanted;
      page_->lock();
    }
    return *page_;
  }

 private:
  GroupRaces& races_;
  ShadowPage* page_ = nullptr;
};

GroupRaces::Visit GroupRaces::visit_of(const Wave& wave, Access access, bool lds) const {
  const std::uint64_t offset = wave.program->address(wave.current) - wave.program->begin();
  Visit visit;
  visit.access = access;
  visit.lds = lds;
  visit.coherent = !lds && access == Access::load && is_coherent(*wave.current);
  visit.stamp = Stamp::make(Stamp::owner(group_, wave.index), epoch_, offset / 4, 0,
                            access == Access::atomic, 0);
  return visit;
}

template <class Find>
void GroupRaces::on_access(Wave& wave, Visit visit, std::uint64_t address, unsigned size,
                           unsigned lane, const Find& find) {
  const std::uint64_t base = visit.stamp.bits | std::uint64_t{lane} << 5U;
  const std::uint64_t end = address + size;
  for (std::uint64_t at = address & ~std::uint64_t{3}; at < end; at += 4) {
    std::uint64_t bytes = 15;
    if (at < address) bytes &= 15U << (address - at);
    if (at + 4 > end) bytes &= 15U >> (at + 4 - end);
    visit.address = at;
    visit.stamp.bits = base | bytes;
    visit_cell(wave, find(at), visit);
  }
}

void GroupRaces::on_global(Wave& wave, std::uint64_t address, unsigned size, Access access,
                           int lane) {
  HeldPage held(*this);
  on_access(wave, visit_of(wave, access, false), address, size,
            static_cast<unsigned>(std::max(lane, 0)),
            [&](std::uint64_t at) -> Cell& { return held.at(at).dword(at); });
}

void GroupRaces::on_span(Wave& wave, const LaneAddresses& addresses, std::uint64_t exec,
                         unsigned size, Access access) {
  HeldPage held(*this);
  const Visit visit = visit_of(wave, access, false);
  const std::uint64_t* const of_lane = addresses.lane.data();
  unsigned end = 0;
  for (std::uint64_t left = exec; left != 0; left &= end < 64 ? ~std::uint64_t{0} << end : 0) {
    const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
    end = lane + 1;
    while ((end < 64 ? exec >> end & 1U : 0U) != 0 && of_lane[end] == of_lane[end - 1] + size) {
      ++end;
    }
    on_run(wave, held, visit, of_lane[lane], size, lane, end);
  }
}

void GroupRaces::on_run(Wave& wave, HeldPage& held, const Visit& visit, std::uint64_t address,
                        unsigned size, unsigned lane, unsigned end) {
  // Then a block starts with the first byte of a lane.
  const bool in_blocks = std::has_single_bit(size) && address % size == 0;
  const auto find = [&](std::uint64_t at) -> Cell& { return held.at(at).dword(at); };
  while (lane < end) {
    const bool whole = in_blocks && address % ShadowPage::kBlock == 0 &&
                       std::uint64_t{end - lane} * size >= ShadowPage::kBlock;
    Cell* const block = whole ? held.at(address).block(address) : nullptr;
    if (block != nullptr) {
      Visit of_block = visit;
      of_block.stamp = visit.stamp.of_block(lane, size);
      if (visit_block(*block, of_block)) {
        lane += ShadowPage::kBlock / size;
        address += ShadowPage::kBlock;
        continue;
      }
    }
    on_access(wave, visit, address, size, lane, find);
    ++lane;
    address += size;
  }
}

void GroupRaces::on_lds(Wave& wave, std::uint64_t offset, unsigned size, Access access, int lane) {
  on_access(wave, visit_of(wave, access, true), offset, size,
            static_cast<unsigned>(std::max(lane, 0)),
            [&](std::uint64_t at) -> Cell& { return lds_[at / 4]; });
}

bool GroupRaces::is_ordered(Stamp other, const Visit& visit) const {
  if (other.same_owner(visit.stamp)) return true;
  const bool same_group = ((other.bits ^ visit.stamp.bits) & Stamp::kGroup) == 0;
  if (same_group && (other.epoch() < epoch_ || epoch_ >= kLastEpoch)) {
    return std::none_of(late_.begin(), late_.end(), [&](const Late& late) {
      return late.wave == other.wave() && late.epoch == other.epoch() &&
             late.instruction == other.instruction();
    });
  }
  return synchronises_ && !visit.lds;
}

bool GroupRaces::visit_block(Cell& block, const Visit& visit) const {
  const auto races = [&](Stamp other) { return other.exists() && !is_ordered(other, visit); };
  if (visit.access == Access::store) {
    if (races(block.write) || races(block.read) || races(block.earlier_read)) return false;
    block = {visit.stamp, {}, {}};
    return true;
  }
  if (visit.coherent) return true;
  if (races(block.write)) return false;
  const bool another = !block.read.same_owner(visit.stamp);
  if (another && block.read.exists()) block.earlier_read = block.read;
  if (another || !block.read.exists() || block.read.epoch() != visit.stamp.epoch()) {
    block.read = visit.stamp;
  }
  return true;
}

void GroupRaces::visit_cell(Wave& wave, Cell& cell, const Visit& visit) {
  const auto meets = [&](Stamp other) {
    return (other.bits & visit.stamp.bits & Stamp::kBytes) != 0 && !is_ordered(other, visit);
  };
  const bool takes_turns = visit.access == Access::atomic || visit.coherent;
  // An atomic and a plain store: the store may be an atomic one.
  if (!takes_turns && meets(cell.write) &&
      !(visit.access == Access::store && cell.write.atomic())) {
    collide(wave, cell.write, true, visit);
  }
  if (visit.access == Access::load) {
    if (visit.coherent) return;
    if (!cell.read.same_owner(visit.stamp)) {
      if (cell.read.exists()) cell.earlier_read = cell.read;
      cell.read = visit.stamp;
    } else if (cell.read.epoch() != visit.stamp.epoch()) {
      cell.read = visit.stamp;
    } else if ((cell.read.bits & visit.stamp.bits & Stamp::kBytes) != visit.stamp.bytes()) {
      cell.read = {visit.stamp.bits | cell.read.bytes()};
    }
    return;
  }
  for (const Stamp reader : {cell.read, cell.earlier_read}) {
    if (meets(reader)) collide(wave, reader, false, visit);
  }
  // Bytes beside those written keep their readers.
  if (visit.stamp.bytes() == 15) cell.read = cell.earlier_read = {};
  // Lanes of one store write the parts of a dword one after the other.
  const unsigned together = cell.write.same_instruction(visit.stamp) ? cell.write.bytes() : 0U;
  cell.write = {visit.stamp.bits | together};
}

std::uint32_t GroupRaces::word_at(const Wave& wave, std::uint64_t address, bool lds) const {
  std::uint32_t word = 0;
  const std::size_t room = lds ? wave.group->lds.data.size() - address : 4;
  const void* from = lds ? static_cast<const void*>(wave.group->lds.data.data() + address)
                         : static_cast<const void*>(wave.group->memory->host(address));
  std::memcpy(&word, from, std::min<std::size_t>(4, room));
  return word;
}

void GroupRaces::collide(Wave& wave, Stamp other, bool other_wrote, const Visit& visit) {
  if (visit.access == Access::store) {
    doubts_.push_back({other, visit.address, word_at(wave, visit.address, visit.lds),
                       visit.stamp.lane(), visit.lds, other_wrote});
    return;
  }
  raise_race(wave, other, other_wrote, visit.address, visit.lds, verb(visit.access),
             visit.stamp.lane());
}

void GroupRaces::settle(Wave& wave) {
  const std::vector<Doubt> doubts = std::move(doubts_);
  doubts_.clear();
  for (const Doubt& doubt : doubts) {
    if (word_at(wave, doubt.address, doubt.lds) == doubt.before) continue;
    raise_race(wave, doubt.other, doubt.other_wrote, doubt.address, doubt.lds, "write", doubt.lane);
  }
}

void GroupRaces::raise_race(Wave& wave, Stamp other, bool other_wrote, std::uint64_t address,
                            bool lds, std::string_view verb_here, unsigned lane) {
  const Program& program = *wave.program;
  const std::uint64_t at = program.begin() + 4 * std::uint64_t{other.instruction()};
  const bool same_group = other.group() == (group_ & 0xFFFFU);
  const bool late = same_group && other.epoch() < epoch_;
  std::string what = "an instruction beyond the first 256 KiB of code";
  if (other.instruction() != 0xFFFF) {
    const Instruction& instruction = *program.at(at);
    what = fmt::format("'{}' at +{:#x}", text(instruction), at - launch_->kernel->entry_address);
    if (launch_->kernel->symbolise) what += fmt::format(" ({})", launch_->kernel->symbolise(at));
    what += source_place(wave, at);
  }
  const std::string who =
      same_group ? fmt::format("wave {}, lane {} of this workgroup", other.wave(), other.lane())
                 : fmt::format("workgroup number {}, wave {}, lane {}", other.group(), other.wave(),
                               other.lane());
  const std::string_view verb_there = other.atomic() ? "atomic" : (other_wrote ? "write" : "read");
  const char* why = "nothing orders two workgroups of a launch";
  if (same_group) why = "no barrier is between them";
  if (late) why = "the barrier between them was reached before a wait for it";
  report_pair(wave, FaultKind::data_race,
              fmt::format("{} of {} {:#x} and {} by another {}: {}", verb_here,
                          lds ? "LDS offset" : "address", address, verb_there,
                          same_group ? "wave" : "workgroup", why),
              fmt::format("{} by {}, {}", verb_there, who, what), static_cast<int>(lane), address);
}

void GroupRaces::arrive(const Wave& wave, const std::vector<Operation>& outstanding) {
  for (const Operation& operation : outstanding) {
    const bool lgkm = operation.counter == Counter::lds || operation.counter == Counter::scalar;
    if (!lgkm && vector_in_order_) continue;
    const std::uint64_t offset =
        wave.program->address(operation.instruction) - wave.program->begin();
    arriving_.push_back({wave.index, operation.epoch, static_cast<std::uint32_t>(offset / 4)});
  }
}

void GroupRaces::release_barrier() {
  late_ = std::move(arriving_);
  arriving_.clear();
  epoch_ = std::min(epoch_ + 1, kLastEpoch);
}

}  // namespace kgate::emulator
