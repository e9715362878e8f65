// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What every reader takes: a path or bytes in memory, with a name for messages.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/io/mapped_file.hpp>

namespace cuzk::inline v0::io {

/// The bytes a reader reads. Made implicitly from a path (the file is then held open as a mapping)
/// or from bytes of the caller, which must outlive it.
class input {
 public:
  /// Maps the file. @throws io_error
  input(std::filesystem::path const& path)  // NOLINT(google-explicit-constructor): by design
      : file_(mapped_file(path)), bytes_(file_->bytes()), name_(path.string()) {}
  /// As for a path.
  input(std::string const& path) : input(std::filesystem::path(path)) {}  // NOLINT
  /// As for a path.
  input(char const* path) : input(std::filesystem::path(path)) {}  // NOLINT
  /// @param bytes  must outlive this object
  /// @param name   what to call them in messages
  input(std::span<std::byte const> bytes, std::string name = "bytes in memory")  // NOLINT
      : bytes_(bytes), name_(std::move(name)) {}
  /// As for a span.
  input(std::vector<std::byte> const& bytes) : input(std::span<std::byte const>(bytes)) {}  // NOLINT

  /// All bytes, from the first to the end of the file.
  [[nodiscard]] std::span<std::byte const> bytes() const noexcept { return bytes_; }
  /// Path, or the name given.
  [[nodiscard]] std::string const& name() const noexcept { return name_; }

 private:
  std::optional<mapped_file> file_;
  std::span<std::byte const> bytes_;
  std::string name_;
};

}  // namespace cuzk::inline v0::io
