// SPDX-License-Identifier: MIT
// Commands through fork and exec, waited for by pidfd, killed by session and by environment mark.
#include "mutate/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <system_error>
#include <vector>

#include "mutate/failure.hpp"
#include "mutate/files.hpp"

// POSIX leaves its declaration to the program.
extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "KMUTATE_RUN";
constexpr std::uintmax_t kKeptOutput = 1U << 20U;

std::atomic<bool> interrupted{false};

std::string next_mark() {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}.{}", ::getpid(), count.fetch_add(1));
}

// A test that daemonises (setsid, double fork) leaves the session; its environment stays. The mark
// is unique to this run, so nothing else can carry it.
void kill_marked(const std::string& mark) {
  const std::string entry = fmt::format("{}={}", kMark, mark);
  std::error_code error;
  for (const auto& folder : fs::directory_iterator("/proc", error)) {
    const std::string name = folder.path().filename().string();
    if (!std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; })) {
      continue;
    }
    const int file = ::open((folder.path() / "environ").c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      continue;
    }
    std::string text;
    std::array<char, 16384> block;
    for (ssize_t count = 0; (count = ::read(file, block.data(), block.size())) > 0;) {
      text.append(block.data(), static_cast<std::size_t>(count));
    }
    ::close(file);
    const std::size_t at = text.find(entry);
    if (at != std::string::npos && (at == 0 || text[at - 1] == '\0') &&
        (at + entry.size() == text.size() || text[at + entry.size()] == '\0')) {
      ::kill(static_cast<pid_t>(std::stol(name)), SIGKILL);
    }
  }
}

std::vector<std::string> environment_of(const Command& command, const std::string& mark) {
  std::map<std::string, std::string> values;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) {
      values[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
  }
  for (const auto& [name, value] : command.environment) {
    values[name] = value;
  }
  values[kMark] = mark;
  std::vector<std::string> entries;
  entries.reserve(values.size());
  for (const auto& [name, value] : values) {
    entries.push_back(name + "=" + value);
  }
  return entries;
}

// Between fork and exec only async-signal-safe calls are allowed: other threads may hold any lock.
[[noreturn]] void become(const char* folder, const char* line, char* const* environment, int log,
                         pid_t parent, rlim_t processor_seconds) {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = ::open("/dev/null", O_RDONLY);
  if (::getppid() != parent || null < 0 || ::chdir(folder) != 0 || ::dup2(null, 0) < 0 ||
      ::dup2(log, 1) < 0 || ::dup2(log, 2) < 0) {
    ::_exit(127);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGXFSZ, SIG_DFL);
  if (processor_seconds > 0) {
    const rlimit limit{.rlim_cur = processor_seconds, .rlim_max = processor_seconds + 1};
    ::setrlimit(RLIMIT_CPU, &limit);
  }
  std::array<const char*, 4> arguments{"sh", "-c", line, nullptr};
  // execve's array of non-const pointers is historical: it does not write through them.
  ::execve("/bin/sh", const_cast<char* const*>(arguments.data()),  // NOLINT
           environment);
  ::_exit(127);
}

std::string tail_of(const fs::path& log, std::uintmax_t from) {
  std::string text = read_file(log);
  text.erase(0, std::min<std::uintmax_t>(from, text.size()));
  if (text.size() > kKeptOutput) {
    text.erase(0, text.size() - kKeptOutput);
  }
  return text;
}

// True when the child ended by itself within the limit.
bool wait_for(int pidfd, std::chrono::duration<double> limit) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    pollfd wanted{.fd = pidfd, .events = POLLIN, .revents = 0};
    std::chrono::duration<double> left(0.1);
    if (limit.count() > 0) {
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      left = std::min(left, limit - taken);
      if (left.count() <= 0) {
        return false;
      }
    }
    const int ready = ::poll(&wanted, 1, std::max(1, static_cast<int>(left.count() * 1000)));
    if (ready > 0) {
      return true;
    }
    if (interrupted.load()) {
      return false;
    }
  }
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void note_signal(int /*signal*/) { interrupted.store(true); }

}  // namespace

Finished run(const Command& command) {
  if (interrupted.load()) {
    throw Failure(kExitCouldNotRun, "interrupted");
  }
  const std::string mark = next_mark();
  const std::vector<std::string> entries = environment_of(command, mark);
  std::vector<char*> environment;
  environment.reserve(entries.size() + 1);
  for (const std::string& entry : entries) {
    environment.push_back(const_cast<char*>(entry.c_str()));  // NOLINT: execve does not write
  }
  environment.push_back(nullptr);
  append_line(command.log, "$ " + command.line);
  const std::uintmax_t from = fs::file_size(command.log);
  const int log = ::open(command.log.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const pid_t parent = ::getpid();
  const auto start = std::chrono::steady_clock::now();
  const std::string folder = command.folder.string();
  const pid_t child = log < 0 ? -1 : ::fork();
  if (child == 0) {
    become(folder.c_str(), command.line.c_str(), environment.data(), log, parent,
           static_cast<rlim_t>(std::ceil(command.processor_limit)));
  }
  const int error = errno;
  ::close(log);
  if (child < 0) {
    throw Failure(kExitCouldNotRun, fmt::format("cannot start `{}`: {}", command.line,
                                                std::generic_category().message(error)));
  }
  // glibc 2.36 declares pidfd_open without C linkage.
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  Finished finished;
  const bool ended = wait_for(pidfd, command.limit);
  ::close(pidfd);
  finished.timed_out = !ended && !interrupted.load();
  ::kill(-child, SIGKILL);
  ::kill(child, SIGKILL);  // covers the moment before the child's setsid
  int status = 0;
  rusage used{};
  while (::wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  finished.cpu_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  kill_marked(mark);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  finished.seconds = taken.count();
  if (interrupted.load()) {
    throw Failure(kExitCouldNotRun, "interrupted");
  }
  if (WIFSIGNALED(status)) {
    finished.signal = WTERMSIG(status);
  } else {
    finished.exit_status = WEXITSTATUS(status);
    // The shell reports a child's signal n as 128+n.
    if (finished.exit_status > 128 && finished.exit_status <= 128 + SIGSYS) {
      finished.signal = finished.exit_status - 128;
    }
  }
  if (finished.signal == SIGXCPU) {
    finished.timed_out = true;
  }
  finished.output = tail_of(command.log, from);
  return finished;
}

void stop_on_signals() {
  struct sigaction action{};
  action.sa_handler = note_signal;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    ::sigaction(signal, &action, nullptr);
  }
  // A write over the file size limit must be an error that names the file, not a death.
  ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace kgate::mutate
