// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A whole file as bytes in memory, without copying it where the system can map it.

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <span>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>

namespace cuzk::inline v0::io {

/// Owns the bytes of one file for reading: a regular file is mapped, a pipe is read to its end (that copy is
/// wiped).
///
/// A file that another process shortens while it is mapped ends this process with SIGBUS, as with
/// every mapping; writers that replace files by renaming (such as file_output) are safe.
class mapped_file {
 public:
  /// @throws io_error when the file cannot be opened, mapped or read
  explicit mapped_file(std::filesystem::path const& path) {
    descriptor const file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.value < 0) fail(path, errno, "open for reading");
    struct stat about {};
    if (::fstat(file.value, &about) != 0) fail(path, errno, "ask for the size");
    if (S_ISDIR(about.st_mode)) fail(path, EISDIR, "read a directory");
    if (!S_ISREG(about.st_mode)) {
      read_all(file.value, path);
    } else if (about.st_size > 0) {
      auto const size = static_cast<std::size_t>(about.st_size);
      void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
      if (start == MAP_FAILED) fail(path, errno, "map into memory");
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
  // The code is an argument, so that it is read before anything else can change it.
  [[noreturn]] static void fail(std::filesystem::path const& path, int code, char const* what) {
    throw io_error(path.string(), code, what);
  }

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
        fail(path, errno, "read");
      }
      if (got == 0) break;
      used += static_cast<std::size_t>(got);
    }
    copy_.resize(used);
  }

  static constexpr std::size_t read_piece = 65536;

  std::span<std::byte const> mapping_;
  secret_vector<std::byte> copy_;  // what comes by a pipe may be a witness
};

}  // namespace cuzk::inline v0::io
