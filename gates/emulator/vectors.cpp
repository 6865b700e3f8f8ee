// SPDX-License-Identifier: MIT
// Reading vector files: lines, plain or xz, one JSON object each.
#include "gates/emulator/vectors.hpp"

#include <lzma.h>

#include <array>
#include <fstream>
#include <vector>

#include "gates/emulator/vector_case.hpp"

namespace kgate::emulator {
namespace {

/// Hands out the lines of a file that is plain text or xz.
class LineReader {
 public:
  explicit LineReader(const std::string& path) : file_(path, std::ios::binary) {
    if (!file_) error_ = path + ": cannot be opened";
    compressed_ = path.ends_with(".xz");
    if (compressed_ && lzma_stream_decoder(&stream_, UINT64_MAX, LZMA_CONCATENATED) != LZMA_OK) {
      error_ = "the xz decoder could not start";
    }
  }
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  LineReader(LineReader&&) = delete;
  LineReader& operator=(LineReader&&) = delete;
  ~LineReader() {
    if (compressed_) lzma_end(&stream_);
  }

  bool next(std::string& line) {
    if (!error_.empty()) return false;
    if (!compressed_) return static_cast<bool>(std::getline(file_, line));
    std::size_t end = text_.find('\n', begin_);
    while (end == std::string::npos && !finished_) {
      text_.erase(0, begin_);
      begin_ = 0;
      if (!decompress()) return false;
      end = text_.find('\n');
    }
    if (end == std::string::npos) end = text_.size();
    if (begin_ >= text_.size()) return false;
    line.assign(text_, begin_, end - begin_);
    begin_ = end + 1;
    return true;
  }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool decompress() {
    std::array<std::uint8_t, 1 << 16> out{};
    if (stream_.avail_in == 0 && !file_.eof()) {
      file_.read(in_.data(), static_cast<std::streamsize>(in_.size()));
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(in_.data());
      stream_.avail_in = static_cast<std::size_t>(file_.gcount());
    }
    stream_.next_out = out.data();
    stream_.avail_out = out.size();
    const lzma_ret result = lzma_code(&stream_, file_.eof() ? LZMA_FINISH : LZMA_RUN);
    if (result != LZMA_OK && result != LZMA_STREAM_END) {
      error_ = "damaged or truncated xz data";
      return false;
    }
    finished_ = result == LZMA_STREAM_END;
    text_.append(reinterpret_cast<const char*>(out.data()), out.size() - stream_.avail_out);
    return true;
  }

  std::ifstream file_;
  bool compressed_ = false;
  bool finished_ = false;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::array<char, 1 << 16> in_{};
  std::string text_;
  std::size_t begin_ = 0;
  std::string error_;
};

}  // namespace

VectorCounts run_vectors(const std::string& path,
                         const std::function<void(const VectorOutcome&)>& report,
                         std::string_view target, const InstructionTable& table) {
  VectorCounts counts;
  const auto found = find_target(target);
  if (!found) {
    counts.error = "target " + std::string(target) + " is not modelled";
    return counts;
  }
  LineReader reader(path);
  VectorBench bench(*found, table);
  std::string line;
  for (std::uint64_t number = 1; reader.next(line); ++number) {
    if (line.empty()) continue;
    VectorOutcome outcome = bench.run(line);
    outcome.line = number;
    switch (outcome.verdict) {
      case VectorVerdict::agrees:
        ++counts.agrees;
        break;
      case VectorVerdict::differs:
        ++counts.differs;
        break;
      case VectorVerdict::not_executed:
        ++counts.not_executed;
        break;
      case VectorVerdict::malformed:
        ++counts.malformed;
        break;
    }
    report(outcome);
  }
  counts.error = reader.error();
  return counts;
}

}  // namespace kgate::emulator
