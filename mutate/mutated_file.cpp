// SPDX-License-Identifier: MIT
// Mutates and restores a file of a private copy.
#include "mutate/mutated_file.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "mutate/digest.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"

namespace kgate::mutate {

MutatedFile::MutatedFile(std::filesystem::path path, const Edit& edit)
    : path_(std::move(path)), original_(read_file(path_)) {
  write(edited(edit, original_));
}

MutatedFile::~MutatedFile() {
  if (!restored_) {
    try {
      restore();
    } catch (const Failure& failure) {
      // The scope is left because of another failure, which is on its way to the user.
      fmt::print(stderr, "kmutate: {}\n", failure.what());
    }
  }
}

void MutatedFile::write(std::string_view text) const { write_file(path_, text); }

void MutatedFile::restore() {
  write(original_);
  restored_ = true;
  if (sha256_of_file(path_) != sha256(original_)) {
    throw Failure(kExitCouldNotRun,
                  fmt::format("{} could not be restored in the private copy", path_.string()));
  }
}

}  // namespace kgate::mutate
