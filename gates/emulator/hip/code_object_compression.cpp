// SPDX-License-Identifier: MIT
// Reads the header of compressed bundles (Clang documentation, "Compression and Decompression" of
// the offload bundler) and unpacks them.
#include "gates/emulator/hip/code_object_compression.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>

#include "gates/emulator/hip/bounded_reader.hpp"

namespace kgate::emulator {
namespace {

constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 30U;
constexpr std::uint16_t kZlib = 0;
constexpr std::uint16_t kZstandard = 1;

template <class... Values>
Status invalid(fmt::format_string<Values...> format, Values&&... values) {
  return Status::error(StatusCode::invalid_argument, format, std::forward<Values>(values)...);
}

struct Header {
  std::uint16_t version = 0;
  std::uint16_t method = 0;
  std::uint64_t total = 0;  ///< bytes with the header; 0: not said
  std::uint64_t unpacked = 0;
  std::uint64_t payload = 0;  ///< offset of the compressed data
};

/// Sizes as `Word`s from `offset` on: the total where the version has it, and the unpacked size.
template <class Word>
bool read_sizes(std::span<const std::byte> bytes, std::uint64_t offset, bool total,
                Header& header) {
  Word word = 0;
  if (total) {
    if (!read_record(bytes, offset, word)) return false;
    header.total = word;
    offset += sizeof(word);
  }
  if (!read_record(bytes, offset, word)) return false;
  header.unpacked = word;
  // A hash of 8 bytes is between the sizes and the data.
  header.payload = offset + sizeof(word) + 8;
  return in_range(header.payload, 0, bytes.size());
}

Status read_header(std::span<const std::byte> bytes, Header& header) {
  constexpr std::uint64_t kSizes = 8;
  bool whole = read_record(bytes, 4, header.version) && read_record(bytes, 6, header.method);
  if (whole && (header.version < 1 || header.version > 3)) {
    return invalid("compressed bundle: version {} is not 1 to 3", header.version);
  }
  whole = whole && (header.version == 3
                        ? read_sizes<std::uint64_t>(bytes, kSizes, true, header)
                        : read_sizes<std::uint32_t>(bytes, kSizes, header.version == 2, header));
  if (!whole) {
    return invalid("compressed bundle: the header is cut off");
  }
  if (header.unpacked > kMostUnpacked) {
    return invalid("compressed bundle: {} bytes unpacked are more than {}", header.unpacked,
                   kMostUnpacked);
  }
  if (header.total != 0 && (header.total < header.payload || header.total > bytes.size())) {
    return invalid("compressed bundle: {} bytes are said to be there, {} are", header.total,
                   bytes.size());
  }
  return {};
}

Status unpack_zlib(std::span<const std::byte> data, std::uint64_t expected,
                   std::vector<std::byte>& unpacked) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) {
    return Status::error(StatusCode::device_error, "compressed bundle: zlib has no memory");
  }
  // zlib's input is not written to, which its type does not say.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(data.data()));
  std::uint64_t left = data.size();
  int result = Z_OK;
  constexpr std::size_t kStep = std::size_t{1} << 20U;
  while (result == Z_OK && unpacked.size() <= expected) {
    const std::size_t before = unpacked.size();
    unpacked.resize(before + kStep);
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data() + before);
    stream.avail_out = kStep;
    if (stream.avail_in == 0) {
      stream.avail_in = static_cast<uInt>(std::min<std::uint64_t>(left, kStep));
      left -= stream.avail_in;
    }
    result = inflate(&stream, Z_NO_FLUSH);
    unpacked.resize(before + kStep - stream.avail_out);
  }
  static_cast<void>(inflateEnd(&stream));
  return result == Z_STREAM_END ? Status{} : invalid("compressed bundle: the zlib data is damaged");
}

Status unpack_zstandard(std::span<const std::byte> data, std::uint64_t expected,
                        std::vector<std::byte>& unpacked) {
  const std::size_t frame = ZSTD_findFrameCompressedSize(data.data(), data.size());
  if (ZSTD_isError(frame) != 0 || ZSTD_getFrameContentSize(data.data(), data.size()) != expected) {
    return invalid("compressed bundle: the Zstandard frame is damaged or of another size");
  }
  unpacked.resize(expected);
  const std::size_t written = ZSTD_decompress(unpacked.data(), expected, data.data(), frame);
  return ZSTD_isError(written) != 0
             ? invalid("compressed bundle: the Zstandard data is damaged: {}",
                       ZSTD_getErrorName(written))
             : Status{};
}

}  // namespace

Status compressed_extent(std::span<const std::byte> readable, std::uint64_t& size) {
  Header header;
  Status status = read_header(readable, header);
  if (status.ok()) size = header.total != 0 ? header.total : readable.size();
  return status;
}

Status unpack_bundle(std::span<const std::byte> bundle, std::vector<std::byte>& unpacked) {
  Header header;
  if (Status status = read_header(bundle, header); !status) {
    return status;
  }
  const std::uint64_t end = header.total != 0 ? header.total : bundle.size();
  const auto data = bundle.subspan(header.payload, end - header.payload);
  unpacked.clear();
  Status status =
      invalid("compressed bundle: method {} is neither zlib (0) nor Zstandard (1)", header.method);
  if (header.method == kZlib) status = unpack_zlib(data, header.unpacked, unpacked);
  if (header.method == kZstandard) status = unpack_zstandard(data, header.unpacked, unpacked);
  if (status.ok() && unpacked.size() != header.unpacked) {
    return invalid("compressed bundle: {} bytes unpacked, {} expected", unpacked.size(),
                   header.unpacked);
  }
  return status;
}

}  // namespace kgate::emulator
