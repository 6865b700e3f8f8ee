// SPDX-License-Identifier: MIT
// One line of progress on a terminal.
#include "gates/cli/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "kernels/registry/flags.hpp"

namespace kgate::gates {
namespace {

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) {
    return size.ws_col;
  }
  return 80;
}

}  // namespace

bool wants_colour(int descriptor) { return isatty(descriptor) == 1 && !no_color(); }

ProgressLine::ProgressLine()
    : start_(std::chrono::steady_clock::now()), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (visible_) {
    std::fputs("\r\x1b[K", stderr);
  }
}

void ProgressLine::update(std::size_t done, std::size_t total, const std::string& what) {
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ || (visible_ && now - drawn_ < std::chrono::milliseconds(100) && done < total)) {
    return;
  }
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left =
      elapsed / static_cast<double>(done) * static_cast<double>(total - std::min(done, total));
  std::string line = fmt::format("[{}/{}] {:.0f} s left  {}", done, total, left, what);
  line.resize(std::min(line.size(), terminal_width() - 1));
  fmt::print(stderr, "\r\x1b[K{}", line);
  std::fflush(stderr);
  drawn_ = now;
  visible_ = true;
}

}  // namespace kgate::gates
