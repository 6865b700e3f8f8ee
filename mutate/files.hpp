// SPDX-License-Identifier: MIT
// Reading and writing whole files with errors that name the file, and copying with reflinks.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kgate::mutate {

/// The whole content. Throws Failure (could_not_run) naming the file and the system's reason.
std::string read_file(const std::filesystem::path& path);

/// Replaces the content at once: a temporary file beside it, flushed, then renamed. A reader or a
/// killed writer never leaves half a file. Throws Failure (could_not_run), also on a full disk.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Appends and flushes to the disk. Throws Failure (could_not_run).
void append_line(const std::filesystem::path& path, std::string_view line);

/// Creates a folder and its parents. Throws Failure (could_not_run).
void make_folder(const std::filesystem::path& path);

/// Copies content and permissions of a regular file, sharing its blocks where the file system can.
/// Throws Failure (could_not_run).
void clone_file(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace kgate::mutate
