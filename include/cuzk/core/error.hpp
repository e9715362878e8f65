// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The exceptions of the library. Each says what, where, the values, and what would be right;
/// values that a program may want are members as well as text.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace cuzk::inline v0 {

/// Base of everything that the library throws on purpose.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller passed something that can never work: a length mismatch, a size that is no power of
/// two, a literal that is no number.
class invalid_argument : public error {
 public:
  using error::error;
};

/// A file or byte string does not hold what its format says it must.
class format_error : public error {
 public:
  /// @param file    path or a name for in-memory bytes
  /// @param offset  byte offset from the start of the file where the reader stood
  /// @param field   the item of the format that was being read, e.g. "section 4, count"
  /// @param why     one sentence: what was found and what would be right
  format_error(std::string file, std::uint64_t offset, std::string field, std::string const& why)
      : error(file + ": at byte " + std::to_string(offset) + ", " + field + ": " + why),
        file_(std::move(file)),
        field_(std::move(field)),
        offset_(offset) {}

  /// Path of the file, or the name given for in-memory bytes.
  [[nodiscard]] std::string const& file() const noexcept { return file_; }
  /// Byte offset of the offending item.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  /// Name of the offending item in the format.
  [[nodiscard]] std::string const& field() const noexcept { return field_; }

 private:
  std::string file_;
  std::string field_;
  std::uint64_t offset_;
};

/// The operating system refused a file operation.
class io_error : public error {
 public:
  /// @param path   the file
  /// @param code   the value of errno
  /// @param what   what was tried, e.g. "open for reading"
  io_error(std::string path, int code, std::string const& what)
      : error(path + ": cannot " + what + " (errno " + std::to_string(code) + ")"),
        path_(std::move(path)),
        code_(code) {}

  /// The file concerned.
  [[nodiscard]] std::string const& path() const noexcept { return path_; }
  /// The value of errno after the failed call.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  std::string path_;
  int code_;
};

/// Memory of one kind ran out.
class out_of_memory : public error {
 public:
  /// @param kind       "pageable", "pinned", "device", ...
  /// @param asked      bytes that were asked for
  /// @param available  bytes that could be had, 0 when unknown
  /// @param advice     what the limit is or what would be right, if there is more to say
  out_of_memory(std::string kind, std::uint64_t asked, std::uint64_t available, std::string const& advice = {})
      : error("out of " + kind + " memory: " + std::to_string(asked) + " bytes asked" +
              (available != 0 ? ", " + std::to_string(available) + " available" : "") +
              (advice.empty() ? "" : "; " + advice)),
        kind_(std::move(kind)),
        asked_(asked),
        available_(available) {}

  /// The kind of memory.
  [[nodiscard]] std::string const& kind() const noexcept { return kind_; }
  /// Bytes asked for.
  [[nodiscard]] std::uint64_t asked() const noexcept { return asked_; }
  /// Bytes that could be had; 0 when unknown.
  [[nodiscard]] std::uint64_t available() const noexcept { return available_; }

 private:
  std::string kind_;
  std::uint64_t asked_;
  std::uint64_t available_;
};

/// A call of the CUDA runtime failed.
class cuda_error : public error {
 public:
  /// @param call   the call as written, e.g. "cudaMemcpyAsync(...)"
  /// @param code   the cudaError_t as a number
  /// @param text   its name and description
  /// @param place  file and line of the call
  cuda_error(std::string call, int code, std::string const& text, std::string const& place)
      : error(call + " failed at " + place + ": " + text + " (" + std::to_string(code) + ")"),
        call_(std::move(call)),
        code_(code) {}

  /// The call as written.
  [[nodiscard]] std::string const& call() const noexcept { return call_; }
  /// The cudaError_t as a number.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  std::string call_;
  int code_;
};

/// The request is well-formed but this build, machine or curve cannot serve it.
class unsupported : public error {
 public:
  using error::error;
};

/// A source of randomness failed: nothing was drawn, nothing secret was derived from it.
class random_error : public error {
 public:
  using error::error;
};

}  // namespace cuzk::inline v0
