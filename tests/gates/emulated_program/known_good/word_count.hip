// SPDX-License-Identifier: MIT
// Strings: words are counted, made upper case in place, and hashed, a line a work-item.
#include <cctype>
#include <cstring>
#include <string>

#include "tests/gates/emulated_program/corpus_program.hpp"

struct Line {
  unsigned begin;
  unsigned length;
};

__device__ bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

__global__ void process(char* text, const Line* lines, unsigned* words, unsigned* hashes,
                        unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  char* const line = text + lines[i].begin;
  unsigned found = 0;
  unsigned hash = 2166136261U;
  for (unsigned at = 0; at < lines[i].length; ++at) {
    if (is_letter(line[at]) && (at == 0 || !is_letter(line[at - 1]))) ++found;
    if (line[at] >= 'a' && line[at] <= 'z') line[at] = static_cast<char>(line[at] - 'a' + 'A');
    hash = (hash ^ static_cast<unsigned char>(line[at])) * 16777619U;
  }
  words[i] = found;
  hashes[i] = hash;
}

int main() {
  const std::string text =
      "A wave is what runs in lockstep.\nEmpty lines count too:\n\n  indented, 3 numbers 1 2 "
      "3\nend\n";
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back({static_cast<unsigned>(begin), static_cast<unsigned>(end - begin)});
    begin = end + 1;
  }
  DeviceArray<char> device_text(std::vector<char>(text.begin(), text.end()));
  DeviceArray<Line> device_lines(lines);
  DeviceArray<unsigned> words(lines.size());
  DeviceArray<unsigned> hashes(lines.size());
  process<<<1, 32>>>(device_text.data(), device_lines.data(), words.data(), hashes.data(),
                     static_cast<unsigned>(lines.size()));
  std::string upper = text;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::vector<char> result = device_text.host();
  bool right = std::string(result.begin(), result.end()) == upper;
  right &= words.host() == std::vector<unsigned>{7, 4, 0, 2, 1};
  unsigned hash = 2166136261U;
  for (const char c : upper.substr(lines[0].begin, lines[0].length)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return verdict(right && hashes.host()[0] == hash);
}
