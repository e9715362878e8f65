// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A whole file as bytes in memory, without copying it where the system can map it.

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cuzk/core/error.hpp>

namespace cuzk::inline v0::io {

/// Owns the bytes of one file for reading: a regular file is mapped, a pipe is read to its end.
///
/// A file that another process shortens while it is mapped ends this process with SIGBUS, as with
/// every mapping; writers that replace files by renaming (such as file_output) are safe.
class mapped_file {
 public:
  /// @throws io_error when the file cannot be opened, mapped or read
  explicit mapped_file(std::filesystem::path const& path) {
    descriptor const file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.value < 0) throw io_error(path.string(), errno, "open for reading");
    struct stat about {};
    if (::fstat(file.value, &about) != 0) throw io_error(path.string(), errno, "ask for the size");
    if (S_ISDIR(about.st_mode)) throw io_error(path.string(), EISDIR, "read a directory");
    if (!S_ISREG(about.st_mode)) {
      read_all(file.value, path);
    } else if (about.st_size > 0) {
      auto const size = static_cast<std::size_t>(about.st_size);
      void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
      if (start == MAP_FAILED) throw io_error(path.string(), errno, "map into memory");
      mapping_ = {static_cast<std::byte const*>(start), size};
    }
  }

  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;
  mapped_file(mapped_file&& other) noexcept
      : mapping_(std::exchange(other.mapping_, {})), copy_(std::move(other.copy_)) {}
  mapped_file& operator=(mapped_file&& other) noexcept {
    std::swap(mapping_, other.mapping_);
    std::swap(copy_, other.copy_);
    return *this;
  }
  ~mapped_file() {
    if (!mapping_.empty()) ::munmap(const_cast<std::byte*>(mapping_.data()), mapping_.size());
  }

  /// All bytes of the file; valid as long as this object.
  [[nodiscard]] std::span<std::byte const> bytes() const noexcept {
    return mapping_.empty() ? std::span<std::byte const>(copy_) : mapping_;
  }

 private:
  struct descriptor {
    int value;
    ~descriptor() {
      if (value >= 0) ::close(value);
    }
  };

  void read_all(int file, std::filesystem::path const& path) {
    std::size_t used = 0;
    for (;;) {
      if (copy_.size() - used < read_piece) copy_.resize(2 * copy_.size() + read_piece);
      auto const got = ::read(file, copy_.data() + used, copy_.size() - used);
      if (got < 0) {
        if (errno == EINTR) continue;
        throw io_error(path.string(), errno, "read");
      }
      if (got == 0) break;
      used += static_cast<std::size_t>(got);
    }
    copy_.resize(used);
  }

  static constexpr std::size_t read_piece = 65536;

  std::span<std::byte const> mapping_;
  std::vector<std::byte> copy_;
};

}  // namespace cuzk::inline v0::io
