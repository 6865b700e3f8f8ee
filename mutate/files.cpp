// SPDX-License-Identifier: MIT
// Whole-file input and output on POSIX descriptors.
#include "mutate/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "mutate/failure.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string_view verb, const fs::path& path, int error) {
  const char* advice = error == ENOSPC || error == EFBIG || error == EDQUOT
                           ? "; free some space, or choose another place with --output or --lab"
                       : error == EROFS || error == EACCES || error == EPERM
                           ? "; choose a writable place with --output or --lab"
                           : "";
  throw Failure(kExitCouldNotRun, fmt::format("cannot {} {}: {}{}", verb, path.string(),
                                              std::generic_category().message(error), advice));
}

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags, mode_t mode, std::string_view verb)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {
    if (number_ < 0) {
      fail(verb, path, errno);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  [[nodiscard]] int number() const { return number_; }
  /// close() is where some file systems report a full disk.
  void close(const fs::path& path) {
    const int number = number_;
    number_ = -1;
    if (::close(number) != 0) {
      fail("write", path, errno);
    }
  }

 private:
  int number_;
};

void write_all(int descriptor, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0) {
      if (errno == EINTR) {
        continue;
      }
      fail("write", path, errno);
    }
    content.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

std::string read_file(const fs::path& path) {
  const Descriptor file(path, O_RDONLY, 0, "read");
  std::string content;
  std::array<char, 65536> block;
  for (;;) {
    const ssize_t count = ::read(file.number(), block.data(), block.size());
    if (count == 0) {
      return content;
    }
    if (count < 0) {
      if (errno == EINTR) {
        continue;
      }
      fail("read", path, errno);
    }
    content.append(block.data(), static_cast<std::size_t>(count));
  }
}

void write_file(const fs::path& path, std::string_view content) {
  const fs::path temporary = fmt::format("{}.{}.partial", path.string(), ::getpid());
  try {
    Descriptor file(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0644, "write");
    write_all(file.number(), content, path);
    // A script stays executable.
    if (struct stat status{}; ::stat(path.c_str(), &status) == 0) {
      ::fchmod(file.number(), status.st_mode & 0777U);
    }
    if (::fsync(file.number()) != 0 && errno != EINVAL) {
      fail("write", path, errno);
    }
    file.close(path);
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
      fail("write", path, errno);
    }
  } catch (const Failure&) {
    ::unlink(temporary.c_str());
    throw;
  }
}

void append_line(const fs::path& path, std::string_view line) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_APPEND, 0644, "write");
  write_all(file.number(), fmt::format("{}\n", line), path);
  if (::fdatasync(file.number()) != 0 && errno != EINVAL) {
    fail("write", path, errno);
  }
  file.close(path);
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    fail("create folder", path, error.value());
  }
}

void clone_file(const fs::path& from, const fs::path& to) {
  const Descriptor source(from, O_RDONLY, 0, "read");
  struct stat status{};
  if (::fstat(source.number(), &status) != 0) {
    fail("read", from, errno);
  }
  // The lab edits its copies, so they are writable whatever the original is.
  Descriptor target(to, O_WRONLY | O_CREAT | O_TRUNC, (status.st_mode & 0777U) | S_IWUSR, "write");
  if (::ioctl(target.number(), FICLONE, source.number()) != 0) {
    std::uintmax_t left = static_cast<std::uintmax_t>(status.st_size);
    while (left > 0) {
      const ssize_t count = ::sendfile(target.number(), source.number(), nullptr, left);
      if (count < 0) {
        fail("write", to, errno);
      }
      if (count == 0) {
        break;  // the file shrank while it was read; the manifest's check reports that
      }
      left -= static_cast<std::uintmax_t>(count);
    }
  }
  target.close(to);
}

}  // namespace kgate::mutate
