// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of curve/: groups on short Weierstrass curves.

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curve/cofactor.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/encoding.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/sec1_encoding.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curve/twist_frobenius.hpp>
#include <cuzk/curve/xyzz.hpp>
