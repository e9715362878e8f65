// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder for the files of one test.

#include <filesystem>
#include <string>

#include <unistd.h>

namespace cuzk_test {

/// A folder that is there as long as this object and removed with all that is in it. One of a name at a time in a
/// process.
class temporary_folder {
 public:
  /// @param name  in messages of the file system, which test it is
  explicit temporary_folder(std::string const& name)
      : path_(std::filesystem::temp_directory_path() / ("cuzk-" + name + "-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }
  temporary_folder(temporary_folder const&) = delete;
  temporary_folder& operator=(temporary_folder const&) = delete;
  ~temporary_folder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace cuzk_test
