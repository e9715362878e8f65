// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Where writers write: memory, or a file that appears complete or not at all.

#include <atomic>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>

namespace cuzk::inline v0::io {

/// Something with `write(bytes)` that takes all of them or throws.
template <class O>
concept byte_output = requires(O& out, std::span<std::byte const> bytes) {
  out.write(bytes);
};

/// Collects bytes in a vector. Nothing of it is wiped: not for secrets.
struct memory_output {
  /// What was written so far.
  std::vector<std::byte> bytes;
  /// Appends.
  void write(std::span<std::byte const> more) { bytes.insert(bytes.end(), more.begin(), more.end()); }
};

/// Writes a file beside its final name and renames it in `commit`; without a commit nothing of it
/// stays. A file that is replaced hands on its permissions. A path that names something else than a
/// regular file (a pipe, /dev/stdout) is written directly. The buffer is wiped.
class file_output {
 public:
  /// @throws io_error when the file cannot be created
  explicit file_output(std::filesystem::path const& path) : path_(path), written_(path) {
    buffer_.reserve(buffer_bytes);  // what can throw comes before what must be undone
    std::error_code ignored;
    auto const status = std::filesystem::status(path, ignored);
    bool const is_special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    if (is_special) {
      file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (file_ < 0) fail(errno, "open for writing");
    } else {
      // A symbolic link stays one; its target is replaced.
      if (auto const target = std::filesystem::weakly_canonical(path, ignored); !ignored) path_ = target;
      static std::atomic<unsigned> counter{0};
      written_ = path_;
      written_ += ".part-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
      bool const replaces = std::filesystem::exists(status);
      auto const mode = static_cast<::mode_t>(status.permissions() & std::filesystem::perms::all);
      file_ = ::open(written_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? mode & 0666U : 0666U);
      if (file_ < 0) fail(errno, "open for writing");
      is_temporary_ = true;
      if (replaces && ::fchmod(file_, mode) != 0) {
        int const code = errno;
        abandon();
        fail(code, "set the permissions of");
      }
    }
  }

  file_output(file_output const&) = delete;
  file_output& operator=(file_output const&) = delete;
  ~file_output() { abandon(); }

  /// Appends. @throws io_error, e.g. when the disk is full
  void write(std::span<std::byte const> bytes) {
    if (buffer_.size() + bytes.size() > buffer_bytes) {
      flush();
      if (bytes.size() >= buffer_bytes) return write_now(bytes);
    }
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }

  /// Makes the file appear under its name, with everything written so far on disk.
  /// The new name is on disk too where the file system can be asked for that.
  /// @throws io_error; the name then still has its former file, if any
  void commit() {
    flush();
    if (is_temporary_ && ::fsync(file_) != 0) fail(errno, "write to disk");
    if (::close(std::exchange(file_, -1)) != 0) fail(errno, "close");
    if (is_temporary_) {
      auto const folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
      if (::rename(written_.c_str(), path_.c_str()) != 0) fail(errno, "rename the finished file to this name");
      is_temporary_ = false;
      if (int const opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); opened >= 0) {
        static_cast<void>(::fsync(opened));  // some file systems cannot
        ::close(opened);
      }
    }
  }

 private:
  // The code is an argument, so that it is read before anything else can change it.
  [[noreturn]] void fail(int code, char const* what) const { throw io_error(path_.string(), code, what); }

  void abandon() noexcept {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    if (std::exchange(is_temporary_, false)) ::unlink(written_.c_str());
  }

  void flush() {
    write_now(buffer_);
    buffer_.clear();
  }

  void write_now(std::span<std::byte const> bytes) {
    while (!bytes.empty()) {
      auto const done = ::write(file_, bytes.data(), bytes.size());
      if (done < 0) {
        if (errno == EINTR) continue;
        fail(errno, "write");
      }
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
  }

  static constexpr std::size_t buffer_bytes = std::size_t{1} << 20U;

  std::filesystem::path path_;
  std::filesystem::path written_;
  int file_ = -1;
  bool is_temporary_ = false;
  secret_vector<std::byte> buffer_;
};

static_assert(byte_output<memory_output> && byte_output<file_output>);

/// Appends an integer of Bytes bytes in the given order.
template <std::size_t Bytes, byte_output Output>
void write_integer(Output& out, std::uint64_t value, std::endian order) {
  static_assert(Bytes <= 8, "cuzk: integers of up to 8 bytes");
  std::byte bytes[Bytes];
  for (std::size_t i = 0; i < Bytes; ++i) {
    bytes[order == std::endian::little ? i : Bytes - 1 - i] = static_cast<std::byte>((value >> (8U * i)) & 0xffU);
  }
  out.write(bytes);
}

/// Appends the characters of a text, without a terminating zero.
template <byte_output Output>
void write_text(Output& out, std::string_view text) {
  out.write(std::as_bytes(std::span<char const>(text.data(), text.size())));
}

/// Calls write_to(file) on a new file at `path` and commits it.
/// @throws io_error, and whatever write_to throws; nothing is then left at `path` that was not there
template <class WriteTo>
void write_file(std::filesystem::path const& path, WriteTo&& write_to) {
  file_output file(path);
  write_to(file);
  file.commit();
}

}  // namespace cuzk::inline v0::io
