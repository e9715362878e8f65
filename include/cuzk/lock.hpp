// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Lock policies: how several workers share one device.

#include <cuzk/lock/bounded.hpp>
#include <cuzk/lock/fifo_lock.hpp>
#include <cuzk/lock/kernel_region.hpp>
#include <cuzk/lock/ledger.hpp>
#include <cuzk/lock/none.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>
#include <cuzk/lock/session.hpp>
#include <cuzk/lock/two_lock.hpp>
#include <cuzk/lock/whole_job.hpp>
