// SPDX-License-Identifier: Apache-2.0
#pragma once

// CUB's sorting and scanning. g++ 12 takes its objects without members for ones that are not initialised, once they
// are inlined, and warns of it in whatever includes them.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/warp/warp_scan.cuh>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
