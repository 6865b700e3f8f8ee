// SPDX-License-Identifier: MIT
// A mutant: one edit of one file, with what proves that it applies to the text it was made for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::mutate {

/// Replaces bytes [begin, end) of a file.
struct Edit {
  std::string file;  ///< relative to the project's root
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string original;  ///< the bytes that are replaced
  std::string replacement;
  std::string file_sha256;  ///< of the whole file the range counts in
};

struct Position {
  std::size_t line = 0;    ///< from 1
  std::size_t column = 0;  ///< from 1, in bytes
};

struct Mutant {
  std::string id;             ///< 12 hexadecimal digits; unchanged by edits elsewhere in the file
  std::string operator_name;  ///< `rung` for an edit written out in a ladder
  std::string rung;           ///< name in a ladder file; empty for a generated mutant
  std::string ladder;         ///< the ladder file of that rung, relative to the root
  std::string summary;        ///< such as "replace `<` with `<=`"
  std::string function;       ///< enclosing function, where known
  Edit edit;
  Position begin;
  Position end;
  std::string expected_gate;  ///< pattern `gate` or `gate/case`; empty: any
  std::string expected_text;  ///< must occur in the killer's report; empty: any
  std::string argued;         ///< why it is equivalent on the input domain; empty: not argued
  std::string argued_at;      ///< file:line of that argument
};

/// The place of a byte in a text.
Position position_of(std::string_view text, std::size_t offset);

/// Makes ids unique and stable: from operator, ladder, rung, file, the text of the line, the edit's
/// place in it, the replacement, and the how-manieth of equal ones it is. Call once on the mutants
/// of one file, in order.
void assign_ids(std::vector<Mutant>& mutants, std::string_view text);

/// `file:line:column operator: summary`, the name in lists and reports.
std::string name_of(const Mutant& mutant);

/// The text after the edit. Throws Failure (could_not_run) where the text is not the one the edit
/// was made for: another hash, or other bytes in the range.
std::string edited(const Edit& edit, const std::string& text);

/// Unified diff of the edit with three lines of context.
std::string diff_of(const Edit& edit, const std::string& text);

}  // namespace kgate::mutate
