// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a reader of keys may leave unchecked.

namespace cuzk::inline v0::io {

/// Options of the readers of proving keys.
struct key_read_options {
  /// Leave out the check that the points of the key lie in the subgroup of order r. Those of its verifying key
  /// are checked anyway, and so is, always, that every point is canonical and on its curve.
  /// A proof made with a key that breaks this promise may be wrong or tell of the witness.
  bool trust_subgroups = false;
};

}  // namespace cuzk::inline v0::io
